"""What happens in lines of words, one a beat: for pipes, screen readers and the list of events."""

from collections.abc import AsyncIterable
from dataclasses import dataclass, replace
from typing import TextIO, assert_never

from polemos.projections.tables import Table
from polemos_demo.client.beats import beats_of
from polemos_demo.client.conversation import (
    Answered,
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
from polemos_demo.client.held import NOTHING_HELD, Held, hold
from polemos_demo.terminal.telling import (
    ASK_REMATCH,
    CONNECTION_LOST,
    GAME_BEGINS_ANEW,
    LEAVE_DROPPED,
    NO_SERVER,
    RESTED,
    tell_beat,
    tell_company,
    tell_due,
    tell_early,
    tell_joined_late,
    tell_leave_asked,
    tell_lost,
    tell_refused,
    tell_rematch,
    tell_result,
    tell_seated,
    tell_turned,
    tell_watching,
)

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown.

    Args:
        held: what is known of the game.
        is_connecting: whether no connection has stood yet.
        note: what was said to the person last.
    """

    held: Held = NOTHING_HELD
    is_connecting: bool = True
    note: str = ""


def take(shown: Shown, update: Update) -> tuple[Shown, Lines]:
    """Apply an update; give what is shown next, and the lines that tell it."""
    after = replace(shown, held=hold(shown.held, update))
    match update:
        case Joined(game=game):
            lines = () if shown.held.is_connected else (tell_watching(game),)
            return replace(after, is_connecting=False), lines
        case Lost(wait_seconds=seconds):
            # Before the server named a game there was nothing to lose.
            what = CONNECTION_LOST if shown.held.table.setting.game else NO_SERVER
            return after, (tell_lost(what, seconds),)
        case Restarted(table=table):
            return after, _tell_beginning(table)
        case Followed(entries=entries):
            beats = beats_of(entry.event for entry in entries)
            return after, tuple(map(tell_beat, beats))
        case Moved(game=game):
            return after, (tell_rematch(game),)
        case Met(company=company):
            return after, tell_company(shown.held.company, company)
        case Counted() | Answered() | Finished():
            # Told as lines, the audience would bury the game.
            return after, ()
        case _:
            note = _note(after.held, update)
            return replace(after, note=note), (note,)


def _note(
    held: Held,
    update: Rested | Seated | Due | Turned | Early | LeaveAsked | LeaveDropped | Told,
) -> str:
    """Tell what concerns the person alone."""
    match update:
        case Rested():
            return RESTED if held.seat is None else f"{RESTED} {ASK_REMATCH}"
        case Seated(seat=seat, wanted=wanted):
            return tell_seated(seat, wanted)
        case Due(place=place):
            return tell_due(place)
        case Turned():
            return tell_turned(held.company, held.seat)
        case Early(wish=wish):
            return tell_early(wish)
        case LeaveAsked(seat=seat):
            return tell_leave_asked(seat)
        case LeaveDropped():
            return LEAVE_DROPPED
        case Told(code=code, sentence=sentence):
            return tell_refused(code, sentence)
        case _:
            assert_never(update)


def _tell_beginning(table: Table | None) -> Lines:
    if table is None:
        return (GAME_BEGINS_ANEW,)
    joined, ended = tell_joined_late(table), table.setting.ended
    return (joined,) if ended is None else (joined, tell_result(ended))


async def print_updates(updates: AsyncIterable[Update], stream: TextIO) -> Finished:
    """Print updates, a line a beat, until one of them is the last."""
    shown = Shown()
    async for update in updates:
        shown, lines = take(shown, update)
        for line in lines:
            print(line, file=stream, flush=True)
        if isinstance(update, Finished):
            return update
    raise AssertionError("updates end only by raising or with the last one")
