"""Two ways to show what a watcher brings: a live screen, or a plain line a beat."""

from dataclasses import dataclass
from typing import Protocol, TextIO, assert_never

from rich.console import Console
from rich.live import Live

from polemos.projections.tables import Table, fold, initial_table
from polemos.rules.events import GameEnded
from polemos_demo.terminal.beats import beats_of
from polemos_demo.terminal.screen import screen
from polemos_demo.terminal.telling import tell_beat, tell_result
from polemos_demo.terminal.watching import Followed, Joined, Lost, Restarted, Update, Watcher

FRAMES_PER_SECOND = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown.

    Args:
        table: the fold of all that came.
        words: the newest beat, told.
        state: the connection's state, told.
    """

    table: Table
    words: str = ""
    state: str = "connecting"


def take(shown: Shown, update: Update) -> tuple[Shown, tuple[str, ...]]:
    """Apply an update; give what is shown next, and the lines that tell it."""
    match update:
        case Joined(game=game):
            line = () if shown.state == "live" else (f"Watching game {game}.",)
            table = shown.table if shown.table.setting.game else initial_table(game)
            return Shown(table=table, words=shown.words, state="live"), line
        case Lost(wait_seconds=seconds):
            # Before the server named a game there was nothing to lose.
            what = "The connection is lost" if shown.table.setting.game else "No server answers"
            line = (f"{what}; trying again in {seconds:.1f} seconds.",)
            return Shown(table=shown.table, words=shown.words, state="reconnecting"), line
        case Restarted(table=table):
            return _begin(shown, table)
        case Followed(entries=entries):
            table = shown.table
            for entry in entries:
                table = fold(table, entry)
            lines = tuple(tell_beat(beat) for beat in beats_of(entry.event for entry in entries))
            return Shown(table=table, words=lines[-1], state=shown.state), lines
        case _:
            assert_never(update)


def _begin(shown: Shown, table: Table | None) -> tuple[Shown, tuple[str, ...]]:
    if table is None:
        empty = initial_table(shown.table.setting.game)
        return Shown(table=empty, state=shown.state), ("The game begins anew.",)
    ended = table.setting.ended
    line = f"Joined after {table.events:,} events, in round {table.round:,}."
    lines = (line,) if ended is None else (line, tell_result(ended))
    return Shown(table=table, words=lines[-1], state=shown.state), lines


class Display(Protocol):
    """Where what happens is shown."""

    def show(self, shown: Shown, lines: tuple[str, ...]) -> None:
        """Show the state, or the lines that led to it."""
        ...


class PlainDisplay:
    """One line a beat, for pipes and screen readers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self, shown: Shown, lines: tuple[str, ...]) -> None:
        """Print the lines."""
        for line in lines:
            print(line, file=self._stream, flush=True)


class LiveDisplay:
    """The table, drawn over and over in its place."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def show(self, shown: Shown, lines: tuple[str, ...]) -> None:
        """Draw the state when the screen is next due."""
        self._live.update(screen(shown.table, shown.words, shown.state))


async def watch_plainly(watcher: Watcher, stream: TextIO) -> GameEnded:
    """Watch a game to its end, a line a beat."""
    return await _watch(watcher, PlainDisplay(stream))


async def watch_live(watcher: Watcher, console: Console) -> GameEnded:
    """Watch a game to its end on a terminal; the last picture stays."""
    with Live(console=console, refresh_per_second=FRAMES_PER_SECOND) as live:
        return await _watch(watcher, LiveDisplay(live))


async def _watch(watcher: Watcher, display: Display) -> GameEnded:
    shown = Shown(table=initial_table(""))
    async for update in watcher.updates():
        shown, lines = take(shown, update)
        display.show(shown, lines)
        if shown.table.setting.ended is not None:
            return shown.table.setting.ended
    raise AssertionError("a watcher ends only by raising")
