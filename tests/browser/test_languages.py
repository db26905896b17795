"""The page in French, Greek and English: by browser and by menu, whole, and within the screen."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from kit.browser import Windows
from kit.languages import all_texts, texts_of
from polemos_demo.locales.compiling import Pattern
from polemos_demo.locales.sources import LANGUAGES, PAGE_PARTS

pytestmark = pytest.mark.browser

NARROW = (320, 360)
TITLES = {"en": "Open a room", "fr": "Ouvrir une table", "el": "Ανοίξτε τραπέζι"}
CALLS = {"en": "War! Seat", "fr": "Bataille d", "el": "Πόλεμος με"}
COURTS = {"en": {"A", "K", "Q", "J"}, "fr": {"A", "R", "D", "V"}, "el": {"A", "K", "Q", "J"}}


def open_table(page: Page, *, people: int, preset: str = "war", tempo: int = 9) -> str:
    """Fill the form of the start page in whichever language; gives the room."""
    page.locator(f'input[name="preset"][value="{preset}"]').check()
    page.locator(f'input[name="people"][value="{people}"]').check()
    page.locator("#tempo").fill(str(tempo))
    page.locator('.opening [type="submit"]').click()
    page.wait_for_url("**/rooms/*")
    expect(page.locator(".lane")).to_have_count(2)
    return page.url.rpartition("/")[2]


def finish_game(page: Page) -> str:
    """Let bots play a game to its end; gives the game."""
    room = open_table(page, people=0, preset="bataille")
    expect(page.locator(".result")).to_be_visible()
    return f"{room}-1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browsers_language_is_spoken(windows: Windows, language: str) -> None:
    page = windows.open(locale=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
    expect(page.locator("select.language")).to_have_value(language)


def test_a_choice_is_spoken_at_once_and_kept(windows: Windows) -> None:
    page = windows.open(locale="en-GB")
    for language in ("fr", "el", "en"):
        page.locator("select.language").select_option(language)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
        page.goto(f"{windows.url}/rules")
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.goto(windows.url)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_and_fits_narrow_screens(windows: Windows, language: str) -> None:
    page = windows.open(locale=language, viewport={"width": 320, "height": 800})
    for path in pages(windows, page):
        page.goto(windows.url + path)
        expect(page.locator("main h1 >> visible=true").first).to_be_visible()
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": 800})
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, f"{path} in {language} at {width}: {wide_of(page)}"
            assert not re.search(r"\{\w+\}|undefined|NaN|\w_\w", text_of(page)), path


def pages(windows: Windows, page: Page) -> Iterator[str]:
    """Go through the main pages, with a lobby of people and games that run and have ended."""
    yield "/"
    yield "/rules"
    yield "/rules/bataille"
    yield "/records"
    yield "/tv"
    page.goto(windows.url)
    game = finish_game(page)
    yield f"/games/{game}"
    yield f"/rooms/{game.removesuffix('-1')}"
    page.goto(windows.url)
    yield f"/rooms/{open_table(page, people=2)}"
    page.goto(windows.url)
    running = open_table(page, people=0, tempo=0)
    yield f"/rooms/{running}"
    yield f"/games/{running}-1"
    yield "/records"


WIDE = """() => [...document.querySelectorAll("main *, header *")]
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5)
  .map((node) => `${node.tagName}.${node.className}: ${node.textContent.slice(0, 40)}`)
  .slice(0, 5)"""


def wide_of(page: Page) -> object:
    return page.evaluate(WIDE)


def text_of(page: Page) -> str:
    return page.locator("body").inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_calls_are_as_players_know_them(windows: Windows, language: str) -> None:
    page = windows.open(locale=language)
    page.goto(f"{windows.url}/games/{finish_game(page)}#at=999999")
    expect(page.locator(".result")).to_be_visible()
    ranks = page.evaluate(
        """async () => {
          const { rankText } = await import("/messages.js");
          return [..."AKQJ"].map(rankText);
        }"""
    )
    assert set(ranks) == COURTS[language]
    tie = {"type": "TieDeclared", "round": 1, "step": 0, "rank": "A", "seats": [0, 1]}
    said = page.evaluate("""async (tie) => (await import("/sentences.js")).describe(tie)""", tie)
    assert said.startswith(CALLS[language])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", None),
        ("fr", "Cette table n’existe pas. Vérifiez le lien."),
        ("el", "Δεν υπάρχει τέτοιο τραπέζι. Ελέγξτε τον σύνδεσμο."),
    ],
)
def test_a_refusal_is_told_in_the_persons_language(
    windows: Windows, language: str, sentence: str | None
) -> None:
    page = windows.open("/rooms/nowhere", locale=language)
    expect(page.get_by_role("alert")).to_have_text(sentence or re.compile("nowhere"))


MARKS = re.compile(r"⟦[^⟦⟧]*⟧")
ROOM = re.compile(r"\b[a-z0-9]{10}(-\d+)?\b")
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = "script, style, noscript, select.language, .brand, code, .command, .tv-address";
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest(skipped)) texts.push(data);
  }
  const names = ["aria-label", "title", "placeholder", "aria-valuetext"];
  for (const node of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
    texts.push(...names.map((name) => node.getAttribute(name) ?? ""));
  return texts;
}"""


def marked(pattern: Pattern) -> Pattern:
    inside = [pattern] if isinstance(pattern, str) else pattern
    return ["⟦", *inside, "⟧"]


def serve_marked(page: Page) -> None:
    """Serve the texts with marks around each."""

    def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2].split(".")[1]
        parts = PAGE_PARTS["" if name == "json" else name]
        keys = [key for part in parts for key in texts_of("en", part)]
        route.fulfill(json={key: marked(all_texts("en")[key]) for key in keys})

    page.route("**/language/*.json", serve)


def unmarked(text: str) -> str:
    """Leave out what comes from the texts, from the inside out."""
    before = None
    while before != text:
        before, text = text, MARKS.sub("", text)
    return ROOM.sub("", text)


def test_no_letter_on_the_page_comes_from_elsewhere(windows: Windows) -> None:
    page = windows.open()
    serve_marked(page)
    page.goto(windows.url)
    for path in pages(windows, page):
        page.goto(windows.url + path)
        expect(page.locator("main h1 >> visible=true").first).to_be_visible()
        texts = page.evaluate(SEEN)
        assert len(texts) > 5
        elsewhere = {unmarked(text).strip() for text in texts}
        assert {text for text in elsewhere if re.search(r"[^\W\d_]", text)} == set(), path
