"""Clients of the chaos campaign: they watch, they host, and they write down what they were told."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from polemos.rules.encoding import canonical

PAUSE_SECONDS_MAX = 1.5
ANSWER_SECONDS_MAX = 20.0
SILENT_SECONDS_MAX = 60.0
"""Longer than two heartbeats: a connection that says nothing for so long is a dead one."""

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
"""How a connection ends that a node, a bus or a balancer took away."""


async def reach(address: str) -> ClientConnection:
    """Connect to whichever node the balancer gives."""
    return await connect(
        f"ws://{address}/socket",
        subprotocols=[Subprotocol("polemos.v1")],
        compression=None,
        open_timeout=10,
        close_timeout=1,
    )


@dataclass(eq=False)
class Watcher:
    """Watches one game to its end over as many connections as it takes.

    Args:
        address: the balancer's.
        game: what is watched.
        chance: draws the pauses.
    """

    address: str
    game: str
    chance: Random
    lines: list[bytes] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    connections: int = 0
    has_ended: bool = False

    async def watch(self) -> None:
        while not self.has_ended:
            with contextlib.suppress(*LOST):
                async with contextlib.aclosing(_Closing(await reach(self.address))) as closing:
                    self.connections += 1
                    await self._follow(closing.socket)
            if not self.has_ended:
                await asyncio.sleep(self.chance.uniform(0.05, PAUSE_SECONDS_MAX))

    async def _follow(self, socket: ClientConnection) -> None:
        await socket.send(
            json.dumps({"type": "watch", "id": 1, "game": self.game, "after_seq": len(self.lines)})
        )
        while not self.has_ended:
            async with asyncio.timeout(SILENT_SECONDS_MAX):
                push = json.loads(await socket.recv())
            match push["type"]:
                case "events":
                    self._take(push["first_seq"], push["events"])
                case "refused" if push["code"] == "unknown_game":
                    self.faults.append(f"{self.game} is unknown to a node")
                    return
                case "refused" | "bye":
                    return
                case "snapshot":
                    self.faults.append(f"{self.game} was skipped to {push['seq']}")
                    return
                case _:
                    pass

    def _take(self, first_seq: int, events: list[dict[str, Any]]) -> None:
        if first_seq != len(self.lines) + 1:
            self.faults.append(f"{self.game}: event {first_seq} came after {len(self.lines)}")
        self.lines.extend(canonical(event) for event in events)
        self.has_ended = events[-1]["type"] == "GameEnded"


class _Closing:
    """Lets go of a connection without waiting for a node that may be frozen."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def aclose(self) -> None:
        self.socket.transport.abort()


@dataclass(eq=False)
class Host:
    """Opens games one after the other, each with watchers, and changes their tempo meanwhile.

    Args:
        address: the balancer's.
        chance: draws what it does.
        opening: the request that opens a room, without its id.
        attend: is told of each game, so that somebody watches it.
    """

    address: str
    chance: Random
    opening: dict[str, Any]
    attend: Callable[[str], None]
    opened: list[str] = field(default_factory=list)
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    unanswered: int = 0

    async def host(self, is_over: asyncio.Event, ended: Callable[[str], bool]) -> None:
        """Keep a game going until the campaign is over."""
        while not is_over.is_set():
            room = await self._open()
            if room is None:
                await asyncio.sleep(self.chance.uniform(0.1, PAUSE_SECONDS_MAX))
                continue
            game = room["game"]
            self.opened.append(game)
            self.attend(game)
            while not (is_over.is_set() or ended(game)):
                await self._command(room)
                await asyncio.sleep(self.chance.uniform(1.0, 4.0))

    async def _open(self) -> dict[str, Any] | None:
        """Open a room; where the answer is lost there may be one that nobody knows of."""
        with contextlib.suppress(*LOST):
            async with contextlib.aclosing(_Closing(await reach(self.address))) as closing:
                answer = await self._asked(closing.socket, self.opening)
                return answer if answer["type"] == "accepted" else None
        return None

    async def _command(self, room: dict[str, Any]) -> None:
        """Change the tempo over a new connection, which any node may get."""
        tempo = self.chance.choice(["1", "2", "4"])
        control = {
            "type": "take_control",
            "room": room["room"],
            "host_secret": room["host_secret"],
        }
        change = {"type": "change_tempo", "room": room["room"], "tempo": tempo}
        with contextlib.suppress(*LOST):
            async with contextlib.aclosing(_Closing(await reach(self.address))) as closing:
                if (await self._asked(closing.socket, control))["type"] == "accepted":
                    answer = await self._asked(closing.socket, change)
                    if answer["type"] == "accepted":
                        self.acknowledged.append((answer["game"], answer["seq"], tempo))

    async def _asked(self, socket: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
        await socket.send(json.dumps({**request, "id": 7}))
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                while True:
                    answer: dict[str, Any] = json.loads(await socket.recv())
                    if answer.get("id") == 7:
                        break
        except LOST:
            self.unanswered += 1
            raise
        if answer["type"] == "refused":
            self.refusals[answer["code"]] = self.refusals.get(answer["code"], 0) + 1
        return answer
