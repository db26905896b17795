"""What a page loads: little, early, once, and only what it needs."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kit.browser import TEMPOS, Windows, await_page, open_room
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

REQUESTS_MAX = 8
"""Document, style, what begins ahead, what all pages need, the room, texts, two pictures."""

BYTES_MAX = 75_000
LANGUAGES = ("en", "fr", "el")

NOTE_GAME = """
window.game = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const lanes = [...document.querySelectorAll(".lane")];
    if (lanes.length < 2 || !lanes.every((lane) => lane.querySelector(".card"))) return;
    observer.disconnect();
    resolve();
  }).observe(document, { subtree: true, childList: true });
});
"""


class Traffic:
    """What a page has got from the server, by address; what it had already is not in it."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._begin)
        session.on("Network.loadingFinished", self._end)

    def _begin(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _end(self, event: dict[str, Any]) -> None:
        if event["encodedDataLength"] > 0:
            url = self._urls[event["requestId"]]
            self.bytes[url] = self.bytes.get(url, 0) + int(event["encodedDataLength"])


@pytest.fixture(scope="module")
def room(server: ServerProcess, browser: Browser) -> str:
    """The address of a game that goes on as slowly as games do."""
    host = Windows(browser, server.url)
    address = open_room(host.open(), tempo=TEMPOS[0])
    host.close()
    return address


def new_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.add_init_script(NOTE_GAME)
    return page


def watch(page: Page, address: str) -> Traffic:
    """Open a running game and wait until it is seen."""
    traffic = Traffic(page)
    page.goto(address)
    page.evaluate("window.game")
    page.wait_for_load_state("networkidle")
    return traffic


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_game_is_seen_after_few_requests_and_bytes(
    browser: Browser, room: str, language: str
) -> None:
    context = browser.new_context(locale=language)
    loaded = watch(new_page(context), room).bytes
    context.close()
    assert len(loaded) <= REQUESTS_MAX, sorted(loaded)
    assert sum(loaded.values()) <= BYTES_MAX, loaded


def test_who_comes_again_loads_the_document_alone(browser: Browser, room: str) -> None:
    context = browser.new_context()
    page = new_page(context)
    watch(page, room)
    page.close()
    loaded = watch(new_page(context), room).bytes
    context.close()
    assert list(loaded) == [room]


@pytest.fixture
def addresses(room: str) -> list[str]:
    path = re.sub(r"^http://[^/]+", "", room)
    game = f"{path.rpartition('/')[2]}-1"
    embedded = [f"/embed{path}", f"/embed/{game}"]
    return ["/", path, f"/games/{game}", "/rules", "/rules/war", "/records", "/tv", *embedded]


def test_the_document_names_every_module_that_its_address_will_need(
    windows: Windows, addresses: list[str]
) -> None:
    """The server's table of addresses and the page's own say the same."""
    for address in addresses:
        page = windows.open("/rooms/nowhere")
        scripts: set[str] = set()
        page.on(
            "request",
            lambda asked, scripts=scripts: (
                scripts.add(asked.url) if asked.resource_type == "script" else None
            ),
        )
        page.goto(windows.url + address)
        await_page(page)
        named = page.evaluate(
            """[...document.querySelectorAll("script, link[rel=modulepreload]")]
              .map((node) => node.src || node.href)"""
        )
        assert scripts - set(named) == set(), address
        assert len(named) == 3, address


def test_a_page_opens_one_socket_and_one_that_needs_none_opens_none(
    windows: Windows, addresses: list[str]
) -> None:
    for address in addresses:
        page = windows.open("/rooms/nowhere")
        sockets: list[str] = []
        page.on("websocket", lambda socket, sockets=sockets: sockets.append(socket.url))
        page.goto(windows.url + address)
        await_page(page)
        if address.startswith(("/rules", "/records")):
            page.wait_for_load_state("networkidle")
            assert sockets == []
        else:
            if address != "/":
                expect(page.locator("#state")).to_have_text("Live")
            assert len(sockets) == 1, address


@pytest.fixture
def unpacked(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    monkeypatch.setenv("POLEMOS_PACKED_PAGE", "false")
    with ServerProcess(tmp_path / "data") as running:
        yield running


def test_a_page_whose_modules_are_served_as_they_are_plays_and_checks_a_game(
    unpacked: ServerProcess, browser: Browser
) -> None:
    windows = Windows(browser, unpacked.url)
    page = windows.open()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    room = open_room(page, tempo="lightning", seed="page 1")
    expect(page.get_by_role("region", name="Result")).to_contain_text("wins")
    page.goto(f"{unpacked.url}/games/{room.rpartition('/')[2]}-1")
    page.locator('[data-do="check"]').click()
    expect(page.locator(".check-report")).to_contain_text("unbroken")
    assert f"{unpacked.url}/verify/verify.js" in asked
    assert not any("/packed/" in url for url in asked)
    windows.close()
    assert windows.complaints == []
