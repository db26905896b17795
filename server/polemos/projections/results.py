"""The read model of results: how games ended. Pure."""

from dataclasses import dataclass

from polemos.projections.games import Game
from polemos.rules.events import DealScheme, EndReason, GameEnded, SeatKind

NO_RESULT = frozenset({EndReason.ABANDONED, EndReason.CLOSED_BY_HOST, EndReason.STOPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one game ended.

    Args:
        game: the stream.
        reason: why it ended.
        winner: the seat that won, or none.
        places: each seat's place by seat, or empty where the end is no result.
        rounds: completed rounds.
        wars: wars that began.
        duration_ms: from the deal to the end, or none without a deal.
        is_counted: whether it enters the players' statistics: decided by chance, among people.
    """

    game: str
    reason: EndReason
    winner: int | None
    places: tuple[int, ...]
    rounds: int
    wars: int
    duration_ms: int | None
    is_counted: bool


def result_of(game: Game, ended: GameEnded) -> Result:
    """Give the result of a game that has just ended."""
    return Result(
        game=game.game,
        reason=ended.reason,
        winner=ended.winner,
        places=ended.places,
        rounds=ended.rounds,
        wars=ended.wars,
        duration_ms=_duration_ms(game),
        is_counted=_is_counted(game, ended),
    )


def _duration_ms(game: Game) -> int | None:
    if game.dealt_at is None or game.ended_at is None:
        return None
    return game.ended_at - game.dealt_at


def is_decided_by_chance(game: Game, reason: EndReason) -> bool:
    """Tell whether chance alone ended a game: no chosen deal, no game broken off."""
    return game.deal is DealScheme.FAIR and reason not in NO_RESULT


def _is_counted(game: Game, ended: GameEnded) -> bool:
    return is_decided_by_chance(game, ended.reason) and any(
        seat.kind is SeatKind.HUMAN for seat in game.seats
    )
