"""Opening SQLite files: the settings that durability needs, the checks, and errors in sentences."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from polemos.log.sqlite_schema import Schema
from polemos.log.store import StoreCorrupt, StoreError, StoreFull, StoreNewer

logger = logging.getLogger(__name__)

BUSY_TIMEOUT_SECONDS = 5.0
CHECKED_WHOLE_BYTES_MAX = 64 << 20
"""Files up to this size are checked page by page at open; a larger one when it is read."""

WAL_KEPT_BYTES_MAX = 64 << 20
FREE_BYTES_MIN = 1 << 20
"""With less free space than this, a failed write is taken for a full disk."""

_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_FORBIDDEN = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_AUTH,
}


def open_writer(
    path: Path, schema: Schema, *, pages_max: int | None = None, wal_bytes_min: int = 0
) -> sqlite3.Connection:
    """Open a file for its one writer, creating or migrating it.

    Args:
        path: the file.
        schema: what it must hold.
        pages_max: pages that the file may grow to, or none for no limit.
        wal_bytes_min: length of the WAL from the beginning, where there is room for it.

    Raises:
        StoreNewer: a newer version wrote it.
        StoreCorrupt: it is damaged, or no SQLite file.
        StoreFull: there is no room to create or migrate it.
        StoreError: it is of another kind, or may not be opened.
    """
    with told_in_sentences(path, schema.noun):
        connection = _connect(path, "rwc")
        try:
            _check(connection, path, schema)
            _check_pages(connection, path, schema)
            # Set before the first page is written, for the mode stays with the file.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            # With it a REPLACE, too, meets the triggers that refuse to delete.
            connection.execute("PRAGMA recursive_triggers = ON")
            connection.execute(f"PRAGMA journal_size_limit = {WAL_KEPT_BYTES_MAX}")
            if wal_bytes_min:
                _lengthen_wal(connection, wal_bytes_min)
            if pages_max is not None:
                connection.execute(f"PRAGMA max_page_count = {pages_max:d}")
            _migrate(connection, schema)
        except BaseException:
            connection.close()
            raise
    logger.info("The %s %s is open, SQLite %s.", schema.noun, path, sqlite3.sqlite_version)
    return connection


def open_reader(
    path: Path, schema: Schema, *, are_pages_checked: bool = False
) -> sqlite3.Connection:
    """Open a file for reading alone.

    Args:
        path: the file.
        schema: what it must hold.
        are_pages_checked: whether to look for damage, which only the first to open it does.

    Raises:
        StoreNewer: a newer version wrote it.
        StoreCorrupt: it is damaged, or no SQLite file.
        StoreError: it is absent, older than this version, of another kind, or may not be opened.
    """
    try:
        is_there = path.exists()
    except OSError as error:
        raise StoreError(
            f"The {schema.noun} {path} cannot be looked for ({error.strerror}): "
            "name the folder of a server's data."
        ) from None
    if not is_there:
        raise StoreError(
            f"There is no {schema.noun} at {path}: name the folder of a server's data."
        )
    with told_in_sentences(path, schema.noun):
        connection = _connect(path, "ro")
        try:
            _check(connection, path, schema)
            if are_pages_checked:
                _check_pages(connection, path, schema)
            if _pragma(connection, "user_version") < schema.version:
                raise StoreError(
                    f"The {schema.noun} {path} was written by an older version: "
                    "start the server on it once, which brings it up to date."
                )
        except BaseException:
            connection.close()
            raise
    return connection


class Identity:
    """Which file was opened, to notice that another or none has taken its place.

    SQLite writes on into a file that was deleted, and what it takes is gone with the process.

    Args:
        path: the file, which exists.
        noun: what it is.
    """

    def __init__(self, path: Path, noun: str) -> None:
        self._path = path
        self._noun = noun
        self._opened = _device_and_number(path)

    def check(self) -> None:
        """Look at the file's name again, which takes a few microseconds.

        Raises:
            StoreError: the file is not the one that was opened.
        """
        if _device_and_number(self._path) != self._opened:
            raise StoreError(
                f"The {self._noun} {self._path} was removed or replaced while it was open: "
                "stop the server, put its backup in its place and start again."
            )


def _device_and_number(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run statements in one immediate transaction, and none of them where one fails.

    Immediate, for a read transaction that turns into a write ignores the busy timeout.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # Some failures, a full disk among them, have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def told_in_sentences(path: Path, noun: str) -> Iterator[None]:
    """Turn what SQLite raises into a `StoreError` that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, path, noun, _free_bytes(path.parent)) from error


def failure(error: sqlite3.Error, path: Path, noun: str, free_bytes: int) -> StoreError:
    """Say what an error of SQLite means.

    Args:
        error: as it was raised.
        path: the file.
        noun: what the file is.
        free_bytes: space left on the file's disk.
    """
    # The extended code's low byte is the primary one.
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    is_cramped = code == sqlite3.SQLITE_IOERR and free_bytes < FREE_BYTES_MIN
    if code == sqlite3.SQLITE_FULL or is_cramped:
        return StoreFull(
            f"There is no room for the {noun} {path}: free some space; nothing was half stored."
        )
    if code in _CORRUPT:
        return StoreCorrupt(
            f"The {noun} {path} is damaged or no SQLite file ({error}): "
            "keep a copy of it and put its backup in its place."
        )
    if code in _FORBIDDEN:
        return StoreError(
            f"The {noun} {path} may not be opened or written ({error}): "
            "check the folder and its permissions."
        )
    return StoreError(f"The {noun} {path} failed: {error} (SQLite code {code}).")


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free if folder.is_dir() else FREE_BYTES_MIN


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{Path(os.path.abspath(path)).as_uri()}?mode={mode}"
    return sqlite3.connect(
        address,
        uri=True,
        timeout=BUSY_TIMEOUT_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _check(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    is_empty = _pragma(connection, "schema_version") == 0
    if not is_empty and _pragma(connection, "application_id") != schema.application_id:
        raise StoreError(f"{path} is a SQLite file but no {schema.noun}: name another folder.")
    version = _pragma(connection, "user_version")
    if version > schema.version:
        raise StoreNewer(
            f"The {schema.noun} {path} has version {version} and this program knows versions up "
            f"to {schema.version}: install a newer Polemos."
        )


def _check_pages(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    if path.stat().st_size <= CHECKED_WHOLE_BYTES_MAX:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise StoreCorrupt(
                f"The {schema.noun} {path} is damaged ({verdict}): "
                "keep a copy of it and put its backup in its place."
            )


def _migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    version = _pragma(connection, "user_version")
    if version == schema.version:
        return
    database = Database(connection)
    with transaction(connection):
        for step in schema.steps[version:]:
            step(database)
        connection.execute(f"PRAGMA application_id = {schema.application_id:d}")
        connection.execute(f"PRAGMA user_version = {schema.version:d}")


def _lengthen_wal(connection: sqlite3.Connection, wal_bytes: int) -> None:
    """Write a transaction that is never committed, so that commits overwrite the WAL.

    A flush after the file has grown must flush its new length too and takes twice as long. The
    pages are spilled from a cache that is too small for them; nobody ever reads them.
    """
    (cache_pages,) = connection.execute("PRAGMA cache_size").fetchone()
    connection.execute("PRAGMA cache_size = 16")
    connection.execute("BEGIN IMMEDIATE")
    with suppress(sqlite3.OperationalError):  # no room: then it grows as usual
        connection.execute("CREATE TABLE unread (blank BLOB)")
        connection.execute("INSERT INTO unread VALUES (zeroblob(?))", (wal_bytes,))
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute(f"PRAGMA cache_size = {cache_pages:d}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
