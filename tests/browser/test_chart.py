"""The chart shows every round's piles and every moment, on few pixels, and can be moved along."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, open_room, until
from kit.exports import chained, dealt, seeded

pytestmark = pytest.mark.browser

THIN = """async (lines) => {
  const { thinned } = await import("/replay/thinning.js");
  return lines.map(({ columns, values }) => (
    thinned(values.length, (index) => columns[index], (index) => values[index])
  ));
}"""


def thinned(columns: list[int], values: list[int]) -> list[int]:
    """Choose by hand what a column needs."""
    kept = set[int]()
    for column in set(columns):
        inside = [index for index, other in enumerate(columns) if other == column]
        kept |= {inside[0], inside[-1]}
        kept.add(min(inside, key=lambda index: (values[index], index)))
        kept.add(min(inside, key=lambda index: (-values[index], index)))
    return sorted(kept)


def test_a_thinned_line_keeps_the_ends_and_the_extremes_of_every_column(windows: Windows) -> None:
    chance = random.Random("thinning")
    lines = []
    for length in [0, 1, 2, *(chance.randrange(400) for _ in range(60))]:
        width = chance.choice((1, 5, 40, 1_000))
        lines.append(
            {
                "columns": sorted(chance.randrange(width) for _ in range(length)),
                "values": [chance.randrange(53) for _ in range(length)],
            }
        )
    shown = windows.open_blank().evaluate(THIN, lines)
    assert shown == [thinned(**line) for line in lines]


SHOW = """async ([lines, width]) => {
  const { Spectacle } = await import("/spectacle.js");
  const spectacle = new Spectacle();
  const page = document.getElementById("page");
  page.replaceChildren(spectacle.chart.node);
  const events = JSON.parse(lines);
  spectacle.apply(events, false);
  const frame = () => new Promise(requestAnimationFrame);
  for (let count = 0; count < 4; count += 1) await frame();
}"""


def show(page: Page, lines: list[bytes]) -> None:
    page.evaluate(SHOW, [f"[{b','.join(lines).decode()}]", 0])
    expect(page.locator(".chart-plot")).to_be_visible()


def points(page: Page, seat: int) -> list[tuple[float, float]]:
    path = page.locator(f".chart-line.seat-{seat}").get_attribute("d")
    assert path
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_nine_thousand_rounds_fit_a_small_phone_in_few_points(windows: Windows) -> None:
    game = seeded("0", hidden_cards=0, return_order="table")
    while game.state.standing.rounds < 9_331:
        game.play(beats=200)
    page = windows.open_blank(viewport={"width": 320, "height": 700})
    show(page, chained(game.events))
    width = page.locator(".chart-plot").bounding_box()["width"]
    for seat in range(2):
        # The chart is drawn anew once it knows how wide it is.
        until(page, lambda seat=seat: len(points(page, seat)) <= 4 * (width + 1))
        drawn = points(page, seat)
        xs = [x for x, _ in drawn]
        assert xs == sorted(xs)
        assert (xs[0], round(xs[-1])) == (0, round(width))
    wars = page.locator(".chart-wars").get_attribute("d")
    assert 0 < wars.count("M") <= width + 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    expect(page.locator(".chart-summary")).to_contain_text("Rounds: 9,")


def test_the_lines_are_the_piles_and_end_where_a_seat_is_out(windows: Windows) -> None:
    game = dealt(players=4, number=4).play()
    events = [json.loads(line) for line in chained(game.events)]
    page = windows.open_blank(viewport={"width": 1_280, "height": 800})
    show(page, chained(game.events))
    deck_y, none_y = (float(y) for y in re.findall(r"M0 ([\d.]+)", grid_of(page))[:: len("abcd")])
    rounds = events[-1]["rounds"]
    outs = {event["seat"]: event["round"] for event in events if event["type"] == "SeatEliminated"}
    assert outs
    width = page.locator(".chart-plot").bounding_box()["width"]
    for seat in range(4):
        drawn = points(page, seat)
        last_round = outs.get(seat, rounds)
        assert abs(drawn[-1][0] - width * last_round / rounds) < 1
        expected = none_y if seat in outs else deck_y
        if len(outs) == 3:
            assert abs(drawn[-1][1] - expected) < 0.2
        crosses = page.locator(f".chart-outs.seat-{seat}").get_attribute("d")
        assert bool(crosses) == (seat in outs)
    summary = page.locator(".chart-summary").inner_text()
    wars = [event for event in events if event["type"] == "TieDeclared" and event["step"] == 0]
    assert f"Rounds: {rounds}. Wars: {len(wars)}." in summary
    for seat, number in outs.items():
        assert f"Seat {seat + 1} is out in round {number}." in summary


def grid_of(page: Page) -> str:
    path = page.locator(".chart-grid").get_attribute("d")
    assert path
    # From none to all of the deck: reversed, so that all comes first.
    return "".join(reversed(re.findall(r"M0 [\d.]+H\d+", path)))


def test_every_line_has_a_dash_a_mark_and_a_colour_of_its_own(windows: Windows) -> None:
    page = windows.open_blank(viewport={"width": 800, "height": 800})
    show(page, chained(dealt(players=4, number=4).play().events))
    for name in ("strokeDasharray", "stroke"):
        styles = page.locator(".chart-line").evaluate_all(
            "(lines, name) => lines.map((line) => getComputedStyle(line)[name])", name
        )
        assert len(set(styles)) == 4
    shapes = page.locator(".key-mark").evaluate_all(
        "marks => marks.map((mark) => mark.getAttribute('d'))"
    )
    assert len(set(shapes)) == 4
    assert page.locator(".chart-legend .key").count() >= 6


def test_a_chart_that_begins_with_a_snapshot_says_what_it_does_not_show(windows: Windows) -> None:
    lines = chained(dealt(number=3).play().events)
    page = windows.open_blank()
    summary = page.evaluate(
        """async ([early, late]) => {
          const { Spectacle } = await import("/spectacle.js");
          const { emptyTable, foldEvents } = await import("/table.js");
          const spectacle = new Spectacle();
          document.getElementById("page").replaceChildren(spectacle.chart.node);
          spectacle.begin(foldEvents(emptyTable(), JSON.parse(early)));
          spectacle.apply(JSON.parse(late), false);
          const frame = () => new Promise(requestAnimationFrame);
          for (let count = 0; count < 4; count += 1) await frame();
          return spectacle.chart.summary.textContent;
        }""",
        [f"[{b','.join(part).decode()}]" for part in (lines[:100], lines[100:])],
    )
    before = json.loads(b"[%b]" % b",".join(lines[:100]))
    rounds = [event["round"] for event in before if event["type"] == "PileReturned"]
    ended = json.loads(lines[-1])
    assert f"Rounds: {ended['rounds']}." in summary
    assert f"Rounds 0 to {rounds[-1]} came as a summary" in summary


def test_a_room_draws_its_chart_live_and_leads_to_the_replay(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="16")
    expect(page.locator(".chart-last")).to_have_text(re.compile(r"round [2-9]"))
    link = page.get_by_role("link", name="Replay")
    assert re.fullmatch(r"/games/\w+-1", link.get_attribute("href"))
    assert page.get_by_role("slider", name="Piles over time").count() == 0
