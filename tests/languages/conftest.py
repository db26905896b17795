"""A browser that has the page's modules and nothing else of a server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from kit.browser import chromium
from polemos.hub.files import Files, page_contents

ORIGIN = "http://language.test/"


@pytest.fixture(scope="module")
def modules() -> Iterator[Page]:
    """An empty page that can import the modules; whatever it complains of fails the test file."""
    files, complaints = Files(page_contents()), []

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path == "":
            route.fulfill(body="<!doctype html><title>language</title>", content_type="text/html")
            return
        response = files.respond(path, None)
        route.fulfill(
            status=response.status, body=response.body, content_type=response.content_type
        )

    with chromium() as browser:
        page = browser.new_context().new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route(f"{ORIGIN}**", serve)
        page.goto(ORIGIN)
        yield page
    assert complaints == []
