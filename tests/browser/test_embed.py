"""The table in a frame of somebody else's page: small, safe, and with a way to the full page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, counter, open_room
from kit.listed import company
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

WAR_OF_FOUR = "page 227"

NOTICE_STORAGE = """
window.touched = [];
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, {
    get() {
      window.touched.push(name);
      throw new DOMException("not here", "SecurityError");
    },
  });
}
Object.defineProperty(document, "cookie", {
  get() {
    window.touched.push("cookie");
    return "";
  },
  set() {
    window.touched.push("cookie");
  },
});
"""


@contextmanager
def foreign_site(html: str) -> Iterator[str]:
    """Serve a page of another origin, as somebody who embeds the table would."""
    body = f"<!doctype html><title>Elsewhere</title><body>{html}".encode()

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_address[1]}/"
        site.shutdown()


def embed_code(page: Page) -> str:
    page.get_by_text("Embed in another page").click()
    return page.get_by_label("HTML to put into the other page").input_value()


def test_the_code_of_a_room_shows_its_table_in_a_foreign_page_with_a_link_out(
    windows: Windows,
) -> None:
    host = windows.open()
    address = open_room(host, tempo="2")
    with foreign_site(embed_code(host)) as site:
        page = windows.open(site)
        frame = page.frame_locator("iframe")
        expect(frame.locator(".lane")).to_have_count(2)
        expect(frame.locator("#state")).to_have_text("Live")
        expect(frame.locator(".slot").first).to_be_visible()
        expect(frame.locator("a").filter(visible=True)).to_have_count(1)
        link = frame.get_by_role("link", name="Open the full page")
        expect(link).to_have_attribute("rel", "noopener")
        with page.context.expect_page() as opened:
            link.click()
        assert opened.value.url == address
        assert page.url == site


def test_the_code_of_a_game_shows_how_it_ended(windows: Windows, server: ServerProcess) -> None:
    with company(server) as people:
        game = people.open(tempo="lightning", seed="page 1")
        page = windows.open(f"/games/{game}#at=999999")
        result = page.get_by_role("region", name="Result").locator("strong").inner_text()
        with foreign_site(embed_code(page)) as site:
            frame = windows.open(site).frame_locator("iframe")
            expect(frame.get_by_role("region", name="Result")).to_contain_text(result)
            expect(frame.locator("#state")).to_have_text("Ended")
            expect(frame.get_by_role("link")).to_have_attribute("href", f"/games/{game}")
            expect(frame.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/tv", "/records", "/rules", "/rooms/{room}"])
def test_no_other_page_lets_itself_be_framed(
    windows: Windows, server: ServerProcess, path: str
) -> None:
    windows.tolerated = re.compile("frame-ancestors|Framing")
    with company(server) as people:
        room = people.open().partition("-")[0]
        with foreign_site(f'<iframe src="{server.url}{path.format(room=room)}"></iframe>') as site:
            page = windows.open(site)
            expect(page.frame_locator("iframe").locator("#page")).to_have_count(0)


def test_a_framed_table_touches_nothing_that_is_stored(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        game = people.open(tempo="4")
        page = windows.open("/rooms/nowhere")
        page.add_init_script(NOTICE_STORAGE)
        page.goto(f"{server.url}/embed/{game}")
        expect(counter(page, "rounds")).to_have_text(re.compile("[1-9]"))
        assert page.evaluate("window.touched") == []


def test_a_war_of_four_fits_a_frame_of_280_pixels(windows: Windows, server: ServerProcess) -> None:
    with company(server) as people:
        room = people.open(players=4, tempo="0.5", seed=WAR_OF_FOUR).partition("-")[0]
        for scheme in ("light", "dark"):
            size = {"width": 280, "height": 640}
            page = windows.open(f"/embed/rooms/{room}", viewport=size, color_scheme=scheme)
            expect(page.locator(".slot.is-hidden").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
            lanes = page.locator(".lane").evaluate_all(
                "lanes => lanes.map((lane) => lane.scrollWidth - lane.clientWidth)"
            )
            assert max(lanes) <= 0


def test_a_framed_room_goes_on_with_its_next_game(windows: Windows, server: ServerProcess) -> None:
    with company(server) as people:
        game = people.open(tempo="1")
        room = game.partition("-")[0]
        page = windows.open(f"/embed/rooms/{room}")
        expect(page.locator(".slot").first).to_be_visible()
        people.ask("close_game", game)
        result = page.get_by_role("region", name="Result")
        expect(result).to_contain_text("The host ended the game.")
        people.rematch(game)
        expect(result).to_be_hidden()
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Round [1-9]$"))


def test_a_game_that_is_not_there_is_said_in_the_frame(windows: Windows) -> None:
    page = windows.open("/embed/nowhere-1")
    expect(page.get_by_role("alert")).to_contain_text("no game nowhere-1")
    expect(page.locator("a").filter(visible=True)).to_have_attribute("target", "_blank")


def test_the_devices_own_way_to_share_gets_the_link_where_there_is_one(
    windows: Windows, server: ServerProcess
) -> None:
    with company(server) as people:
        room = people.open().partition("-")[0]
        page = windows.open("/rooms/nowhere")
        page.add_init_script(
            """Object.defineProperty(navigator, "share", {
              configurable: true, value: async (shared) => { window.shared = shared; } });"""
        )
        page.goto(f"{server.url}/rooms/{room}")
        page.get_by_role("button", name="Share…").click()
        shared = page.evaluate("window.shared")
        assert shared == {"title": f"{room} · Polemos", "url": f"{server.url}/rooms/{room}"}
        page.add_init_script("""Object.defineProperty(navigator, "share", { value: undefined });""")
        page.reload()
        expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
        expect(page.get_by_role("button", name="Share…")).to_have_count(0)
