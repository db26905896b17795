"""People who sit in rooms of the test's own: each keeps its secrets, commits, reveals and turns."""

import hashlib
from dataclasses import dataclass, field

from kit.rooms import House, OwnGuest
from polemos.fairness.commitments import commit_seat
from polemos.fairness.seat_entropy import seat_entropy
from polemos.log.codec import decode
from polemos.rooms.asks import Committed
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.registry import Rooms
from polemos.rooms.room import Seated
from polemos.rules.encoding import b64url
from polemos.rules.events import CardFlipped, Event, GameOpened, SeatReleased
from polemos.rules.names import room_of
from polemos.wire.requests import OpenRoom, TakeSeat


def secret(name: str) -> str:
    """Make 32 bytes out of a name, as 43 letters."""
    return b64url(hashlib.sha256(name.encode()).digest())


def events(house: House, game: str) -> list[Event]:
    """Give what the log holds of a game."""
    return [decode(line).event for line in house.lines(game)]


def attempt(house: House, game: str) -> str:
    """Give the server's commitment for the present attempt at a game's deal."""
    found = [
        event.commitment
        for event in events(house, game)
        if isinstance(event, GameOpened | SeatReleased) and event.commitment is not None
    ]
    return found[-1]


@dataclass
class Person:
    """Somebody who plays, over one connection after the other."""

    name: str
    house: House
    seat: int = 0
    guest: OwnGuest = field(default_factory=OwnGuest)
    player: str = ""

    @property
    def seat_secret(self) -> str:
        return secret(f"{self.name}'s seat")

    def entropy(self, game: str) -> bytes:
        """Derive the entropy of the present attempt."""
        key = hashlib.sha256(self.name.encode()).digest()
        return seat_entropy(key, game, attempt(self.house, game))

    async def sit(self, rooms: Rooms, game: str, invite_secret: str | None = None) -> Seated:
        """Take the seat, by the invitation where one is given."""
        request = TakeSeat.model_validate(
            {
                "id": 1,
                "game": game,
                "seat": self.seat,
                "seat_secret": self.seat_secret,
                "invite_secret": invite_secret,
                "player_secret": secret(f"{self.player or self.name}, for good"),
                "commitment": commit_seat(game, self.seat, self.entropy(game)),
                "name": self.name,
            }
        )
        return await rooms.take_seat(request, self.guest)

    async def reveal(self, rooms: Rooms, game: str) -> Committed:
        """Open the commitment."""
        return await rooms.reveal_entropy(room_of(game), b64url(self.entropy(game)), self.guest)

    async def turn(self, rooms: Rooms, game: str, place: tuple[int, int]) -> Committed:
        """Turn a card of a round and a step."""
        return await rooms.turn_card(room_of(game), place, self.guest)

    async def come_back(self, rooms: Rooms, room: str) -> Seated:
        """Hold the seat with another connection."""
        self.guest = OwnGuest()
        return await rooms.resume_seat(room, self.seat_secret, self.guest)

    def vanish(self, rooms: Rooms) -> None:
        """Lose the connection."""
        self.guest.is_here = False
        rooms.part(self.guest)


@dataclass
class Table:
    """A room with people on its first seats, and its host."""

    house: House
    rooms: Rooms
    opened: OpenedRoom
    people: list[Person]
    host: OwnGuest

    @property
    def room(self) -> str:
        return self.opened.room

    @property
    def game(self) -> str:
        return self.opened.game

    async def sit(self) -> None:
        """Let everybody take their seats."""
        for person in self.people:
            await person.sit(self.rooms, self.game, self.opened.invite_secret)

    async def deal(self) -> None:
        """Sit, start and reveal."""
        await self.sit()
        await self.rooms.start_game(self.room)
        for person in self.people:
            await person.reveal(self.rooms, self.game)

    def events(self) -> list[Event]:
        return events(self.house, self.game)

    def flips(self) -> list[tuple[int, int, int]]:
        """List round, step and seat of every card that lies open."""
        return [
            (event.round, event.step, event.seat)
            for event in self.events()
            if isinstance(event, CardFlipped)
        ]


async def open_table(
    house: House, rooms: Rooms, *names: str, people: int | None = None, **fields: object
) -> Table:
    """Open a room whose first seats these people will take."""
    words = {
        "id": 1,
        "preset": "war",
        "rules": {"deck": 32, "cap": 12, "at_cap": "most_cards"},
        "people": len(names) if people is None else people,
        "autoplay": False,
        **fields,
    }
    host = OwnGuest()
    opened = await rooms.open_room(OpenRoom.model_validate(words), host)
    seated = [Person(name, house, seat) for seat, name in enumerate(names)]
    return Table(house, rooms, opened, seated, host)
