"""Anybody with the link sees the game, to its end and afterwards."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from kit.browser import (
    Windows,
    counter,
    event_seqs,
    open_room,
    pause,
    sight,
    until,
)
from kit.server import ServerProcess
from polemos.cli.main import main

pytestmark = pytest.mark.browser

WAR_IN_ROUND_1 = "page 112"
ELIMINATION_OF_FOUR = "page 286"
DRAW_AT_THE_CAP = "page 101"
SIX_THOUSAND_EVENTS = "page 125"


def test_a_game_at_lightning_ends_with_its_result_and_an_export_that_audits(
    windows: Windows, server: ServerProcess, tmp_path, capsys
) -> None:
    page = windows.open()
    open_room(page, tempo="lightning")
    expect(page.get_by_role("region", name="Result")).to_contain_text("wins.")
    expect(page.locator("#state")).to_have_text("Ended")
    href = page.get_by_role("link", name="Export the events").get_attribute("href")
    exported = tmp_path / "events.jsonl"
    with urllib.request.urlopen(server.url + href) as response:  # noqa: S310  our own server
        exported.write_bytes(response.read())
    assert main(["audit", str(exported)]) == 0
    last = json.loads(exported.read_bytes().splitlines()[-1])
    assert counter(page, "rounds").inner_text() == f"{last['rounds']:,}"
    assert counter(page, "wars").inner_text() == f"{last['wars']:,}"
    assert page.locator(".lane.is-winner").get_attribute("data-seat") == str(last["winner"])
    capsys.readouterr()


def test_a_finished_game_has_a_page_that_says_how_to_audit_it(windows: Windows) -> None:
    page = windows.open()
    open_room(page, preset="tod-und-leben", tempo="lightning")
    result = page.get_by_role("region", name="Result").inner_text().splitlines()[0]
    page.get_by_role("link", name="Replay and check").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("region", name="Result")).to_be_hidden()  # it begins with the deal
    page.locator('.replay [data-do="toEnd"]').click()
    expect(page.get_by_role("region", name="Result")).to_contain_text(result)
    game = page.url.rpartition("/")[2]
    expect(page.locator("code")).to_have_text(f"polemos audit {page.url}")
    assert page.locator(f'a[href="/games/{game}/events.jsonl"]:visible').count() == 2
    expect(page.locator(".chart-wars")).to_have_attribute("d", re.compile("M"))


def test_whoever_joins_by_the_link_sees_the_same_table(windows: Windows) -> None:
    host = windows.open()
    address = open_room(host, players=3, tempo="16", seed="the same for all")
    expect(counter(host, "rounds")).to_have_text(re.compile("[1-9]"))
    early = windows.open(address)
    expect(early.locator("#state")).to_have_text("Live")
    pause(host)
    late = windows.open(address)
    for watcher in (early, late):
        expect(watcher.get_by_role("heading", level=1)).to_contain_text("paused")
        until(watcher, lambda watcher=watcher: sight(watcher) == sight(host))


def test_a_war_and_its_next_step_lie_on_the_table_with_its_hidden_cards(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="1", seed=WAR_IN_ROUND_1)
    expect(page.locator(".words")).to_contain_text("War! Seat 1 and Seat 2 tie")
    expect(page.get_by_role("img", name="hidden card")).to_have_count(6)
    expect(counter(page, "wars")).to_have_text("1")
    expect(page.locator(".lane.is-tied")).to_have_count(2)
    expect(page.locator(".words")).to_contain_text("The war goes on")
    expect(page.get_by_role("img", name="hidden card")).to_have_count(12)
    expect(page.locator(".words")).to_have_text("Seat 2 takes round 1: 18 cards.")


def test_a_seat_of_four_that_is_out_says_so(windows: Windows) -> None:
    page = windows.open()
    open_room(page, players=4, tempo="64", seed=ELIMINATION_OF_FOUR)
    expect(page.locator(".lane.is-out").first).to_contain_text("out, place 4")
    expect(page.locator(".events")).to_contain_text("is out, place 4.")
    expect(page.get_by_role("region", name="Result")).to_contain_text("Seat 3 wins.")
    assert page.locator(".lane.is-out").count() == 3
    assert page.locator(".pile-count").all_inner_texts() == ["0", "0", "52", "0"]


def test_a_draw_at_the_cap_names_who_shares_it(windows: Windows) -> None:
    page = windows.open()
    open_room(page, preset="one-hidden", tempo="lightning", seed=DRAW_AT_THE_CAP)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("A draw between Seat 1 and Seat 2.")
    expect(result).to_contain_text("cap of rounds")
    expect(counter(page, "rounds")).to_have_text("1,000")


def test_a_long_game_joined_late_is_shown_from_a_snapshot_in_bounded_lists(
    windows: Windows,
) -> None:
    page = windows.open()
    address = open_room(page, preset="bataille", tempo="lightning", seed=SIX_THOUSAND_EVENTS)
    expect(page.get_by_role("region", name="Result")).to_contain_text("cap of rounds")
    assert page.locator(".events li").count() <= 200
    seqs = event_seqs(page)
    # Whoever comes when all is over gets the table alone, and an empty list.
    assert seqs == [seqs[0] + place for place in range(len(seqs))]
    late = windows.open(address)
    expect(late.get_by_role("region", name="Result")).to_contain_text("cap of rounds")
    assert sight(late)["piles"] == sight(page)["piles"]
    assert late.locator(".chart-line").count() == 2


def test_a_running_game_is_listed_on_the_start_page(windows: Windows) -> None:
    address = open_room(windows.open(), preset="peace", players=4, tempo="0.25")
    room = address.rpartition("/")[2]
    page = windows.open()
    page.get_by_role("link").filter(has_text=room).click()
    page.wait_for_url(address)
    expect(page.locator(".lane")).to_have_count(4)


def test_a_preset_for_two_leaves_no_choice_of_players(windows: Windows) -> None:
    page = windows.open()
    page.locator('input[name="players"][value="4"]').check()
    page.locator('input[name="preset"][value="bataille"]').check()
    expect(page.locator('input[name="players"][value="2"]')).to_be_checked()
    expect(page.locator('input[name="players"][value="4"]')).to_be_disabled()
    expect(page.get_by_text("is for two players")).to_be_visible()


def test_an_unknown_room_is_said_in_a_sentence(windows: Windows) -> None:
    page = windows.open("/rooms/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("no room nowhere")
    expect(page.get_by_role("link", name="Open a room")).to_be_visible()


def test_an_unknown_game_is_said_in_a_sentence(windows: Windows) -> None:
    windows.tolerated = re.compile("404")  # the browser reports the export that is not there
    page = windows.open("/games/nowhere-1")
    expect(page.get_by_role("alert")).to_contain_text("Check the link")
