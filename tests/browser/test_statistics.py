"""Statistics: the person's own by their secret, and each preset's by its games."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, open_table, sit, start_game
from kit.listed import company, until_ended, until_told
from kit.server import ServerProcess
from polemos.rooms.players import player_of
from polemos.rules.encoding import b64url

pytestmark = pytest.mark.browser

PLAYERS_OF = """async (secrets) => {
  const { playerOf } = await import("/player.js");
  return secrets.map(playerOf);
}"""

BARS_OF = """async (cases) => {
  const { shownBars } = await import("/histogram.js");
  return cases.map(([edges, games, mark]) => shownBars(edges, games, mark));
}"""

OUTCOMES_OF = """async (games) => {
  const { outcomeOf } = await import("/own.js");
  return games.map((game) => outcomeOf(game, "me"));
}"""


def record(page: Page, preset: str, players: int = 2) -> Any:
    return page.locator(f'.record[data-preset="{preset}"][data-players="{players}"]')


def games_counted(told: dict[str, Any], preset: str, players: int) -> int:
    """Tell how many counted games a preset has."""
    rows = told["statistics"]
    return sum(row["games"] for row in rows if (row["preset"], row["players"]) == (preset, players))


def open_records(windows: Windows, **options: Any) -> Page:
    page = windows.open("/records", **options)
    expect(page.locator(".records > *").first).to_be_visible()
    return page


def test_before_anybody_has_played_the_page_says_so_and_draws_no_secret(windows: Windows) -> None:
    page = open_records(windows)
    expect(page.get_by_role("region", name="Your games")).to_contain_text("Nobody has played")
    expect(page.get_by_text("No game has been played to its end yet.")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_the_public_id_is_derived_as_by_the_server(windows: Windows) -> None:
    chance = random.Random(7)
    secrets = [b64url(chance.randbytes(32)) for _ in range(200)]
    ids = windows.open_blank().evaluate(PLAYERS_OF, secrets)
    assert ids == [player_of(secret) for secret in secrets]


def test_no_game_is_lost_between_the_bars(windows: Windows) -> None:
    chance = random.Random(11)
    cases: list[tuple[list[int], list[int], int | None]] = []
    for _ in range(300):
        edges = sorted(chance.sample(range(1, 4_000), chance.randint(2, 40)))
        games = [chance.choice([0, 0, 0, 1, 7, 300]) for _ in edges]
        cases.append((edges, games, chance.choice([None, chance.randint(edges[0], 5_000)])))
    shown = windows.open_blank().evaluate(BARS_OF, cases)
    for (edges, games, mark), bars in zip(cases, shown, strict=True):
        assert sum(bar["games"] for bar in bars) == sum(games)
        if not bars:
            assert (sum(games), mark) == (0, None)
            continue
        first = edges.index(bars[0]["from"])
        assert [(bar["from"], bar["games"]) for bar in bars] == list(
            zip(edges, games, strict=True)
        )[first : first + len(bars)]
        for bar, following in pairwise(bars):
            assert bar["to"] + 1 == following["from"]
        assert (bars[-1]["to"] is None) == (bars[-1]["from"] == edges[-1])
        assert mark is None or any(
            bar["from"] <= mark and (bar["to"] is None or mark <= bar["to"]) for bar in bars
        )


def test_each_way_a_game_can_go_for_somebody_is_told(windows: Windows) -> None:
    seats = [{"seat": 0, "player": "you"}, {"seat": 1, "player": "me"}, {"seat": 2, "player": "it"}]
    results = {
        "none": [None, {"winner": None, "places": []}],
        "won": [{"winner": 1, "places": [2, 1, 3]}],
        "lost": [{"winner": 0, "places": [1, 2, 3]}, {"winner": None, "places": [1, 3, 1]}],
        "drawn": [{"winner": None, "places": [1, 1, 3]}],
    }
    cases = [(outcome, result) for outcome, some in results.items() for result in some]
    games = [{"seats": seats, "result": result} for _, result in cases]
    assert windows.open_blank().evaluate(OUTCOMES_OF, games) == [outcome for outcome, _ in cases]


def test_what_the_server_knows_of_a_presets_games_is_what_is_shown(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        games = people.open_many(30, preset="tod-und-leben", tempo="lightning")
        games += people.open_many(2, preset="pyanitsa", players=3, tempo="lightning")
        games += people.open_many(2, preset="pyanitsa", tempo="lightning", seed="does not count")
        blank = windows.open_blank()
        until_ended(blank, server, games)
    statistics = until_told(
        blank,
        server,
        "/statistics",
        lambda told: sum(row["games"] for row in told["statistics"]) == 32,
    )
    rows = {(row["preset"], row["players"]): row for row in statistics["statistics"]}
    assert set(rows) == {("tod-und-leben", 2), ("pyanitsa", 3)}
    page = open_records(windows)
    expect(page.locator(".record")).to_have_count(2)

    many, row = record(page, "tod-und-leben"), rows["tod-und-leben", 2]
    expect(many).to_contain_text("From 30 games.")
    shown = facts(many)
    assert shown["Half of the games have at most so many rounds"] == grouped(row["median_rounds"])
    assert shown["Rounds of the longest game"] == grouped(row["longest"]["rounds"])
    assert shown["Rounds of the shortest game"] == grouped(row["shortest"]["rounds"])
    assert shown["Steps of the longest war"] == grouped(row["longest_war"]["steps"])
    assert shown["Drawn"] == f"{percent(row['games_drawn'], 30)} ({row['games_drawn']} of 30)"
    link = many.get_by_role("link", name=grouped(row["longest"]["rounds"])).first
    expect(link).to_have_attribute("href", f"/games/{row['longest']['game']}")
    many.get_by_text("The numbers as a table").click()
    counts = many.locator(".histogram tbody td").all_inner_texts()
    assert [int(count) for count in counts] == [count for count in row["games_by_length"] if count]
    bars = many.locator(".histogram-bar")
    assert bars.count() == len(counts)
    heights = [float(bar.get_attribute("height").rstrip("%")) for bar in bars.all()]
    most = max(int(count) for count in counts)
    assert heights == pytest.approx([int(count) / most * 100 for count in counts])
    expect(many.get_by_role("img")).to_have_attribute("aria-label", re.compile("Lengths of games"))
    expect(many.locator(".histogram-mark")).to_have_count(0)

    few = record(page, "pyanitsa", 3)
    expect(few).to_contain_text("Games so far: 2. That is too few")
    expect(few).to_contain_text("the chart comes with 30.")
    expect(few.locator(".histogram")).to_have_count(0)
    assert "Half of the games have at most so many rounds" not in facts(few)
    for width in (320, 768, 1_280, 1_920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, width


def facts(section: Any) -> dict[str, str]:
    pairs = section.locator(".facts > div").all()
    return {pair.locator("dt").inner_text(): pair.locator("dd").inner_text() for pair in pairs}


def grouped(number: int) -> str:
    return f"{number:,}"


def percent(part: int, whole: int) -> str:
    return f"{round(part / whole * 100, 1):g}%"


def test_a_person_finds_their_own_games_and_their_last_one_marked(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        games = people.open_many(29, preset="peace", tempo="lightning")
        until_ended(windows.open_blank(), server, games)
    page = windows.open()
    open_table(page, preset="peace", people=1, is_by_hand=False, tempo="lightning")
    sit(page, "Maria")
    start_game(page)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    player = page.evaluate(
        """async () => {
          const [{ playerOf }, { openSecrets }] =
            await Promise.all([import("/player.js"), import("/secrets.js")]);
          return playerOf(openSecrets().player());
        }"""
    )
    known = until_told(page, server, f"/players/{player}", lambda told: len(told["games"]) == 1)
    (row,), (game,) = known["statistics"], known["games"]
    assert (row["games_played"], row["tempo_class"]) == (1, "lightning")
    is_won = game["result"]["winner"] == 0
    # The statistics of all are shared for some seconds: the page may come too early once.
    until_told(page, server, "/statistics", lambda told: games_counted(told, "peace", 2) == 30)
    page.goto(windows.url + "/records")
    own = page.get_by_role("region", name="Your games")
    expect(own.locator("tbody tr")).to_have_count(1)
    cells = own.locator("tbody td").all_inner_texts()
    assert cells[:5] == ["lightning", "1", str(int(is_won)), str(int(is_won)), str(int(is_won))]
    assert cells[6] == (grouped(game["result"]["rounds"]) if is_won else "–")
    last = own.get_by_role("link", name=re.compile("won|lost|draw"))
    expect(last).to_have_attribute("href", f"/games/{game['game']}")
    assert (" won" in f" {last.inner_text()}".replace("\n", " ")) == is_won
    peace = record(page, "peace")
    expect(peace.locator(".histogram-own")).to_have_text(
        f"Your last game: {grouped(game['result']['rounds'])}"
    )
    expect(peace.locator(".histogram-bar.is-marked")).to_have_count(1)


def test_a_server_that_fails_is_told_and_hides_nothing_else(windows: Windows) -> None:
    windows.tolerated = re.compile("503|Failed to load")
    page = windows.open("/rooms/nowhere")
    page.route("**/statistics", lambda route: route.fulfill(status=503, body="The disk is full."))
    page.goto(windows.url + "/records")
    expect(page.get_by_role("alert")).to_have_text(
        "The statistics could not be loaded. The disk is full."
    )
    expect(page.get_by_role("region", name="Your games")).to_be_visible()


def test_a_persons_last_game_is_told_where_there_is_no_chart_yet(
    windows: Windows, server: ServerProcess
) -> None:
    page = windows.open()
    open_table(page, preset="pyanitsa", players=4, people=1, is_by_hand=False, tempo="lightning")
    sit(page, "Maria")
    start_game(page)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    rounds = page.locator('[data-counter="rounds"]').inner_text()
    until_told(page, server, "/statistics", lambda told: games_counted(told, "pyanitsa", 4) == 1)
    page.goto(windows.url + "/records")
    expect(record(page, "pyanitsa", 4)).to_contain_text("Games so far: 1.")
    assert facts(record(page, "pyanitsa", 4))["Rounds of your last game"] == rounds
