"""A list of games tells what their events tell, and of games that are being played alone."""

from typing import Any

import pytest

from kit.rooms import House, OwnGuest
from polemos.log.codec import decode
from polemos.projections.tables import fold, initial_table
from polemos.wire.requests import OpenRoom


def request(**fields: object) -> OpenRoom:
    return OpenRoom.model_validate({"id": 1, "preset": "war", "tempo": "64", **fields})


def folded(house: House, game: str) -> dict[str, Any]:
    table = initial_table(game)
    for line in house.lines(game):
        table = fold(table, decode(line))
    return {
        "rounds": table.standing.rounds_completed,
        "piles": list(table.piles),
        "is_autoplay_on": table.setting.is_autoplay_on,
    }


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_standing_is_what_the_stored_events_come_to_after_every_beat(players: int) -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(
            request(players=players, seed="how far it has come"), OwnGuest()
        )
        for _ in range(40):
            assert rooms.standings() == {opened.game: folded(house, opened.game)}
            await house.clock.turn(1 / 64)
        assert folded(house, opened.game)["rounds"] > 0
        await rooms.pause_autoplay(opened.room)
        assert rooms.standings() == {opened.game: folded(house, opened.game)}
        assert not rooms.standings()[opened.game]["is_autoplay_on"]


async def test_a_lobby_and_a_game_that_has_ended_stand_nowhere() -> None:
    async with House().rooms() as rooms:
        await rooms.open_room(request(people=1), OwnGuest())
        closed = await rooms.open_room(request(), OwnGuest())
        assert set(rooms.standings()) == {closed.game}
        await rooms.close_game(closed.room)
        assert rooms.standings() == {}
