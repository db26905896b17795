"""Two ways to show what a client brings: a live screen, or a plain line a beat."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol, TextIO, assert_never

from rich.console import Console
from rich.live import Live
from rich.text import Text

from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.terminal.beats import beats_of
from polemos_demo.terminal.conversation import (
    Counted,
    Due,
    Early,
    Finished,
    Followed,
    Joined,
    LeaveAsked,
    LeaveDropped,
    Lost,
    Met,
    Moved,
    Restarted,
    Rested,
    Seated,
    Told,
    Turned,
    Update,
)
from polemos_demo.terminal.screen import Around, screen
from polemos_demo.terminal.telling import (
    ASK_REMATCH,
    LEAVE_DROPPED,
    RESTED,
    printable,
    tell_beat,
    tell_company,
    tell_due,
    tell_early,
    tell_leave_asked,
    tell_result,
    tell_seated,
    tell_turned,
)

FRAMES_PER_SECOND = 15

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown.

    Args:
        table: the fold of all that came.
        words: the newest beat, told.
        state: the connection's state, told.
        around: what is shown beside the table.
    """

    table: Table = field(default_factory=lambda: initial_table(""))
    words: str = ""
    state: str = "connecting"
    around: Around = field(default_factory=Around)


def take(shown: Shown, update: Update) -> tuple[Shown, Lines]:
    """Apply an update; give what is shown next, and the lines that tell it."""
    match update:
        case Joined() | Lost():
            return _take_connection(shown, update)
        case Restarted(table=table):
            return _begin(shown, table)
        case Followed(entries=entries):
            table = shown.table
            for entry in entries:
                table = fold(table, entry)
            lines = tuple(tell_beat(beat) for beat in beats_of(entry.event for entry in entries))
            return replace(shown, table=table, words=lines[-1]), lines
        case Moved(game=game):
            line = f"A rematch: game {game}."
            return replace(shown, table=initial_table(game), words=line), (line,)
        case Rested():
            return _say(shown, RESTED if shown.around.seat is None else f"{RESTED} {ASK_REMATCH}")
        case Met(company=company):
            lines = tell_company(shown.around.company, company)
            return replace(shown, around=replace(shown.around, company=company)), lines
        case Counted(spectators=spectators):
            # Told as lines, it would bury the game.
            return replace(shown, around=replace(shown.around, spectators=spectators)), ()
        case Finished():
            return replace(shown, state="finished"), ()
        case _:
            return _take_own(shown, update)


def _take_connection(shown: Shown, update: Joined | Lost) -> tuple[Shown, Lines]:
    match update:
        case Joined(game=game):
            line = () if shown.state == "live" else (f"Watching game {game}.",)
            table = shown.table if shown.table.setting.game else initial_table(game)
            return replace(shown, table=table, state="live"), line
        case Lost(wait_seconds=seconds):
            # Before the server named a game there was nothing to lose.
            what = "The connection is lost" if shown.table.setting.game else "No server answers"
            line = (f"{what}; trying again in {seconds:.1f} seconds.",)
            return replace(shown, state="reconnecting"), line


def _take_own(
    shown: Shown, update: Seated | Due | Turned | Early | LeaveAsked | LeaveDropped | Told
) -> tuple[Shown, Lines]:
    """Take what concerns the person's own seat."""
    match update:
        case Seated(seat=seat, wanted=wanted):
            seated = replace(shown, around=replace(shown.around, seat=seat))
            return _say(seated, tell_seated(seat, wanted))
        case Due(place=place):
            return _say(shown, tell_due(place))
        case Turned():
            return _say(shown, tell_turned(shown.around.company, shown.around.seat))
        case Early(wish=wish):
            return _say(shown, tell_early(wish))
        case LeaveAsked(seat=seat):
            return _say(shown, tell_leave_asked(seat))
        case LeaveDropped():
            return _say(shown, LEAVE_DROPPED)
        case Told(sentence=sentence):
            return _say(shown, printable(sentence))
        case _:
            assert_never(update)


def _say(shown: Shown, note: str) -> tuple[Shown, Lines]:
    return replace(shown, around=replace(shown.around, note=note)), (note,)


def _begin(shown: Shown, table: Table | None) -> tuple[Shown, Lines]:
    if table is None:
        empty = initial_table(shown.table.setting.game)
        return replace(shown, table=empty, words=""), ("The game begins anew.",)
    ended = table.setting.ended
    line = f"Joined after {table.events:,} events, in round {table.round:,}."
    lines = (line,) if ended is None else (line, tell_result(ended))
    return replace(shown, table=table, words=lines[-1]), lines


class Display(Protocol):
    """Where what happens is shown."""

    def show(self, shown: Shown, lines: Lines) -> None:
        """Show the state, or the lines that led to it."""
        ...

    def confide(self, line: str) -> None:
        """Show a line that is for the person alone and must not be cut."""
        ...


class PlainDisplay:
    """One line a beat, for pipes and screen readers.

    Args:
        stream: where the lines go.
        aside: where goes what does not belong into a recording.
    """

    def __init__(self, stream: TextIO, aside: TextIO) -> None:
        self._stream = stream
        self._aside = aside

    def show(self, shown: Shown, lines: Lines) -> None:
        """Print the lines."""
        for line in lines:
            print(line, file=self._stream, flush=True)

    def confide(self, line: str) -> None:
        """Print a line beside the recording."""
        print(line, file=self._aside, flush=True)


class LiveDisplay:
    """The table, drawn over and over in its place."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def show(self, shown: Shown, lines: Lines) -> None:
        """Draw the state when the screen is next due."""
        self._live.update(screen(shown.table, shown.words, shown.state, shown.around))

    def confide(self, line: str) -> None:
        """Print a line above the table, in one piece so that it can be copied."""
        self._live.console.print(Text(line), soft_wrap=True)


def live_on(console: Console) -> Live:
    """Make the live screen of a terminal; its last picture stays."""
    return Live(console=console, refresh_per_second=FRAMES_PER_SECOND)


async def show_all(updates: AsyncGenerator[Update, None], display: Display) -> Finished:
    """Show updates until one of them is the last."""
    shown = Shown()
    async with aclosing(updates):
        async for update in updates:
            shown, lines = take(shown, update)
            display.show(shown, lines)
            if isinstance(update, Finished):
                return update
    raise AssertionError("updates end only by raising or with the last one")
