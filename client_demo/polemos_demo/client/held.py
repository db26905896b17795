"""What a client holds of a game: the fold of all updates. Pure."""

from dataclasses import dataclass, replace
from typing import assert_never

from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.client.company import Company
from polemos_demo.client.conversation import (
    Counted,
    Finished,
    Followed,
    Joined,
    Lost,
    Met,
    Moved,
    Restarted,
    Seated,
    Update,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A game as far as it is known here.

    Args:
        table: what lies on the table; its game is empty before the server named one.
        company: the people of the room, or none before they were told.
        spectators: how many watch, or none before it was told.
        seat: the client's own, counted from 0, or none.
        is_connected: whether the connection stands.
        finished: why nothing more follows, or none while something may.
    """

    table: Table
    company: Company | None = None
    spectators: int | None = None
    seat: int | None = None
    is_connected: bool = False
    finished: Finished | None = None


NOTHING_HELD = Held(table=initial_table(""))


def hold(held: Held, update: Update) -> Held:
    """Give what is held after one more update."""
    match update:
        case Joined(game=game):
            table = held.table if held.table.setting.game else initial_table(game)
            return replace(held, table=table, is_connected=True)
        case Lost():
            return replace(held, is_connected=False)
        case Restarted() | Followed() | Moved():
            return replace(held, table=_hold_table(held.table, update))
        case Met(company=company):
            return replace(held, company=company)
        case Counted(spectators=spectators):
            return replace(held, spectators=spectators)
        case Seated(seat=seat):
            return replace(held, seat=seat)
        case Finished():
            return replace(held, finished=update)
        case _:
            return held


def _hold_table(table: Table, update: Restarted | Followed | Moved) -> Table:
    match update:
        case Restarted(table=shown):
            return initial_table(table.setting.game) if shown is None else shown
        case Followed(entries=entries):
            for entry in entries:
                table = fold(table, entry)
            return table
        case Moved(game=game):
            return initial_table(game)
        case _:
            assert_never(update)
