"""How games begin: a room's first one, and the one after each rematch.

Rules that this file keeps:
1. A game begins when its opening is durable; from then on its room is in memory with its writer.
2. A room has one running game at most, so a rematch needs no place of its own among those that run.
3. Whoever still watches a former game of a room is told that it plays another.
"""

from dataclasses import dataclass, field

from polemos.rooms import refusals
from polemos.rooms.asks import Committed
from polemos.rooms.awake_rooms import AwakeRooms
from polemos.rooms.company import Guest
from polemos.rooms.errors import Refusal
from polemos.rooms.founding import Founder
from polemos.rooms.room import Room
from polemos.rooms.running import Running
from polemos.rooms.surroundings import Tell
from polemos.rules.names import number_of
from polemos.wire import requests
from polemos.wire.codes import WireCode

FORMER_GAMES_TOLD_MAX = 64
"""So many games back, whoever still watches is told of a rematch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRoom:
    """A room was opened and its first game is durable.

    Args:
        room: the public id.
        game: its first game.
        seq: the seq of the game's last event so far.
        host_secret: what controls the room; told once, kept nowhere but as a digest.
        invite_secret: what lets somebody take a free seat; told once as well.
    """

    room: str
    game: str
    seq: int
    host_secret: str = field(repr=False)
    invite_secret: str = field(repr=False)


class Beginnings:
    """Begins the games of one server.

    Args:
        founder: draws their secrets and stores how they open.
        awake: the rooms in memory.
        running: plays them.
        tell: tells the hub of companies.
    """

    def __init__(
        self, *, founder: Founder, awake: AwakeRooms, running: Running, tell: Tell
    ) -> None:
        self._founder = founder
        self._awake = awake
        self._running = running
        self._tell = tell

    async def open_room(self, request: requests.OpenRoom, guest: Guest) -> OpenedRoom:
        """Open a room, which the connection controls, and its first game."""
        with self._running.opening():
            founded = await self._founder.found(request)
            room, company = founded.room, founded.room.company
            self._awake.add(room)
            company.welcome_host(guest)
            self._awake.note_visit(room, guest)
            self._running.start(room, founded.writer)
            committed = room.committed
        return OpenedRoom(
            room=company.room,
            game=committed.game,
            seq=committed.seq,
            host_secret=founded.host_secret,
            invite_secret=founded.invite_secret,
        )

    async def rematch(self, room: Room, game: str) -> Committed:
        """Open the game that follows one of a room, unless somebody has already.

        Raises:
            Refusal: the room has not come to that game, it goes on, or nothing could be stored.
        """
        async with room.between_games:
            if number_of(game) < number_of(room.game):
                return room.committed
            if game != room.game:
                raise refusals.unknown_game(game)
            if room.is_playing:
                raise Refusal(
                    WireCode.GAME_IN_PLAY,
                    f"Game {game} goes on: a rematch follows its end.",
                )
            with self._running.opening(is_rematch=True):
                self._running.start(room, await self._founder.found_next(room))
                self._tell_watchers_of_former_games(room)
                return room.committed

    def _tell_watchers_of_former_games(self, room: Room) -> None:
        number = number_of(room.game)
        for former in range(max(1, number - FORMER_GAMES_TOLD_MAX), number):
            self._tell(f"{room.company.room}-{former}", room.company.view())
