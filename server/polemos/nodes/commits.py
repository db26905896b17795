"""Appends under a lease: what another node may own by now, the database refuses."""

import logging
from collections.abc import Callable
from dataclasses import replace

from polemos.log.store import Append, Appended, AppendUnknown, Fenced, StoreError
from polemos.nodes.tenure import Tenure
from polemos.rooms.commits import Commits
from polemos.rules.names import number_of, room_of

logger = logging.getLogger(__name__)


class FencedCommits:
    """Passes appends on with the fence of their room.

    Args:
        commits: where they go.
        tenure: knows the fences.
        stray: called with a room that something here still writes to without a lease.
    """

    def __init__(
        self, commits: Commits, tenure: Tenure, stray: Callable[[str], None] = lambda _room: None
    ) -> None:
        self._commits = commits
        self._tenure = tenure
        self._stray = stray

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable.

        Raises:
            Fenced: the room is another node's by now; nothing was stored.
            VersionConflict: somebody else wrote to the game.
            AppendUnknown: nobody knows whether the events are stored; the room is this node's again
                when its leases are compared, and is read anew then.
            StoreError: nothing was stored, or this node is not sure of its leases.
        """
        room = room_of(request.game)
        is_first = request.expected_seq == 0
        try:
            fence = await self._tenure.fence_for(request.game, is_first=is_first)
        except Fenced:
            self._stray(room)
            raise
        try:
            return await self._commits.append(replace(request, fence=fence))
        except (Fenced, AppendUnknown):
            self._tenure.lose(room, fence)
            raise
        except StoreError:
            if is_first and number_of(request.game) == 1:
                await self._forsake(room)
            raise

    async def _forsake(self, room: str) -> None:
        """Let go of a room that is not opened, so far as is known; nothing else ever would."""
        try:
            await self._tenure.release(room, lambda: True)
        except StoreError as error:
            logger.debug("Room %s is let go of when the leases are compared: %s", room, error)
