"""Presets' statistics as the JSON object that everybody may read."""

from collections.abc import Iterable
from typing import Any

from polemos.projections.lengths import length_at, shown_edges, shown_games
from polemos.projections.preset_statistics import PresetStatistics

MEDIAN_PERCENT = 50
LONG_PERCENT = 95
MEAN_DIGITS = 2


def statistics_json(rows: Iterable[PresetStatistics]) -> dict[str, Any]:
    """Show what games are like, one object per preset and number of players.

    Each list of `games_by_length` has as many numbers as there are `length_edges`: games of
    `length_edges[i]` rounds or more, and of fewer than `length_edges[i + 1]`.
    """
    return {"length_edges": shown_edges(), "statistics": [_row_json(row) for row in rows]}


def _row_json(row: PresetStatistics) -> dict[str, Any]:
    return {
        "preset": row.preset,
        "players": row.players,
        "games": row.games,
        "games_at_cap": row.games_at_cap,
        "games_drawn": row.games_drawn,
        "mean_rounds": round(row.rounds / row.games, MEAN_DIGITS),
        "median_rounds": _length_at(row, MEDIAN_PERCENT),
        "percentile_95_rounds": _length_at(row, LONG_PERCENT),
        "mean_wars": round(row.wars / row.games, MEAN_DIGITS),
        "games_by_length": shown_games(row.lengths),
        "longest": _record(row.longest_game, rounds=row.longest_rounds),
        "shortest": _record(row.shortest_game, rounds=row.shortest_rounds),
        "longest_war": _record(row.longest_war_game, steps=row.longest_war_steps),
    }


def _length_at(row: PresetStatistics, percent: int) -> int:
    # No game was longer than the longest, so a cap that many games reach is told exactly.
    return min(length_at(row.lengths, percent), row.longest_rounds or 0)


def _record(game: str | None, **figures: int | None) -> dict[str, Any] | None:
    return None if game is None else {"game": game, **figures}
