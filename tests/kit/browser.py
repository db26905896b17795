"""A real Chromium on the real page: opening rooms, reading the table, no fault on the console."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

TEMPOS = ("0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "lightning")
"""The slider's positions, from slow to lightning."""

WAIT_MS_MAX = 20_000
expect.set_options(timeout=WAIT_MS_MAX)


def chromium_path() -> str:
    """Find the browser, or fail with what to do: without it the page is not tested at all."""
    path = os.environ.get("TEST_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail(
            "The browser tests need Chromium, and there is none: install it (Debian: apt-get "
            "install chromium), or name its program in TEST_CHROMIUM."
        )
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser, and end it."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Windows:
    """Browser windows of people who do not know each other; every complaint is kept.

    Args:
        browser: the running browser.
        url: the server's.
        tolerated: console lines that the test itself provokes.
    """

    browser: Browser
    url: str
    tolerated: re.Pattern[str] | None = None
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str = "/", **options: object) -> Page:
        """Open an address of the server in a fresh context."""
        return self._heard(self.browser.new_context(**options).new_page(), path)

    def _heard(self, page: Page, path: str) -> Page:
        page.set_default_timeout(WAIT_MS_MAX)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        address = path if path.startswith("http") else self.url + path
        page.goto(address)
        if address.startswith(self.url):
            await_page(page)
        return page

    def again(self, whose: Page | BrowserContext, path: str | None = None) -> Page:
        """Open another tab of somebody's browser, at an address or where their page is."""
        context = whose if isinstance(whose, BrowserContext) else whose.context
        return self._heard(context.new_page(), path or context.pages[0].url)

    def open_blank(self, **options: object) -> Page:
        """Open a page on which nothing goes on any more, for a test to call modules from."""
        page = self.open("/rooms/nowhere", **options)
        expect(page.get_by_role("alert")).to_be_visible()
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.tolerated is None or not self.tolerated.search(message.text):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close all of them."""
        for context in self.browser.contexts:
            context.close()


def await_page(page: Page) -> None:
    """Wait until something is shown: what shows it is loaded after the document."""
    expect(page.locator("main > *").first).to_be_attached()


def open_room(
    page: Page, *, preset: str = "war", players: int = 2, tempo: str = "2", seed: str = ""
) -> str:
    """Fill the form on the start page for a game of bots; gives the room's address."""
    page.locator(f'input[name="preset"][value="{preset}"]').check()
    if players != 2:
        page.locator(f'input[name="players"][value="{players}"]').check()
    page.locator('input[name="people"][value="0"]').check()
    page.get_by_role("slider", name="Tempo").fill(str(TEMPOS.index(tempo)))
    if seed:
        page.get_by_text("Choose the deal").click()
        page.get_by_label("Seed").fill(seed)
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url("**/rooms/*")
    expect(page.locator(".lane")).to_have_count(players)
    return page.url


def open_table(
    page: Page,
    *,
    preset: str = "war",
    players: int = 2,
    people: int | None = None,
    is_by_hand: bool = True,
    tempo: str = "2",
) -> str:
    """Fill the form on the start page for people; gives the invite link."""
    page.locator(f'input[name="preset"][value="{preset}"]').check()
    page.locator(f'input[name="players"][value="{players}"]').check()
    page.locator(f'input[name="people"][value="{players if people is None else people}"]').check()
    page.locator(f'input[name="turning"][value="{"hand" if is_by_hand else "auto"}"]').check()
    set_tempo(page, tempo)
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url("**/rooms/*")
    return invite_link(page)


def invite_link(page: Page) -> str:
    """Read the invite link on the host's page."""
    return page.get_by_label("Whoever has this link can take a free seat").input_value()


def fill_seat(page: Page, name: str, *, seat: int | None = None) -> None:
    """Fill the form of whoever came by the invite link, with a seat that counts from 0."""
    page.get_by_label("Your name").fill(name)
    if seat is not None:
        page.get_by_role("radio", name=f"Seat {seat + 1}", exact=True).check()


def sit(page: Page, name: str, *, seat: int | None = None) -> None:
    """Take a seat by the form, and wait until it is taken."""
    fill_seat(page, name, seat=seat)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Your seat")).to_be_visible()


def start_game(page: Page, *, turn_seconds: int = 600) -> None:
    """Press the host's button and wait for the cards, which wait long for slow machines."""
    page.get_by_label("A card waits for").select_option(str(turn_seconds))
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")


def turn_button(page: Page) -> Locator:
    """Find the button that turns my card while it is awaited."""
    return page.locator('[data-do="turn"][aria-disabled="false"]')


def kept_secrets(page: Page, room: str) -> dict[str, Any]:
    """Read what a browser keeps of a room: `host`, `invite` and `seat`."""
    kept: dict[str, Any] = page.evaluate(
        """async (room) => {
          const { openSecrets } = await import("/secrets.js");
          return openSecrets().room(room);
        }""",
        room,
    )
    return kept


def set_tempo(page: Page, tempo: str) -> None:
    """Move the host's slider."""
    page.get_by_role("slider", name="Tempo").fill(str(TEMPOS.index(tempo)))


def pause(page: Page) -> None:
    """Press the host's button and wait until the game says so."""
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("paused")


def counter(page: Page, name: str) -> Locator:
    """Find one of rounds, wars, pot, time."""
    return page.locator(f'[data-counter="{name}"]')


def rounds_shown(page: Page) -> int:
    """Read the counter of completed rounds, which shows a dash before the first event."""
    text = counter(page, "rounds").inner_text().replace(",", "")
    return int(text) if text.isdigit() else 0


def sight(page: Page) -> dict[str, object]:
    """Tell what a person sees on the table, without the running clock."""
    return {
        "title": page.get_by_role("heading", level=1).inner_text(),
        "piles": page.locator(".pile-count").all_inner_texts(),
        "cards": page.locator(".lane .card").evaluate_all(
            "cards => cards.map((card) => card.getAttribute('aria-label'))"
        ),
        "rounds": counter(page, "rounds").inner_text(),
        "wars": counter(page, "wars").inner_text(),
    }


def event_seqs(page: Page) -> list[int]:
    """List the seqs in the event list, oldest first."""
    return [int(text) for text in reversed(page.locator(".event-seq").all_inner_texts())]


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Look again at every frame until something is so."""
    for _ in range(2_000):
        if is_so():
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("it never came to be so")
