"""The read model of who played which games. Pure.

People only. A game in whose lobby nobody was dealt a card was not played; one that was broken off
later was.
"""

from dataclasses import dataclass

from polemos.projections.games import Game
from polemos.rules.events import SeatKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGame:
    """A game that a player has played.

    Args:
        player: the public player id.
        ended_position: the global position of the game's end, by which a player's are ordered.
        game: the stream.
    """

    player: str
    ended_position: int
    game: str


def player_games(game: Game, ended_position: int) -> tuple[PlayerGame, ...]:
    """List who has played a game that has just ended, each once, by seat."""
    if game.dealt_at is None:
        return ()
    people = dict.fromkeys(seat.player for seat in game.seats if seat.kind is SeatKind.HUMAN)
    return tuple(
        PlayerGame(player=player, ended_position=ended_position, game=game.game)
        for player in people
    )
