"""What others read of the projections, as JSON objects."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from polemos.log.sqlite_file import told_in_sentences
from polemos.projections.views_file import NOUN

_GAMES = (
    "SELECT games.*, results.game IS NOT NULL AS has_result,"
    " reason, winner, places, rounds, wars, duration_ms, is_counted"
    " FROM games LEFT JOIN results ON results.game = games.game"
)
_NEWEST = "ORDER BY games.opened_position DESC LIMIT ?"

RUNNING_GAMES = f"{_GAMES} WHERE (games.ended_at IS NULL) = 1 {_NEWEST}"
"""Running games, the newest first, as an index of `views_schema` gives them."""

ENDED_GAMES = f"{_GAMES} WHERE (games.ended_at IS NULL) = 0 {_NEWEST}"
"""Ended games, the newest first, as the same index gives them."""

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

    def games(self, limit: int) -> list[dict[str, Any]]:
        """List running games, then ended ones, the newest first within each.

        However many games were ever played, it reads only those that it lists.

        Args:
            limit: games at most.
        """
        with self._reading() as database:
            running = list(database.query(RUNNING_GAMES, [limit]))
            ended = list(database.query(ENDED_GAMES, [limit - len(running)]))
        return [_game(row) for row in (*running, *ended)]

    def game(self, game: str) -> dict[str, Any] | None:
        """Describe a game, with its `result` or null, or give none for an unknown one."""
        rows = self._rows(f"{_GAMES} WHERE games.game = ?", game)
        return _game(rows[0]) if rows else None

    def room(self, room: str) -> dict[str, Any] | None:
        """Describe a room, or give none for an unknown one."""
        rows = self._rows("SELECT * FROM rooms WHERE room = ?", room)
        return rows[0] if rows else None

    def player(self, player: str) -> dict[str, Any]:
        """Describe a player by `name` or null and `statistics`, which a stranger has none of."""
        return {
            "player": player,
            "name": self._names((player,)).get(player),
            "statistics": self.statistics(player),
        }

    def statistics(self, player: str) -> list[dict[str, Any]]:
        """List a player's statistics, one object per preset and tempo class."""
        return self._rows(_STATISTICS, player)

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
        "seats": json.loads(row["seats"]),
        "result": result if row["has_result"] else None,
    }
