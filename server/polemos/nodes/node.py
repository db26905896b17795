"""One node of several: its parts put together, what its rooms and its hub call."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVarTuple

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus
from polemos.cluster.outages import Outages
from polemos.cluster.subjects import Subjects
from polemos.log.leases import Leases
from polemos.log.store import EventStore, StoreError
from polemos.nodes.asking import Answering, Asking
from polemos.nodes.census import Censuses
from polemos.nodes.companies import Companies
from polemos.nodes.hearing import Hearing
from polemos.nodes.holdings import Holdings
from polemos.nodes.owners import Owners
from polemos.nodes.remote_guests import RemoteGuests
from polemos.nodes.roll_calls import RollCalls
from polemos.nodes.rooms import ClusterRooms
from polemos.nodes.takeover import Takeover
from polemos.nodes.telling import Telling
from polemos.nodes.tenure import Tenure
from polemos.nodes.unread import Unread
from polemos.nodes.vigil import Vigil
from polemos.nodes.watching import Feed, Shown
from polemos.rooms.clock import Clock
from polemos.rooms.registry import Rooms
from polemos.rules.names import room_of
from polemos.wire.pushes import Company

logger = logging.getLogger(__name__)

Words = TypeVarTuple("Words")

ROLL_SECONDS = 1.0
"""Between two rolls; a change is told at once."""

PATIENCE_SECONDS = 2.0
"""Beyond the end of a lease, how long whoever asks waits for the node that takes its room."""


class Node:
    """One node of a cluster.

    Args:
        name: its id, another one for each process.
        leases: say who runs what.
        store: the log.
        bus: carries what nodes say to each other.
        subjects: the cluster's.
        clock: the time.
        lease_seconds: within what a dead node's games go on elsewhere.
    """

    def __init__(
        self,
        *,
        name: str,
        leases: Leases,
        store: EventStore,
        bus: Bus,
        subjects: Subjects,
        clock: Clock,
        lease_seconds: float,
    ) -> None:
        self.name = name
        self._leases = leases
        self._store = store
        self._bus = bus
        self._subjects = subjects
        self._clock = clock
        self._lease_seconds = lease_seconds
        self._is_leaving = False
        self._outages = Outages()
        self._unread = Unread()
        self._changed = anyio.Event()
        self._moved = anyio.Event()
        self.tenure = Tenure(
            leases=leases,
            node=name,
            lease_seconds=lease_seconds,
            clock=clock,
            lost=self._note_lost,
        )
        self._owners = Owners(
            leases=leases,
            store=store,
            tenure=self.tenure,
            is_taking=lambda: not self._is_leaving,
            take=lambda room: self._takeover.take(room),
        )
        self._asking = Asking(bus, subjects, self._unread)
        self._holdings = Holdings()
        self._censuses = Censuses(name, clock)
        self._guests = RemoteGuests(
            clock=clock, part=lambda guest: self._rooms.part(guest), changed=self._nudge
        )
        self._companies = Companies(lambda game, company: self._shown.tell(game, company))
        self._rooms: Rooms
        self._shown: Shown
        self._feed: Feed
        self._hearing: Hearing
        self._takeover: Takeover
        self._vigil: Vigil
        self._tasks: TaskGroup

    # How it is put together.

    def serve(self, rooms: Rooms) -> ClusterRooms:
        """Give the hub the rooms of all nodes.

        Args:
            rooms: this node's.
        """
        self._rooms = rooms
        return ClusterRooms(
            rooms=rooms,
            tenure=self.tenure,
            owners=self._owners,
            holdings=self._holdings,
            companies=self._companies,
            asking=self._asking,
            clock=self._clock,
            patience_seconds=self._lease_seconds + PATIENCE_SECONDS,
            parted=self._note_change,
        )

    async def start(self, tasks: TaskGroup, shown: Shown, feed: Feed) -> None:
        """Join the others and begin; afterwards this node takes games.

        Raises:
            StoreError: the database did not answer.
        """
        self._tasks, self._shown, self._feed = tasks, shown, feed
        self._hearing = Hearing(
            bus=self._bus,
            subjects=self._subjects,
            tenure=self.tenure,
            owners=self._owners,
            asking=self._asking,
            companies=self._companies,
            unread=self._unread,
            outages=self._outages,
            tasks=tasks,
        )
        self._takeover = Takeover(
            leases=self._leases,
            store=self._store,
            tenure=self.tenure,
            rooms=self._rooms,
            outages=self._outages,
            tasks=tasks,
        )
        self._vigil = Vigil(
            tenure=self.tenure, takeover=self._takeover, outages=self._outages, clock=self._clock
        )
        telling = Telling(
            node=self.name,
            bus=self._bus,
            subjects=self._subjects,
            rooms=self._rooms,
            shown=shown,
            tenure=self.tenure,
            censuses=self._censuses,
            companies=self._companies,
            unread=self._unread,
            outages=self._outages,
            clock=self._clock,
        )
        answering = Answering(
            rooms=self._rooms,
            tenure=self.tenure,
            guests=self._guests,
            companies=self._companies,
            unread=self._unread,
        )
        await self.tenure.renew()
        await self._bus.answer(self._subjects.ask(self.name), answering.answer)
        await self._bus.subscribe(self._subjects.node(self.name), self._hear_nudge)
        await self._bus.subscribe(self._subjects.orphans, self._hear_orphans)
        self._vigil.begin(tasks)
        await self._hearing.begin()
        rolls = RollCalls(
            node=self.name,
            holdings=self._holdings,
            owners=self._owners,
            asking=self._asking,
            rooms=self._rooms,
        )
        tasks.start_soon(self._call_rolls, rolls)
        tasks.start_soon(self._seek_nodes, rolls)
        await telling.begin(tasks)

    async def hand_over(self) -> None:
        """Let others have the games, whose writers have stopped."""
        self._is_leaving = True
        self._vigil.end()
        try:
            await self.tenure.leave()
        except StoreError as error:
            logger.warning("The leases of this node end by themselves: %s", error)
        self._bus.publish(self._subjects.orphans, b"")

    # What the rooms call.

    def stray(self, room: str) -> None:
        """Stop what still writes to a room that is not this node's."""
        self._start("Rooms of others are let go", self._rooms.abandon, room)

    def left(self, room: str) -> None:
        """Let go of a room that is no longer in memory."""
        self._start("Rooms are released", self._release, room)

    async def recovered(self, game: str) -> None:
        """Show what is stored of a game before this node adds to it, lest a watcher have a gap."""
        await self._feed.catch_up(game)

    def tell(self, game: str, company: Company) -> None:
        """Tell other nodes of a company of this one's."""
        fence = self.tenure.fence_of(company.room)
        if not fence:
            return
        self._companies.forget(company.room)
        # Whoever changed it has no part in what goes wrong here.
        with self._outages.bearing("Companies are told to other nodes"):
            told = self._companies.outgoing(game, company, fence)
            self._bus.publish(self._subjects.company(company.room), told.model_dump_json().encode())

    # What the hub calls.

    async def open(self, game: str) -> None:
        """Bring what others publish of a game that is watched here."""
        await self._feed.open(game)
        try:
            await self._hearing.open(room_of(game), game)
        except BaseException:
            self._feed.close(game)
            raise

    async def catch_up(self, game: str) -> None:
        """Bring now what is stored of a game that is watched here."""
        await self._feed.catch_up(game)

    def close(self, game: str) -> None:
        """Bring it no more."""
        self._feed.close(game)
        self._hearing.close(room_of(game), game)

    def gauges(self) -> Mapping[str, int]:
        """Tell how this node stands among the others."""
        counts = self._bus.counts
        return {
            "leases_held": len(self.tenure.rooms),
            "leases_sure": int(self.tenure.is_sure),
            "bus_up": int(self._bus.trouble is None),
            "bus_outages": counts.outages,
            "bus_published": counts.published,
            "bus_dropped": counts.dropped,
            "bus_received": counts.received,
            "bus_forged": counts.forged,
            "bus_repeated": counts.repeated,
        }

    def spectators_elsewhere(self, game: str) -> int:
        """Tell how many watch a game on other nodes."""
        return self._censuses.spectators_elsewhere(game)

    def spectators(self, own: Mapping[str, int]) -> Mapping[str, int]:
        """Add up how many watch each game."""
        return self._censuses.spectators(own)

    def standings(self, own: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
        """Gather how far each game has come."""
        return self._censuses.standings(own)

    # What it does by itself.

    async def _call_rolls(self, rolls: RollCalls) -> None:
        while True:
            self._changed = anyio.Event()
            with self._outages.bearing("Rolls are called"):
                await rolls.call()
            with self._outages.bearing("Guests of silent nodes are forgotten"):
                self._guests.forget_silent()
            await self._wait(self._changed, ROLL_SECONDS)

    async def _seek_nodes(self, rolls: RollCalls) -> None:
        while True:
            self._moved = anyio.Event()
            with self._outages.bearing("Nodes of rooms are looked for"):
                if await rolls.seek():
                    self._changed.set()
            await self._wait(self._moved, ROLL_SECONDS)

    async def _release(self, room: str) -> None:
        try:
            await self.tenure.release(room, lambda: not self._rooms.is_awake(room))
        except StoreError as error:
            # It stays this node's, which recalls it for whoever asks.
            logger.warning("Room %s is not released: %s", room, error)

    # What it hears.

    def _hear_orphans(self, _subject: str, _payload: bytes) -> None:
        self._vigil.note_orphans()

    def _hear_nudge(self, _subject: str, _payload: bytes) -> None:
        self._changed.set()
        self._moved.set()

    # What it notes.

    def _nudge(self, node: str) -> None:
        """Have another node call its roll soon."""
        self._bus.publish(self._subjects.node(node), b"")

    def _note_change(self) -> None:
        self._changed.set()
        self._moved.set()

    def _note_lost(self, room: str) -> None:
        self._start("Rooms of others are let go", self._rooms.abandon, room)

    def _start(self, work: str, do: Callable[[*Words], Awaitable[object]], *words: *Words) -> None:
        self._tasks.start_soon(partial(self._outages.bear, work, do, *words))

    async def _wait(self, event: anyio.Event, seconds: float) -> None:
        await self._clock.wait(event, self._clock.steady_seconds() + seconds)
