"""A browser that has the page's verifier, and nothing of a server but its files.

The address is plain http on purpose: there `crypto.subtle` does not exist, as in a home network.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from kit.browser import chromium
from polemos.hub.files import Files, page_contents

ORIGIN = "http://verify.test/"
EMPTY = "<!doctype html><title>verify</title>"
EXPORTS = "exports"

VERIFY = """async ([lengths, heads]) => {
  const { verify } = await import("/verify/verify.js");
  const all = new Uint8Array(await (await fetch("/exports")).arrayBuffer());
  const reports = [];
  let start = 0;
  for (const [index, length] of lengths.entries()) {
    reports.push(await verify(all.slice(start, start + length), { head: heads[index] }));
    start += length;
  }
  return reports;
}"""

Report = dict[str, Any]


class Verifier:
    """Verifies exports in the page, many at a time."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._files = Files(page_contents())
        self._exports = b""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.route(f"{ORIGIN}**", self._serve)
        page.goto(ORIGIN)

    def verify(
        self, exports: Sequence[bytes], heads: Sequence[str | None] | None = None
    ) -> list[Report]:
        """Give the report of each export."""
        self._exports = b"".join(exports)
        lengths = [len(export) for export in exports]
        reports: list[Report] = self.page.evaluate(
            VERIFY, [lengths, list(heads or [None] * len(exports))]
        )
        assert len(reports) == len(exports)
        return reports

    def call(self, script: str, value: object = None) -> Any:
        """Call a function in the page."""
        return self.page.evaluate(script, value)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path == EXPORTS:
            route.fulfill(body=self._exports)
        elif path == "":
            route.fulfill(body=EMPTY, content_type="text/html")
        else:
            response = self._files.respond(path, None)
            route.fulfill(
                status=response.status, body=response.body, content_type=response.content_type
            )


@pytest.fixture(scope="module")
def shared_verifier() -> Iterator[Verifier]:
    with chromium() as browser:
        yield Verifier(browser.new_context().new_page())


@pytest.fixture
def verifier(shared_verifier: Verifier) -> Iterator[Verifier]:
    """Fail a test in which the page threw something that nobody caught."""
    yield shared_verifier
    assert shared_verifier.complaints == []
