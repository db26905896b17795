"""What others read of the projections, as JSON objects."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from polemos.log.sqlite_file import told_in_sentences
from polemos.projections.preset_views import statistics_json
from polemos.projections.views_file import NOUN
from polemos.projections.views_schema import to_preset_statistics
from polemos.rules.events import SeatKind

PLAYER_GAMES_MAX = 20
"""Games in the description of a player."""

_SELECT = (
    "SELECT games.*, results.game IS NOT NULL AS has_result,"
    " reason, winner, places, rounds, wars, duration_ms, is_counted"
)
_RESULTS = "LEFT JOIN results ON results.game = games.game"
_GAMES = f"{_SELECT} FROM games {_RESULTS}"

RUNNING_GAMES = (
    f"{_GAMES} WHERE (games.ended_at IS NULL) = 1 ORDER BY games.opened_position DESC LIMIT ?"
)
"""Running games, the newest first, as an index of `views_schema` gives them."""

ENDED_GAMES = (
    f"{_GAMES} WHERE (games.ended_at IS NULL) = 0 ORDER BY games.ended_position DESC LIMIT ?"
)
"""Ended games, the last to end first, as another index gives them."""

PLAYER_GAMES = (
    f"{_SELECT} FROM player_games CROSS JOIN games ON games.game = player_games.game {_RESULTS}"
    " WHERE player_games.player = ? ORDER BY player_games.ended_position DESC LIMIT ?"
)
"""A player's ended games, the last to end first, as the table's key gives them."""

_NAMED_GAMES = (
    f"{_SELECT} FROM json_each(?) AS named CROSS JOIN games ON games.game = named.value {_RESULTS}"
    " WHERE games.ended_at IS NULL ORDER BY named.key LIMIT ?"
)
_PRESETS = "SELECT * FROM preset_statistics ORDER BY preset, players"

_STATISTICS = (
    "SELECT preset, tempo_class, games_played, games_won, streak, best_streak, best_time_ms,"
    " fewest_rounds FROM player_statistics WHERE player = ? ORDER BY preset, tempo_class"
)
_RESULT = ("reason", "winner", "places", "rounds", "wars", "duration_ms", "is_counted")


class Views:
    """Reads views.db, opening it for each question, for a rebuild puts another file in its place.

    Methods block and may be called from any thread.

    Args:
        path: views.db, which a `Projector` keeps.
        names: gives the names of those players who have one; names can be forgotten, so they stand
            neither in the log nor in the projections.
    """

    def __init__(
        self, path: Path, names: Callable[[Iterable[str]], Mapping[str, str]] = lambda _players: {}
    ) -> None:
        self._path = path
        self._names = names

    def games(self, limit: int, first: Sequence[str] = ()) -> list[dict[str, Any]]:
        """List running games, then ended ones, the newest first within each.

        Either takes half of the list at least, if it has so many. However many games run or were
        ever played, it reads only as many as it may list, and whether those named run.

        Args:
            limit: games at most.
            first: games to be listed before the others, in this order, as far as they run.
        """
        with self._reading() as database:
            running = list(database.query(_NAMED_GAMES, [json.dumps(first), limit]))
            newest = list(database.query(RUNNING_GAMES, [limit]))
            ended = list(database.query(ENDED_GAMES, [limit]))
        named = {row["game"] for row in running}
        running += [row for row in newest if row["game"] not in named]
        running = running[: max(limit - limit // 2, limit - len(ended))]
        return self._described([*running, *ended[: limit - len(running)]])

    def game(self, game: str) -> dict[str, Any] | None:
        """Describe a game, with its `result` or null, or give none for an unknown one."""
        rows = self._described(self._rows(f"{_GAMES} WHERE games.game = ?", game))
        return rows[0] if rows else None

    def room(self, room: str) -> dict[str, Any] | None:
        """Describe a room, or give none for an unknown one."""
        rows = self._rows("SELECT * FROM rooms WHERE room = ?", room)
        return rows[0] if rows else None

    def player(self, player: str) -> dict[str, Any]:
        """Describe a player by `name` or null, `statistics` and newest `games`.

        A stranger has none of them.
        """
        return {
            "player": player,
            "name": self._names((player,)).get(player),
            "statistics": self.statistics(player),
            "games": self._described(self._rows(PLAYER_GAMES, player, PLAYER_GAMES_MAX)),
        }

    def statistics(self, player: str) -> list[dict[str, Any]]:
        """List a player's statistics, one object per preset and tempo class."""
        return self._rows(_STATISTICS, player)

    def preset_statistics(self) -> dict[str, Any]:
        """Describe what games are like, by preset and number of players."""
        return statistics_json(to_preset_statistics(row) for row in self._rows(_PRESETS))

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
        with self._reading() as database:
            return list(database.query(query, values))

    @contextmanager
    def _reading(self) -> Iterator[Database]:
        with told_in_sentences(self._path, NOUN):
            address = f"{self._path.absolute().as_uri()}?mode=ro"
            connection = sqlite3.connect(address, uri=True, timeout=5.0, isolation_level=None)
            database = Database(connection)
            try:
                # Several queries of one question see the same moment.
                connection.execute("BEGIN")
                yield database
            finally:
                database.close()


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
