"""A roll makes a room's company what another node says of its own connections, and nothing else."""

from kit.clock import TurnedClock
from kit.guests import OwnGuest
from polemos.nodes.messages import Present, Roll
from polemos.nodes.remote_guests import SILENT_SECONDS_MAX, RemoteGuest, RemoteGuests
from polemos.nodes.rolls import heed_roll
from polemos.rooms.company import Guest, Readmitted, Standing


class OwnRooms:
    """Rooms of the test's own: whoever is let in is there."""

    def __init__(self) -> None:
        self.rooms: dict[str, dict[Guest, Standing]] = {"room0": {}, "room1": {}}

    def present(self, room: str) -> dict[Guest, Standing]:
        return dict(self.rooms[room])

    def part_from(self, room: str, guest: Guest) -> None:
        self.rooms[room].pop(guest, None)

    def part(self, guest: Guest) -> None:
        for standings in self.rooms.values():
            standings.pop(guest, None)

    def is_visiting(self, guest: Guest) -> bool:
        return any(guest in standings for standings in self.rooms.values())

    async def readmit(self, room: str, standings: dict[Guest, Standing]) -> dict[Guest, Readmitted]:
        self.rooms[room].update(standings)
        return dict.fromkeys(standings, Readmitted.HERE)


class House:
    def __init__(self) -> None:
        self.clock = TurnedClock()
        self.rooms = OwnRooms()
        self.word = 0
        self.guests = RemoteGuests(
            clock=self.clock, part=self.rooms.part, changed=lambda _node: None
        )

    async def call(
        self, *present: tuple[str, int], asking: tuple[int, ...] = (), word: int | None = None
    ) -> None:
        """Call a roll of node `far` for both rooms: every guest controls the room it is in."""
        rooms = {
            room: [Present(guest=guest, is_host=True) for of, guest in present if of == room]
            for room in ("room0", "room1")
        }
        self.word += 1
        word = self.word if word is None else word
        roll = Roll(node="far", rooms=rooms, asking=list(asking), word=word)
        await heed_roll(roll, self.rooms, self.guests, frozenset(rooms))  # type: ignore[arg-type]

    def numbers(self, room: str) -> set[int]:
        return {guest.number for guest in self.rooms.rooms[room] if isinstance(guest, RemoteGuest)}


async def test_whoever_is_named_is_there_and_whoever_is_not_is_gone():
    house = House()
    await house.call(("room0", 1), ("room0", 2), ("room1", 1))
    assert (house.numbers("room0"), house.numbers("room1")) == ({1, 2}, {1})
    await house.call(("room0", 2), ("room1", 1))
    assert (house.numbers("room0"), house.numbers("room1")) == ({2}, {1})


async def test_whoever_has_an_errand_under_way_may_be_there_before_the_roll_says_so():
    house = House()
    await house.call(("room0", 1))
    await house.call(asking=(1,))
    assert house.numbers("room0") == {1}
    await house.call()
    assert house.numbers("room0") == set()


async def test_the_guests_of_others_are_left_alone():
    house = House()
    own, near = OwnGuest(), house.guests.find("near", 1, 1)
    house.rooms.rooms["room0"] = dict.fromkeys((own, near), Standing(is_host=True))
    await house.call()
    assert set(house.rooms.rooms["room0"]) == {own, near}


async def test_a_connection_that_is_nowhere_any_more_is_forgotten():
    house = House()
    await house.call(("room0", 1))
    former = house.guests.find("far", 1, 0)
    await house.call()
    assert not former.is_here
    assert house.guests.find("far", 1, 0) is not former


async def test_the_guests_of_a_silent_node_are_gone_after_a_while():
    house = House()
    await house.call(("room0", 1))
    await house.clock.turn(SILENT_SECONDS_MAX)
    house.guests.forget_silent()
    assert house.numbers("room0") == {1}
    await house.clock.turn(0.1)
    house.guests.forget_silent()
    assert house.numbers("room0") == set()


async def test_a_roll_that_comes_late_changes_nothing():
    house = House()
    await house.call(("room0", 1))
    await house.call(("room0", 1), ("room0", 2))
    await house.call(("room0", 1), word=1)
    assert house.numbers("room0") == {1, 2}


async def test_whoever_was_seated_after_a_roll_was_drawn_stays_when_it_is_heeded():
    house = House()
    newcomer = house.guests.find("far", 1, 7)
    house.rooms.rooms["room0"][newcomer] = Standing(is_host=True)
    await house.call(word=6)
    assert house.numbers("room0") == {1}
    assert newcomer.is_here
    await house.call(word=8)
    assert house.numbers("room0") == set()
