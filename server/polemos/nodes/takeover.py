"""Takes up the games that nobody runs: their node is dead, or has handed them over."""

import logging
from collections.abc import Iterable
from functools import partial

from polemos.log.leases import Leases
from polemos.log.store import EventStore, StoreCorrupt, StoreError
from polemos.nodes.tenure import Tenure
from polemos.rooms.registry import Rooms
from polemos.rooms.threads import in_thread
from polemos.rules.names import room_of

logger = logging.getLogger(__name__)

GAMES_A_PASS = 32
"""So many at once, and the others in the next pass, so that several nodes share what is left."""


class Takeover:
    """Looks for games without an owner.

    Args:
        leases: know them.
        store: knows what a room plays.
        tenure: takes their rooms.
        rooms: go on with them.
    """

    def __init__(self, *, leases: Leases, store: EventStore, tenure: Tenure, rooms: Rooms) -> None:
        self._leases = leases
        self._store = store
        self._tenure = tenure
        self._rooms = rooms

    async def look(self) -> int:
        """Take up some of the games that nobody runs.

        Returns:
            How many were found, be it that other nodes were quicker.

        Raises:
            StoreError: the database did not answer.
        """
        orphans = await in_thread(partial(self._leases.orphans, GAMES_A_PASS))
        await self._take_all(orphans)
        return len(orphans)

    async def take_back(self, rooms: Iterable[str]) -> None:
        """Go on with rooms that this node lost because nobody could renew anything.

        Whatever other node was quicker keeps them.

        Raises:
            StoreError: the database did not answer.
        """
        heads = [await in_thread(partial(self._store.latest_game, room)) for room in rooms]
        await self._take_all([head.game for head in heads if head and not head.is_ended])

    async def go_on(self, rooms: Iterable[str]) -> None:
        """Go on with rooms that are this node's though it did not know, or let go of them.

        Raises:
            StoreError: the database did not answer.
        """
        for room in rooms:
            head = await in_thread(partial(self._store.latest_game, room))
            if head is not None and not head.is_ended:
                await self._adopt(head.game)
            else:
                await self._tenure.release(room, lambda: True)

    async def _take_all(self, games: Iterable[str]) -> None:
        taken = [game for game in games if await self._take(game)]
        if taken:
            others = f" and {len(taken) - 1} others" if len(taken) > 1 else ""
            logger.info("Game %s%s: played here from now on", taken[0], others)

    async def _take(self, game: str) -> bool:
        """Take one game up, and tell whether it goes on here."""
        lease, is_new = await self._tenure.claim(room_of(game))
        return lease.node == self._tenure.node and is_new and await self._adopt(game)

    async def _adopt(self, game: str) -> bool:
        try:
            await self._rooms.adopt(game)
        except StoreCorrupt as error:
            # It stays this node's, or all nodes would try it again and again.
            logger.error("Game %s is not recovered: %s", game, error)
            self._rooms.fail(room_of(game))
            return False
        except StoreError:
            # A database that is away: whoever compares the leases comes back to it.
            self._tenure.lose(room_of(game), self._tenure.fences.get(room_of(game), 0))
            raise
        except Exception:  # a fault in one game must not keep the node from the others
            logger.exception("Game %s could not be taken up", game)
            self._rooms.fail(room_of(game))
            return False
        if room_of(game) not in self._tenure.fences:
            await self._rooms.abandon(room_of(game))
            return False
        return True
