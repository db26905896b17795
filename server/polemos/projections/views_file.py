"""views.db as the projector writes it: rows and cursor in one transaction.

It keeps no WAL, so that a file is whole by itself and can be swapped for another.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from polemos.log.entries import Entry
from polemos.log.sqlite_file import told_in_sentences, transaction
from polemos.log.store import StoreCorrupt, StoreError
from polemos.projections.games import Game, fold_game, open_game
from polemos.projections.player_games import player_games
from polemos.projections.player_statistics import (
    PlayerStatistics,
    counted_players,
    fold_statistics,
)
from polemos.projections.preset_statistics import (
    PresetStatistics,
    counts_for_preset,
    fold_preset,
)
from polemos.projections.results import result_of
from polemos.projections.rooms import Room, fold_room
from polemos.projections.views_schema import (
    APPLICATION_ID,
    KEYS,
    TABLES,
    VERSION,
    Row,
    create_tables,
    to_game,
    to_preset_statistics,
    to_record,
    to_statistics,
)
from polemos.rules.events import GameEnded, GameOpened

NOUN = "file of projections"

Place = tuple[type[Row], tuple[str | int, ...]]


class ViewsFile:
    """An open views.db.

    Make one with `open` or `create`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.database = Database(connection)
        self._rows: dict[Place, Row] = {}

    @classmethod
    def create(cls, path: Path) -> "ViewsFile":
        """Make a new file with empty tables, which is flushed by whoever completes it."""
        with told_in_sentences(path, NOUN):
            views = cls(path, _connect(path))
            views.database.execute("PRAGMA synchronous = OFF")
            with transaction(views.database.conn):
                create_tables(views.database)
        return views

    @classmethod
    def open(cls, path: Path) -> "ViewsFile | None":
        """Open a file of this version, or give none where there is none or it must be remade."""
        if not path.exists():
            return None
        if path.is_dir():
            raise StoreError(f"{path} is a folder, and the projections belong there: remove it.")
        with told_in_sentences(path, NOUN):
            connection = _connect(path)
        try:
            (kind,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError:
            # Whatever is wrong with it, the log has everything.
            kind, version, verdict = 0, 0, "damaged"
        if (kind, version, verdict) == (APPLICATION_ID, VERSION, "ok"):
            return cls(path, connection)
        connection.close()
        return None

    @property
    def position(self) -> int:
        """The position of the last event that the rows include."""
        return int(self.database.table("cursor").get(1)["position"])

    def take(self, entries: Sequence[tuple[int, Entry]], position: int) -> None:
        """Fold events into the rows and move the cursor, in one transaction.

        Args:
            entries: position and event, in order; those that no fold needs may be left out.
            position: of the last event, left out or not.
        """
        with told_in_sentences(self.path, NOUN), transaction(self.database.conn):
            self._rows = {}
            for its_position, entry in entries:
                self._fold(its_position, entry)
            for kind, table in TABLES.items():
                rows = [to_record(row) for (its, _), row in self._rows.items() if its is kind]
                self.database.table(table).upsert_all(rows, pk=KEYS[kind])
            self.database.table("cursor").update(1, {"position": position})

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def _fold(self, position: int, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, GameOpened):
            game = open_game(entry, event, position)
            self._put(fold_room(self._room(game.room), game))
        else:
            game = fold_game(self._game(entry.game), entry, position)
        self._put(game)
        if isinstance(event, GameEnded):
            self._end(game, event, position)

    def _end(self, game: Game, ended: GameEnded, position: int) -> None:
        result = result_of(game, ended)
        self._put(result)
        for player in counted_players(game, result):
            self._put(fold_statistics(self._statistics(player, game), game, result))
        for played in player_games(game, position):
            self._put(played)
        if counts_for_preset(game, result):
            self._put(fold_preset(self._preset_statistics(game), game, result))

    def _put(self, row: Row) -> None:
        kind = type(row)
        self._rows[kind, tuple(getattr(row, name) for name in KEYS[kind])] = row

    def _game(self, game: str) -> Game:
        row = self._rows.get((Game, (game,)))
        if isinstance(row, Game):
            return row
        try:
            return to_game(self.database.table("games").get(game))
        except NotFoundError:
            raise StoreCorrupt(f"Game {game} has an event before it was opened.") from None

    def _room(self, room: str) -> Room | None:
        row = self._rows.get((Room, (room,)))
        if isinstance(row, Room):
            return row
        try:
            return Room(**self.database.table("rooms").get(room))
        except NotFoundError:
            return None

    def _statistics(self, player: str, game: Game) -> PlayerStatistics:
        key = (player, game.preset, str(game.tempo_class))
        row = self._rows.get((PlayerStatistics, key))
        if isinstance(row, PlayerStatistics):
            return row
        try:
            return to_statistics(self.database.table("player_statistics").get(key))
        except NotFoundError:
            return PlayerStatistics(player=player, preset=game.preset, tempo_class=game.tempo_class)

    def _preset_statistics(self, game: Game) -> PresetStatistics:
        key = (game.preset, game.players)
        row = self._rows.get((PresetStatistics, key))
        if isinstance(row, PresetStatistics):
            return row
        try:
            return to_preset_statistics(self.database.table("preset_statistics").get(key))
        except NotFoundError:
            return PresetStatistics(preset=game.preset, players=game.players)


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
