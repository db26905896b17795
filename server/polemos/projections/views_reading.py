"""The questions that are asked of the projections, in the words of each kind of database."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from psycopg.rows import dict_row
from sqlite_utils import Database as SqliteDatabase

from polemos.log.postgres.connections import Connection
from polemos.log.postgres.database import Database
from polemos.log.sqlite_file import told_in_sentences
from polemos.projections.places import Place
from polemos.projections.views_file import NOUN

T = TypeVar("T")

_COLUMNS = (
    "SELECT games.*, results.game IS NOT NULL AS has_result,"
    " reason, winner, places, rounds, wars, duration_ms, is_counted"
)
_RESULTS = "LEFT JOIN results ON results.game = games.game"
_GAMES = f"{_COLUMNS} FROM games {_RESULTS}"
_ROOMS = "SELECT * FROM rooms"
_STATISTICS = (
    "SELECT preset, tempo_class, games_played, games_won, streak, best_streak, best_time_ms,"
    " fewest_rounds FROM player_statistics"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The questions.

    Args:
        running_games: the newest first, as an index gives them; asked with how many.
        ended_games: the last to end first, as another index gives them; asked with how many.
        named_games: those of a list that run, in its order; asked with the list and how many.
        player_games: a player's ended games, the last to end first, as the table's key gives them;
            asked with the player and how many.
        game: asked with its name.
        room: asked with its name.
        statistics: asked with a player.
        presets: asked with nothing.
    """

    running_games: str
    ended_games: str
    named_games: str
    player_games: str
    game: str
    room: str
    statistics: str
    presets: str


def _questions(value: str, is_running: str, is_ended: str, listed: str) -> Questions:
    return Questions(
        running_games=(
            f"{_GAMES} WHERE {is_running} ORDER BY games.opened_position DESC LIMIT {value}"
        ),
        ended_games=(f"{_GAMES} WHERE {is_ended} ORDER BY games.ended_position DESC LIMIT {value}"),
        named_games=(
            f"{_COLUMNS} FROM {listed} CROSS JOIN games {_RESULTS}"
            " WHERE games.game = named.value AND games.ended_at IS NULL"
            f" ORDER BY named.key LIMIT {value}"
        ),
        player_games=(
            f"{_COLUMNS} FROM player_games CROSS JOIN games {_RESULTS}"
            f" WHERE games.game = player_games.game AND player_games.player = {value}"
            f" ORDER BY player_games.ended_position DESC LIMIT {value}"
        ),
        game=f"{_GAMES} WHERE games.game = {value}",
        room=f"{_ROOMS} WHERE room = {value}",
        statistics=f"{_STATISTICS} WHERE player = {value} ORDER BY preset, tempo_class",
        presets="SELECT * FROM preset_statistics ORDER BY preset, players",
    )


IN_SQLITE = _questions(
    value="?",
    is_running="(games.ended_at IS NULL) = 1",
    is_ended="(games.ended_at IS NULL) = 0",
    listed="json_each(?) AS named",
)
IN_POSTGRES = _questions(
    value="%b",
    is_running="games.ended_at IS NULL",
    is_ended="games.ended_at IS NOT NULL",
    listed="unnest(%b::text[]) WITH ORDINALITY AS named (value, key)",
)

Rows = Callable[..., list[dict[str, Any]]]
"""Asks a question with its values and gives the rows."""


class ViewsReader(Protocol):
    """Reads views wherever they are kept."""

    @property
    def questions(self) -> Questions:
        """What may be asked, in this database's words."""
        ...

    def ask(self, work: Callable[[Rows], T]) -> T:
        """Ask several questions that all see the same moment.

        Raises:
            StoreError: the views cannot be read.
        """
        ...


class FileReader:
    """Opens views.db for each question, for a rebuild puts another file in its place.

    Args:
        path: the file.
    """

    questions = IN_SQLITE

    def __init__(self, path: Path) -> None:
        self._path = path

    def ask(self, work: Callable[[Rows], T]) -> T:
        """Ask several questions of the same moment."""
        with told_in_sentences(self._path, NOUN):
            address = f"{self._path.absolute().as_uri()}?mode=ro"
            connection = sqlite3.connect(address, uri=True, timeout=5.0, isolation_level=None)
            database = SqliteDatabase(connection)

            def rows(query: str, *values: str | int | list[str]) -> list[dict[str, Any]]:
                given = [json.dumps(one) if isinstance(one, list) else one for one in values]
                return list(database.query(query, given))

            try:
                connection.execute("BEGIN")
                return work(rows)
            finally:
                database.close()


class SchemaReader:
    """Reads the schema of a database, on one of the connections for questions.

    Args:
        database: whose.
    """

    questions = IN_POSTGRES

    def __init__(self, database: Database) -> None:
        self._database = database

    def ask(self, work: Callable[[Rows], T]) -> T:
        """Ask several questions of the same moment."""
        return self._database.readers.ask(lambda connection: _ask(connection, work))


def _ask(connection: Connection, work: Callable[[Rows], T]) -> T:
    with connection.transaction(), connection.cursor(binary=True, row_factory=dict_row) as cursor:
        # The lock comes before the moment is fixed, so that it is not one before a swap.
        connection.execute(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;"
            " SET LOCAL search_path = polemos_views;"
            " LOCK TABLE cursor IN ACCESS SHARE MODE"
        )

        def rows(query: str, *values: str | int | list[str]) -> list[dict[str, Any]]:
            return cursor.execute(query, values).fetchall()

        return work(rows)


def views_reader(place: Place) -> ViewsReader:
    """Tell how views are read in a place."""
    return FileReader(place) if isinstance(place, Path) else SchemaReader(place)
