"""The page's fold of events says what the server's says, and loses and doubles nothing."""

import json

import pytest
from playwright.sync_api import expect

from kit.browser import Windows, open_room
from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.projections.table_views import table_json
from polemos.projections.tables import fold, initial_table

pytestmark = pytest.mark.browser

FOLD = """async ([lines, cuts]) => {
  const { emptyTable, foldEvents } = await import("/table.js");
  const events = lines.map((line) => JSON.parse(line));
  const tables = [];
  let table = emptyTable(events[0].game);
  cuts.forEach((cut, index) => {
    table = foldEvents(table, events.slice(cuts[index - 1] ?? 0, cut));
    tables.push(JSON.stringify(table));
  });
  return tables;
}"""

ADVANCE = """async (pushes) => {
  const { START, advance } = await import("/cursor.js");
  let cursor = START;
  return pushes.map((push) => {
    const step = advance(cursor, push);
    cursor = step.cursor;
    return [cursor.seq, step.events.map(({ seq }) => seq), step.isBehind, step.isReset];
  });
}"""


def tables_at(lines: list[bytes], cuts: list[int]) -> list[dict[str, object]]:
    table, shown = initial_table("abc-1"), []
    for count, line in enumerate(lines, 1):
        table = fold(table, decode(line))
        if count in cuts:
            shown.append(table_json(table))
    return shown


@pytest.mark.parametrize(
    ("preset", "players", "seed", "stride"),
    [
        ("war", 2, "page 112", 1),
        ("war", 4, "page 227", 1),
        ("war", 3, "page 1", 7),
        ("peace", 4, "page 104", 1),
        ("pyanitsa", 3, "page 5", 5),
        ("bataille", 2, "page 125", 97),
    ],
)
def test_the_page_and_the_server_show_the_same_table_after_every_batch(
    windows: Windows, preset: str, players: int, seed: str, stride: int
) -> None:
    lines = lines_of(played("abc-1", preset, players, seed=seed))
    cuts = [*range(stride, len(lines), stride), len(lines)]
    page = windows.open_blank()
    shown = page.evaluate(FOLD, [[line.decode() for line in lines], cuts])
    assert [json.loads(table) for table in shown] == tables_at(lines, cuts)


def test_a_snapshot_and_the_events_after_it_give_the_same_table(windows: Windows) -> None:
    lines = lines_of(played("abc-1", "bataille", 2, seed="page 125"))
    (early, last) = tables_at(lines, [2_500, len(lines)])
    page = windows.open_blank()
    texts = [line.decode() for line in lines]
    shown = page.evaluate(
        """async ([table, lines]) => {
          const { foldEvents } = await import("/table.js");
          return JSON.stringify(foldEvents(table, lines.map((line) => JSON.parse(line))));
        }""",
        [early, texts[2_500:]],
    )
    assert json.loads(shown) == last


def pushed(first: int, last: int) -> dict[str, object]:
    events = [{"seq": seq} for seq in range(first, last + 1)]
    return {"type": "events", "game": "abc-1", "first_seq": first, "events": events}


def welcome(mode: str) -> dict[str, object]:
    return {"type": "welcome", "game": "abc-1", "seq": 9, "head": "", "mode": mode}


def test_repeated_events_are_applied_once_and_a_hole_is_asked_for(windows: Windows) -> None:
    page = windows.open_blank()
    pushes = [
        welcome("log"),
        pushed(1, 3),
        pushed(2, 5),
        pushed(1, 4),
        pushed(7, 8),
        pushed(6, 8),
        {"type": "heartbeat", "game": "abc-1", "seq": 8, "head": ""},
        {"type": "heartbeat", "game": "abc-1", "seq": 9, "head": ""},
        pushed(9, 9) | {"game": "other-1"},
        welcome("reset"),
        pushed(1, 1),
    ]
    assert page.evaluate(ADVANCE, pushes) == [
        [0, [], False, False],
        [3, [1, 2, 3], False, False],
        [5, [4, 5], False, False],
        [5, [], False, False],
        [5, [], True, False],
        [8, [6, 7, 8], False, False],
        [8, [], False, False],
        [8, [], True, False],
        [8, [], False, False],
        [0, [], False, True],
        [1, [1], False, False],
    ]


def test_the_waits_between_attempts_are_drawn_below_a_bounded_doubling(windows: Windows) -> None:
    page = windows.open_blank()
    longest = page.evaluate(
        """async () => {
          const { delayMs } = await import("/backoff.js");
          return [...Array(40).keys()].map((attempt) => delayMs(attempt, 1));
        }"""
    )
    assert longest[:4] == [300, 600, 1_200, 2_400]
    assert set(longest[6:]) == {15_000}
    assert page.evaluate("async () => (await import('/backoff.js')).delayMs(9, 0)") == 0


DRAW = """async ([lines, tempo, frameMs, eventsAFrame]) => {
  const { Board } = await import("/board.js");
  const { emptyView, foldView } = await import("/moments.js");
  const board = new Board();
  document.getElementById("page").replaceChildren(board.node);
  const people = { names: [], seats: [], mine: null, words: null };
  const events = lines.map((line) => JSON.parse(line));
  const lanes = () => [...board.node.querySelectorAll(".lane")];
  const seen = { changes: [], moving: 0, late: 0 };
  const labels = (lane) => [...lane.querySelectorAll(".card")].map((card) => card.ariaLabel);
  const lookOf = (lane) => [lane.className, labels(lane)];
  const look = () => JSON.stringify([board.node.className, lanes().map(lookOf)]);
  let [view, before] = [emptyView(), ""];
  const draw = (now) => {
    const isWaiting = board.draw({ ...view, people, pace: tempo }, now);
    if (look() !== before) seen.changes.push(now);
    before = look();
    seen.moving = Math.max(seen.moving, document.getAnimations().length);
    return isWaiting;
  };
  let now = 0;
  for (let start = 0; start < events.length; start += eventsAFrame) {
    view = foldView(view, events.slice(start, start + eventsAFrame));
    draw((now += frameMs));
  }
  while (draw((now += frameMs))) seen.late += frameMs;
  return seen;
}"""


@pytest.mark.parametrize("tempo", ["8", "32", "lightning"])
def test_nothing_flashes_more_than_three_times_a_second(windows: Windows, tempo: str) -> None:
    lines = lines_of(played("abc-1", "war", 4, seed="page 227"))
    shape = [[line.decode() for line in lines], tempo, 33, 1]
    seen = windows.open_blank().evaluate(DRAW, shape)
    changes = seen["changes"]
    assert len(changes) > 20
    # A flash is a pair of changes, there and back again.
    for first, seventh in zip(changes, changes[7:], strict=False):
        assert seventh - first >= 1_000
    assert seen["late"] <= 340


def test_movements_are_dropped_where_cards_come_faster(windows: Windows) -> None:
    lines = lines_of(played("abc-1", "war", 4, seed="page 227"))
    page = windows.open_blank()
    seen = page.evaluate(DRAW, [[line.decode() for line in lines], "4", 16, 1])
    cards_of_a_round_max = 60
    assert 0 < seen["moving"] <= 2 * cards_of_a_round_max
    assert seen["late"] == 0


def test_whoever_took_the_round_is_shown_with_the_cards_won(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="0.5", seed="page 82")
    taking = page.locator(".lane.is-taking")
    expect(taking.locator(".seat-gain")).to_have_text("+2")
    name = taking.locator(".seat-name").inner_text()
    expect(page.locator(".words")).to_contain_text(f"{name} takes round 1: 2 cards.")
    expect(page.locator(".seat-gain", has_text="+")).to_have_count(1)
