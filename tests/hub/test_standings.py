"""The list of games tells how far those have come that are being played."""

import json

from anyio import CapacityLimiter

from kit.clock import TurnedClock
from kit.hub import GAME, OTHER_GAME, TEST_LIMITS, OwnLobby
from polemos.hub.files import Files
from polemos.hub.pages import Pages
from polemos.hub.routes import ShowGames, ShowSummary
from polemos.log.memory import MemoryStore

STANDING = {"rounds": 12, "piles": [30, 22], "is_autoplay_on": True}


async def test_a_game_that_is_played_is_listed_with_its_rounds_and_piles():
    pages = Pages(
        files=Files({}),
        schemas={},
        store=MemoryStore(),
        lobby=OwnLobby(),
        spectators=dict,
        standings=lambda: {GAME: STANDING},
        clock=TurnedClock(),
        limits=TEST_LIMITS,
        reads=CapacityLimiter(1),
        trouble=lambda: None,
        metrics=lambda: "",
    )
    listed = json.loads((await pages.respond(ShowGames())).body)["games"]
    assert [game.get("standing") for game in listed] == [STANDING, None]
    assert [game["game"] for game in listed] == [GAME, OTHER_GAME]
    assert json.loads((await pages.respond(ShowSummary(GAME))).body) == listed[0]
