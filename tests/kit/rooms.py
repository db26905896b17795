"""A whole set of rooms on a store in memory, with a clock and ids that the test chooses."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio

from kit.clock import TurnedClock, settle
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.log.memory import MemoryStore
from polemos.log.store import Append, Appended, EventStore, VersionConflict
from polemos.log.vault import MemoryVault, Vault
from polemos.rooms.limits import RoomLimits
from polemos.rooms.registry import Rooms
from polemos.rooms.surroundings import Surroundings
from polemos.wire.pushes import Company


class CountedIdentities:
    """Ids and secrets in a fixed order, so that a test repeats itself."""

    def __init__(self) -> None:
        self._count = 0

    def _next(self) -> int:
        self._count += 1
        return self._count

    def room(self) -> str:
        return f"room{self._next():06d}"

    def secret(self) -> bytes:
        return self._next().to_bytes(32, "big")

    def link_secret(self) -> str:
        return f"token-{self._next()}"

    def command_id(self) -> str:
        return f"command-{self._next()}"


class StoreCommits:
    """Appends straight to a store; `failures` are raised first, one an append."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.failures: list[Exception] = []

    async def append(self, request: Append) -> Appended:
        await anyio.lowlevel.checkpoint()
        if self.failures:
            raise self.failures.pop(0)
        (result,) = self._store.append([request])
        if isinstance(result, VersionConflict):
            raise result
        return result


class FailingVault(MemoryVault):
    """Raises `failures[method]` instead of doing what that method is asked, once each."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: dict[str, list[Exception]] = {}

    def _fail(self, method: str) -> None:
        if self.failures.get(method):
            raise self.failures[method].pop(0)

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        self._fail("keep_secret")
        super().keep_secret(game, commitment, secret)

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        self._fail("keep_digest")
        super().keep_digest(room, role, digest)

    def forget_digest(self, room: str, role: str) -> None:
        self._fail("forget_digest")
        super().forget_digest(room, role)

    def forget_game(self, game: str) -> None:
        self._fail("forget_game")
        super().forget_game(game)

    def keep_name(self, player: str, name: str) -> None:
        self._fail("keep_name")
        super().keep_name(player, name)

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        self._fail("names")
        return super().names(players)


@dataclass
class Published:
    """What the hub would have been told, in order."""

    lines: dict[str, list[bytes]] = field(default_factory=dict)
    faults: list[Exception] = field(default_factory=list)
    store: EventStore | None = None

    def __call__(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        if self.faults:
            raise self.faults.pop(0)
        known = self.lines.setdefault(game, [])
        assert first_seq == len(known) + 1, "published with a gap or twice"
        assert self.store is not None
        stored = self.store.load(game, first_seq - 1, events_max=len(lines))
        assert stored == list(lines), "published before it was stored"
        known.extend(lines)


@dataclass
class Told:
    """The companies that the hub would have been told of, in order."""

    companies: list[tuple[str, Company]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)

    def __call__(self, game: str, company: Company) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.companies.append((game, company))


@dataclass(eq=False)
class OwnGuest:
    """A connection of the test's own."""

    is_here: bool = True
    replaced: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def be_replaced(self, room: str) -> None:
        self.is_here = False
        self.replaced.append(room)

    def is_of(self, room: str) -> bool:
        return False

    def be_removed(self, room: str) -> None:
        self.removed.append(room)


@dataclass
class House:
    """Everything around the rooms that survives their restart."""

    store: EventStore = field(default_factory=MemoryStore)
    vault: Vault = field(default_factory=MemoryVault)
    clock: TurnedClock = field(default_factory=TurnedClock)
    published: Published = field(default_factory=Published)
    told: Told = field(default_factory=Told)
    identities: CountedIdentities = field(default_factory=CountedIdentities)
    limits: RoomLimits = field(default_factory=RoomLimits)

    def __post_init__(self) -> None:
        self.commits = StoreCommits(self.store)
        self.published.store = self.store

    @asynccontextmanager
    async def rooms(self) -> AsyncIterator[Rooms]:
        """Run the rooms; on leaving they stop between two beats, as at a shutdown."""
        async with self.bare_rooms() as rooms:
            await rooms.recover()
            await settle()
            yield rooms

    @asynccontextmanager
    async def bare_rooms(self) -> AsyncIterator[Rooms]:
        """Run rooms that have recovered nothing."""
        async with anyio.create_task_group() as tasks:
            rooms = Rooms(
                store=self.store,
                surroundings=Surroundings(
                    commits=self.commits,
                    vault=self.vault,
                    tell=self.told,
                    publish=self.published,
                    clock=self.clock,
                    identities=self.identities,
                    limits=self.limits,
                ),
                tasks=tasks,
            )
            yield rooms
            rooms.stop()
            await settle()

    def lines(self, game: str) -> list[bytes]:
        """Read a whole game."""
        lines: list[bytes] = []
        while page := self.store.load(game, len(lines)):
            lines.extend(page)
        return lines

    def verdict(self, game: str) -> Verdict:
        """Audit a whole game as an export."""
        return audit(line + b"\n" for line in self.lines(game)).verdict
