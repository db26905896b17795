"""How long a phone waits until it sees a running game, and what it loads for that.

Chromium, a fresh profile, nothing kept; then the same page again with what the first visit left.
The network and the processor are throttled as phones are. The moment is taken in the page itself:
the first frame after the table with a card and a count on every seat. Latency is Chromium's own
emulation: it holds answers back, and leaves out what opening a connection costs.
Usage: page.py [--runs N] [--language fr]
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.browser import Windows, chromium, open_room
from kit.server import ServerProcess

PROFILES = {
    "unthrottled": (0, -1, 1),
    "phone on 4G: 40 ms, 9 Mbit/s, a quarter of the processor": (40, 9e6 / 8, 4),
    "phone on slow 4G: 150 ms, 1.6 Mbit/s, a quarter of the processor": (150, 1.6e6 / 8, 4),
}
"""Latency in ms, bytes a second (-1 for all there are), and by how much the processor is slower."""

NOTE_GAME = """
window.gameMs = new Promise((resolve) => {
  const isDealt = (lane) => lane.querySelector(".card") !== null
    && /\\d/.test(lane.querySelector(".pile-count")?.textContent);
  new MutationObserver((_, observer) => {
    const lanes = [...document.querySelectorAll(".lane")];
    if (lanes.length < 2 || !lanes.every(isDealt)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
"""
"""Take the time of the frame that shows the game."""


class Loading:
    """One load of a page, counted."""

    def __init__(self) -> None:
        self.requests = 0
        self.bytes = 0

    def finish(self, event: dict[str, Any]) -> None:
        if event["encodedDataLength"] > 0:  # nothing came over the network for what was kept
            self.requests += 1
            self.bytes += int(event["encodedDataLength"])


def load(
    context: BrowserContext, address: str, profile: tuple[int, float, int]
) -> dict[str, float]:
    """Load a running game once."""
    latency_ms, bytes_a_second, slower = profile
    page = context.new_page()
    page.add_init_script(NOTE_GAME)
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
    game_ms = page.evaluate("window.gameMs")
    before = (loading.requests, loading.bytes)
    paint_ms = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    )
    page.wait_for_load_state("networkidle")
    page.close()
    return {
        "game visible ms": game_ms,
        "first paint ms": paint_ms,
        "requests until then": before[0],
        "KB until then": before[1] / 1_000,
        "requests in all": loading.requests,
        "KB in all": loading.bytes / 1_000,
    }


def visits(
    browser: Browser, address: str, profile: tuple[int, float, int], language: str
) -> tuple[dict[str, float], dict[str, float]]:
    """Visit a game for the first time and once more."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language)
    first, second = (load(context, address, profile) for _ in range(2))
    context.close()
    return first, second


def report(name: str, loads: list[dict[str, float]]) -> None:
    """Print the median of each figure, and its span."""
    print(name)
    for what in loads[0]:
        values = sorted(each[what] for each in loads)
        median = statistics.median(values)
        print(f"  {what:20} {median:8.0f}  ({values[0]:.0f} to {values[-1]:.0f})")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--language", default="en", help="the browser's: en, fr or el")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp()) / "data"
    with ServerProcess(folder) as server, chromium() as browser:
        address = open_room(Windows(browser, server.url).open(), tempo="0.25")
        for name, profile in PROFILES.items():
            both = [
                visits(browser, address, profile, options.language) for _ in range(options.runs)
            ]
            report(name, [first for first, _ in both])
            report("  the same page again", [second for _, second in both])


if __name__ == "__main__":
    main()
