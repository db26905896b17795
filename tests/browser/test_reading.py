"""Whoever hears a game hears all that matters, at a rate at which it can be heard."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, open_room, set_tempo, until
from kit.reading import heard, listen
from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.projections.tables import fold, initial_table

pytestmark = pytest.mark.browser

SPOKEN_MS_MIN = 4_000
FRAME_MS = 100
"""By how much a mutation is noted later than the frame that it belongs to, at most."""

READ = """async ([lines, tempo, stepMs, names]) => {
  const { Reader } = await import("/reader.js");
  const { Course } = await import("/replay/course.js");
  const { emptyView, foldView } = await import("/moments.js");
  const reader = new Reader({ onAgain() {}, isShown: () => false });
  const people = { names, seats: [], mine: null, words: null };
  const course = new Course();
  const said = [];
  let view = emptyView();
  let before = null;
  const draw = (now) => {
    reader.draw({ ...view, course, people, pace: tempo }, now);
    if (reader.spoken.firstChild === before) return;
    before = reader.spoken.firstChild;
    said.push([now, before.data]);
  };
  lines.forEach((line, index) => {
    const event = JSON.parse(line);
    view = foldView(view, [event]);
    course.append(event);
    draw(index * stepMs);
  });
  return said;
}"""

NAMES = ["Maria", "Niko"]


def game(seed: str, players: int = 2) -> list[bytes]:
    return lines_of(played("abc-1", "war", players, seed=seed))


def read(
    page: Page, lines: list[bytes], *, tempo: str, step_ms: int, names: list[str]
) -> list[tuple[int, str]]:
    texts = [line.decode() for line in lines]
    return [
        (at, text.replace(",", ""))
        for at, text in page.evaluate(READ, [texts, tempo, step_ms, names])
    ]


def wars_of(lines: list[bytes]) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in lines]
    return [event for event in events if event["type"] == "TieDeclared"]


@pytest.mark.parametrize(("tempo", "step_ms"), [("0.5", 900), ("2", 300), ("4", 130)])
@pytest.mark.parametrize("seed", ["page 82", "page 112"])
def test_wars_and_the_end_are_said_at_once_and_the_rest_rarely(
    windows: Windows, tempo: str, step_ms: int, seed: str
) -> None:
    lines = game(seed)
    said = read(windows.open_blank(), lines, tempo=tempo, step_ms=step_ms, names=NAMES)
    events = [json.loads(line) for line in lines]
    due = [at * step_ms for at, event in enumerate(events) if event["type"] == "TieDeclared"]
    assert [at for at, text in said if re.match(r"War!|The war goes on", text)] == due
    at_once = {*due, (len(events) - 1) * step_ms}
    assert said[-1][0] == (len(events) - 1) * step_ms
    for (earlier, _), (later, text) in pairwise(said):
        assert later in at_once or later - earlier >= SPOKEN_MS_MIN, text
    assert not re.search("Seat", " ".join(text for _, text in said[4:]))


@pytest.mark.parametrize("tempo", ["8", "32", "lightning"])
def test_what_is_too_fast_to_be_said_is_summed_up_without_a_gap(
    windows: Windows, tempo: str
) -> None:
    lines = game("page 82")
    said = read(windows.open_blank(), lines, tempo=tempo, step_ms=40, names=NAMES)
    for (earlier, _), (later, text) in pairwise(said[:-1]):
        assert later - earlier >= SPOKEN_MS_MIN, text
    wars = [event["round"] for event in wars_of(lines) if event["step"] == 0]
    before, sums = 0, 0
    for _, text in said[:-1]:
        found = re.match(r"Rounds (\d+) to (\d+)(?: (\d+) wars?)?: .*\.", text)
        if found is None:
            assert before == 0, text
            continue
        first, last = int(found[1]), int(found[2])
        assert first == before + 1
        assert int(found[3] or 0) == sum(first <= war <= last for war in wars)
        before, sums = last, sums + 1
    assert sums > 2
    assert re.match(r"(Maria|Niko) wins\.", said[-1][1])


def test_a_real_room_speaks_at_a_humane_rate(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="64", seed="page 82")
    expect(page.locator("[data-spoken]")).not_to_be_empty()
    listen(page)
    expect(page.locator("[data-spoken]")).to_contain_text("Rounds")
    set_tempo(page, "lightning")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(page.locator("[data-spoken]")).to_contain_text("wins")
    sentences = [(at, text) for at, text in heard(page) if re.match(r"Rounds?\b", text)]
    for (earlier, _), (later, text) in pairwise(sentences):
        assert later - earlier >= SPOKEN_MS_MIN - FRAME_MS, text


SHOW = """async ([lines, names]) => {
  const { Spectacle } = await import("/spectacle.js");
  (await import("/keys.js")).listenToKeys(); // these modules are not those that the page packs
  const spectacle = new Spectacle();
  document.getElementById("page").replaceChildren(spectacle.main);
  spectacle.meet({ names, seats: [], mine: null, words: null });
  spectacle.apply(lines.map((line) => JSON.parse(line)), false);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}"""

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_name(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def ask(page: Page, key: str) -> str:
    page.keyboard.press(key)
    expect(page.locator(".answer")).not_to_be_empty()
    return page.locator(".answer").inner_text()


@pytest.mark.parametrize("count", [40, 200, 333])
def test_the_table_answers_what_it_is_asked(windows: Windows, count: int) -> None:
    lines = game("page 82")[:count]
    page = windows.open_blank()
    page.evaluate(SHOW, [[line.decode() for line in lines], ["Maria"]])
    table = initial_table("abc-1")
    for line in lines:
        table = fold(table, decode(line))
    mine, theirs = table.piles
    assert ask(page, "p") == f"Cards in the piles: Maria: {mine} and Seat 2: {theirs}."
    cards = f"with {max(mine, theirs)} cards"
    who = "Maria" if mine > theirs else "Seat 2"
    level = f"Maria and Seat 2 are level {cards} each."
    leads = f"{who} leads {cards}, {abs(mine - theirs)} ahead."
    page.keyboard.press("Escape")
    expect(page.locator(".answer")).to_be_empty()
    assert ask(page, "a") == (level if mine == theirs else leads)
    page.keyboard.press("Escape")
    events = [json.loads(line) for line in lines]
    taken = next(event for event in reversed(events) if event["type"] == "PileReturned")
    answer = ask(page, "r")
    who = "Maria" if taken["seat"] == 0 else "Seat 2"
    assert f"{who} takes round {taken['round']}: {taken['count']} cards." in answer
    for event in events:
        if event["type"] == "CardFlipped" and event["round"] == taken["round"]:
            assert card_name(event["card"]) in answer


def test_the_same_answer_is_said_again(windows: Windows) -> None:
    page = windows.open_blank()
    page.evaluate(SHOW, [[line.decode() for line in game("page 82")[:40]], []])
    first = ask(page, "p")
    listen(page)
    page.keyboard.press("p")
    until(page, lambda: heard(page) != [])
    assert [text for _, text in heard(page)] == [first]


def test_a_replay_is_read_at_the_moment_that_is_shown(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="lightning", seed="page 82")
    page.get_by_role("link", name="Replay and check").click()
    expect(page.locator(".replay-position")).to_contain_text("Move")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press(".")
    spoken = page.locator("[data-spoken]")
    expect(spoken).to_have_text(re.compile(r"Seat \d takes round 2: 2 cards\. Seat 1: .* of .*\."))
    page.keyboard.press("w")
    expect(spoken).to_contain_text("War!")


REST = """async ([lines, cuts]) => {
  const { Reader } = await import("/reader.js");
  const { emptyView, foldView } = await import("/moments.js");
  const reader = new Reader({ onAgain() {}, isShown: () => false });
  const people = { names: [], seats: [], mine: null, words: null };
  const replay = { isPast: true, isResting: true, pace: "still" };
  const events = lines.map((line) => JSON.parse(line));
  const said = [];
  for (const [now, cut] of cuts) {
    const view = foldView(emptyView(), events.slice(0, cut));
    reader.draw({ ...view, course: null, people, replay, pace: "still" }, now);
    said.push(reader.spoken.textContent);
  }
  return said;
}"""


def test_a_replay_says_only_moments_at_which_it_rests(windows: Windows) -> None:
    lines = [line.decode() for line in game("page 82")]
    events = [json.loads(line) for line in lines]
    ends = [at + 1 for at, event in enumerate(events) if event["type"] == "PileReturned"]
    passing = [(10 + 100 * place, ends[place]) for place in range(4)]
    back = [(1_000, ends[1]), (1_399, ends[1]), (1_400, ends[1])]
    shape = [lines, [*passing, (709, ends[3]), (710, ends[3]), *back]]
    said = windows.open_blank().evaluate(REST, shape)
    assert said[:5] == [""] * 5
    assert "takes round 4:" in said[5]
    assert said[6:8] == [said[5]] * 2
    assert "takes round 2:" in said[8]
