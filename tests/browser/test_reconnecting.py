"""A server that dies and comes back loses nothing that a page shows."""

import re

import pytest
from playwright.sync_api import Browser, expect

from kit.browser import (
    Windows,
    counter,
    event_seqs,
    open_room,
    open_table,
    rounds_shown,
    set_tempo,
    sit,
    start_game,
    turn_button,
    until,
)
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

EVENTS_81_ROUNDS_20 = "page 139"
"""With the lobby; the test adds a change of tempo."""

NOBODY_LISTENS = re.compile("WebSocket connection to|Failed to load resource: net::ERR_CONNECTION")
"""What the browser reports of every attempt, and of a request cut off, while the server is dead."""


@pytest.fixture
def server(tmp_path):
    """A server of the test's own, for it does not live long."""
    with ServerProcess(tmp_path / "data") as running:
        yield running


def test_after_a_kill_and_a_restart_the_page_goes_on_without_a_gap(
    server: ServerProcess, browser: Browser
) -> None:
    windows = Windows(browser, server.url, tolerated=NOBODY_LISTENS)
    host = windows.open()
    address = open_room(host, preset="tod-und-leben", tempo="2", seed=EVENTS_81_ROUNDS_20)
    watcher = windows.open(address)
    for rounds in (2, 7):
        until(watcher, lambda rounds=rounds: rounds_shown(watcher) >= rounds)
        server.kill()
        for page in (host, watcher):
            expect(page.locator("#state")).to_have_text("Reconnecting…")
        expect(host.get_by_role("button", name="Pause")).to_be_disabled()
        server.restart()
        for page in (host, watcher):
            expect(page.locator("#state")).to_have_text("Live")
    expect(host.get_by_role("button", name="Pause")).to_be_enabled()
    set_tempo(host, "64")
    for page in (host, watcher):
        expect(page.get_by_role("region", name="Result")).to_contain_text("Seat 2 wins.")
        assert event_seqs(page) == list(range(1, 83))
        assert counter(page, "rounds").inner_text() == "20"
        assert page.locator(".pile-count").all_inner_texts() == ["0", "32"]
    windows.close()
    assert windows.complaints == []


def test_the_host_has_the_controls_again_after_a_restart(
    server: ServerProcess, browser: Browser
) -> None:
    windows = Windows(browser, server.url, tolerated=NOBODY_LISTENS)
    host = windows.open()
    open_room(host, tempo="1")
    server.kill()
    expect(host.locator("#state")).to_have_text("Reconnecting…")
    server.restart()
    expect(host.get_by_role("button", name="Pause")).to_be_enabled()
    host.get_by_role("button", name="Pause").click()
    expect(host.get_by_role("heading", level=1)).to_contain_text("paused")
    windows.close()
    assert windows.complaints == []


def test_a_hand_goes_on_after_a_restart_with_everybody_on_their_seat(
    server: ServerProcess, browser: Browser
) -> None:
    windows = Windows(browser, server.url, tolerated=NOBODY_LISTENS)
    maria = windows.open()
    niko = windows.open(open_table(maria))
    sit(maria, "Maria", seat=0)
    sit(niko, "Niko")
    for page in (maria, niko):
        server.kill()
        expect(page.locator("#state")).to_have_text("Reconnecting…")
        server.restart()
        expect(page.locator("#state")).to_have_text("Live")
        expect(page.get_by_role("heading", name="Your seat")).to_be_visible()
    for name in ("Maria", "Niko"):
        row = maria.locator(".lobby .seats-row").filter(has_text=name)
        expect(row).to_contain_text("here")
    start_game(maria)
    turn_button(maria).click()
    expect(niko.locator('.lane[data-seat="0"]')).to_contain_text("✓ turned")
    server.kill()
    for page in (maria, niko):
        expect(page.locator("#state")).to_have_text("Reconnecting…")
    server.restart()
    for page in (maria, niko):
        expect(turn_button(page)).to_be_visible()
        turn_button(page).click()
    for page in (maria, niko):
        expect(page.locator(".card[data-card]").first).to_be_visible()
    windows.close()
    assert windows.complaints == []
