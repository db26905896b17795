"""Takes rooms up that nobody runs: their node is dead, or has handed them over.

Rules that this file keeps:
1. To claim a room and to go on with its game is one thing: whoever has a lease plays.
2. What cannot be read for now is let go of, and taken up again later; it stops no other room.
3. Rooms that nobody has asked for are taken up a few at a time.
"""

import logging
from collections.abc import Iterable
from functools import partial
from hashlib import sha256

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.outages import Outages
from polemos.log.leases import Lease, Leases
from polemos.log.store import EventStore, StoreCorrupt, StoreError
from polemos.nodes.tenure import Tenure
from polemos.rooms.registry import Rooms
from polemos.rooms.threads import in_thread
from polemos.rules.names import room_of

logger = logging.getLogger(__name__)

GAMES_A_PASS = 32
"""So many are looked for at once, so that several nodes share what is left."""

TAKEN_AT_ONCE_MAX = 8
"""Rooms that are taken up at the same time without being asked for."""


class Takeover:
    """Takes rooms for one node.

    Args:
        leases: know the games that nobody runs.
        store: knows what a room plays.
        tenure: this node's leases.
        rooms: go on with the games.
        outages: bear what fails.
        tasks: the group in which rooms are taken up that nobody has asked for.
    """

    def __init__(
        self,
        *,
        leases: Leases,
        store: EventStore,
        tenure: Tenure,
        rooms: Rooms,
        outages: Outages,
        tasks: TaskGroup,
    ) -> None:
        self._leases = leases
        self._store = store
        self._tenure = tenure
        self._rooms = rooms
        self._outages = outages
        self._tasks = tasks
        self._taking: dict[str, anyio.Event] = {}
        self._waiting: set[str] = set()
        self._turns = anyio.CapacityLimiter(TAKEN_AT_ONCE_MAX)
        self._some_taken = anyio.Event()
        self._sleeping: set[str] = set()

    async def take(self, room: str) -> Lease:
        """Take a room that nobody owns and go on with its game, or learn who owns it.

        Raises:
            StoreError: the database did not answer, or this node has left; it has not the room.
        """
        while taking := self._taking.get(room):
            await taking.wait()
        self._taking[room] = anyio.Event()
        try:
            lease, is_new = await self._tenure.claim(room)
            if lease.node == self._tenure.node and is_new:
                await self._go_on(room, lease.fence)
        finally:
            self._taking.pop(room).set()
        return lease

    async def look(self) -> int:
        """Begin to take up some of the games that nobody runs.

        Returns:
            How many were found, be it that other nodes will be quicker.

        Raises:
            StoreError: the database did not answer.
        """
        orphans = await in_thread(partial(self._leases.orphans, GAMES_A_PASS))
        self.take_soon(sorted(map(room_of, orphans), key=self._own_order))
        return len(orphans)

    def take_soon(self, rooms: Iterable[str]) -> None:
        """Take rooms up when their turns come."""
        for room in rooms:
            if room not in self._waiting:
                self._waiting.add(room)
                self._tasks.start_soon(self._take_in_turn, room)

    async def some_taken(self) -> None:
        """Return when fewer wait for their turns than are looked for at once."""
        while len(self._waiting) >= GAMES_A_PASS:
            await self._some_taken.wait()

    async def mend(self) -> None:
        """See to rooms whose lease this node has and which sleep.

        A game that is not over is gone on with; where nothing goes on, the lease is let go of. A
        room may sleep for a moment while it is being taken or opened, so it is seen to when it has
        slept twice in a row.

        Raises:
            StoreError: the database did not answer.
        """
        sleeping = {room for room in self._tenure.rooms if self._is_asleep(room)}
        still, self._sleeping = sleeping & self._sleeping, sleeping
        for room in sorted(still):
            head = await in_thread(partial(self._store.latest_game, room))
            if head is None or head.is_ended:
                await self._tenure.release(room, partial(self._is_asleep, room))
            elif self._is_asleep(room):
                logger.error("Game %s had a lease and nobody who played it", head.game)
                self._tenure.lose(room, self._tenure.fence_of(room))
                self.take_soon([room])

    def _own_order(self, room: str) -> bytes:
        """Order rooms as no other node does, so that nodes do not all begin with the same."""
        return sha256(f"{self._tenure.node} {room}".encode()).digest()

    def _is_asleep(self, room: str) -> bool:
        is_at_rest = self._rooms.is_awake(room) or self._rooms.has_failed(room)
        return not is_at_rest and room not in self._taking

    async def _take_in_turn(self, room: str) -> None:
        try:
            if not self._tenure.fence_of(room):
                # An old writer may be slow to stop: that takes nobody's turn.
                await self._rooms.abandon(room)
            async with self._turns:
                with self._outages.bearing("Games that nobody runs are taken up"):
                    await self.take(room)
        finally:
            self._waiting.discard(room)
            self._some_taken.set()
            self._some_taken = anyio.Event()

    async def _go_on(self, room: str, fence: int) -> None:
        """Forget what is remembered of a room, and go on with its game if that is not over."""
        try:
            await self._rooms.abandon(room)
            head = await in_thread(partial(self._store.latest_game, room))
            if head is not None and not head.is_ended:
                await self._rooms.adopt(head.game)
                logger.info("Game %s: played here from now on", head.game)
        except StoreCorrupt as error:
            # It stays this node's, or all nodes would try it again and again.
            logger.error("The game of room %s is not recovered: %s", room, error)
            self._rooms.fail(room)
        except StoreError:
            # Whoever compares the leases comes back to it.
            self._tenure.lose(room, fence)
            raise
        except Exception:  # a fault in one game must not keep the node from the others
            logger.exception("The game of room %s could not be taken up", room)
            self._rooms.fail(room)
        if self._tenure.fence_of(room) != fence:
            await self._rooms.abandon(room)
