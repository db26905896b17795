"""`polemos simulate`: plays many games through the engine and describes them."""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from secrets import token_hex

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from polemos.cli.refusals import refuse
from polemos.cli.simulation import Outcome, Summary, play_games, summarise
from polemos.rules.errors import RuleViolation
from polemos.rules.presets import PRESETS, parse_rules, rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.rule_values import DIMENSIONS
from polemos.rules.shown import shown

GAMES_MAX = 10_000_000
JOBS_MAX = 256
SEED_LETTERS_MAX = 200
BATCH_GAMES_MAX = 50
SEED_BYTES = 6
HISTOGRAM_BARS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--preset", required=True, help=", ".join(PRESETS))
    parser.add_argument("--players", type=int, help="seats, 2 to 4 (default: the preset's)")
    parser.add_argument("--games", type=int, default=1_000, help="games to play (default 1000)")
    parser.add_argument("--seed", help="any text; the same seed plays the same games")
    parser.add_argument(
        "--rule",
        action="extend",
        nargs="+",
        default=[],
        metavar="KEY=VALUE",
        help=f"another value for one of: {', '.join(DIMENSIONS)}",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="histogram of the lengths")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the command.

    Returns:
        0, or 2 if what was asked for cannot be done.
    """
    try:
        rules = rule_set(arguments.preset, arguments.players, parse_rules(arguments.rule))
        _check(arguments)
    except (RuleViolation, ValueError) as refusal:
        return refuse(refusal)
    seed = arguments.seed if arguments.seed is not None else token_hex(SEED_BYTES)
    outcomes = _play_all(rules, seed, arguments.games, arguments.jobs)
    summary = summarise(outcomes, rules.players)
    if arguments.json:
        print(f"The seed is {seed}.", file=sys.stderr)
        print(json.dumps(summary_object(rules, summary)))
    else:
        Console().print(_table(rules, summary, seed))
    if arguments.plot is not None:
        return _plot(arguments.plot, rules, outcomes, summary)
    return 0


def summary_object(rules: RuleSet, summary: Summary) -> dict[str, object]:
    """Show a summary as the object that `--json` prints."""
    lengths = summary.lengths
    return {
        "preset": rules.preset,
        "players": rules.players,
        "games": summary.games,
        "rounds": {
            "mean": lengths.mean,
            "sd": lengths.sd,
            "median": lengths.median,
            "p95": lengths.p95,
            "p99": lengths.p99,
            "max": lengths.max,
        },
        "wars": {"mean": summary.wars_mean},
        "ends": dict(summary.ends),
        "wins": list(summary.wins),
        "draws": summary.draws,
    }


def _check(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.games <= GAMES_MAX:
        raise ValueError(f"--games cannot be {shown(arguments.games)}: choose 1 to {GAMES_MAX}.")
    if not 1 <= arguments.jobs <= JOBS_MAX:
        raise ValueError(f"--jobs cannot be {shown(arguments.jobs)}: choose 1 to {JOBS_MAX}.")
    _check_seed(arguments.seed or "")
    if arguments.plot is not None:
        _check_plot(arguments.plot)


def _check_seed(seed: str) -> None:
    if len(seed) > SEED_LETTERS_MAX:
        raise ValueError(f"--seed has {len(seed)} letters: choose at most {SEED_LETTERS_MAX}.")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"--seed cannot be {shown(seed)}, which is not UTF-8: choose another text."
        ) from None


def _check_plot(path: Path) -> None:
    if find_spec("matplotlib") is None:
        raise ValueError(
            "--plot needs matplotlib: install it with `pip install 'polemos[plot]'`, "
            "or leave --plot out."
        )
    # Known before the games are played, not after.
    if path.suffix.lower() != ".png":
        raise ValueError(f"--plot cannot write to {path}: name a file that ends with .png.")
    try:
        is_folder, is_folder_there = path.is_dir(), path.absolute().parent.is_dir()
    except OSError as error:
        raise ValueError(f"--plot cannot write to {path}: {error.strerror}.") from None
    if is_folder:
        raise ValueError(f"--plot cannot write to {path}: it is a folder, name a file.")
    if not is_folder_there:
        raise ValueError(
            f"--plot cannot write to {path}: its folder does not exist, make it first."
        )


def _play_all(rules: RuleSet, seed: str, games: int, jobs: int) -> list[Outcome]:
    """Play all games, in batches; the order of the outcomes is that of the games."""
    size = min(BATCH_GAMES_MAX, ceil(games / jobs))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    played: dict[int, list[Outcome]] = {}
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        for batch, outcomes in _play_batches(rules, seed, batches, jobs):
            played[batch.start] = outcomes
            progress.advance(task, len(batch))
    return [outcome for batch in batches for outcome in played[batch.start]]


def _play_batches(
    rules: RuleSet, seed: str, batches: list[range], jobs: int
) -> Iterator[tuple[range, list[Outcome]]]:
    """Give each batch as it is finished, in any order."""
    if jobs == 1:
        for batch in batches:
            yield batch, play_games(rules, seed, batch)
        return
    # A fresh interpreter for each process: a fork would copy the progress bar's thread half-way.
    with ProcessPoolExecutor(min(jobs, len(batches)), mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(play_games, rules, seed, batch): batch for batch in batches}
        for future in as_completed(futures):
            yield futures[future], future.result()


def _table(rules: RuleSet, summary: Summary, seed: str) -> Table:
    lengths = summary.lengths
    table = Table(
        title=f"{rules.preset}, {rules.players} players, {summary.games} games",
        # A text of its own, for a seed may look like markup.
        caption=Text(f"seed {seed}"),
        show_header=False,
    )
    table.add_column()
    table.add_column(justify="right")
    table.add_row("rounds, mean ± sd", f"{lengths.mean:.1f} ± {lengths.sd:.1f}")
    table.add_row("rounds, median", f"{lengths.median:g}")
    table.add_row("rounds, 95 % / 99 %", f"{lengths.p95} / {lengths.p99}")
    table.add_row("rounds, longest", str(lengths.max))
    table.add_row("wars a game", f"{summary.wars_mean:.2f}")
    table.add_section()
    for reason, count in summary.ends.items():
        table.add_row(f"ended by {reason}", _share(count, summary))
    table.add_section()
    for seat, count in enumerate(summary.wins):
        table.add_row(f"won by seat {seat}", _share(count, summary))
    table.add_row("drawn", _share(summary.draws, summary))
    return table


def _share(count: int, summary: Summary) -> str:
    return f"{count} ({count / summary.games:.2%})"


def _plot(path: Path, rules: RuleSet, outcomes: list[Outcome], summary: Summary) -> int:
    from matplotlib.figure import Figure  # an optional extra, and slow to import

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.hist([outcome.rounds for outcome in outcomes], bins=HISTOGRAM_BARS, color="#2f6f4f")
    axes.axvline(
        summary.lengths.median,
        color="#b03a2e",
        label=f"median {summary.lengths.median:g}",
    )
    axes.set_title(f"{rules.preset}, {rules.players} players, {summary.games} games")
    axes.set_xlabel("completed rounds")
    axes.set_ylabel("games")
    axes.legend()
    try:
        figure.savefig(path)
    except (OSError, ValueError) as failure:
        return refuse(f"--plot cannot write to {path}: {failure}.")
    return 0
