"""Every page, in light and in dark, has nothing that an accessibility checker finds wrong."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import (
    Windows,
    open_room,
    open_table,
    pause,
    rounds_shown,
    sit,
    start_game,
    turn_button,
    until,
)
from kit.reading import violations

pytestmark = pytest.mark.browser

Opening = Callable[[Windows, str], Page]


def start(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    page.locator('input[name="people"][value="0"]').check()
    page.get_by_text("Choose the deal").click()
    return page


def lobby_of_the_host(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    open_table(page, players=3)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    return page


def lobby_of_a_guest(windows: Windows, scheme: str) -> Page:
    page = windows.open(open_table(windows.open()), color_scheme=scheme)
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    return page


def hand(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    open_table(page, players=4, people=1)
    sit(page, "Maria")
    start_game(page)
    expect(turn_button(page)).to_be_visible()
    return page


def running(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    open_room(page, players=4, tempo="0.5", seed="page 227")
    expect(page.locator(".words")).to_contain_text("War!")
    pause(page)
    return page


def too_fast_to_follow(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    open_room(page, tempo="16", seed="page 82")
    until(page, lambda: rounds_shown(page) > 12)
    pause(page)
    return page


def ended(windows: Windows, scheme: str) -> Page:
    page = windows.open(color_scheme=scheme)
    open_room(page, players=3, tempo="lightning", seed="page 1")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    return page


def replayed(windows: Windows, scheme: str) -> Page:
    page = ended(windows, scheme)
    page.get_by_role("link", name="Replay and check").click()
    expect(page.locator(".replay-position")).to_contain_text("Move")
    page.keyboard.press("Home")
    page.keyboard.press("w")
    expect(page.locator(".slot.is-hidden, .lane.is-tied").first).to_be_visible()
    page.get_by_text("Link to this moment").click()
    return page


def help_page(windows: Windows, scheme: str) -> Page:
    page = replayed(windows, scheme)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and cards")).to_be_visible()
    return page


def statistics(windows: Windows, scheme: str) -> Page:
    page = windows.open("/records", color_scheme=scheme)
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    return page


def all_rules(windows: Windows, scheme: str) -> Page:
    page = windows.open("/rules", color_scheme=scheme)
    expect(page.get_by_role("heading", name="Bataille")).to_be_visible()
    return page


def one_rule(windows: Windows, scheme: str) -> Page:
    page = windows.open("/rules/bataille", color_scheme=scheme)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bataille")
    return page


def television(windows: Windows, scheme: str) -> Page:
    host = windows.open()
    open_room(host, tempo="0.25", seed="page 82")
    page = windows.open("/tv", color_scheme=scheme)
    expect(page.locator(".lane")).to_have_count(2)
    return page


def frame(windows: Windows, scheme: str) -> Page:
    host = windows.open()
    room = open_room(host, tempo="0.25", seed="page 82").rpartition("/")[2]
    page = windows.open(f"/embed/rooms/{room}", color_scheme=scheme)
    expect(page.locator(".lane")).to_have_count(2)
    return page


def fault(windows: Windows, scheme: str) -> Page:
    page = windows.open("/rooms/nowhere", color_scheme=scheme)
    expect(page.get_by_role("alert")).to_be_visible()
    return page


PAGES: list[Opening] = [
    start,
    lobby_of_the_host,
    lobby_of_a_guest,
    hand,
    running,
    too_fast_to_follow,
    ended,
    replayed,
    help_page,
    statistics,
    all_rules,
    one_rule,
    television,
    frame,
    fault,
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("opening", PAGES, ids=lambda opening: opening.__name__)
def test_axe_finds_nothing_wrong(windows: Windows, opening: Opening, scheme: str) -> None:
    page = opening(windows, scheme)
    assert violations(page) == []


def test_axe_would_find_what_is_wrong(windows: Windows) -> None:
    page = windows.open()
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [line for line in violations(page) if line.startswith("button-name")] != []
