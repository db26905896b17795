"""Where the projections are kept: in a file beside the log's, or in the log's database."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Protocol

from polemos.log.entries import Entry
from polemos.log.postgres.database import Database
from polemos.log.store import StoreError
from polemos.projections.views_file import ViewsFile
from polemos.projections.views_schema import TABLES
from polemos.projections.views_tables import ViewsSchema

Place = Path | Database
"""The path of views.db, or an opened database."""


class FilledViews(Protocol):
    """Views into which events are folded."""

    @property
    def position(self) -> int:
        """The position of the last event that the rows include, 0 where there are no rows."""
        ...

    def turn(self) -> AbstractContextManager[int | None]:
        """Begin a transaction and give the position from which to go on, or none out of turn."""
        ...

    def take(self, entries: Iterable[tuple[int, Entry]], position: int) -> None:
        """Fold events into the rows and move the cursor, inside a turn.

        Args:
            entries: position and event, in order; those that no fold needs may be left out.
            position: of the last event, left out or not.
        """
        ...


class KeptViews(FilledViews, Protocol):
    """The views that are there, however many processes go on with them."""

    def close(self) -> None:
        """Close them; afterwards nothing may be called."""
        ...


class ViewsPlace(Protocol):
    """A place, and how views are found there, made anew and compared."""

    @property
    def shown(self) -> str:
        """The place, for people."""
        ...

    def open(self) -> KeptViews | None:
        """Open the views, or give none where there are none of this version."""
        ...

    def remade(self) -> AbstractContextManager[FilledViews | None]:
        """Give empty views that take the place of the kept ones once they were filled.

        Nothing changes where filling fails. None where another process is at it just now.
        """
        ...

    def copied(self, target: Path) -> ViewsFile | None:
        """Copy the kept views as they are at one moment, or give none; a server may go on."""
        ...


class FilePlace:
    """views.db, which one process writes.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def shown(self) -> str:
        """The place, for people."""
        return str(self._path)

    def open(self) -> ViewsFile | None:
        """Open the views."""
        return ViewsFile.open(self._path)

    @contextmanager
    def remade(self) -> Iterator[ViewsFile]:
        """Give a new file, which then takes the place of the kept one."""
        beside = self._path.with_name(f"{self._path.name}.new")
        beside.unlink(missing_ok=True)
        with closing(ViewsFile.create(beside)) as remade:
            yield remade
        _flush(beside)
        # A journal that a killed writer left belongs to the old file.
        self._path.with_name(f"{self._path.name}-journal").unlink(missing_ok=True)
        os.replace(beside, self._path)

    def copied(self, target: Path) -> ViewsFile | None:
        """Copy the kept file."""
        kept = ViewsFile.open(self._path)
        if kept is None:
            return None
        with closing(kept), closing(sqlite3.connect(target)) as copy:
            kept.database.conn.backup(copy)
        return ViewsFile.open(target)


class DatabasePlace:
    """A schema of the log's database, to which every node may write in its turn.

    Args:
        database: whose.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def shown(self) -> str:
        """The place, for people."""
        return self._database.shown

    def open(self) -> ViewsSchema | None:
        """Open the views."""
        views = ViewsSchema(self._database)
        try:
            if views.is_current:
                return views
        except StoreError:
            views.close()
            raise
        views.close()
        return None

    @contextmanager
    def remade(self) -> Iterator[FilledViews | None]:
        """Give new tables, which then take the place of the kept ones, in one transaction."""
        with closing(ViewsSchema(self._database)) as schema, schema.remade() as remade:
            yield remade

    def copied(self, target: Path) -> ViewsFile | None:
        """Copy the kept tables into a file."""
        with closing(ViewsSchema(self._database)) as schema, schema.still() as kept:
            if kept is None:
                return None
            copy = ViewsFile.create(target)
            for kind in TABLES:
                copy.put(kind, kept.records(kind))
            copy.move(kept.position)
            return copy


def views_place(place: Place) -> ViewsPlace:
    """Tell how views are kept in a place."""
    return FilePlace(place) if isinstance(place, Path) else DatabasePlace(place)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
