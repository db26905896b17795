"""What every store makes of an append before it touches anything."""

import re

from polemos.log.store import Append
from polemos.rules.names import GAME_PATTERN

_GAME = re.compile(GAME_PATTERN)
COMMANDS_KEPT_MAX = 65_536
"""Command ids that a store remembers, the newest; an older repetition meets a version conflict."""


def refuse_malformed(request: Append) -> None:
    """Refuse an append that no writer of ours may send.

    Raises:
        ValueError: it has no lines, not one type a line, or a game id of another form.
    """
    if not request.lines or len(request.lines) != len(request.types):
        raise ValueError("An append needs at least one line, and one type for each")
    if _GAME.fullmatch(request.game) is None:
        raise ValueError(f"{request.game!r} is no game id")


def ends_game(request: Append) -> bool:
    """Tell whether the game is over after this append."""
    return request.types[-1] == "GameEnded"
