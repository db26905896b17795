"""Two nodes on a hostile bus, the one following games of the other, and an intruder on it."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

import anyio

from kit.bus import HostileExchange, Hostility
from kit.stepping import SteppedLoop
from kit.streams import laid_cards
from polemos.cluster.feed_limits import FeedLimits
from polemos.cluster.feeds import Feeds
from polemos.cluster.frames import Publication, encode
from polemos.cluster.publications import Publications
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.cluster.subjects import Subjects
from polemos.log.memory import MemoryStore
from polemos.log.store import Append, GameHead, StoreError
from polemos.rules.encoding import digest

GAMES = ("alpha-1", "beta-1", "gamma-2")
KEY = b"the key of this cluster of nodes"


class AskedStore(MemoryStore):
    """Counts what it is asked, and fails while it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.is_failing = False
        self.is_failing_to_tell_heads = False
        self.lost: set[str] = set()
        """Games of which every event is missing."""
        self.unreadable: set[str] = set()
        """Games of which events cannot be read just now."""
        self.asked: dict[str, int] = {"position": 0, "heads": 0, "load": 0}

    def last_position(self) -> int:
        self._note("position")
        return super().last_position()

    def heads(self, games) -> list[GameHead]:
        self._note("heads")
        if self.is_failing_to_tell_heads:
            raise StoreError("the database is away")
        return super().heads(games)

    def load(self, game: str, *words, **options) -> list[bytes]:
        self._note("load")
        if game in self.unreadable:
            raise StoreError(f"{game} cannot be read")
        return [] if game in self.lost else super().load(game, *words, **options)

    def lines(self, game: str) -> list[bytes]:
        """Give a whole game, uncounted."""
        return super().load(game, events_max=1_000_000, bytes_max=1 << 40)

    def _note(self, what: str) -> None:
        self.asked[what] += 1
        if self.is_failing:
            raise StoreError("the database is away")


@dataclass
class Sink:
    """A watcher's side of one game: what it read first, and what was passed on to it since."""

    lines: list[bytes]

    def take(self, first_seq: int, lines: tuple[bytes, ...]) -> None:
        """Append what is new; whatever leaves a hole is a fault."""
        new = lines[max(0, len(self.lines) + 1 - first_seq) :]
        assert not new or first_seq <= len(self.lines) + 1, f"a hole before {first_seq}"
        self.lines += new


