"""One server and one browser for a test file; fresh windows for a test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from kit.browser import Windows, chromium
from kit.server import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def windows(server: ServerProcess, browser: Browser) -> Iterator[Windows]:
    """Windows whose console must stay silent: a refused style or script fails the test."""
    opened = Windows(browser, server.url)
    yield opened
    opened.close()
    assert opened.complaints == []
