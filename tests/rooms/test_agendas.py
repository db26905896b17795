"""What is due in a game, when, and since when it is waited for."""

from kit.people import events
from kit.rooms import House, OwnGuest
from polemos.rules.events import PileReturned, TieDeclared
from polemos.wire.requests import OpenRoom


def request() -> OpenRoom:
    """A request for a game by the host's hand, whose deal brings a war in its first rounds."""
    return OpenRoom.model_validate(
        {"id": 1, "preset": "war", "seed": "ares", "tempo": "1", "autoplay": False}
    )


async def test_a_round_by_hand_is_played_to_its_end_through_every_war() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        number = 0
        while not any(isinstance(e, TieDeclared) for e in events(house, opened.game)):
            number += 1
            await rooms.play_round(opened.room)
            for _ in range(40):
                await house.clock.turn(1)
            rounds = [e.round for e in events(house, opened.game) if isinstance(e, PileReturned)]
            assert rounds == list(range(1, number + 1))


async def test_a_request_begins_the_wait_for_the_next_one_anew() -> None:
    house = House()
    wait_seconds = house.limits.abandon_after_seconds
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        await house.clock.turn(wait_seconds - 1)
        await rooms.play_round(opened.room)
        await house.clock.turn(wait_seconds - 1)
        assert rooms.running_count == 1
        await house.clock.turn(1)
        assert rooms.running_count == 0
