"""A whole server without sockets, files or time of its own: real rooms, a real hub, one loop."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

import anyio

from kit.lines import Line
from kit.rooms import StoreCommits
from kit.stepping import LoopClock, SteppedLoop
from polemos.hub.files import Files
from polemos.hub.hub import Hub
from polemos.hub.limits import HubLimits
from polemos.hub.tables import PublicTables
from polemos.log.memory import MemoryStore
from polemos.log.vault import MemoryVault
from polemos.rooms.limits import RoomLimits
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms
from polemos.rooms.surroundings import Surroundings
from polemos.rules.encoding import b64url
from polemos.wire.pushes import Company

CALM_LIMITS = replace(
    HubLimits(),
    tick_ms=5_000,
    flush_interval_ms_min=0.0,
    flush_interval_ms_max=0.0,
    company_interval_ms_min=0.0,
    **{field.name: 1_000_000 for field in fields(HubLimits) if field.name.endswith("_burst")},
    ring_events_max=12,
    snapshot_after_events=24,
    snapshot_stale_events=4,
    page_events_max=8,
    frame_size_bytes_max=2_048,
    buffer_size_bytes_max=4_096,
)
"""Nobody is too hasty and nothing waits, but everything overflows soon."""


class DerivedIdentities:
    """Ids and secrets that look like real ones and are the same in every run."""

    def __init__(self) -> None:
        self._count = 0
        self.secrets: list[str] = []
        """Every secret that was drawn, as it would be written."""

    def _next(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"identity {self._count}".encode()).digest()

    def room(self) -> str:
        return self._next().hex()[:10]

    def secret(self) -> bytes:
        drawn = self._next()
        self.secrets.append(b64url(drawn))
        return drawn

    def link_secret(self) -> str:
        drawn = b64url(self._next())
        self.secrets.append(drawn)
        return drawn

    def command_id(self) -> str:
        return self._next().hex()


class LobbyOfNobody:
    """What is listed and told of players is not this test's business."""

    def games(self, limit: int) -> list[dict[str, object]]:
        return []

    def player(self, player: str) -> dict[str, object]:
        return {}


@dataclass(eq=False)
class ServerHouse:
    """What survives a server, and the server that runs now.

    Args:
        loop: on which all of them run.
        see: is shown every message that is written to anybody, and to whom.
    """

    loop: SteppedLoop
    see: Callable[[str, bytes], None]
    limits: HubLimits = CALM_LIMITS
    room_limits: RoomLimits = field(
        default_factory=lambda: RoomLimits(abandon_after_seconds=7_200.0)
    )
    store: MemoryStore = field(default_factory=MemoryStore)
    vault: MemoryVault = field(default_factory=MemoryVault)
    identities: DerivedIdentities = field(default_factory=DerivedIdentities)

    def __post_init__(self) -> None:
        self.clock = LoopClock(self.loop)
        self.commits = StoreCommits(self.store)
        self.rooms: Rooms
        self.hub: Hub

    def start(self) -> None:
        """Start a server, which goes on with every game that has not ended."""
        self.started_ms = self.clock.unix_ms()
        self._is_killed = False
        self._task = self.loop.begin(self._run_to_its_end())
        self.loop.settle()

    def stop(self) -> None:
        """Stop it as SIGTERM does; whoever does not close in time is dropped."""
        self._stopping.set()
        self.loop.settle()

    def kill(self) -> None:
        """Stop it between two of its steps, as SIGKILL does."""
        self._is_killed = True
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.settle()

    @property
    def is_stopped(self) -> bool:
        return self._task.done()

    def connect(self, who: str) -> Line:
        """Open a connection of somebody."""

        def see(message: bytes) -> None:
            self.see(who, message)

        return Line(self.loop, self.hub.protocol_factory, "192.0.2.1", see)

    def lines(self, game: str) -> list[bytes]:
        """Read a whole game."""
        return self.store.load(game, 0, events_max=1_000_000, bytes_max=1 << 40)

    async def _run_to_its_end(self) -> None:
        try:
            await self._run()
        except asyncio.CancelledError:
            await self.hub.drain(window_ms=0)

    async def _run(self) -> None:
        def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
            self.hub.publish(game, first_seq, lines, head)

        def tell(game: str, company: Company) -> None:
            self.hub.tell(game, company)

        self._stopping = anyio.Event()
        async with anyio.create_task_group() as tasks:
            self.rooms = Rooms(
                store=self.store,
                surroundings=Surroundings(
                    commits=self.commits,
                    vault=self.vault,
                    publish=publish,
                    tell=tell,
                    clock=self.clock,
                    identities=self.identities,
                    limits=self.room_limits,
                ),
                tasks=tasks,
            )
            self.hub = Hub(
                rooms=Performing(self.rooms),
                store=self.store,
                limits=self.limits,
                clock=self.clock,
                tables=PublicTables(),
                lobby=LobbyOfNobody(),
                draw=lambda: 0.5,
                files=Files({}),
                schemas={},
            )
            await self.rooms.recover()
            await self._stopping.wait()
            self.rooms.stop()
            await self.hub.drain(window_ms=0)
            await self.rooms.stopped()
