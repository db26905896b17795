"""How far a running game has come, for lists of games. Pure."""

from typing import Any

from polemos.rules.state import Playing, State


def standing_json(state: State) -> dict[str, Any] | None:
    """Show a game's completed rounds and piles as anybody may know them, or none off the table.

    Args:
        state: of a game that may be in its lobby, or over.
    """
    if not isinstance(state, Playing):
        return None
    return {
        "rounds": state.standing.rounds,
        "piles": [len(pile) for pile in state.piles],
        "is_autoplay_on": state.control.is_autoplay_on,
    }
