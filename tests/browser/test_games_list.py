"""The start page lists what is played, keeps the list fresh, and takes nobody's place away."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from kit.browser import Windows, until
from kit.listed import company, until_ended, until_told
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

ROWS_OF = """async (steps) => {
  const { Rows } = await import("/rows.js");
  const { element } = await import("/element.js");
  const rows = new Rows({
    keyOf: (item) => item, build: (item) => {
      const link = element("a", { href: "#", text: item });
      return { node: element("li", {}, link), draw() {} };
    },
  });
  const panel = element("section", { tabindex: "-1", id: "panel" }, rows.node);
  document.getElementById("page").replaceChildren(panel);
  return steps.map(([items, focus]) => {
    rows.draw(items);
    if (focus !== null) rows.node.children[focus]?.firstChild.focus();
    const { activeElement: active, body } = document;
    const shown = [...rows.node.children].map((node) => node.textContent);
    const focused = active.matches("a") ? active.textContent : null;
    return { shown, focused, isLost: active === body };
  });
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on which nobody plays as yet."""
    with ServerProcess(tmp_path / "data") as running:
        yield running


def running(page: Page) -> Locator:
    return page.locator(".games").first.locator("li")


def finished(page: Page) -> Locator:
    return page.locator(".games").last.locator("li")


def test_an_empty_list_says_so_and_then_fills_by_itself(
    windows: Windows, server: ServerProcess
) -> None:
    page = windows.open()
    expect(page.get_by_text("No game is running.")).to_be_visible()
    with company(server) as people:
        game = people.open(players=3, tempo="4")
        expect(running(page)).to_have_count(1)
        expect(page.get_by_text("No game is running.")).to_be_hidden()
        expect(running(page)).to_contain_text(game.partition("-")[0])
        expect(running(page)).to_contain_text("4 moves a second")
        expect(running(page)).to_contain_text(re.compile(r"Rounds: [1-9]"))
        expect(running(page)).to_contain_text(re.compile(r"leads? with \d+ cards|level with \d+"))


def test_the_most_watched_come_first_and_whoever_has_ended_goes_to_the_others(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        first, second = people.open(), people.open(preset="peace")
        page = windows.open()
        people.watch(first, 3)
        until_told(page, server, "/games", lambda told: told["games"][0]["spectators"] == 3)
        expect(running(page).first).to_contain_text("3 watching")
        expect(running(page)).to_have_count(2)
        assert [room_of(row) for row in running(page).all()] == [
            game.partition("-")[0] for game in (first, second)
        ]
        people.ask("close_game", first)
        expect(running(page)).to_have_count(1)
        expect(finished(page)).to_contain_text("no result")
        ended = people.open(tempo="lightning", preset="tod-und-leben")
        until_ended(page, server, [ended])
        expect(finished(page).first).to_contain_text(re.compile("Seat [12] won"))
        finished(page).first.get_by_role("link").click()
        expect(page).to_have_url(f"{server.url}/games/{ended}")


def room_of(row: Locator) -> str:
    href = row.get_by_role("link").get_attribute("href")
    assert href is not None
    return href.rpartition("/")[2]


@pytest.mark.parametrize("locale", ["en", "fr", "el"])
def test_on_a_small_phone_no_word_of_a_row_is_broken(
    windows: Windows, server: ServerProcess, locale: str
) -> None:
    with company(server) as people:
        people.watch(people.open(players=4, tempo="0.25"), 2)
        until_ended(windows.open_blank(), server, [people.open(tempo="lightning")])
        page = windows.open(viewport={"width": 320, "height": 700}, locale=locale)
        expect(running(page)).to_have_count(1)
        expect(finished(page)).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        shares = page.locator(".games a > :not(:empty)").evaluate_all(
            "parts => parts.map((part) => part.offsetWidth / part.parentElement.clientWidth)"
        )
        assert min(shares) > 0.8


def test_whoever_reads_the_list_by_keyboard_keeps_their_place(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        first, second = people.open(), people.open()
        page = windows.open()
        expect(running(page)).to_have_count(2)
        row = running(page).filter(has_text=first.partition("-")[0])
        row.get_by_role("link").focus()
        people.watch(second, 2)
        expect(running(page).first).to_contain_text("2 watching")
        expect(row.get_by_role("link")).to_be_focused()
        people.watch(first, 4)
        expect(running(page).first).to_contain_text("4 watching")
        expect(row.get_by_role("link")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{server.url}/rooms/{first.partition('-')[0]}")


def test_however_a_list_changes_what_has_the_focus_stays_or_a_neighbour_gets_it(
    windows: Windows,
) -> None:
    chance = random.Random(3)
    steps = []
    for _ in range(300):
        items = chance.sample("abcdefgh", chance.randint(0, 8))
        steps.append([items, chance.choice([None, None, 0, 3])])
    results = windows.open_blank().evaluate(ROWS_OF, steps)
    focused: str | None = None
    for (items, focus), result in zip(steps, results, strict=True):
        assert result["shown"] == items
        if focus is not None and focus < len(items):
            assert result["focused"] == items[focus]
        elif focused in items:
            assert result["focused"] == focused
        elif focused is not None:
            assert not result["isLost"]
        focused = result["focused"] if result["focused"] in items else None


def test_a_list_that_cannot_be_loaded_says_so_and_comes_back(
    windows: Windows, server: ServerProcess
) -> None:
    windows.tolerated = re.compile("WebSocket|Failed to load|ERR_CONNECTION")
    with company(server) as people:
        people.open()
        page = windows.open()
        expect(running(page)).to_have_count(1)
        server.kill()
        expect(page.get_by_text("could not be loaded")).to_be_visible()
        expect(running(page)).to_have_count(1)
        server.restart()
        expect(page.get_by_text("could not be loaded")).to_be_hidden()
        expect(running(page)).to_have_count(1)


def test_it_is_asked_for_every_few_seconds_and_not_at_all_while_nobody_looks(
    windows: Windows,
) -> None:
    page = windows.open("/rooms/nowhere")
    page.clock.install()
    page.add_init_script(
        """Object.defineProperty(document, "hidden", { get: () => window.isAway === true });"""
    )
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if is_list(request) else None)
    page.goto(windows.url)
    expect(page.get_by_text("No game is running.")).to_be_visible()
    until(page, lambda: len(asked) == 1)
    for seconds in range(1, 21):
        page.clock.run_for(1_000)
        assert len(asked) <= 1 + (seconds + 1) // 4
    page.clock.run_for(4_000)
    until_asked(page, asked, 2)
    page.evaluate("window.isAway = true; document.dispatchEvent(new Event('visibilitychange'))")
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) <= before + 1
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before
    page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    until_asked(page, asked, before + 1)


def is_list(request: Request) -> bool:
    return request.url.endswith("/games")


def until_asked(page: Page, asked: list[Request], count: int) -> None:
    """Let the page's time go on until it has asked so often."""
    for _ in range(200):
        if len(asked) >= count:
            return
        page.clock.run_for(500)
    raise AssertionError(f"{len(asked)} requests, not {count}")
