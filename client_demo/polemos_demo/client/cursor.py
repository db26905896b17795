"""Which events are new, which came twice, and whether some are missing. Pure.

A push of a watched game goes in, and what to do comes out. `web/cursor.js` says the same.
"""

from dataclasses import dataclass, replace
from typing import Any

from polemos.log.codec import decode
from polemos.log.entries import Entry
from polemos.projections.tables import Table
from polemos.rules.encoding import canonical
from polemos_demo.client.snapshots import table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """What a client holds.

    Args:
        game: the watched game, or none before the server named it.
        seq: the seq of the last event that was applied.
    """

    game: str | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a push brings.

    Args:
        cursor: the next one.
        entries: events to apply, in order.
        table: a table to begin anew from, or none.
        is_reset: whether everything held must be forgotten.
        is_behind: whether to ask for what is missing.
    """

    cursor: Cursor
    entries: tuple[Entry, ...] = ()
    table: Table | None = None
    is_reset: bool = False
    is_behind: bool = False


def advance(cursor: Cursor, push: dict[str, Any]) -> Step:
    """Judge one push.

    Raises:
        BadLine: an event is none of ours.
    """
    if cursor.game not in (None, push.get("game")):
        return Step(cursor=cursor)
    match push["type"]:
        case "welcome":
            is_reset = push["mode"] == "reset"
            seq = 0 if is_reset else cursor.seq
            return Step(cursor=Cursor(game=push["game"], seq=seq), is_reset=is_reset)
        case "snapshot" if push["seq"] > cursor.seq:
            held = Cursor(game=push["game"], seq=push["seq"])
            return Step(cursor=held, table=table_of(push["table"]))
        case "events":
            return _take(cursor, push["first_seq"], push["events"])
        case "heartbeat":
            return Step(cursor=cursor, is_behind=push["seq"] > cursor.seq)
        case _:
            # Later versions may push what we do not know.
            return Step(cursor=cursor)


def _take(cursor: Cursor, first_seq: int, events: list[dict[str, Any]]) -> Step:
    if first_seq > cursor.seq + 1:
        return Step(cursor=cursor, is_behind=True)
    entries = tuple(decode(canonical(event)) for event in events[cursor.seq + 1 - first_seq :])
    return Step(cursor=replace(cursor, seq=cursor.seq + len(entries)), entries=entries)
