"""Games begin within the server's bound, and whoever watches a room learns of them."""

from kit.rooms import House, OwnGuest
from polemos.rooms.limits import RoomLimits
from polemos.wire.requests import OpenRoom


def request() -> OpenRoom:
    return OpenRoom.model_validate({"id": 1, "preset": "war", "autoplay": False})


async def test_a_full_server_refuses_no_rematch() -> None:
    house, host = House(limits=RoomLimits(games_running_max=1)), OwnGuest()
    async with house.rooms() as rooms:
        first = await rooms.open_room(request(), host)
        await rooms.close_game(first.room)
        await rooms.open_room(request(), OwnGuest())
        again = await rooms.rematch(first.game, host)
        assert again.game == f"{first.room}-2"
        assert rooms.running_count == 2


async def test_whoever_still_watches_the_first_game_is_told_of_the_third() -> None:
    house, host = House(), OwnGuest()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), host)
        for number in (1, 2):
            await rooms.close_game(opened.room)
            await rooms.rematch(f"{opened.room}-{number}", host)
    told = [company.game for game, company in house.told.companies if game == opened.game]
    assert told[-1] == f"{opened.room}-3"
