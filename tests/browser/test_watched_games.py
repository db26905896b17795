"""Whole games are watched in a browser to their end: what is seen is what the engine decided."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kit.browser import Windows, counter
from kit.exports import Recorder, chained, dealt, seeded
from kit.server import ServerProcess
from polemos.cli.main import main
from polemos.rules.events import EndReason, GameEnded, SeatEliminated, TieDeclared

pytestmark = pytest.mark.browser

ENDLESS = {"deck": 32, "hidden_cards": 1, "return_order": "table"}
"""The preset war with cards that go back as they lay, so that a game can come to repeat itself."""

GAMES = {
    "war": lambda game: seeded("page 69", game=game),
    "four": lambda game: seeded("page 4", players=4, game=game),
    "draw": lambda game: seeded("page 101", preset="one-hidden", game=game),
    "endless": lambda game: seeded("page 0", game=game, **ENDLESS),
    "fair": lambda game: dealt(preset="bataille", number=3, game=game),
}


@dataclass(frozen=True)
class Watched:
    """A finished game: its export, and where the server shows it."""

    recorder: Recorder
    export: Path
    address: str

    @property
    def end(self) -> GameEnded:
        ended = self.recorder.events[-1]
        assert isinstance(ended, GameEnded)
        return ended

    @property
    def wars(self) -> list[TieDeclared]:
        """The ties that began a war."""
        ties = [event for event in self.recorder.events if isinstance(event, TieDeclared)]
        return [tie for tie in ties if tie.step == 0]

    @property
    def outs(self) -> list[SeatEliminated]:
        return [event for event in self.recorder.events if isinstance(event, SeatEliminated)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, Watched]]]:
    """A server into whose log all the games were taken."""
    folder = tmp_path_factory.mktemp("watched")
    watched = {}
    for name, record in GAMES.items():
        game = f"{name}{name}-1"
        recorder = record(game).play()
        export = folder / f"{game}.jsonl"
        export.write_bytes(b"".join(chained(recorder.events, game)))
        assert main(["import", "--data", str(folder / "data"), str(export)]) == 0
        watched[name] = Watched(recorder, export, f"/games/{game}")
    with ServerProcess(folder / "data") as server:
        yield server.url, watched


@pytest.fixture
def windows(games: tuple[str, dict[str, Watched]], browser: Browser) -> Iterator[Windows]:
    """Windows on the server that has the games."""
    opened = Windows(browser, games[0])
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.fixture
def watched(games: tuple[str, dict[str, Watched]]) -> dict[str, Watched]:
    return games[1]


def watch_to_the_end(windows: Windows, game: Watched) -> Page:
    """Open a game, which begins with its deal, and let it play at lightning until it rests."""
    page = windows.open(game.address, viewport={"width": 1_280, "height": 1_600})
    expect(counter(page, "rounds")).to_have_text("0")
    expect(page.get_by_role("region", name="Result")).to_be_hidden()
    faster = page.get_by_role("button", name="Faster")
    for _ in range(10):
        if faster.get_attribute("aria-disabled") == "false":
            faster.click()
    expect(page.locator(".replay-pairs")).to_contain_text("lightning")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    return page


def expect_end(page: Page, game: Watched, *words: str) -> None:
    """Hold what is seen at the end against the engine's last event."""
    ended = game.end
    result = page.get_by_role("region", name="Result")
    for said in (*words, f"{ended.rounds:,} rounds", wars_text(ended.wars)):
        expect(result).to_contain_text(said)
    expect(counter(page, "rounds")).to_have_text(f"{ended.rounds:,}")
    expect(counter(page, "wars")).to_have_text(f"{ended.wars:,}")
    piles = [len(pile) for pile in game.recorder.state.piles]
    expect(page.locator(".pile-count")).to_have_text([str(count) for count in piles])
    expect(page.locator(".chart-line")).to_have_count(len(piles))
    expect(page.locator(".chart-summary")).to_contain_text(f"Wars: {ended.wars:,}.")


def wars_text(wars: int) -> str:
    return "1 war" if wars == 1 else f"{wars:,} wars"


def marks(page: Page, name: str) -> int:
    """Count the marks that a kind of the chart's paths draws."""
    drawn = page.locator(f".chart-{name}").evaluate_all(
        "paths => paths.map((path) => path.getAttribute('d') ?? '').join('')"
    )
    return len(re.findall("M", drawn))


def hidden(page: Page) -> Locator:
    return page.get_by_role("img", name="hidden card")


def go_to_round(page: Page, number: int) -> None:
    page.get_by_label("Go to round").fill(str(number))
    page.get_by_role("button", name="Go", exact=True).click()
    expect(counter(page, "rounds")).to_have_text(str(number))


