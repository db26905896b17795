"""The read model of players' statistics, per preset and tempo class. Pure.

People only, and only games that are counted (see `results`). A draw is no win and ends a streak.
"""

from dataclasses import dataclass, replace

from polemos.projections.games import Game
from polemos.projections.results import Result
from polemos.projections.tempo_classes import TempoClass
from polemos.rules.events import SeatKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """What a player has reached.

    Args:
        player: the public player id.
        preset: the name of the rules.
        tempo_class: of the games' fastest tempos.
        games_played: games that were counted.
        games_won: as it says.
        streak: games won in a row up to the newest.
        best_streak: the longest such row ever.
        best_time_ms: the shortest game won, from the deal to the end, or none.
        fewest_rounds: the game won in the fewest rounds, or none.
    """

    player: str
    preset: str
    tempo_class: TempoClass
    games_played: int = 0
    games_won: int = 0
    streak: int = 0
    best_streak: int = 0
    best_time_ms: int | None = None
    fewest_rounds: int | None = None


def counted_players(game: Game, result: Result) -> tuple[str, ...]:
    """List the people whose statistics a game changes, each once, by seat."""
    if not result.is_counted:
        return ()
    people = [seat.player for seat in game.seats if seat.kind is SeatKind.HUMAN]
    return tuple(dict.fromkeys(people))


def fold_statistics(statistics: PlayerStatistics, game: Game, result: Result) -> PlayerStatistics:
    """Give a player's statistics after one more counted game."""
    played = replace(statistics, games_played=statistics.games_played + 1)
    is_won = any(
        seat.seat == result.winner and seat.player == statistics.player for seat in game.seats
    )
    return _win(played, result) if is_won else replace(played, streak=0)


def _win(statistics: PlayerStatistics, result: Result) -> PlayerStatistics:
    streak = statistics.streak + 1
    return replace(
        statistics,
        games_won=statistics.games_won + 1,
        streak=streak,
        best_streak=max(statistics.best_streak, streak),
        best_time_ms=_lower(statistics.best_time_ms, result.duration_ms),
        fewest_rounds=_lower(statistics.fewest_rounds, result.rounds),
    )


def _lower(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
