"""views.db as the projector writes it: rows and cursor in one transaction.

It keeps no WAL, so that a file is whole by itself and can be swapped for another.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from polemos.log.entries import Entry
from polemos.log.sqlite_file import told_in_sentences, transaction
from polemos.log.store import StoreError
from polemos.projections.views_folding import fold_entries
from polemos.projections.views_schema import (
    APPLICATION_ID,
    KEYS,
    TABLES,
    VERSION,
    Key,
    Row,
    create_tables,
    to_record,
    to_row,
)

NOUN = "file of projections"


class ViewsFile:
    """An open views.db.

    Make one with `open` or `create`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.database = Database(connection)

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

    @contextmanager
    def turn(self) -> Iterator[int]:
        """Begin a transaction and give the position from which to go on."""
        with told_in_sentences(self.path, NOUN), transaction(self.database.conn):
            yield self.position

    def take(self, entries: Iterable[tuple[int, Entry]], position: int) -> None:
        """Fold events into the rows and move the cursor; see `FilledViews`."""
        for kind, rows in fold_entries(self, entries).items():
            self.put(kind, map(to_record, rows))
        self.move(position)

    def put(self, kind: type[Row], records: Iterable[dict[str, Any]]) -> None:
        """Write rows in the place of older ones of the same keys."""
        self.database.table(TABLES[kind]).upsert_all(records, pk=KEYS[kind])

    def move(self, position: int) -> None:
        """Note the last event that the rows include."""
        self.database.table("cursor").update(1, {"position": position})

    def get(self, kind: type[Row], key: Key) -> Row | None:
        """Give a row, or none for one that is not there."""
        try:
            return to_row(kind, self.database.table(TABLES[kind]).get(key))
        except NotFoundError:
            return None

    def close(self) -> None:
        """Close the file."""
        self.database.close()


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
