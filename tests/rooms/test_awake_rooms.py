"""The rooms in memory: what keeps them awake, and who is in them."""

from kit.clock import TurnedClock
from kit.rooms import House, OwnGuest
from polemos.log.vault import MemoryVault
from polemos.rooms.awake_rooms import AwakeRooms
from polemos.rooms.company import Company
from polemos.rooms.grants import Grants
from polemos.rooms.room import Room
from polemos.wire.requests import OpenRoom


def request() -> OpenRoom:
    return OpenRoom.model_validate({"id": 1, "preset": "war", "autoplay": False})


def room() -> Room:
    """Make a room whose game is over, with nobody in it."""
    company = Company(
        room="room",
        game="room-1",
        clock=TurnedClock(),
        tell=lambda _game, _company: None,
        grants=Grants(),
        host=None,
        invitation=None,
        turn_seconds=1,
        is_autoplay_wanted=False,
    )
    return Room(company=company, vault=MemoryVault(), head_seq=1)


def test_a_room_is_awake_until_the_last_of_those_who_ask_something_of_it_is_answered() -> None:
    left: list[str] = []
    awake, asked = AwakeRooms(left.append), room()
    awake.add(asked)
    with awake.visit(asked):
        with awake.visit(asked):
            pass
        assert awake["room"] is asked
    assert (list(awake), left) == ([], ["room"])


def test_what_was_asked_of_a_room_puts_no_later_one_of_its_name_to_sleep() -> None:
    left: list[str] = []
    awake, former, later = AwakeRooms(left.append), room(), room()
    awake.add(former)
    with awake.visit(former):
        awake.discard(former)
        awake.add(later)
    assert (awake["room"], left) == (later, [])


async def test_whoever_was_only_in_a_room_that_another_node_runs_is_in_none() -> None:
    house, guest = House(), OwnGuest()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), guest)
        assert rooms.is_visiting(guest)
        await rooms.abandon(opened.room)
        assert not rooms.is_visiting(guest)


async def test_whoever_parts_from_one_room_is_still_in_the_others() -> None:
    house, guest = House(), OwnGuest()
    async with house.rooms() as rooms:
        opened = [await rooms.open_room(request(), guest) for _ in range(2)]
        rooms.part_from(opened[0].room, guest)
        assert rooms.present(opened[0].room) == {}
        assert rooms.is_visiting(guest)
        rooms.part_from(opened[1].room, guest)
        assert not rooms.is_visiting(guest)
