"""The host steers the game; whoever watches cannot."""

import re

import pytest
from playwright.sync_api import Page, expect

from kit.browser import (
    Windows,
    counter,
    kept_secrets,
    open_room,
    pause,
    rounds_shown,
    set_tempo,
)

pytestmark = pytest.mark.browser

ASK = """async ([room, type, fields]) => {
  const { Connection } = await import("/connection.js");
  const watching = await new Promise((resolve) => {
    const connection = new Connection({
      target: { room }, listener: { onState: (state) => state === "live" && resolve(connection) },
    });
  });
  try { return await watching.request(type, { room, ...fields }); }
  catch (refused) { return refused.code; }
}"""


def room_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def secret_of(page: Page) -> str:
    return kept_secrets(page, room_of(page))["host"]


def test_a_paused_game_goes_on_by_one_round_at_a_time(windows: Windows) -> None:
    page = windows.open()
    open_room(page, tempo="4")
    pause(page)
    rounds = rounds_shown(page)
    for played in (1, 2, 3):
        page.get_by_role("button", name="Next round").click()
        expect(counter(page, "rounds")).to_have_text(str(rounds + played))
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Next round")).to_be_disabled()
    expect(counter(page, "rounds")).not_to_have_text(str(rounds + 3))


def test_the_tempo_changes_for_everybody(windows: Windows) -> None:
    host = windows.open()
    address = open_room(host, tempo="0.25")
    watcher = windows.open(address)
    expect(watcher.locator(".tempo-now")).to_have_text("Tempo: 0.25 moves a second")
    set_tempo(host, "16")
    expect(watcher.locator(".tempo-now")).to_have_text("Tempo: 16 moves a second")
    expect(watcher.locator(".events")).to_contain_text("The tempo is now 16 moves a second.")
    set_tempo(host, "lightning")
    expect(watcher.get_by_role("region", name="Result")).to_be_visible()


def test_a_watcher_sees_why_there_are_no_controls(windows: Windows) -> None:
    watcher = windows.open(open_room(windows.open(), tempo="0.25"))
    expect(watcher.get_by_text("Only the host")).to_be_visible()
    for name in ("Pause", "Next round", "End the game"):
        expect(watcher.get_by_role("button", name=name)).to_have_count(0)
    expect(watcher.get_by_role("slider")).to_have_count(0)


def test_what_a_watcher_asks_for_all_the_same_is_refused(windows: Windows) -> None:
    host = windows.open()
    open_room(host, tempo="0.25")
    watcher = windows.open_blank()
    for request_type in ("pause_autoplay", "start_autoplay", "play_round", "close_game"):
        assert watcher.evaluate(ASK, [room_of(host), request_type, {}]) == "not_host"
    faster = {"tempo": "64"}
    assert watcher.evaluate(ASK, [room_of(host), "change_tempo", faster]) == "not_host"


def test_the_hosts_link_gives_control_and_leaves_the_address_bar(windows: Windows) -> None:
    host = windows.open()
    address = open_room(host, tempo="0.25")
    other = windows.open(f"{address}#host={secret_of(host)}")
    expect(other.get_by_role("button", name="Pause")).to_be_enabled()
    assert other.url == address
    other.reload()
    expect(other.get_by_role("button", name="Pause")).to_be_enabled()


def test_a_wrong_secret_only_watches(windows: Windows) -> None:
    address = open_room(windows.open(), tempo="0.25")
    page = windows.open(f"{address}#host=not-the-secret")
    expect(page.get_by_text("does not control the room")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


def test_the_shared_link_holds_no_secret(windows: Windows) -> None:
    host = windows.open()
    address = open_room(host, tempo="0.25")
    secret = secret_of(host)
    expect(host.get_by_label("Whoever has this link watches along")).to_have_value(address)
    assert len(secret) >= 20
    assert secret not in host.content()


def test_the_host_ends_a_game_without_a_result(windows: Windows) -> None:
    host = windows.open()
    open_room(host, tempo="0.25")
    host.on("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="End the game").click()
    result = host.get_by_role("region", name="Result")
    expect(result).to_contain_text("Ended without a result.")
    expect(result).to_contain_text("The host ended the game.")
    expect(host.locator(".controls")).to_be_hidden()
    expect(host.get_by_role("heading", level=1)).to_have_text(re.compile(r"Round \d+$"))
