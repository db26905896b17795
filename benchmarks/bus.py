"""One hop over the bus: how much later a watcher's node has an event than the owner's.

Two nodes are two connections to a real NATS server on this machine. The owner publishes a beat of
three events, sealed, and the other node opens it, checks its chain and passes it on; the time is
counted from the publishing to the passing on, and beside it the same without a bus, by a direct
call. The official client carries the same payloads in the same run, without seal and checks.

    python benchmarks/bus.py [--beats 2000] [--per-second 200]
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import anyio
import nats as official
from nats.aio.msg import Msg

from kit.nats import NatsServer
from kit.streams import laid_cards
from polemos.cluster.feeds import Feeds
from polemos.cluster.frames import Publication, encode
from polemos.cluster.nats_bus import NatsBus
from polemos.cluster.publications import Publications
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.cluster.subjects import Subjects
from polemos.log.memory import MemoryStore
from polemos.log.store import Append

GAME = "bench-1"
KEY = b"a key that only the bench has"
EVENTS_A_BEAT = 3
WARM_BEATS = 100


def beats(count: int) -> list[Append]:
    made: list[Append] = []
    seq, head = 0, ""
    for _ in range(count):
        made.append(laid_cards(GAME, EVENTS_A_BEAT, expected_seq=seq, head=head))
        seq, head = seq + EVENTS_A_BEAT, made[-1].head
    return made


class Stopwatch:
    """Counts from each publishing to the arrival of the same beat."""

    def __init__(self) -> None:
        self.started: dict[int, float] = {}
        self.delays_ms: list[float] = []

    def arrive(self, first_seq: int) -> None:
        self.delays_ms.append((time.perf_counter() - self.started[first_seq]) * 1_000)

    def take(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        self.arrive(first_seq)

    async def run(self, made: list[Append], publish: Callable, per_second: float) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number, beat in enumerate(made):
            await asyncio.sleep(max(0.0, begun + number / per_second - loop.time()))
            first_seq = beat.expected_seq + 1
            self.started[first_seq] = time.perf_counter()
            sent = publish(GAME, first_seq, beat.lines, beat.head)
            if isinstance(sent, Awaitable):
                await sent
        with anyio.fail_after(30):
            while len(self.delays_ms) < len(made):  # noqa: ASYNC110  nothing tells of the last
                await asyncio.sleep(0.01)


async def directly(made: list[Append], per_second: float) -> Stopwatch:
    watch = Stopwatch()
    await watch.run(made, watch.take, per_second)
    return watch


async def over_the_bus(url: str, made: list[Append], per_second: float) -> Stopwatch:
    watch, subjects = Stopwatch(), Subjects("bench")
    owner, other = [await NatsBus.connect(url, name="bench", draw=lambda: 0.5) for _ in range(2)]
    sealed = [
        SealedBus(bus, KEY, bytes([number] * SPEAKER_BYTES))
        for number, bus in enumerate((owner, other))
    ]
    async with anyio.create_task_group() as tasks:
        feeds = Feeds(
            bus=sealed[1],
            store=MemoryStore(),
            subjects=subjects,
            publish=watch.take,
            tasks=tasks,
        )
        await feeds.open(GAME)
        await watch.run(made, Publications(sealed[0], subjects).publish, per_second)
        assert feeds.counts.carried == len(made) * EVENTS_A_BEAT
        tasks.cancel_scope.cancel()
    await owner.close()
    await other.close()
    return watch


async def by_the_official_client(url: str, made: list[Append], per_second: float) -> Stopwatch:
    watch = Stopwatch()
    owner, other = [await official.connect(url) for _ in range(2)]

    async def receive(message: Msg) -> None:
        watch.arrive(int(message.data.split(b" ", 3)[2]))

    def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> Awaitable[None]:
        publication = Publication(game=game, first_seq=first_seq, lines=lines, head=head)
        return owner.publish("bench", encode(publication))

    await other.subscribe("bench", cb=receive)
    await other.flush()
    await watch.run(made, publish, per_second)
    await owner.close()
    await other.close()
    return watch


async def measure(count: int, per_second: float) -> None:
    made = beats(WARM_BEATS + count)
    with NatsServer() as server:
        ways = {
            "directly": await directly(made, per_second),
            "over the bus": await over_the_bus(server.url, made, per_second),
            "official client": await by_the_official_client(server.url, made, per_second),
        }
    direct_ms = statistics.median(ways["directly"].delays_ms)
    print(f"{count} beats of {EVENTS_A_BEAT} events, {per_second:g} a second, one hop:")
    for name, watch in ways.items():
        delays_ms = watch.delays_ms[WARM_BEATS:]
        p99_ms = statistics.quantiles(delays_ms, n=100)[98]
        print(
            f"{name:>16}: median {statistics.median(delays_ms) - direct_ms:6.3f} ms, "
            f"99th percentile {p99_ms - direct_ms:6.3f} ms added"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--beats", type=int, default=2_000)
    parser.add_argument("--per-second", type=float, default=200.0)
    words = parser.parse_args()
    asyncio.run(measure(words.beats, words.per_second))
