"""A person without a mouse does everything; keys do what the help says, and no more."""

import pytest
from playwright.sync_api import Locator, Page, expect

from kit.browser import (
    Windows,
    counter,
    open_room,
    open_table,
    sit,
    start_game,
    turn_button,
)
from kit.languages import oracle_says

pytestmark = pytest.mark.browser

TABS_MAX = 80

IS_FOCUS_SEEN = """() => {
  const focused = document.activeElement;
  const bearers = [focused, focused.closest("label")].filter((node) => node !== null);
  const box = focused.getBoundingClientRect();
  const isDrawn = bearers.some((node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
  return isDrawn && box.width > 0 && box.height > 0;
}"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus, which must be seen wherever it rests."""
    for _ in range(TABS_MAX):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            continue
        assert page.evaluate(IS_FOCUS_SEEN), page.evaluate("document.activeElement.outerHTML")
        if wanted.count() == 1 and wanted.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def press(page: Page, wanted: Locator, key: str = "Enter") -> None:
    tab_to(page, wanted)
    page.keyboard.press(key)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def said(language: str, key: str) -> str:
    """Give one of the page's texts without values."""
    return oracle_says(language, key, {})


@pytest.mark.parametrize("language", ["en", "el"])
def test_a_whole_game_needs_no_mouse(windows: Windows, language: str) -> None:
    page = windows.open(locale=language)

    def named(key: str) -> Locator:
        return page.get_by_role("button", name=said(language, key), exact=True)

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=said(language, "skip_to_page"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    press(page, page.locator('input[name="people"]:checked'), "ArrowDown")
    expect(page.locator('input[name="people"][value="1"]')).to_be_checked()
    press(page, named("open_button"))
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(said(language, "lobby_waiting"))
    tab_to(page, page.get_by_label(said(language, "sit_name")))
    page.keyboard.type("Maria")
    press(page, named("sit"))
    mine = page.get_by_role("heading", name=said(language, "mine_title"), exact=True)
    expect(mine).to_be_visible()
    expect(named("start_game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-spoken]")).to_contain_text(said(language, "turn_card"))
    for number in (1, 2):
        while counter(page, "rounds").inner_text() != str(number):
            if turn_button(page).count() == 1:
                page.keyboard.press("Space")
            page.evaluate("() => new Promise(requestAnimationFrame)")
    page.keyboard.press("P")  # as with Shift or Caps Lock
    expect(page.locator(".answer")).to_contain_text("Maria: ")
    press(page, named("autoplay_on"), "Space")
    press(page, page.get_by_role("slider", name=said(language, "tempo_label")), "End")
    expect(page.get_by_role("region", name=said(language, "result_title"))).to_be_visible()
    press(page, page.get_by_role("link", name=said(language, "game_page")))
    scrubber = page.get_by_role("slider", name=said(language, "replay_scrubber"))
    expect(scrubber).not_to_have_value("0")  # it begins with the deal
    page.keyboard.press("Home")
    expect(scrubber).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("1")
    page.keyboard.press("Space")
    expect(named("replay_pause")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(scrubber).to_have_value(str(scrubber.get_attribute("max")))
    expect(page.get_by_role("region", name=said(language, "result_title"))).to_be_visible()
    press(page, page.locator('.replay [data-do="toStart"]'))
    expect(scrubber).to_have_value("0")


HELP = {
    "en": ("Keys and cards", "Space", "Who leads?"),
    "fr": ("Touches et cartes", "Espace", "Qui mène ?"),
    "el": ("Πλήκτρα και φύλλα", "Διάστημα", "Ποιος προηγείται;"),
}


@pytest.mark.parametrize("language", HELP)
def test_the_help_speaks_the_persons_language(windows: Windows, language: str) -> None:
    title, space, leader = HELP[language]
    page = windows.open(locale=language)
    page.locator(".button.is-main").click()
    page.wait_for_url("**/rooms/*")
    page.locator("#page").focus()
    page.keyboard.press("?")
    help_page = page.get_by_role("dialog", name=title)
    expect(help_page).to_be_visible()
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    expect(help_page).to_be_hidden()
    expect(page.get_by_role("main")).to_be_focused()
    expect(page.locator(".answer")).to_be_empty()
    page.locator(".help-button").press("Enter")
    expect(help_page).to_contain_text(leader)
    expect(help_page.locator("kbd", has_text=space)).to_have_count(1)


def test_the_help_lists_every_key_of_a_replay(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="lightning")
    page.get_by_role("link", name="Replay and check").click()
    expect(page.locator(".replay-position")).to_contain_text("Move")
    page.keyboard.press("?")
    listed = page.locator("dialog kbd").all_inner_texts()
    for key in (
        "Space",
        "←",
        "→",
        "⇧ ←",
        "Home",
        "End",
        "[",
        "]",
        "W",
        "⇧ W",
        "L",
        "X",
        "P",
        "R",
        "A",
        "C",
    ):
        assert key in listed, key
    assert len(listed) == len(set(listed))


def test_a_colour_for_each_suit_is_kept(windows: Windows) -> None:
    page = windows.open()
    assert len(suit_colours(page)) == 2
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="A colour for each suit").press("Space")
    assert len(suit_colours(page)) == 4
    assert len(suit_colours(windows.again(page, windows.url))) == 4
    assert len(suit_colours(windows.open())) == 2


def suit_colours(page: Page) -> set[str]:
    colours: list[str] = page.evaluate(
        """async () => {
          const { cardElement } = await import("/cards.js");
          const cards = ["As", "Ah", "Ad", "Ac"].map((card) => cardElement(card));
          document.body.append(...cards);
          const colours = cards.map((card) => getComputedStyle(card.querySelector("path")).fill);
          cards.forEach((card) => card.remove());
          return colours;
        }"""
    )
    return set(colours)


def test_what_is_written_is_no_key(windows: Windows) -> None:
    page = windows.open()
    page.locator('input[name="people"][value="0"]').check()
    page.get_by_text("Choose the deal").click()
    page.get_by_label("Seed").press_sequentially("part?")
    expect(page.get_by_label("Seed")).to_have_value("part?")
    assert page.locator("dialog[open]").count() == 0


NAMED = """async (presses) => {
  const { keyOf } = await import("/keys.js");
  return presses.map((press) => keyOf(new KeyboardEvent("keydown", press)));
}"""


def test_keys_are_known_on_every_keyboard(windows: Windows) -> None:
    presses: list[tuple[dict[str, object], str | None]] = [
        ({"key": "p", "code": "KeyP"}, "p"),
        ({"key": "π", "code": "KeyP"}, "p"),  # Greek
        ({"key": "Ρ", "code": "KeyR", "shiftKey": True}, "R"),
        ({"key": "w", "code": "KeyZ"}, "w"),  # AZERTY
        ({"key": "[", "code": "Digit5", "ctrlKey": True, "altKey": True}, "["),
        ({"key": "[", "code": "Digit5", "altKey": True, "shiftKey": True}, "["),
        ({"key": "ArrowLeft", "code": "ArrowLeft", "shiftKey": True}, "Shift+ArrowLeft"),
        ({"key": "p", "code": "KeyP", "ctrlKey": True}, None),
        ({"key": "π", "code": "KeyP", "altKey": True}, None),
        ({"key": "r", "code": "KeyR", "metaKey": True}, None),
        ({"key": "ArrowLeft", "code": "ArrowLeft", "altKey": True}, None),
        ({"key": "p", "code": "KeyP", "isComposing": True}, None),
    ]
    page = windows.open_blank()
    named = page.evaluate(NAMED, [press for press, _ in presses])
    assert named == [name for _, name in presses]


def test_the_host_of_bots_goes_on_and_changes_the_tempo_by_keys(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="2", seed="page 82")
    page.locator("#page").focus()
    title = page.get_by_role("heading", level=1)
    page.keyboard.press("Space")
    expect(title).to_contain_text("paused")
    page.keyboard.press("]")
    expect(page.locator(".tempo-text")).to_have_text("4 moves a second")
    page.keyboard.press("[")
    expect(page.locator(".tempo-text")).to_have_text("2 moves a second")
    rounds = int(counter(page, "rounds").inner_text())
    page.keyboard.press("ArrowRight")
    expect(counter(page, "rounds")).to_have_text(str(rounds + 1))
    page.keyboard.press("Space")
    expect(title).not_to_contain_text("paused")


HEED = """() => addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (key === " ") window.isOwned = defaultPrevented;
})"""


def owns_space(page: Page) -> bool:
    """Press Space, and tell whether the page kept it from scrolling."""
    page.keyboard.press("Space")
    return bool(page.evaluate("window.isOwned"))


def test_space_never_scrolls_the_cards_of_whoever_sits_by_hand(windows: Windows) -> None:
    """From the lobby on Space is the hand's, awaited or not; a watcher's scrolls."""
    maria = windows.open()
    invitation = open_table(maria)
    niko, watcher = windows.open(invitation), windows.open(maria.url)
    for page in (maria, niko, watcher):
        page.evaluate(HEED)
        page.locator("#page").focus()
    assert not owns_space(niko)
    sit(maria, "Maria", seat=0)
    sit(niko, "Niko")
    assert owns_space(niko)
    start_game(maria)
    maria.locator("#page").focus()
    expect(turn_button(maria)).to_be_visible()
    expect(turn_button(niko)).to_be_visible()
    height = maria.evaluate("scrollY")
    assert owns_space(maria)
    expect(watcher.locator(".hand-waiting")).to_have_text("Waiting for Niko.")
    assert owns_space(maria)
    assert not owns_space(watcher)
    assert maria.evaluate("scrollY") == height


def test_the_focus_of_whoever_sits_down_stays_in_the_lobby(windows: Windows) -> None:
    """After the form a guest is at the lobby's heading, and a host whose table is full at Start."""
    host = windows.open()
    guest = windows.open(open_table(host))
    sit(guest, "Niko", seat=1)
    expect(guest.get_by_role("heading", name="Who sits where")).to_be_focused()
    sit(host, "Maria")
    expect(button(host, "Start the game")).to_be_focused()
