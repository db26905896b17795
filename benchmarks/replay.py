"""How long a seek in a long game's replay takes, in a real Chromium on a finished game's page.

    python benchmarks/replay.py [--rounds 9331 100000] [--seeks 400]

The games go by a fixed return order, which lets them last as long as they are told to: 9,331 rounds
is the longest that a shuffled game was ever seen to last, and at 100,000 the server stops any game.
A figure is a median, with the 95th percentile and the maximum after it. "view" is the folding
from the nearest keyframe to a random beat; "work" is the processor time of the page's main thread
until that beat is drawn, all parts of the page together, and does not depend on who shares the
machine; "shown" is the time on the wall, of which up to 17 ms are waiting for the frame.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.browser import chromium
from kit.exports import chained, dealt
from kit.server import ServerProcess
from polemos.cli.main import main as polemos

PLAYERS = 4

VIEWS = """async ([game, seeks]) => {
  const { readExport } = await import("/exported.js");
  const { Recording } = await import("/replay/recording.js");
  const recording = new Recording(game);
  const started = performance.now();
  await readExport(game, (events) => recording.append(events));
  const loaded = performance.now() - started;
  const times = [];
  let folded = 0;
  for (let count = 0; count < seeks; count += 1) {
    const beat = Math.floor(Math.random() * recording.beats.count);
    const begun = performance.now();
    recording.viewAt(beat);
    times.push(performance.now() - begun);
    folded = Math.max(folded, recording.foldedEvents);
  }
  const { seq, keyframes, beats } = recording;
  return { loaded, times, folded, keyframes, events: seq, beats: beats.count };
}"""

SHOWN = """async () => {
  const scrubber = document.getElementById("scrubber");
  const begun = performance.now();
  scrubber.value = Math.floor(Math.random() * scrubber.max);
  scrubber.dispatchEvent(new Event("input"));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begun;
}"""


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"{statistics.median(ordered):.1f} (95 %: {p95:.1f}, max: {ordered[-1]:.1f}) ms"


@contextmanager
def busy_ms(page: Page) -> Iterator[Callable[[], float]]:
    """Give what tells the processor time of the page's main thread so far."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration") * 1_000

    yield busy
    session.detach()


def imported(folder: Path, rounds: int) -> str:
    """Play a game of so many rounds into a data folder and give its id."""
    game = f"long{rounds}-1"
    recorder = dealt("pyanitsa", PLAYERS, game=game, return_order="table", cap=rounds).play()
    export = folder.parent / f"{game}.jsonl"
    export.write_bytes(b"".join(chained(recorder.events, game=game)))
    assert polemos(["import", str(export), "--data", str(folder)]) == 0
    return game


def measure(page: Page, url: str, game: str, seeks: int) -> None:
    page.goto(f"{url}/games/{game}")
    expect(page.get_by_role("region", name="Result")).to_be_visible(timeout=120_000)
    shown, work = [], []
    with busy_ms(page) as busy:
        for _ in range(seeks):
            before = busy()
            shown.append(page.evaluate(SHOWN))
            work.append(busy() - before)
    core: dict[str, Any] = page.evaluate(VIEWS, [game, seeks])
    print(
        json.dumps({key: core[key] for key in ("events", "beats", "keyframes", "folded")}),
        f"  read and recorded: {core['loaded'] / 1_000:.2f} s",
        f"  view:  {spread(core['times'])}",
        f"  work:  {spread(work)}",
        f"  shown: {spread(shown)}",
        sep="\n",
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, nargs="+", default=[9_331, 100_000])
    parser.add_argument("--seeks", type=int, default=400)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        games = [imported(folder, rounds) for rounds in arguments.rounds]
        with ServerProcess(folder) as server, chromium() as browser:
            page = browser.new_page()
            for game in games:
                measure(page, server.url, game, arguments.seeks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
