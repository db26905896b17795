"""A game that is too fast to be told moment by moment is summed up beside its table."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from kit.browser import Windows, open_table, set_tempo, sit, start_game, turn_button
from kit.streams import lines_of, played

pytestmark = pytest.mark.browser

SUMMARY_MS_MAX = 1_000
FRAME_MS = 16

SUM = """async ([lines, frameMs, eventsAFrame]) => {
  const { Summing } = await import("/summary.js");
  const { Course } = await import("/replay/course.js");
  const { emptyView, foldView } = await import("/moments.js");
  const people = { names: ["Maria", "Niko"], seats: [], mine: null, words: null };
  const summing = new Summing();
  const course = new Course();
  const told = [];
  let view = emptyView();
  for (let start = 0; start < lines.length; start += eventsAFrame) {
    const events = lines.slice(start, start + eventsAFrame).map((line) => JSON.parse(line));
    view = foldView(view, events);
    for (const event of events) course.append(event);
    if (view.table.dealt_at === null) continue;
    const now = (start / eventsAFrame) * frameMs;
    const text = summing.tell({ ...view, course, people, pace: "64" }, now);
    told.push([text, view.table.rounds_completed]);
  }
  return told;
}"""


@pytest.mark.parametrize("events_a_frame", [1, 3, 40])
def test_every_round_is_in_a_summary_within_about_a_second(
    windows: Windows, events_a_frame: int
) -> None:
    """What stands beside the table is new once a second, and leaves out no round."""
    lines = lines_of(played("abc-1", "war", 2, seed="page 112"))
    shape = [[line.decode() for line in lines], FRAME_MS, events_a_frame]
    told = windows.open_blank().evaluate(SUM, shape)
    assert re.fullmatch(r"((Maria|Niko) leads|Maria and Niko are level) with .*", told[0][0])
    frames = SUMMARY_MS_MAX // FRAME_MS + 10  # a war may hold a round back
    for earlier, later in zip(told, told[frames:], strict=False):
        assert earlier[0] != later[0]
    summed = told[0][1]
    for (before, _), (text, rounds) in pairwise(told):
        if text == before:
            continue
        found = re.match(r"Rounds? (\d+)(?: to (\d+))?[,:]", text)
        assert found is not None, text
        assert int(found[1]) == summed + 1
        summed = int(found[2] or found[1])
        assert summed == rounds


def test_no_card_of_a_game_by_hand_is_told_once_it_goes_by_itself(windows: Windows) -> None:
    """The last card by hand gives way at once to what is true of the fast game."""
    page = windows.open()
    open_table(page, people=1)
    sit(page, "Maria")
    start_game(page)
    set_tempo(page, "64")
    turn_button(page).click()
    words = page.locator(".words")
    page.evaluate(
        """() => {
          window.told = [];
          const words = document.querySelector(".words");
          const note = () => {
            const isFast = document.querySelector("h1").textContent.match(/^Round \\d+$/) !== null;
            const isOver = !document.querySelector(".result").hidden;
            if (isFast && !isOver) window.told.push(words.textContent);
            requestAnimationFrame(note);
          };
          note();
        }"""
    )
    page.get_by_role("button", name="Auto-play").click()
    expect(words).to_have_text(re.compile(r"^Rounds \d+ to \d+"))
    told = page.evaluate("window.told")
    assert all(re.match(r"Rounds? |(Maria|Seat 2) leads|.* are level", text) for text in told), told
