"""Several nodes in one process, on one log and one bus, in time that only the test turns."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, TypeVar

import anyio

from kit.bus import HostileExchange, Hostility
from kit.guests import OwnGuest
from kit.rooms import CountedIdentities
from kit.stepping import LoopClock, SteppedLoop
from polemos.cluster.feeds import Feeds
from polemos.cluster.publications import Publications
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.cluster.subjects import Subjects
from polemos.log.leases import Lease, MemoryBoard, MemoryLeases
from polemos.log.memory import MemoryStore
from polemos.log.store import (
    Append,
    Appended,
    AppendUnknown,
    Fenced,
    GameHead,
    StoreError,
    StoreFull,
)
from polemos.log.vault import MemoryVault
from polemos.nodes.commits import FencedCommits
from polemos.nodes.node import Node
from polemos.nodes.rooms import ClusterRooms
from polemos.rooms.company import Guest, Standing
from polemos.rooms.grants import Grants
from polemos.rooms.limits import RoomLimits
from polemos.rooms.registry import Rooms
from polemos.rooms.surroundings import Surroundings
from polemos.rules.encoding import digest
from polemos.rules.names import room_of
from polemos.wire.pushes import Company

T = TypeVar("T")

LEASE_SECONDS = 5.0
KEY = b"the key of this cluster of nodes"
CALM = Hostility(lost=0, repeated=0, delayed=0)


class CutOff(StoreError):  # noqa: N818
    """The test has cut this node off from the database."""


class CutLeases(MemoryLeases):
    """Leases of a node that can be cut off from what keeps them."""

    is_cut = False
    answers_lost: tuple[str, ...] = ()
    """The next questions whose answers are lost, though they are done."""

    def __init__(self, board: MemoryBoard, node: str) -> None:
        super().__init__(board, node)
        self.questions: list[str] = []
        """What was asked of single rooms."""

    def renew(self) -> bool:
        self._refuse()
        return super().renew()

    def join(self, lease_seconds: float) -> None:
        self._refuse()
        super().join(lease_seconds)

    def claim(self, room: str) -> Lease:
        self._refuse()
        lease = super().claim(room)
        self._lose("claim")
        return lease

    def owner(self, room: str) -> Lease | None:
        self.questions.append(f"who runs {room}")
        self._refuse()
        return super().owner(room)

    def held(self) -> list[Lease]:
        self._refuse()
        return super().held()

    def orphans(self, limit: int) -> list[str]:
        self._refuse()
        return super().orphans(limit)

    def release(self, room: str) -> None:
        self._refuse()
        super().release(room)
        self._lose("release")

    def leave(self) -> None:
        self._refuse()
        super().leave()

    def _lose(self, question: str) -> None:
        if question in self.answers_lost:
            self.answers_lost = ()
            raise CutOff("the answer was lost")

    def _refuse(self) -> None:
        if self.is_cut:
            raise CutOff("this node is cut off")


class AskedStore(MemoryStore):
    """Notes what it is asked of single games; not what a node asks once for all of them.

    While `is_unreadable` no game can be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_unreadable = False
        self.questions: list[str] = []

    def latest_game(self, room: str) -> str | None:
        self.questions.append(f"the latest game of {room}")
        return super().latest_game(room)

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        self.questions.append(f"where {', '.join(games)} end")
        return super().heads(games)

    def load(self, game: str, after_seq: int = 0, **bounds: int) -> list[bytes]:
        self.questions.append(f"the events of {game}")
        if self.is_unreadable:
            raise CutOff("events cannot be read for now")
        return super().load(game, after_seq, **bounds)


