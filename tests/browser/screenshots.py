"""Takes the pictures of docs/screenshots: `PYTHONPATH=tests python tests/browser/screenshots.py`.

They show real games of a real server, on chosen seeds, so that a new take shows the same cards.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from kit.browser import (
    Windows,
    chromium,
    counter,
    open_room,
    open_table,
    pause,
    rounds_shown,
    set_tempo,
    sit,
    start_game,
    turn_button,
    until,
)
from kit.server import ServerProcess

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZE_BYTES_MAX = 150_000
WAR_OF_FOUR_STEPS = 369
"""The round of the seed `page 82` in which it is fought."""

DESKTOP = {"width": 1200, "height": 760}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}


def keep(page: Page, name: str) -> None:
    """Write a picture, small enough to be kept in the repository."""
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    size_bytes = path.stat().st_size
    assert size_bytes <= SIZE_BYTES_MAX, f"{path.name} has {size_bytes} bytes"
    print(path.name, size_bytes)


def war_of_two(windows: Windows) -> None:
    """A war on a table of two, seen by its host."""
    page = windows.open(viewport=DESKTOP, color_scheme="light")
    open_room(page, tempo="64", seed="page 82")
    until(page, lambda: rounds_shown(page) >= WAR_OF_FOUR_STEPS - 30)
    pause(page)
    for rounds in range(rounds_shown(page) + 1, WAR_OF_FOUR_STEPS):
        page.get_by_role("button", name="Next round").click()
        expect(counter(page, "rounds")).to_have_text(str(rounds))
    set_tempo(page, "1")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".words")).to_contain_text("tie with 6")
    pause(page)
    expect(page.get_by_role("img", name="hidden card")).to_have_count(18)
    keep(page, "war-desktop-light")


def four_in_a_war(windows: Windows) -> None:
    """Four seats in a war, seen by watchers on a phone and a tablet."""
    host = windows.open()
    address = open_room(host, players=4, tempo="0.5", seed="page 227")
    expect(host.locator(".words")).to_contain_text("War!")
    pause(host)
    for name, size in (("phone", PHONE), ("tablet", TABLET)):
        page = windows.open(address, viewport=size, color_scheme="dark")
        expect(page.locator(".slot.is-hidden").first).to_be_visible()
        keep(page, f"four-{name}-dark")


def finished(windows: Windows) -> None:
    """A finished game's own page."""
    page = windows.open(viewport=DESKTOP, color_scheme="dark")
    open_room(page, players=3, tempo="lightning", seed="page 1")
    page.get_by_role("link", name="Result and audit").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(page.locator(".chart-line")).to_have_count(3)
    keep(page, "finished-desktop-dark")


def people(windows: Windows) -> None:
    """The host's lobby with the invitation, and a hand on a phone that waits for somebody."""
    host = windows.open(viewport=DESKTOP, color_scheme="light")
    invitation = open_table(host, players=3)
    maria = windows.open(invitation, viewport=PHONE, color_scheme="light")
    niko = windows.open(invitation)
    sit(maria, "Maria", seat=0)
    sit(niko, "Νίκος", seat=1)
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    expect(host.locator(".lobby .seats-name").nth(1)).to_have_text("Νίκος")
    keep(host, "lobby-desktop-light")
    sit(host, "Grandpa")
    start_game(host, turn_seconds=20)
    for page in (niko, host, maria):
        turn_button(page).click()
    expect(maria.locator(".words")).to_contain_text("takes round 1")
    turn_button(niko).click()
    expect(maria.locator('.lane[data-seat="1"]')).to_contain_text("✓ turned")
    expect(turn_button(maria)).to_be_visible()
    keep(maria, "hand-phone-light")


def start(windows: Windows) -> None:
    """The start page with games on it."""
    for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
        page = windows.open(viewport=size, color_scheme="light")
        expect(page.locator(".games li").first).to_be_visible()
        keep(page, f"start-{name}-light")


def main() -> int:
    """Take all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
        chromium() as browser,
    ):
        windows = Windows(browser, server.url)
        for take in (war_of_two, four_in_a_war, finished, people, start):
            take(windows)
        windows.close()
    if windows.complaints:
        print("\n".join(windows.complaints), file=sys.stderr)
    return 1 if windows.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
