"""Rooms come back from the log and the vault, and a game goes on wherever it can be read."""

import pytest

from kit.rooms import House, OwnGuest
from polemos.rooms.errors import Refusal
from polemos.wire.requests import OpenRoom


async def test_a_room_that_stood_still_goes_on_when_its_game_is_taken_up_again() -> None:
    house = House()
    async with house.rooms() as rooms:
        words = {"id": 1, "preset": "war", "autoplay": False}
        opened = await rooms.open_room(OpenRoom.model_validate(words), OwnGuest())
        rooms.fail(opened.room)
        with pytest.raises(Refusal) as refused:
            await rooms.start_autoplay(opened.room)
        assert refused.value.code == "game_failed"
        await rooms.adopt(opened.game)
        started = await rooms.start_autoplay(opened.room)
        assert started.seq == len(house.lines(opened.game))
