"""A channel without a socket: readers that write down what they are sent, and lines to send."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anyio import CapacityLimiter

from kit.hub import GAME, TEST_LIMITS, CountTables, FailingStore
from polemos.hub.channel import Channel
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.snapshots import Snapshots
from polemos.hub.watching import Watching
from polemos.log.memory import MemoryStore
from polemos.log.store import Append


def line(seq: int) -> bytes:
    """Give a line that tells its own seq."""
    return b'{"seq":%d}' % seq


def lines(first_seq: int, last_seq: int) -> tuple[bytes, ...]:
    return tuple(line(seq) for seq in range(first_seq, last_seq + 1))


def stored(counts: Mapping[str, int], *, is_ended: bool = False) -> FailingStore:
    """Make a store of games with so many events each."""
    store = FailingStore()
    for game, count in counts.items():
        last = "GameEnded" if is_ended else "CardHidden"
        append = Append(
            command_id=game,
            game=game,
            expected_seq=0,
            lines=lines(1, count),
            types=("CardHidden",) * (count - 1) + (last,),
            head=f"head of {game}",
        )
        store.append([append])
    return store


def payload_of(frame: bytes) -> bytes:
    """Cut the header off one text frame of a server."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


@dataclass(eq=False)
class Reader:
    """Whoever watches: keeps the frames, and is paused when the test says so."""

    is_paused: bool = False
    frames: list[bytes] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def fail(self, code: str, sentence: str) -> None:
        self.failures.append(code)
        self.reasons.append(sentence)

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)

    @property
    def pushes(self) -> list[dict[str, Any]]:
        return [json.loads(payload_of(frame)) for frame in self.frames]

    @property
    def seqs(self) -> list[int]:
        """Give the seqs of the events, in the order in which they came."""
        pushes = [push for push in self.pushes if push["type"] == "events"]
        assert all(push["events"] for push in pushes)
        return [event["seq"] for push in pushes for event in push["events"]]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Give the pushes of one type, in the order in which they came."""
        return [push for push in self.pushes if push["type"] == kind]


@dataclass(eq=False)
class ChannelHouse:
    """A channel and what it counts; `fetched` is who was sent to the store."""

    limits: HubLimits = TEST_LIMITS
    counters: Counters = field(default_factory=Counters)
    fetched: list[Watching] = field(default_factory=list)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def __post_init__(self) -> None:
        self.channel = Channel(
            game=GAME,
            limits=self.limits,
            loop=self.loop,
            counters=self.counters,
            fetch=self.fetched.append,
            snapshots=Snapshots(
                game=GAME,
                store=MemoryStore(),
                tables=CountTables(),
                limits=self.limits,
                reads=CapacityLimiter(1),
            ),
        )

    def open(self, last_seq: int, *, held: int | None = None) -> Channel:
        """Open the channel with its newest lines, all of them unless told how many."""
        first_seq = 1 if held is None else last_seq - held + 1
        self.channel.open(list(lines(first_seq, last_seq)), last_seq, f"hash {last_seq}")
        return self.channel

    def publish(self, first_seq: int, last_seq: int) -> None:
        self.channel.publish(first_seq, lines(first_seq, last_seq), f"hash {last_seq}")

    def join(self, reader: Reader, cursor: int = 0) -> Watching:
        watching = Watching(channel=self.channel, watcher=reader, write=reader.write, cursor=cursor)
        self.channel.join(watching)
        return watching
