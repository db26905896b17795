"""Whoever is here for the first time is told what to do, in few words and on a small screen."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import (
    Windows,
    kept_secrets,
    open_room,
    open_table,
    sit,
    start_game,
    turn_button,
    until,
)
from kit.languages import oracle_says
from kit.server import ServerProcess
from polemos_demo.locales.sources import LANGUAGES

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
STATES = ("connecting", "live", "reconnecting", "ended", "closed")
HEADER_PIXELS_MAX = 2 * 44 + 24
"""Two rows that can be touched, and the space around them."""


def test_the_host_is_asked_when_somebody_is_away_and_the_others_are_told(windows: Windows) -> None:
    host = windows.open()
    invitation = open_table(host, players=3)
    ben, niko = windows.open(invitation), windows.open(invitation)
    sit(host, "Maria", seat=0)
    sit(ben, "Ben", seat=1)
    sit(niko, "Niko")
    start_game(host)
    question = host.get_by_text("Ben is away. Let the game run by itself?")
    expect(turn_button(niko)).to_be_visible()
    expect(question).to_be_hidden()
    ben.close()
    expect(question).to_be_visible()
    for page in (host, niko):
        turn_button(page).click()
    for page in (host, niko):
        expect(page.locator(".hand-waiting")).to_have_text("Waiting for Ben, who is away.")
    expect(niko.get_by_role("button", name="Start auto-play")).to_be_hidden()
    host.get_by_role("button", name="Start auto-play").click()
    expect(question).to_be_hidden()
    expect(niko.locator(".events")).to_contain_text("The cards turn by themselves.")
    expect(niko.locator(".events")).to_contain_text("takes round 2")


def test_whoever_is_out_of_the_game_may_be_away(windows: Windows) -> None:
    page = windows.open_blank()
    away = page.evaluate(
        """async () => {
          const { awayFrom } = await import("/company.js");
          const { emptyTable } = await import("/table.js");
          const seat = (number, fields) => (
            { seat: number, standing: "taken", kind: "human", is_here: false, ...fields }
          );
          const seats = [
            seat(0, { is_here: true }), seat(1, {}), seat(2, {}), seat(3, { kind: "bot" }),
          ];
          const [piles, places] = [[20, 12, 0, 20], [null, null, 4, null]];
          const table = { ...emptyTable("a-1"), piles, places };
          return awayFrom({ seats }, table);
        }"""
    )
    assert away == [1]


def test_the_lobby_says_that_there_will_be_another_game(windows: Windows) -> None:
    host = windows.open()
    guest = windows.open(open_table(host))
    for page in (host, guest):
        expect(page.locator(".lobby")).to_contain_text("anybody at the table can start another one")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phones_header_takes_two_rows_at_most(windows: Windows, language: str) -> None:
    page = windows.open_blank(locale=language, viewport=PHONE)
    state = page.locator("#state")
    for width in (320, 360, 390, 430):
        page.set_viewport_size({"width": width, "height": 844})
        for name in STATES:
            state.evaluate(
                "(node, [name, text]) => Object.assign(node, { hidden: false, textContent: text })"
                ".setAttribute('data-state', name)",
                [name, oracle_says(language, name, {})],
            )
            height = page.locator(".bar").bounding_box()["height"]
            assert height <= HEADER_PIXELS_MAX, (width, name, height)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_room_can_be_opened_on_a_phone_without_much_scrolling(
    windows: Windows, language: str
) -> None:
    page = windows.open(locale=language, viewport=PHONE)
    button = page.locator("form .button.is-main")
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box["y"] + box["height"] < 1.25 * PHONE["height"]
    chosen = page.locator(".preset-note")
    for preset in ("war", "pyanitsa"):
        page.locator(f'input[name="preset"][value="{preset}"]').check()
        expect(chosen).to_have_text(oracle_says(language, f"preset_{preset}_text", {}))


def own_entropy(page: Page) -> None:
    """Check the game, and find one's own part of the shuffle marked."""
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("dd.verdict.is-right")).to_have_count(3)
    page.get_by_text("Who brought which chance").click()


def test_a_person_finds_their_own_part_of_the_shuffle(windows: Windows) -> None:
    page = windows.open()
    open_table(page, preset="tod-und-leben", people=1, is_by_hand=False, tempo="lightning")
    sit(page, "Maria")
    start_game(page)
    room = page.url.rpartition("/")[2]
    page.get_by_role("link", name="Replay and check").click()
    own_entropy(page)
    parts = page.locator(".entropies li")
    expect(parts).to_have_count(2)
    expect(parts.filter(has_text="yours")).to_have_count(1)
    expect(parts.filter(has_text="known to everybody")).to_have_count(1)
    stranger = windows.open(f"/games/{room}-1")
    own_entropy(stranger)
    expect(stranger.locator(".entropies li").filter(has_text="yours")).to_have_count(0)
    assert kept_secrets(stranger, room)["seat"] is None


def test_whoever_is_offline_sees_it_and_is_back_by_themselves(
    server: ServerProcess, browser: Browser
) -> None:
    cut = re.compile("ERR_INTERNET_DISCONNECTED|WebSocket")
    windows = Windows(browser, server.url, tolerated=cut)
    page = windows.open(open_room(windows.open(), tempo="4"))
    expect(page.locator("#state")).to_have_text("Live")
    page.evaluate(
        """() => {
          const state = document.getElementById("state");
          window.states = [];
          new MutationObserver(() => window.states.push(state.textContent))
            .observe(state, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.context.set_offline(True)
    until(page, lambda: "Reconnecting…" in page.evaluate("window.states"))
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("Live")
    rounds = page.locator('[data-counter="rounds"]').inner_text()
    expect(page.locator('[data-counter="rounds"]')).not_to_have_text(rounds)
    windows.close()
    assert windows.complaints == []


def test_a_full_lobby_says_that_the_game_can_begin(windows: Windows) -> None:
    """Where everybody sits, neither the room nor the list of games waits for players."""
    host = windows.open()
    open_table(host, people=1)
    title = host.get_by_role("heading", level=1)
    expect(title).to_have_text("Waiting for players")
    sit(host, "Maria")
    expect(title).to_have_text("Everybody is seated: the game can begin")
    row = windows.open().get_by_role("link").filter(has_text=host.url.rpartition("/")[2])
    expect(row).to_contain_text("Everybody is seated: the game can begin")


TURN = """async ([names, seats]) => {
  const { describeTurn } = await import("/sentences.js");
  const cards = ["2s", "Ac", "Th", "Td"].slice(0, seats);
  return describeTurn(cards.map((card, seat) => ({ card, seat })), names);
}"""


def test_turned_cards_are_told_with_their_names_where_there_is_room(windows: Windows) -> None:
    """Two lines of a small phone hold the names of most companies, and the cards of any."""
    page = windows.open_blank()
    told = page.evaluate(TURN, [["Maria", "Niko"], 2])
    assert told == "Turned: 2♠ (Maria), A♣ (Niko)."
    assert "10♦ (Seat 4)" in page.evaluate(TURN, [[], 4])
    assert page.evaluate(TURN, [["M" * 64, "Niko"], 2]) == "Turned: 2♠, A♣."
