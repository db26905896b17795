"""Play many games and describe them: no input, no output, the same for the same seed.

Game i of a run (i from 0) is dealt from the seed `SEED/i`, so a run does not depend on how its
games are shared out, and any of its games can be played again by itself.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median, pstdev

from polemos.rooms.decisions import decided_with_follow_ups
from polemos.rooms.game_secrets import GameSecret
from polemos.rooms.openings import opening
from polemos.rules.events import DealScheme, EndReason, GameEnded, Tempo
from polemos.rules.play import play_out
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import Ended, State, initial_state

GAME = "simulation-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is kept of one game.

    Args:
        rounds: completed rounds.
        wars: wars that began.
        reason: why it ended.
        winner: the seat that won, or none.
        is_draw: whether the first place is shared.
    """

    rounds: int
    wars: int
    reason: EndReason
    winner: int | None
    is_draw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """How long the games were, in completed rounds; percentiles are lengths that occurred."""

    mean: float
    sd: float
    median: float
    p95: int
    p99: int
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a run shows.

    Args:
        games: games played.
        lengths: in completed rounds.
        wars_mean: wars a game.
        ends: games by the reason why they ended, the commonest first.
        wins: games won, by seat.
        draws: games whose first place is shared.
    """

    games: int
    lengths: Lengths
    wars_mean: float
    ends: dict[EndReason, int]
    wins: tuple[int, ...]
    draws: int


def deal_game(rules: RuleSet, seed: str, game: str = GAME) -> State:
    """Open a `seeded/1` game, seat bots and deal, all by the ordinary commands.

    Args:
        rules: the rule set.
        seed: any text.
        game: the game's id; the deal does not depend on it.
    """
    secret = GameSecret(deal=DealScheme.SEEDED, secret=seed.encode())
    bots = range(rules.players)
    commands = opening(game, rules, secret, tempo=Tempo.LIGHTNING, bots=bots)
    state = initial_state(game, secret.dealer())
    return decided_with_follow_ups(state, commands, is_autoplay_wanted=False)[0]


def play_games(rules: RuleSet, seed: str, numbers: range) -> list[Outcome]:
    """Play some games of a run.

    Args:
        rules: the rule set.
        seed: the run's seed.
        numbers: which games, counting from 0.
    """
    return [_play(rules, f"{seed}/{number}") for number in numbers]


def summarise(outcomes: Sequence[Outcome], players: int) -> Summary:
    """Describe a run.

    Args:
        outcomes: at least one.
        players: seats.
    """
    rounds = sorted(outcome.rounds for outcome in outcomes)
    winners = Counter(outcome.winner for outcome in outcomes)
    return Summary(
        games=len(outcomes),
        lengths=Lengths(
            mean=fmean(rounds),
            sd=pstdev(rounds),
            median=median(rounds),
            p95=_percentile(rounds, 95),
            p99=_percentile(rounds, 99),
            max=rounds[-1],
        ),
        wars_mean=fmean(outcome.wars for outcome in outcomes),
        ends=dict(Counter(outcome.reason for outcome in outcomes).most_common()),
        wins=tuple(winners[seat] for seat in range(players)),
        draws=sum(outcome.is_draw for outcome in outcomes),
    )


def _play(rules: RuleSet, seed: str) -> Outcome:
    for _beat, state in play_out(deal_game(rules, seed)):
        if isinstance(state, Ended):
            return _outcome(state.result)
    raise AssertionError("a game ended without its end")


def _outcome(result: GameEnded) -> Outcome:
    return Outcome(
        rounds=result.rounds,
        wars=result.wars,
        reason=result.reason,
        winner=result.winner,
        is_draw=result.places.count(1) > 1,
    )


def _percentile(ascending: Sequence[int], percent: int) -> int:
    """Give the smallest value that at least so many percent do not exceed (nearest rank)."""
    return ascending[ceil(len(ascending) * percent / 100) - 1]
