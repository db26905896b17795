"""The read model of presets: what their games are like, by the number of players. Pure.

A game counts when the preset's own rules and chance alone made it what it was:

- Games of bots count as those of people do: nobody decides anything in War.
- A chosen seed does not, for whoever chose it may have chosen the game.
- Changed rules do not, for they are another game under the preset's name.
- A game that was abandoned, closed or stopped does not, for it has no length. So who closes long
  games makes the others look shorter; nobody can make one longer.
"""

from dataclasses import dataclass, replace

from polemos.projections.games import Game
from polemos.projections.lengths import Lengths, count_length
from polemos.projections.results import Result, is_decided_by_chance
from polemos.rules.events import EndReason


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetStatistics:
    """What the games of a preset and a number of players were like.

    Of equals the first to end holds a record.

    Args:
        preset: the name of the rules.
        players: seats.
        games: how many were counted.
        rounds: of all of them together.
        wars: of all of them together.
        lengths: how many were how long.
        games_at_cap: ended by the cap.
        games_drawn: ended without a winner.
        longest_rounds: the rounds of the longest game, or none.
        longest_game: that game.
        shortest_rounds: the rounds of the shortest game, or none.
        shortest_game: that game.
        longest_war_steps: the steps of the longest war, or none where none had a step.
        longest_war_game: the game that it was in.
    """

    preset: str
    players: int
    games: int = 0
    rounds: int = 0
    wars: int = 0
    lengths: Lengths = ()
    games_at_cap: int = 0
    games_drawn: int = 0
    longest_rounds: int | None = None
    longest_game: str | None = None
    shortest_rounds: int | None = None
    shortest_game: str | None = None
    longest_war_steps: int | None = None
    longest_war_game: str | None = None


def counts_for_preset(game: Game, result: Result) -> bool:
    """Tell whether a game shows what its preset is like."""
    return not game.has_changed_rules and is_decided_by_chance(game, result.reason)


def fold_preset(statistics: PresetStatistics, game: Game, result: Result) -> PresetStatistics:
    """Give a preset's statistics after one more game that counts."""
    counted = replace(
        statistics,
        games=statistics.games + 1,
        rounds=statistics.rounds + result.rounds,
        wars=statistics.wars + result.wars,
        lengths=count_length(statistics.lengths, result.rounds),
        games_at_cap=statistics.games_at_cap + (result.reason is EndReason.CAP),
        games_drawn=statistics.games_drawn + (result.winner is None),
    )
    return _note_war(_note_length(counted, result), game)


def _note_length(statistics: PresetStatistics, result: Result) -> PresetStatistics:
    longest, shortest = statistics.longest_rounds, statistics.shortest_rounds
    if longest is None or result.rounds > longest:
        statistics = replace(statistics, longest_rounds=result.rounds, longest_game=result.game)
    if shortest is None or result.rounds < shortest:
        statistics = replace(statistics, shortest_rounds=result.rounds, shortest_game=result.game)
    return statistics


def _note_war(statistics: PresetStatistics, game: Game) -> PresetStatistics:
    if game.longest_war_steps <= (statistics.longest_war_steps or 0):
        return statistics
    return replace(statistics, longest_war_steps=game.longest_war_steps, longest_war_game=game.game)