@dataclass(eq=False)
class FeedHouse:
    """Both nodes, in time that only the test turns."""

    seed: int = 0
    hostility: Hostility = field(default_factory=Hostility)
    limits: FeedLimits = field(default_factory=FeedLimits)

    def __post_init__(self) -> None:
        self.loop = SteppedLoop()
        self.store = AskedStore()
        self.exchange = HostileExchange(self.seed, self.hostility)
        self.subjects = Subjects("c1")
        self.owner_bus = self.exchange.connect()
        self.watcher_bus = self.exchange.connect()
        self.intruder = self.exchange.connect()
        false, watcher, owner = (letter * SPEAKER_BYTES for letter in (b"f", b"w", b"o"))
        self.false_seal = SealedBus(self.intruder, KEY[::-1], false)
        self.sealed = SealedBus(self.watcher_bus, KEY, watcher)
        self.publications = Publications(SealedBus(self.owner_bus, KEY, owner), self.subjects)
        self.sinks: dict[str, Sink] = {}
        self.passed_on: list[tuple[str, int, int]] = []
        self._opening: set[str] = set()
        self.overheard: list[bytes] = []
        self.feeds: Feeds
        self._task = self.loop.begin(self._run())
        self.loop.settle()

    async def _run(self) -> None:
        self._stopping = anyio.Event()
        for game in GAMES:
            await self.intruder.subscribe(
                self.subjects.events(game), lambda _, payload: self.overheard.append(payload)
            )
        async with anyio.create_task_group() as tasks:
            self.tasks = tasks
            self.feeds = Feeds(
                bus=self.sealed,
                store=self.store,
                subjects=self.subjects,
                publish=self._publish,
                tasks=tasks,
                limits=self.limits,
            )
            tasks.start_soon(self.feeds.run)
            await self._stopping.wait()
            tasks.cancel_scope.cancel()

    def _publish(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        assert head == digest(lines[-1])
        self.passed_on.append((game, first_seq, len(lines)))
        if game in self.sinks:
            self.sinks[game].take(first_seq, lines)

    def do(self, callback: Callable[[], object]) -> None:
        """Do something on the loop, before whatever is due."""
        self.loop.do(lambda: callback() and None)

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin something on the loop, and let the test step through it."""
        self.do(lambda: asyncio.Task(work, loop=self.loop))

    def append(self, game: str, count: int, *, is_published: bool = True) -> None:
        """Store events of a game, and publish them as its owner does."""
        next_ones = self._next_of(game, count)
        self.store.append([next_ones])
        if is_published:
            publish = self.publications.publish
            seq, lines, head = next_ones.expected_seq + 1, next_ones.lines, next_ones.head
            self.do(lambda: publish(game, seq, lines, head))

    def append_itself(self, game: str, count: int) -> None:
        """Have the watching node store and show events itself, and publish them to everybody."""
        next_ones = self._next_of(game, count)
        self.store.append([next_ones])
        seq, lines, head = next_ones.expected_seq + 1, next_ones.lines, next_ones.head
        self.sinks[game].take(seq, lines)
        self.do(lambda: self.feeds.note(game, seq, lines))
        self.do(lambda: self.publications.publish(game, seq, lines, head))

    def append_and_die(self, game: str) -> None:
        """Store an event and publish nothing, as an owner does that dies in between."""
        self.append(game, 1, is_published=False)

    def _next_of(self, game: str, count: int, *, prev: str | None = None) -> Append:
        head = MemoryStore.head(self.store, game)
        seq, true_prev = (head.seq, head.head) if head else (0, "")
        return laid_cards(game, count, expected_seq=seq, head=true_prev if prev is None else prev)

    def open(self, game: str) -> None:
        """Begin to watch a game as a hub does: follow it first, then read it."""
        if game not in self.sinks and game not in self._opening:
            self._opening.add(game)
            self.start(self._open(game))

    async def _open(self, game: str) -> None:
        await self.feeds.open(game)
        self.sinks[game] = Sink(self.store.lines(game))
        self._opening.discard(game)

    def close(self, game: str) -> None:
        """Watch a game no more."""
        if game in self.sinks:
            del self.sinks[game]
            self.do(lambda: self.feeds.close(game))

    def forge(self, game: str, *, prev: str | None = None) -> None:
        """Have the intruder publish an event that would follow, but was never stored."""
        line = self._next_of(game, 1, prev=prev).lines[0].replace(b'"round":1', b'"round":9')
        seq = int(line.partition(b'"seq":')[2].partition(b",")[0])
        forged = Publication(game=game, first_seq=seq, lines=(line,), head=digest(line))
        self.do(lambda: self.false_seal.publish(self.subjects.events(game), encode(forged)))

    def forge_what_breaks(self, game: str) -> None:
        """Have it publish one that names no event of the game."""
        self.forge(game, prev="x" * 43)

    def make_noise(self, game: str, size: int) -> None:
        """Have it publish what means nothing."""
        self._say_falsely(game, bytes(range(size)))

    def say_again(self, game: str, index: int) -> None:
        """Have it publish what it has heard, as of this game or of another."""
        if self.overheard:
            self._say_falsely(game, self.overheard[index % len(self.overheard)])

    def _say_falsely(self, game: str, payload: bytes) -> None:
        self.do(lambda: self.intruder.publish(self.subjects.events(game), payload))

    def step(self, count: int) -> None:
        """Let so many callbacks run."""
        for _ in range(count):
            self.loop.step()

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self.loop.turn(seconds)

    def cut(self) -> None:
        """Part the watching node from the bus."""
        self.do(self.watcher_bus.cut)

    def mend(self) -> None:
        """Join it again."""
        self.do(self.watcher_bus.mend)

    def fail(self) -> None:
        """Have the store fail."""
        self.store.is_failing = True

    def heal(self) -> None:
        """Have it work again."""
        self.store.is_failing = False

    def calm(self) -> None:
        """Make everything well, and let enough time pass for all to come right."""
        self.heal()
        self.exchange.behave()
        self.mend()
        self.turn(8)

    def check(self) -> None:
        """Assert that whoever watches has exactly what the log has."""
        for game, sink in self.sinks.items():
            assert sink.lines == self.store.lines(game)

    def __enter__(self) -> "FeedHouse":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """End both nodes and their threads; a fault that nobody caught is a fault of the test."""
        self.do(self._stopping.set)
        self.loop.settle()
        self.loop.dispose()
        if kind is None:
            assert self._task.done()
            assert self.loop.faults == []