def test_a_whole_war_is_watched_step_by_step_with_its_hidden_cards(
    windows: Windows, watched: dict[str, Watched]
) -> None:
    game = watched["war"]
    page = watch_to_the_end(windows, game)
    assert game.end.winner is not None
    expect_end(page, game, f"Seat {game.end.winner + 1} wins.")
    assert 0 < marks(page, "wars") <= game.end.wars
    go_to_round(page, 11)
    page.locator("#page").focus()
    words = page.locator(".words")
    for pressed, said, count, pot in (
        (1, "Turned: 3♦ (Seat 1), 3♥ (Seat 2).", 0, 2),
        (2, "War! Seat 1 and Seat 2 tie with threes.", 6, 8),
        (3, "Turned: 8♥ (Seat 1), 8♦ (Seat 2).", 6, 10),
        (4, "The war goes on: Seat 1 and Seat 2 tie with eights.", 12, 16),
        (5, "Turned: K", 12, 18),
        (6, "The war goes on: Seat 1 and Seat 2 tie with kings.", 18, 24),
    ):
        page.keyboard.press("ArrowRight")
        expect(words, f"step {pressed}").to_contain_text(said)
        expect(hidden(page)).to_have_count(count)
        expect(counter(page, "pot")).to_have_text(str(pot))
    expect(page.locator(".lane.is-tied")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(hidden(page)).to_have_count(18)
    page.keyboard.press("ArrowRight")
    expect(words).to_have_text(re.compile(r"Seat [12] takes round 12: 26 cards\."))
    expect(counter(page, "wars")).to_have_text("1")


def test_a_game_of_four_is_watched_through_each_elimination(
    windows: Windows, watched: dict[str, Watched]
) -> None:
    game = watched["four"]
    page = watch_to_the_end(windows, game)
    expect_end(page, game, "Seat 1 wins.")
    assert marks(page, "wars") == len(game.wars) == 5
    assert marks(page, "outs") == len(game.outs) == 3
    page.locator("#page").focus()
    page.keyboard.press("Home")
    for number, out in enumerate(game.outs, 1):
        page.keyboard.press("x")
        place = f"out, place {out.place}"
        expect(page.locator(f'.lane[data-seat="{out.seat}"]')).to_contain_text(place)
        expect(page.locator(".lane.is-out")).to_have_count(number)
        expect(page.locator(".words")).to_contain_text(f"Seat {out.seat + 1} is out")
        expect(counter(page, "rounds")).to_have_text(str(out.round))


def test_a_draw_at_the_cap_is_watched_to_round_1000(
    windows: Windows, watched: dict[str, Watched]
) -> None:
    game = watched["draw"]
    assert (game.end.reason, game.end.rounds) == (EndReason.CAP, 1_000)
    page = watch_to_the_end(windows, game)
    expect_end(
        page, game, "A draw between Seat 1 and Seat 2.", "The game reached its cap of rounds."
    )
    expect(page.locator(".lane.is-winner")).to_have_count(0)
    for lane in page.locator(".lane").all():
        expect(lane).to_contain_text("place 1")


def test_a_game_that_would_never_end_is_watched_until_it_repeats_itself(
    windows: Windows, watched: dict[str, Watched]
) -> None:
    game = watched["endless"]
    assert game.end.reason is EndReason.ENDLESS
    page = watch_to_the_end(windows, game)
    expect_end(page, game, "A draw between Seat 1 and Seat 2.", "exactly as before")
    assert marks(page, "wars") == len(game.wars) == 5


def verdicts(page: Page) -> list[str]:
    return page.locator("dd.verdict strong").all_inner_texts()


def test_a_fair_game_is_watched_and_verified(windows: Windows, watched: dict[str, Watched]) -> None:
    page = watch_to_the_end(windows, watched["fair"])
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("dd.verdict.is-right")).to_have_count(3)
    assert verdicts(page) == ["yes", "yes", "yes"]
    expect(page.locator(".check-report")).to_contain_text("What this does not prove")
    page.get_by_text("Who brought which chance").click()
    expect(page.locator(".entropies code")).to_have_count(2)
    expect(page.locator(".entropies")).to_contain_text("known to everybody")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the proof").click()
    assert '"verified"' in Path(download.value.path()).read_text()


def test_a_tampered_game_is_found_out_at_the_changed_line(
    windows: Windows, watched: dict[str, Watched], tmp_path: Path
) -> None:
    game = watched["fair"]
    lines = game.export.read_text().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if '"CardFlipped"' in line)
    card = re.search(r'"card":"(..)"', lines[number - 1])
    assert card is not None
    other = "2c" if card[1] != "2c" else "3c"
    lines[number - 1] = lines[number - 1].replace(card[0], f'"card":"{other}"')
    changed = tmp_path / "changed.jsonl"
    changed.write_text("".join(lines))
    page = watch_to_the_end(windows, game)
    page.get_by_text("Check a file instead").click()
    page.get_by_label("An exported game").set_input_files(changed)
    expect(page.locator("dd.verdict.is-wrong").first).to_be_visible()
    expect(page.locator(".findings li").first).to_contain_text(f"Line {number}")
    assert "yes" not in verdicts(page)
