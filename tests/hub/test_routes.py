"""Which path gets what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.http import Response
from polemos.hub.routes import (
    OpenSocket,
    ShowExport,
    ShowFile,
    ShowGames,
    ShowHealth,
    ShowMetrics,
    ShowPage,
    ShowPlayer,
    ShowPresets,
    ShowReadiness,
    ShowSchema,
    ShowStatistics,
    ShowSummary,
    route,
)

rooms = st.from_regex(r"[a-z0-9]{1,32}", fullmatch=True)
games = st.from_regex(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}", fullmatch=True)
players = st.from_regex(r"[A-Za-z0-9_-]{22}", fullmatch=True)


@given(rooms, games)
def test_every_room_and_game_has_its_page_and_every_game_its_export(room, game):
    assert route("GET", f"/rooms/{room}") == ShowPage("room.js")
    assert route("GET", f"/games/{game}") == ShowPage("game.js")
    assert route("GET", f"/games/{game}/events.jsonl") == ShowExport(game)
    assert route("GET", f"/games/{game}/summary") == ShowSummary(game)


@given(rooms, games)
def test_every_room_and_game_has_a_page_that_others_may_hold(room, game):
    assert route("GET", f"/embed/rooms/{room}") == ShowPage("embed.js")
    assert route("GET", f"/embed/{game}?theme=dark") == ShowPage("embed.js")


@pytest.mark.parametrize(
    "target",
    [
        "/embed",
        "/embed/",
        "/embed/a",
        "/embed/games/a-1",
        "/embed/rooms/a-1",
        "/embed/a-1/events.jsonl",
        "/embed/../",
        "/embed/%2e%2e/rooms/a",
        "/tv/a-1",
        "/embed/tv",
    ],
)
def test_nothing_else_has_a_page_there(target):
    assert not isinstance(route("GET", target), ShowPage)


@given(players)
def test_every_player_has_a_description(player):
    assert route("GET", f"/players/{player}") == ShowPlayer(player)
    assert route("GET", f"/players/{player}/?x") == ShowPlayer(player)


@pytest.mark.parametrize(
    "target",
    [
        "/players",
        "/players/",
        "/players/Ann",
        f"/players/{'a' * 21}",
        f"/players/{'a' * 23}",
        f"/players/{'a' * 22}%0A",
        f"/players/{'a' * 21}%C3%A9",
        f"/players/{'a' * 22}/games",
        "/players/%0A",
    ],
)
def test_what_is_no_players_id_is_told_what_one_is(target):
    found = route("GET", target)
    assert isinstance(found, Response)
    assert (found.status, b"an id of 22 letters" in found.body) == (404, True)


@given(st.sampled_from(["GET", "HEAD"]), st.text())
def test_whatever_is_asked_for_is_a_route_or_a_refusal_with_a_sentence(method, target):
    found = route(method, target)
    if isinstance(found, Response):
        assert found.status == 404
        assert found.body.endswith(b".\n")
    if isinstance(found, ShowFile):
        assert not found.path.startswith((".", "/"))


@given(st.text().filter(lambda method: method not in ("GET", "HEAD")))
def test_nothing_but_get_and_head_is_answered(method):
    found = route(method, "/")
    assert isinstance(found, Response)
    assert found.status == 405


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/", ShowPage("home.js")),
        ("/?room=x", ShowPage("home.js")),
        ("/socket", OpenSocket()),
        ("/games", ShowGames()),
        ("/statistics", ShowStatistics()),
        ("/presets", ShowPresets()),
        ("/tv", ShowPage("tv.js")),
        ("/tv/", ShowPage("tv.js")),
        ("/rules", ShowPage("rules.js")),
        ("/rules/one-hidden", ShowPage("rules.js")),
        ("/rules/one-hidden/", ShowPage("rules.js")),
        ("/records", ShowPage("records.js")),
        ("/rules.js", ShowFile("rules.js")),
        ("/records.js", ShowFile("records.js")),
        ("/healthz", ShowHealth()),
        ("/readyz", ShowReadiness()),
        ("/metrics", ShowMetrics()),
        ("/schemas", ShowSchema("")),
        ("/schemas/", ShowSchema("")),
        ("/schemas/events.json", ShowSchema("events.json")),
        ("/table/cards.js", ShowFile("table/cards.js")),
        ("/%67ames", ShowGames()),
    ],
)
def test_each_fixed_path_has_its_route(target, expected):
    assert route("GET", target) == expected


@pytest.mark.parametrize(
    "name", ["a-0", "a-01", "A-1", "a-1234567890", "a" * 33 + "-1", "a-1\n", "a_-1", "-1"]
)
def test_what_is_no_game_has_no_export(name):
    found = route("GET", f"/games/{name}/events.jsonl")
    assert not isinstance(found, ShowExport)
    assert not isinstance(route("GET", f"/games/{name}/summary"), ShowSummary)
