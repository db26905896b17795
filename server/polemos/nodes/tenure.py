"""A node's claim to its rooms: it joins, renews itself in time, and knows how sure it may be.

Rules that this file keeps:
1. All moments are the database's, but one: how long this node may still believe in its leases. That
   is counted by its own steady clock from before the last renewal was sent, so it ends sooner than
   the database lets anybody else have them.
2. A node that is not sure does nothing: it neither appends nor answers until it has renewed itself.
3. A lease that went to another node is told once, and never comes back by itself.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial

import anyio

from polemos.log.leases import Lease, Leases
from polemos.log.store import Fenced, StoreError
from polemos.rooms.clock import Clock
from polemos.rooms.threads import in_thread
from polemos.rules.names import number_of, room_of

logger = logging.getLogger(__name__)

TTL_SHARE = 0.8
"""The part of `lease_seconds` that a lease lasts; in the rest others find that it is over."""

RENEWALS_A_LEASE = 4


class NotSure(StoreError):  # noqa: N818
    """This node could not renew its leases in time, so it does nothing under them."""


class Tenure:
    """The leases of one node.

    Args:
        leases: where they are kept.
        node: this node's id.
        lease_seconds: within what a dead node's rooms go to others.
        clock: the steady clock.
        lost: called with a room when its lease went to another node.
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
        # A room that is let go of and taken again at once must not lose the second lease.
        self._one_at_a_time = anyio.Lock()

    @property
    def renewal_seconds(self) -> float:
        """Tell how often a node renews itself."""
        return self._ttl_seconds / RENEWALS_A_LEASE

    @property
    def is_sure(self) -> bool:
        """Tell whether nobody else can have this node's leases yet."""
        return self._clock.steady_seconds() < self._sure_until_seconds

    @property
    def fences(self) -> Mapping[str, int]:
        """Give the rooms that are this node's, with their fences."""
        return self._fences

    def owns(self, room: str) -> bool:
        """Tell whether a room is this node's, and surely so."""
        return room in self._fences and self.is_sure

    async def renew(self) -> list[str]:
        """Join or renew; where that came too late, every room is anybody's by now.

        Returns:
            The rooms that were lost so: nobody may have them yet, as after the database was away.

        Raises:
            StoreError: the database did not answer.
        """
        lost: list[str] = []
        began_seconds = self._clock.steady_seconds()
        is_kept = self._sure_until_seconds > float("-inf") and await in_thread(self._leases.renew)
        if not is_kept:
            async with self._one_at_a_time:
                await in_thread(partial(self._leases.join, self._ttl_seconds))
                lost = list(self._fences)
                for room in lost:
                    self.lose(room)
        self._sure_until_seconds = began_seconds + self._ttl_seconds
        return lost

    async def claim(self, room: str) -> Lease:
        """Take a room that nobody owns, or learn who does.

        Raises:
            StoreError: the database did not answer.
        """
        async with self._one_at_a_time:
            lease = await in_thread(partial(self._leases.claim, room))
            if lease.node == self.node:
                self._fences[room] = lease.fence
        return lease

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
        if not self.is_sure:
            raise NotSure("This node could not renew its leases in time: it waits for that.")
        if room not in self._fences:
            raise Fenced(game, 0)
        return self._fences[room]

    def lose(self, room: str) -> None:
        """Note that a room is another node's by now."""
        if self._fences.pop(room, None) is not None:
            logger.info("Room %s is this node's no more", room)
            self._lost(room)

    async def release(self, room: str) -> None:
        """Let go of a room that nothing happens in."""
        async with self._one_at_a_time:
            if self._fences.pop(room, None) is not None:
                await in_thread(partial(self._leases.release, room))

    async def leave(self) -> None:
        """Let go of everything, so that others need not wait for it to end."""
        self._fences.clear()
        self._sure_until_seconds = float("-inf")
        await in_thread(self._leases.leave)
