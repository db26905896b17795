"""A node's claim to its rooms: it joins, renews itself in time, and knows how sure it may be.

Rules that this file keeps:
1. All moments are the database's, but one: how long this node may still believe in its leases. That
   is counted by its own steady clock from before the last renewal was sent, so it ends sooner than
   the database lets anybody else have them. Most such clocks stand still while a machine is
   suspended: one that wakes may answer for rooms that are another's until its next renewal, but
   their fences keep it from storing anything.
2. A node that is not sure appends nothing, writes nothing beside the log and answers nothing for
   its rooms, until it has renewed itself.
3. A lease that is lost is told once, and by its fence: what comes late of an older one changes
   nothing.
4. What is believed here and what the database says are compared again and again, for any answer of
   the database can be lost on its way.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio

from polemos.log.leases import Lease, Leases
from polemos.log.store import Fenced, StoreError
from polemos.rooms.clock import Clock
from polemos.rooms.threads import in_thread
from polemos.rules.names import number_of, room_of

logger = logging.getLogger(__name__)

T = TypeVar("T")

TTL_SHARE = 0.8
"""The part of `lease_seconds` that a lease lasts; in the rest others find that it is over."""

RENEWALS_A_LEASE = 4


class NotSure(StoreError):  # noqa: N818
    """This node could not renew its leases in time, so it does nothing under them."""

    def __init__(self) -> None:
        super().__init__("This node could not renew its leases in time: it waits for that.")


class Tenure:
    """The leases of one node.

    Args:
        leases: where they are kept.
        node: this node's id.
        lease_seconds: within what a dead node's rooms go to others.
        clock: the steady clock.
        lost: called with a room when its lease is no longer this node's.
    """

    def __init__(
        self,
        *,
        leases: Leases,
        node: str,
        lease_seconds: float,
        clock: Clock,
        lost: Callable[[str], None],
    ) -> None:
        self.node = node
        self._leases = leases
        self._ttl_seconds = lease_seconds * TTL_SHARE
        self._clock = clock
        self._lost = lost
        self._fences: dict[str, int] = {}
        self._sure_until_seconds = float("-inf")
        self._has_left = False
        # What is believed changes together with the database, one thing after the other.
        self._one_at_a_time = anyio.Lock()
        # A renewal must not wait for a thread behind everything else that reads the database.
        self._renewing = anyio.CapacityLimiter(1)

    @property
    def renewal_seconds(self) -> float:
        """Tell how often a node renews itself."""
        return self._ttl_seconds / RENEWALS_A_LEASE

    @property
    def is_sure(self) -> bool:
        """Tell whether nobody else can have this node's leases yet."""
        return self._clock.steady_seconds() < self._sure_until_seconds

    @property
    def rooms(self) -> list[str]:
        """List the rooms that are this node's just now."""
        return list(self._fences)

    def fence_of(self, room: str) -> int:
        """Give the fence of a room, 0 where it is not this node's."""
        return self._fences.get(room, 0)

    def owns(self, room: str) -> bool:
        """Tell whether a room is this node's, and surely so."""
        return room in self._fences and self.is_sure

    def check(self, game: str) -> None:
        """Refuse to write anything of a game that is not surely this node's.

        Raises:
            NotSure: this node could not renew itself in time.
            Fenced: the room is not this node's.
        """
        if not self.is_sure:
            raise NotSure
        if room_of(game) not in self._fences:
            raise Fenced(game, 0)

    async def renew(self) -> list[str]:
        """Join or renew; where that came too late, every room is anybody's by now.

        Returns:
            The rooms that were lost so: nobody may have them yet, as after the database was away.

        Raises:
            StoreError: the database did not answer.
        """
        began_seconds = self._clock.steady_seconds()
        lost: list[str] = []
        was_joined = self._sure_until_seconds > float("-inf")
        if not (was_joined and await self._renewed(self._leases.renew)):
            async with self._one_at_a_time:
                if self._has_left:
                    return []
                await self._renewed(partial(self._leases.join, self._ttl_seconds))
                lost = list(self._fences)
                for room, fence in list(self._fences.items()):
                    self.lose(room, fence)
        if not self._has_left:
            self._sure_until_seconds = began_seconds + self._ttl_seconds
        return lost

    async def reconcile(self) -> list[str]:
        """Compare what is believed with what the database says, and believe nothing else.

        Returns:
            Rooms that are this node's though it does not know, because an answer was lost; they are
            to be claimed.

        Raises:
            StoreError: the database did not answer.
        """
        async with self._one_at_a_time:
            if self._has_left:
                return []
            held = {lease.room: lease.fence for lease in await in_thread(self._leases.held)}
            for room, fence in list(self._fences.items()):
                if held.get(room) != fence:
                    self.lose(room, fence)
            return [room for room in held if room not in self._fences]

    async def claim(self, room: str) -> tuple[Lease, bool]:
        """Take a room that nobody owns, or learn who does.

        Returns:
            The lease in force, and whether it is new to this node: then nothing that this node
            remembers of the room counts.

        Raises:
            StoreError: the database did not answer, or this node has left.
        """
        async with self._one_at_a_time:
            if self._has_left:
                raise NotSure
            lease = await in_thread(partial(self._leases.claim, room))
            is_new = lease.node == self.node and self._fences.get(room) != lease.fence
            if is_new:
                self._fences[room] = lease.fence
        return lease, is_new

    async def fence_for(self, game: str, *, is_first: bool) -> int:
        """Give the fence of an append; a new room is claimed by its first.

        Args:
            game: whose events.
            is_first: whether the game has none yet.

        Raises:
            NotSure: this node could not renew itself in time.
            Fenced: the room is another node's.
        """
        room = room_of(game)
        if is_first and number_of(game) == 1 and room not in self._fences and self.is_sure:
            # Nobody else knows of a room that has no event.
            await self.claim(room)
        self.check(game)
        return self._fences[room]

    def lose(self, room: str, fence: int) -> None:
        """Note that a lease is no longer this node's; a late word of an older one is no news."""
        if self._fences.get(room) == fence:
            del self._fences[room]
            logger.info("Room %s is this node's no more", room)
            self._lost(room)

    async def release(self, room: str, is_idle: Callable[[], bool]) -> None:
        """Let go of a room that nothing happens in.

        Args:
            room: the room.
            is_idle: asked when it comes to it, for somebody may have come meanwhile.

        Raises:
            StoreError: the database did not answer; it says so when leases are compared.
        """
        async with self._one_at_a_time:
            if room in self._fences and is_idle():
                # Whoever comes now waits for the lock, and finds the room free.
                del self._fences[room]
                await in_thread(partial(self._leases.release, room))

    async def leave(self) -> None:
        """Let go of everything, so that others need not wait for it to end.

        Raises:
            StoreError: the database did not answer; the leases end by themselves.
        """
        async with self._one_at_a_time:
            self._has_left = True
            self._fences.clear()
            self._sure_until_seconds = float("-inf")
            await in_thread(self._leases.leave)

    async def _renewed(self, call: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(call, limiter=self._renewing)
