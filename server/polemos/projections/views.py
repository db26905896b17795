"""What others read of the projections, as JSON objects."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from polemos.projections.places import Place
from polemos.projections.preset_views import statistics_json
from polemos.projections.views_reading import Rows, views_reader
from polemos.projections.views_schema import to_preset_statistics
from polemos.rules.events import SeatKind

PLAYER_GAMES_MAX = 20
"""Games in the description of a player."""

_RESULT = ("reason", "winner", "places", "rounds", "wars", "duration_ms", "is_counted")


class Views:
    """Reads the projections; methods block and may be called from any thread.

    Args:
        place: where a `Projector` keeps them.
        names: gives the names of those players who have one; names can be forgotten, so they stand
            neither in the log nor in the projections.
    """

    def __init__(
        self,
        place: Place,
        names: Callable[[Iterable[str]], Mapping[str, str]] = lambda _players: {},
    ) -> None:
        self._reader = views_reader(place)
        self._names = names

    def games(self, limit: int, first: Sequence[str] = ()) -> list[dict[str, Any]]:
        """List running games, then ended ones, the newest first within each.

        Either takes half of the list at least, if it has so many. However many games run or were
        ever played, it reads only as many as it may list, and whether those named run.

        Args:
            limit: games at most.
            first: games to be listed before the others, in this order, as far as they run.
        """
        ask = self._reader.questions

        def lists(rows: Rows) -> tuple[list[dict[str, Any]], ...]:
            return (
                rows(ask.named_games, list(first), limit),
                rows(ask.running_games, limit),
                rows(ask.ended_games, limit),
            )

        running, newest, ended = self._reader.ask(lists)
        named = {row["game"] for row in running}
        running += [row for row in newest if row["game"] not in named]
        running = running[: max(limit - limit // 2, limit - len(ended))]
        return self._described([*running, *ended[: limit - len(running)]])

    def game(self, game: str) -> dict[str, Any] | None:
        """Describe a game, with its `result` or null, or give none for an unknown one."""
        rows = self._described(self._rows(self._reader.questions.game, game))
        return rows[0] if rows else None

    def room(self, room: str) -> dict[str, Any] | None:
        """Describe a room, or give none for an unknown one."""
        rows = self._rows(self._reader.questions.room, room)
        return rows[0] if rows else None

    def player(self, player: str) -> dict[str, Any]:
        """Describe a player by `name` or null, `statistics` and newest `games`.

        A stranger has none of them.
        """
        return {
            "player": player,
            "name": self._names((player,)).get(player),
            "statistics": self.statistics(player),
            "games": self._described(
                self._rows(self._reader.questions.player_games, player, PLAYER_GAMES_MAX)
            ),
        }

    def statistics(self, player: str) -> list[dict[str, Any]]:
        """List a player's statistics, one object per preset and tempo class."""
        return self._rows(self._reader.questions.statistics, player)

    def preset_statistics(self) -> dict[str, Any]:
        """Describe what games are like, by preset and number of players."""
        rows = self._rows(self._reader.questions.presets)
        return statistics_json(to_preset_statistics(row) for row in rows)

    def _described(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        games = [_game(row) for row in rows]
        people = {
            seat["player"]
            for game in games
            for seat in game["seats"]
            if seat["kind"] == SeatKind.HUMAN
        }
        names = self._names(sorted(people)) if people else {}
        for game in games:
            for seat in game["seats"]:
                seat["name"] = names.get(seat["player"])
        return games

    def _rows(self, query: str, *values: str | int) -> list[dict[str, Any]]:
        return self._reader.ask(lambda rows: rows(query, *values))


def _game(row: dict[str, Any]) -> dict[str, Any]:
    shown = {name: value for name, value in row.items() if name not in {*_RESULT, "has_result"}}
    result = {name: row[name] for name in _RESULT}
    if row["has_result"]:
        result |= {"places": json.loads(row["places"]), "is_counted": bool(row["is_counted"])}
    return shown | {
        "has_changed_rules": bool(row["has_changed_rules"]),
        "seats": json.loads(row["seats"]),
        "result": result if row["has_result"] else None,
    }
