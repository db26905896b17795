"""Wakes rooms: brings them into memory from the log and the vault, and lets their games go on.

Rules that this file keeps:
1. A room is in memory once, however many ask for it while it is read.
2. A game that cannot be read stands still with a logged reason, and stops no other one.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

from polemos.log.store import EventStore, GameHead, StoreError
from polemos.rooms import refusals
from polemos.rooms.awake_rooms import AwakeRooms
from polemos.rooms.errors import Refusal
from polemos.rooms.founding import Founder
from polemos.rooms.leftovers import forget_ended, forget_unborn
from polemos.rooms.recollection import recall
from polemos.rooms.recovery import recover
from polemos.rooms.room import Room
from polemos.rooms.running import Running
from polemos.rooms.surroundings import Surroundings
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)


class Waking:
    """Wakes the rooms of one server.

    Args:
        store: what has happened in them.
        surroundings: what the writers share.
        awake: the rooms in memory.
        running: plays the games that go on.
        founder: gathers the companies.
        recovered: called with a game that was read, before it goes on.
    """

    def __init__(
        self,
        *,
        store: EventStore,
        surroundings: Surroundings,
        awake: AwakeRooms,
        running: Running,
        founder: Founder,
        recovered: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._vault = surroundings.vault
        self._around = surroundings
        self._awake = awake
        self._running = running
        self._founder = founder
        self._recovered = recovered

    async def newest(self, room: str) -> GameHead:
        """Tell where a room's newest game ends in the log.

        Raises:
            Refusal: there is no such room.
        """
        head = await in_thread(partial(self._store.latest_game, room))
        if head is None:
            raise refusals.unknown_room(room)
        return head

    async def find(self, room: str) -> Room:
        """Give a room, woken where it sleeps.

        Raises:
            Refusal: there is no such room, or its game failed.
        """
        if room in self._running.failed:
            raise _failed(room)
        if known := self._awake.get(room):
            return known
        head = await self.newest(room)
        recalled = await in_thread(partial(recall, self._store, self._vault, head.game))
        if recalled is None:
            raise refusals.unknown_room(room)
        if not head.is_ended:
            # It has no writer, against all that is meant: let it go on.
            await self.go_on(head.game)
        # Somebody else may have come while this one was recalled.
        if known := self._awake.get(room):
            return known
        company = self._founder.recollected(head.game, recalled)
        company.is_game_over = True
        found = Room(company=company, vault=self._vault, head_seq=head.seq)
        self._awake.add(found)
        return found

    async def recover(self) -> None:
        """Go on with every game that the log holds unfinished; for a server that is alone."""
        await self.tidy()
        await in_thread(partial(forget_unborn, self._store, self._vault))
        for head in await in_thread(self._store.running_games):
            try:
                await self.go_on(head.game)
            except StoreError as error:
                logger.error("Game %s is not recovered: %s", head.game, error)
                self._running.failed.add(room_of(head.game))

    async def tidy(self) -> None:
        """Drop from the vault what a kill left there of games that have ended.

        What is kept of games without an event may belong to a room that another node is opening.
        """
        await in_thread(partial(forget_ended, self._store, self._vault))

    async def adopt(self, game: str) -> None:
        """Go on with an unfinished game that another node ran before.

        Raises:
            StoreError: its stream cannot be folded, or could not be read.
        """
        await self.abandon(room_of(game))
        await self.go_on(game)

    async def abandon(self, room: str) -> None:
        """Stop a room between two beats and forget it, for another node runs it from now on."""
        if known := self._awake.get(room):
            if known.writer is not None:
                await self._running.move(known.writer)
            self._awake.discard(known)
        # A writer may have failed while it was waited for; that is another node's room by now.
        self._running.failed.discard(room)

    async def go_on(self, game: str) -> None:
        """Read an unfinished game and let a writer play it, unless its room is awake by then.

        Raises:
            StoreError: its stream cannot be folded, or could not be read.
        """
        state, stream = await in_thread(partial(recover, self._store, self._vault, game))
        recalled = await in_thread(partial(recall, self._store, self._vault, game))
        assert recalled is not None  # noqa: S101  the game has just been read
        await self._recovered(game)
        if room_of(game) in self._awake:
            return  # somebody else was quicker
        company = self._founder.recollected(game, recalled)
        writer = GameWriter(state=state, stream=stream, company=company, surroundings=self._around)
        room = Room(company=company, vault=self._vault, head_seq=stream.seq)
        self._awake.add(room)
        self._running.start(room, writer)


def _failed(room: str) -> Refusal:
    return Refusal(
        WireCode.GAME_FAILED,
        f"The game of room {room} met a fault of the server; its operator finds it in the log.",
    )
