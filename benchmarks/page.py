"""What a phone loads to watch a running game, and how long until it sees one.

Chromium, a fresh profile, nothing kept; the network and the processor are throttled as phones are.
Usage: page.py [--runs N]
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.browser import Windows, chromium, open_room
from kit.server import ServerProcess

PROFILES = {
    "unthrottled": (0, -1, 1),
    "phone on 4G: 40 ms, 9 Mbit/s, a quarter of the processor": (40, 9e6 / 8, 4),
    "phone on slow 4G: 150 ms, 1.6 Mbit/s, a quarter of the processor": (150, 1.6e6 / 8, 4),
}
"""Latency in ms, bytes a second (-1 for all there are), and by how much the processor is slower."""


class Loading:
    """One load of a page, counted."""

    def __init__(self) -> None:
        self.requests = 0
        self.bytes = 0

    def finish(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.bytes += int(event["encodedDataLength"])


def load(browser: Browser, address: str, profile: tuple[int, float, int]) -> dict[str, float]:
    """Load a running game once."""
    latency_ms, bytes_a_second, slower = profile
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page: Page = context.new_page()
    session, loading = context.new_cdp_session(page), Loading()
    session.send("Network.enable")
    session.on("Network.loadingFinished", loading.finish)
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": latency_ms,
            "downloadThroughput": bytes_a_second,
            "uploadThroughput": bytes_a_second,
        },
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    page.wait_for_selector(".lane")
    game_ms = page.evaluate("performance.now()")
    paint_ms = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    )
    page.wait_for_load_state("networkidle")
    context.close()
    return {
        "requests": loading.requests,
        "KB": loading.bytes / 1_000,
        "first paint ms": paint_ms,
        "game ms": game_ms,
    }


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    folder = Path(tempfile.mkdtemp()) / "data"
    with ServerProcess(folder) as server, chromium() as browser:
        address = open_room(Windows(browser, server.url).open(), tempo="0.25")
        for name, profile in PROFILES.items():
            loads = [load(browser, address, profile) for _ in range(runs)]
            print(name)
            for what in loads[0]:
                values = sorted(each[what] for each in loads)
                median = statistics.median(values)
                print(f"  {what:15} {median:8.0f}  ({values[0]:.0f} to {values[-1]:.0f})")


if __name__ == "__main__":
    main()