class WatchedVault(MemoryVault):
    """Notes what it is made to forget, be it that it is told again afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten: list[str] = []

    def forget_digest(self, room: str, role: str) -> None:
        self.forgotten.append(role)
        super().forget_digest(room, role)


class LeasedCommits:
    """Appends as the database does: under the fence in force, or not at all.

    While `is_full` nothing is stored; `answers_lost` counts down appends that are stored though
    nobody is told so; while there is `late` an append arrives when that is set.
    """

    is_full = False
    answers_lost = 0
    late: anyio.Event | None = None

    def __init__(self, board: MemoryBoard, leases: CutLeases) -> None:
        self._board = board
        self._leases = leases

    async def append(self, request: Append) -> Appended:
        await anyio.lowlevel.checkpoint()
        if self.late is not None:
            await self.late.wait()
        if self._leases.is_cut:
            raise CutOff("this node is cut off")
        if self.is_full:
            raise StoreFull("there is no room left")
        fence = request.fence
        assert fence is not None, "a node appends under a lease"
        lease = self._board.leases.get(room_of(request.game))
        if lease is None or lease.fence != fence:
            raise Fenced(request.game, fence)
        (result,) = self._board.store.append([replace(request, fence=None)])
        if isinstance(result, Exception):
            raise result
        if self.answers_lost:
            self.answers_lost -= 1
            raise AppendUnknown("the answer was lost")
        return result


@dataclass
class Shown:
    """What the watchers of a node see."""

    lines: dict[str, list[bytes]] = field(default_factory=dict)
    companies: dict[str, Company] = field(default_factory=dict)
    holes: list[str] = field(default_factory=list)

    def publish(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        if game not in self.lines:
            return
        known = self.lines[game]
        if first_seq > len(known) + 1:
            self.holes.append(f"event {first_seq} of {game} came after {len(known)}")
        known.extend(lines[len(known) + 1 - first_seq :])
        assert digest(lines[-1]) == head

    def tell(self, game: str, company: Company) -> None:
        self.companies[game] = company

    def spectators(self) -> Mapping[str, int]:
        return dict.fromkeys(self.lines, 1)


class RunningNode:
    """One node from its start to its end."""

    def __init__(self, house: "Nodes", name: str, shown: Shown) -> None:
        self.house = house
        self.name = name
        self.shown = shown
        self.bus = house.exchange.connect()
        self.sealed = SealedBus(self.bus, KEY, name.encode().rjust(SPEAKER_BYTES))
        self.leases = CutLeases(house.board, name)
        self.guests: list[OwnGuest] = []
        self.rooms: Rooms
        self.served: ClusterRooms
        self.node: Node
        self.is_up = True

    def guest(self) -> OwnGuest:
        """Let somebody connect here."""
        guest = OwnGuest()
        self.guests.append(guest)
        return guest

    def present(self, room: str) -> dict[Guest, Standing]:
        """Tell who is in a room that this node runs."""
        return self.rooms.present(room)

    async def watch(self, game: str) -> None:
        """Watch a game here, as a hub does: first follow it, then read it."""
        await self.node.open(game)
        self.shown.lines.setdefault(game, self.house.lines(game))

    async def run(self) -> None:
        house = self.house
        subjects = Subjects("cluster")
        publications = Publications(self.sealed, subjects)

        def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
            self.shown.publish(game, first_seq, lines, head)
            publications.publish(game, first_seq, lines, head)

        def tell(game: str, company: Company) -> None:
            self.shown.tell(game, company)
            self.node.tell(game, company)

        async with anyio.create_task_group() as tasks:
            self.node = Node(
                name=self.name,
                leases=self.leases,
                store=house.store,
                bus=self.sealed,
                subjects=subjects,
                clock=house.clock,
                lease_seconds=LEASE_SECONDS,
            )
            self.database = LeasedCommits(house.board, self.leases)
            commits = FencedCommits(self.database, self.node.tenure, self.node.stray)
            self.rooms = Rooms(
                store=house.store,
                surroundings=Surroundings(
                    commits=commits,
                    vault=house.vault,
                    publish=publish,
                    tell=tell,
                    clock=house.clock,
                    identities=house.identities,
                    limits=house.limits,
                    check=self.node.tenure.check,
                    grants=Grants(self.node.tenure.fence_of),
                ),
                tasks=tasks,
                left=self.node.left,
                recovered=self.node.recovered,
            )
            self.served = self.node.serve(self.rooms)
            feeds = Feeds(
                bus=self.sealed,
                store=house.store,
                subjects=subjects,
                publish=self.shown.publish,
                tasks=tasks,
            )
            tasks.start_soon(feeds.run)
            await self.node.start(tasks, self.shown, feeds)
            await anyio.sleep_forever()


class Nodes:
    """What the nodes share, and what a test does to them.

    Args:
        seed: of what the bus does wrong while `exchange.hostility` says so.
    """

    def __init__(self, seed: int = 0) -> None:
        self.loop = SteppedLoop()
        self.clock = LoopClock(self.loop)
        self.store = AskedStore()
        self.vault = WatchedVault()
        self.board = MemoryBoard(self.store, self.clock.unix_ms)
        self.exchange = HostileExchange(seed, CALM)
        self.identities = CountedIdentities()
        self.limits = RoomLimits()
        self.nodes: list[RunningNode] = []
        self._tasks: dict[RunningNode, asyncio.Task[None]] = {}
        self._names = count(1)

    def start(self, shown: Shown | None = None) -> RunningNode:
        """Start another node.

        Args:
            shown: what its watchers see, or none for what a hub without faults shows.
        """
        node = RunningNode(self, f"node{next(self._names)}", shown or Shown())
        self._tasks[node] = self.loop.begin(node.run())
        self.nodes.append(node)
        self.loop.settle()
        return node

    def is_running(self, node: RunningNode) -> bool:
        """Tell whether a node goes on: a fault that nobody caught would have ended it."""
        return not self._tasks[node].done()

    def kill(self, node: RunningNode) -> None:
        """Stop a node between two of its steps, as SIGKILL does; its connections are lost."""
        # Nothing that a task does while it is cancelled may reach the others: a dead process does
        # nothing.
        node.leases.is_cut = True
        self.loop.do(node.bus.cut)
        self._end(node)

    def stop(self, node: RunningNode) -> None:
        """Stop a node as SIGTERM does: its writers rest, its rooms go to others."""
        node.rooms.stop()
        self.do(node.rooms.stopped())
        self.do(node.node.hand_over())
        self._end(node)

    def do(self, asked: Coroutine[Any, Any, T], *, seconds_max: float = 60.0) -> T:
        """Have something done, however long it takes in the nodes' time."""
        task = self.loop.create_task(asked)
        self.loop.settle()
        until_seconds = self.loop.time() + seconds_max
        while not task.done():
            assert self.loop.time() < until_seconds, "it is never answered"
            self.loop.turn(0.1)
        return task.result()

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self.loop.turn(seconds)

    def owner(self, room: str) -> RunningNode | None:
        """Give the node that runs a room."""
        lease = self.board.in_force(room)
        return next((each for each in self.nodes if lease and each.name == lease.node), None)

    def lines(self, game: str) -> list[bytes]:
        """Read a whole game."""
        # The test reads what no node can read for now, too.
        return MemoryStore.load(self.store, game, 0, events_max=1_000_000, bytes_max=1 << 40)

    def questions(self) -> list[str]:
        """Give what was asked of single rooms and games, in the database and on the bus."""
        on_the_bus = [said.subject for said in self.exchange.overheard if said.is_question]
        asked = [question for node in self.nodes for question in node.leases.questions]
        return [*self.store.questions, *asked, *on_the_bus]

    def forget_questions(self) -> None:
        """Count from now on what is asked."""
        self.store.questions.clear()
        self.exchange.overheard.clear()
        for node in self.nodes:
            node.leases.questions.clear()

    def dispose(self) -> None:
        """End everything, and show what nobody caught."""
        self.loop.dispose()
        assert self.loop.faults == []

    def _end(self, node: RunningNode) -> None:
        node.is_up = False
        for guest in node.guests:
            guest.is_here = False
        self._tasks.pop(node).cancel()
        self.nodes.remove(node)
        self.loop.settle()
