"""Whatever lies on the table fits the screen, and every letter can be read."""

import pytest
from playwright.sync_api import Page

from kit.browser import Windows

pytestmark = pytest.mark.browser

SHOW = """async ({ players, hidden, steps }) => {
  const { Spectacle } = await import("/spectacle.js");
  const spectacle = new Spectacle();
  document.getElementById("page").replaceChildren(spectacle.main);
  const events = [];
  const add = (type, fields) =>
    events.push({ type, game: "abc-1", seq: events.length + 1, at: Date.now(), ...fields });
  const rules = { preset: "war", players, deck: 52, hidden_cards: hidden };
  const seats = [...Array(players).keys()];
  add("GameOpened", { rules, deal: "fair/1", tempo: "lightning" });
  add("CardsDealt", { counts: seats.map(() => 52 / players), first_seat: 0, set_aside: 0 });
  for (let step = 0; step <= steps; step += 1) {
    if (step > 0) {
      add("TieDeclared", { round: 1, step: step - 1, seats: [0, 1], participants: seats });
      for (const seat of seats)
        for (let card = 0; card < hidden; card += 1) add("CardHidden", { round: 1, step, seat });
    }
    for (const seat of seats)
      add("CardFlipped", { round: 1, step, seat, card: "TJQKA98765432"[step % 13] + "cdhs"[seat] });
  }
  spectacle.apply(events, false);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}"""

# Tall enough that nothing has to be scrolled to in order to be looked at.
PHONE = {"width": 390, "height": 2_000}
SMALL_PHONE = {"width": 320, "height": 2_000}


def overflow_pixels(page: Page) -> int:
    pixels: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return pixels


BIGGEST_WARS = [(4, 3, 2), (4, 5, 1), (4, 1, 5), (4, 0, 12), (2, 3, 5), (2, 5, 4), (2, 1, 12)]
"""Players, hidden cards, war steps."""

COVERED = """() => [...document.querySelectorAll(".card[data-card]")].filter((card) => {
  const index = card.querySelector(".card-rank").getBoundingClientRect();
  const [x, y] = [index.left + index.width / 2, index.top + index.height / 2];
  return !card.contains(document.elementFromPoint(x, y));
}).map((card) => card.dataset.card)"""


@pytest.mark.parametrize("viewport", [PHONE, SMALL_PHONE])
def test_the_biggest_wars_fit_a_phone_with_every_index_visible(
    windows: Windows, viewport: dict[str, int]
) -> None:
    page = windows.open_blank(viewport=viewport)
    for players, hidden, steps in BIGGEST_WARS:
        page.evaluate(SHOW, {"players": players, "hidden": hidden, "steps": steps})
        war = f"{players} players, {hidden} hidden, {steps} steps"
        assert overflow_pixels(page) == 0, war
        shown = page.get_by_role("img", name="hidden card").count()
        assert shown == players * hidden * steps, war
        assert page.evaluate(COVERED) == [], war


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_start_page_needs_no_scrolling_sideways(windows: Windows, scheme: str) -> None:
    page = windows.open(color_scheme=scheme)
    page.locator('input[name="people"][value="0"]').check()
    page.get_by_text("Choose the deal").click()
    for width in (320, 390, 820, 1_440):
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow_pixels(page) == 0, width


def test_whoever_asked_for_less_motion_gets_none(windows: Windows) -> None:
    page = windows.open_blank(reduced_motion="reduce")
    assert page.evaluate("async () => (await import('/motion.js')).movementMs('0.25')") == 0
    moving = windows.open_blank()
    assert moving.evaluate("async () => (await import('/motion.js')).movementMs('0.25')") > 0
    assert moving.evaluate("async () => (await import('/motion.js')).movementMs('lightning')") == 0


def test_every_control_of_the_start_page_is_large_enough_to_touch(windows: Windows) -> None:
    page = windows.open(viewport=PHONE)
    controls = page.locator("label.choice, button, input[type=range], summary")
    heights = controls.filter(visible=True).evaluate_all(
        "controls => controls.map((control) => control.getBoundingClientRect().height)"
    )
    assert len(heights) > 15
    assert min(heights) >= 44
