"""The log in one SQLite file.

Rules that this file keeps:
1. One connection writes, in immediate transactions, and it alone moves the WAL into the file (by
   SQLite's own checkpoint after a commit). Readers are read-only and finish their reads at once.
2. Positions come from `log_head`, in the appending transaction: dense, in commit order.
3. What the writer remembers between transactions is a copy of the tables, thrown away whenever a
   transaction failed or `log_head` is not where it was left.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import LifoQueue
from threading import Lock

from polemos.log.requests import refuse_malformed
from polemos.log.sqlite_commit import Known, learn, log_head, refuse_wrong_head, write
from polemos.log.sqlite_file import (
    Identity,
    open_reader,
    open_writer,
    told_in_sentences,
    transaction,
)
from polemos.log.sqlite_schema import LOG
from polemos.log.store import (
    Append,
    AppendResult,
    GameHead,
    LogEntry,
    StoreCorrupt,
    StoreError,
)

READERS_MAX = 8
"""Connections that read at the same time; a further reader waits for one of them."""

WAL_BYTES_MIN = 4 << 20
"""About what SQLite lets the WAL grow to before it moves it into the file (1,000 pages)."""

ROWS_FETCHED = 256
"""Lines that one step of a load takes from SQLite."""

_HEADS = "SELECT game, seq, head, is_ended FROM games"
_LINES = (
    "SELECT line FROM events WHERE game = (SELECT number FROM games WHERE game = ?) AND seq > ?"
    " ORDER BY seq LIMIT ?"
)
_LOG_ENTRIES = (
    "SELECT events.position, games.game, events.seq, events.line"
    " FROM events JOIN games ON games.number = events.game"
    " WHERE events.position > ? ORDER BY events.position LIMIT ?"
)


class SqliteStore:
    """Keeps the log in events.db; see `EventStore` for the methods.

    One process writes it, so it ignores fences. Make one with `open`.
    """

    def __init__(self, path: Path, writer: sqlite3.Connection | None) -> None:
        self._path = path
        self._writer = writer
        self._writing = Lock()
        self._readers: LifoQueue[sqlite3.Connection | None] = LifoQueue()
        for _ in range(READERS_MAX):
            self._readers.put(None)
        self._known: Known | None = None
        self._is_closed = False
        self._identity = Identity(path, LOG.noun)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        pages_max: int | None = None,
        wal_bytes_min: int = WAL_BYTES_MIN,
    ) -> "SqliteStore":
        """Open the log, creating or migrating it unless it is only read.

        Args:
            path: events.db; its folder exists.
            read_only: whether to leave the file as it is; appends are refused then.
            pages_max: pages of 4 KiB that the file may grow to, or none for no limit.
            wal_bytes_min: length of the WAL from the beginning.

        Raises:
            StoreNewer: a newer version wrote it.
            StoreCorrupt: it is damaged.
            StoreFull: there is no room for it.
            StoreError: it is absent, of another kind, or may not be opened.
        """
        if read_only:
            store = cls(path, None)
            store._readers.get()
            store._readers.put(open_reader(path, LOG, are_pages_checked=True))
        else:
            writer = open_writer(path, LOG, pages_max=pages_max, wal_bytes_min=wal_bytes_min)
            try:
                with told_in_sentences(path, LOG.noun):
                    refuse_wrong_head(writer, path)
            except BaseException:
                writer.close()
                raise
            store = cls(path, writer)
        return store

    def append(self, batch: Sequence[Append]) -> list[AppendResult]:
        """Append a batch in one durable transaction."""
        writer = self._writer
        if writer is None:
            raise StoreError(f"The event log {self._path} was opened for reading only.")
        for request in batch:
            refuse_malformed(request)
        self._identity.check()
        with self._writing, told_in_sentences(self._path, LOG.noun):
            known, self._known = self._known, None
            with transaction(writer):
                if known is None or known.position != log_head(writer):
                    known = learn(writer)
                results = write(writer, known, batch)
            self._known = known
        return results

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines in order."""
        with self._reading() as reader:
            cursor = reader.execute(_LINES, (game, after_seq, events_max))
            lines: list[bytes] = []
            size_bytes = 0
            # Some at a time, so that a page of few bytes does not read a thousand long lines.
            while rows := cursor.fetchmany(ROWS_FETCHED):
                for (line,) in rows:
                    size_bytes += len(line)
                    if lines and size_bytes > bytes_max:
                        cursor.close()
                        return lines
                    lines.append(line)
        return lines

    def read(self, after_position: int = 0, *, events_max: int = 1_000) -> list[LogEntry]:
        """Read the whole log in order of position.

        Raises:
            StoreCorrupt: a position is missing.
        """
        with self._reading() as reader:
            rows = reader.execute(_LOG_ENTRIES, (after_position, events_max)).fetchall()
        if rows and rows[-1][0] != after_position + len(rows):
            raise StoreCorrupt(
                f"The event log {self._path} misses an event between positions {after_position} "
                f"and {rows[-1][0]}: put its backup in its place."
            )
        return [
            LogEntry(position=position, game=game, seq=seq, line=line)
            for position, game, seq, line in rows
        ]

    def head(self, game: str) -> GameHead | None:
        """Tell where a game ends."""
        heads = self._heads(f"{_HEADS} WHERE game = ?", game)
        return heads[0] if heads else None

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        """Tell where several games end."""
        named = "game IN (SELECT value FROM json_each(?))"
        return self._heads(f"{_HEADS} WHERE {named}", json.dumps(list(games)))

    def running_games(self) -> list[GameHead]:
        """List the games that have not ended, by first position."""
        return self._heads(f"{_HEADS} WHERE is_ended = 0 ORDER BY number")

    def games(self, after_game: str = "", *, games_max: int = 1_000) -> list[GameHead]:
        """List where games end, by id."""
        return self._heads(f"{_HEADS} WHERE game > ? ORDER BY game LIMIT ?", after_game, games_max)

    def latest_game(self, room: str) -> GameHead | None:
        """Tell the newest game of a room."""
        heads = self._heads(f"{_HEADS} WHERE room = ? ORDER BY nth DESC LIMIT 1", room)
        return heads[0] if heads else None

    def last_position(self) -> int:
        """Tell the position of the newest event."""
        with self._reading() as reader:
            return log_head(reader)

    def close(self) -> None:
        """Close every connection; the last one moves the WAL into the file."""
        self._is_closed = True
        for reader in [self._readers.get() for _ in range(READERS_MAX)]:
            if reader is not None:
                reader.close()
            # Whoever waits for a connection still learns that there will be none.
            self._readers.put(None)
        with self._writing:
            if self._writer is not None:
                self._writer.close()

    def _heads(self, query: str, *values: str | int) -> list[GameHead]:
        with self._reading() as reader:
            rows = reader.execute(query, values).fetchall()
        return [
            GameHead(game=game, seq=seq, head=head, is_ended=bool(is_ended))
            for game, seq, head, is_ended in rows
        ]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        reader = self._readers.get()
        try:
            if self._is_closed:
                raise StoreError(f"The event log {self._path} is closed.")
            with told_in_sentences(self._path, LOG.noun):
                if reader is None:
                    reader = open_reader(self._path, LOG)
                yield reader
        finally:
            self._readers.put(reader)
