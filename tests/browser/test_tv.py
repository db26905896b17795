"""The television shows the busiest game to its end, and then the next one."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, counter, rounds_shown, until
from kit.listed import company, told, until_told
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

WAR_OF_FOUR = "page 227"

SCREENS = ((1_920, 1_080), (3_840, 2_160), (1_280, 720), (768, 1_024), (320, 640))

BUSIEST = """async (lists) => {
  const { busiest } = await import("/tv.js");
  return lists.map(([games, before]) => busiest(games, before)?.game ?? null);
}"""

WATCH_OUT = """() => {
  window.asked = [];
  const lock = { request: async (kind) => window.asked.push(kind) };
  Object.defineProperty(navigator, "wakeLock", { value: lock });
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on which nobody plays as yet."""
    with ServerProcess(tmp_path / "data") as running:
        yield running


def expect_shown(page: Page, game: str) -> None:
    expect(page.locator(".tv-stage")).to_have_attribute("data-game", game)
    expect(page.locator(".lane").first).to_be_visible()


def until_rounds(page: Page, more: int) -> None:
    """Wait until so many more rounds were played on the screen."""
    expect(counter(page, "rounds")).not_to_have_text("–")
    rounds = rounds_shown(page)
    until(page, lambda: rounds_shown(page) >= rounds + more)


def test_it_waits_in_a_friendly_way_until_somebody_plays(
    windows: Windows, server: ServerProcess
) -> None:
    television = windows.open("/tv")
    expect(television.get_by_role("heading", name="The table is free")).to_be_visible()
    expect(television.get_by_text("Open a room, and the game appears here")).to_be_visible()
    with company(server) as people:
        expect_shown(television, people.open(tempo="4"))
        expect(television.get_by_role("heading", name="The table is free")).to_be_hidden()
        until_rounds(television, 1)


def test_nothing_on_it_asks_to_be_touched_but_the_button_that_fills_the_screen(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        people.open(tempo="4")
        page = windows.open("/tv")
        expect(page.locator(".lane").first).to_be_visible()
        touchable = page.locator("a, button, input, select, summary").filter(visible=True)
        expect(touchable).to_have_count(1)
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Fullscreen")).to_be_focused()
        page.keyboard.press("Enter")
        until(page, lambda: page.evaluate("document.fullscreenElement !== null"))
        expect(touchable).to_have_count(0)


def test_it_shows_the_most_watched_game_to_its_end_and_then_moves_on(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        first, second = people.open(tempo="1"), people.open(tempo="1")
        people.watch(first, 2)
        blank = windows.open_blank()
        until_told(blank, server, "/games", lambda told: audiences(told) == {first: 2, second: 0})
        television = windows.open("/tv")
        expect_shown(television, first)
        people.watch(second, 5)
        until_told(blank, server, "/games", lambda told: audiences(told) == {first: 3, second: 5})
        until_rounds(television, 2)
        expect_shown(television, first)
        people.ask("close_game", first)
        result = television.get_by_role("region", name="Result")
        expect(result).to_contain_text("The host ended the game.")
        expect_shown(television, first)
        expect_shown(television, second)
        expect(result).to_be_hidden()
        until_rounds(television, 1)
        people.ask("close_game", second)
        expect(result).to_be_visible()
        expect(television.get_by_role("heading", name="The table is free")).to_be_visible()


def audiences(told: dict[str, Any]) -> dict[str, int]:
    return {game["game"]: game["spectators"] for game in told["games"]}


def test_it_finds_its_game_again_after_the_server_was_gone(
    windows: Windows, server: ServerProcess
) -> None:
    windows.tolerated = re.compile("WebSocket|Failed to load|ERR_CONNECTION")
    with company(server) as people:
        game = people.open(tempo="4")
        television = windows.open("/tv")
        expect_shown(television, game)
        server.kill()
        expect(television.locator("#state")).to_have_text("Reconnecting…")
        server.restart()
        expect(television.locator("#state")).to_have_attribute("data-state", "live")
        until_rounds(television, 2)
        expect_shown(television, game)


def test_the_screen_is_kept_on(windows: Windows) -> None:
    page = windows.open("/rooms/nowhere")
    page.add_init_script(f"({WATCH_OUT})()")
    page.goto(windows.url + "/tv")
    until(page, lambda: page.evaluate("window.asked.length === 1"))
    assert page.evaluate("window.asked") == ["screen"]


MEASURE = """() => {
  const box = (node) => node.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].map(box);
  const board = box(document.querySelector(".board"));
  const parts = all(".lane, .seat, .stock, .slot");
  const isOut = (one) => one.bottom > board.bottom + 0.5 || one.right > board.right + 0.5;
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    low: Math.max(...all("main, .tv-stage, .lane").map((one) => one.bottom)) - innerHeight,
    out: parts.filter(isOut).length,
    share: all(".card")[0].height / innerHeight,
  };
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_fills_every_screen_and_no_more(
    windows: Windows, server: ServerProcess, players: int
) -> None:
    with company(server) as people:
        people.open(players=players, tempo="0.5", seed=WAR_OF_FOUR)
        page = windows.open("/tv", viewport={"width": 1_920, "height": 1_080})
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".slot").first).to_be_visible()
            seen = page.evaluate(MEASURE)
            size = f"{players} at {width} x {height}: {seen}"
            assert seen["wide"] <= 0, size
            assert seen["low"] <= 0.5, size
            assert seen["out"] == 0, size
            assert seen["share"] > (0.12 if width > height else 0.05), size


def busiest(games: list[dict[str, Any]], before: str | None) -> str | None:
    """Tell what is to be shown, written without looking at the page's way."""
    for game in games:
        is_played = game["ended_at"] is None and game["dealt_at"] is not None
        if is_played and game["game"] != before:
            return str(game["game"])
    return None


def test_of_any_list_the_first_game_that_is_played_is_chosen(windows: Windows) -> None:
    chance = random.Random(4)
    lists = []
    for _ in range(500):
        games = [
            {
                "game": f"a-{number}",
                "dealt_at": chance.choice([None, 1]),
                "ended_at": chance.choice([None, 2]),
            }
            for number in range(chance.randrange(6))
        ]
        lists.append([games, chance.choice([None, "a-0", "a-1"])])
    page = windows.open_blank()
    assert page.evaluate(BUSIEST, lists) == [busiest(*case) for case in lists]
    assert {busiest(*case) for case in lists} >= {None, "a-0", "a-3"}


def test_a_television_is_silent_to_the_server_while_it_shows_a_game(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        people.open(tempo="1")
        page = windows.open("/tv")
        expect(page.locator(".lane").first).to_be_visible()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        until_rounds(page, 3)
        assert asked == []
        (game,) = told(server, "/games")["games"]
        assert game["spectators"] == 1
