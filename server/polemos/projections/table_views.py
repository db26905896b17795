"""A table as the JSON object that a snapshot carries.

Whoever reads one back is the inverse of this file: the terminal's `snapshots` and the page's table.
"""

from typing import Any

from polemos.projections.tables import Table
from polemos.rules.encoding import rule_set_object
from polemos.rules.events import CardFlipped, CardHidden, GameEnded


def table_json(table: Table) -> dict[str, Any]:
    """Show a table as the JSON object of a snapshot."""
    setting, standing = table.setting, table.standing
    rules, ended = setting.rules, setting.ended
    return {
        "game": setting.game,
        "preset": rules.preset if rules else None,
        "rules": rule_set_object(rules) if rules else None,
        "deal": setting.deal,
        "players": rules.players if rules else 0,
        "commitment": setting.commitment,
        "seats": [
            {
                "seat": taken.seat,
                "kind": taken.kind,
                "player": taken.player,
                "commitment": taken.commitment,
            }
            for taken in setting.seats
        ],
        "is_locked": setting.is_locked,
        "revealed": list(setting.revealed),
        "tempo": setting.tempo,
        "is_autoplay_on": setting.is_autoplay_on,
        "round": table.round,
        "step": table.step,
        "wars": standing.wars,
        "rounds_completed": standing.rounds_completed,
        "piles": list(table.piles),
        "table": [_laid_json(event) for event in table.laid],
        "set_aside": setting.set_aside,
        "first_seat": setting.first_seat,
        "places": list(standing.places),
        "opened_at": setting.opened_at,
        "dealt_at": setting.dealt_at,
        "last_at": table.last_at,
        "history": [list(point) for point in standing.history.points],
        "events": table.events,
        "ended": None if ended is None else _end_json(ended),
    }


def _laid_json(event: CardFlipped | CardHidden) -> dict[str, Any]:
    card = event.card if isinstance(event, CardFlipped) else None
    return {"seat": event.seat, "card": card, "step": event.step}


def _end_json(ended: GameEnded) -> dict[str, Any]:
    return {
        "reason": ended.reason,
        "winner": ended.winner,
        "places": list(ended.places),
        "rounds": ended.rounds,
        "wars": ended.wars,
    }
