"""The log in PostgreSQL, which many nodes may write at once.

Rules that this file keeps:
1. A batch is one statement in autocommit: it is durable when it is answered, and a process that
   stops in the middle holds nothing.
2. Where the answer was lost nothing is guessed: the same batch is sent again, and its command ids,
   or the stored events themselves, tell what had been done.
"""

import logging
import time
from collections.abc import Sequence
from typing import Any

from polemos.log.postgres.append import append_batch, found
from polemos.log.postgres.connections import Connection, ConnectionLost
from polemos.log.postgres.database import Database
from polemos.log.requests import refuse_malformed
from polemos.log.store import (
    Append,
    Appended,
    AppendResult,
    AppendUnknown,
    GameHead,
    LogEntry,
    StoreCorrupt,
    StoreError,
)

logger = logging.getLogger(__name__)

RESOLVED_SECONDS_MAX = 20.0
"""Longer than a database needs to restart; meanwhile whoever appends waits."""

RETRY_PAUSE_SECONDS = 0.1
_HEADS = "SELECT game, seq, head, is_ended FROM polemos.games"
_LINES = (
    "SELECT line FROM ("
    " SELECT seq, line, sum(length(line)) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) AS bytes"
    " FROM (SELECT seq, line FROM polemos.events"
    "  WHERE game = (SELECT number FROM polemos.games WHERE game = %b) AND seq > %b"
    "  ORDER BY seq LIMIT %b) AS page) AS measured"
    " WHERE bytes <= %b OR seq = %b ORDER BY seq"
)
_LOG_ENTRIES = (
    "SELECT events.position, games.game, events.seq, events.line"
    " FROM polemos.events JOIN polemos.games ON games.number = events.game"
    " WHERE events.position > %b ORDER BY events.position LIMIT %b"
)


class PostgresStore:
    """Keeps the log in PostgreSQL; see `EventStore` for the methods.

    Args:
        database: where; it is closed by whoever opened it.
        resolved_seconds_max: how long an append is repeated whose answer was lost.
    """

    def __init__(
        self, database: Database, *, resolved_seconds_max: float = RESOLVED_SECONDS_MAX
    ) -> None:
        self._database = database
        self._resolved_seconds_max = resolved_seconds_max
        self._writer = database.connections(1)

    def append(self, batch: Sequence[Append]) -> list[AppendResult]:
        """Append a batch in one durable transaction.

        Raises:
            AppendUnknown: the answer was lost and could not be had in time.
            StoreError: nothing was stored.
        """
        for request in batch:
            refuse_malformed(request)
        if not batch:
            return []
        try:
            with self._writer.using() as connection:
                return append_batch(connection, batch)
        except ConnectionLost as error:
            logger.warning("An append is repeated: %s", error)
            return self._resolve(batch)

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines in order."""
        rows = self._rows(_LINES, game, after_seq, events_max, bytes_max, after_seq + 1)
        return [line for (line,) in rows]

    def read(self, after_position: int = 0, *, events_max: int = 1_000) -> list[LogEntry]:
        """Read the whole log in order of position.

        Raises:
            StoreCorrupt: a position is missing.
        """
        rows = self._rows(_LOG_ENTRIES, after_position, events_max)
        if rows and rows[-1][0] != after_position + len(rows):
            raise StoreCorrupt(
                f"The log in the database {self._database.shown} misses an event between positions "
                f"{after_position} and {rows[-1][0]}: stop the nodes and restore its backup."
            )
        return [
            LogEntry(position=position, game=game, seq=seq, line=line)
            for position, game, seq, line in rows
        ]

    def head(self, game: str) -> GameHead | None:
        """Tell where a game ends."""
        heads = self._heads(f"{_HEADS} WHERE game = %b", game)
        return heads[0] if heads else None

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        """Tell where several games end."""
        return self._heads(f"{_HEADS} WHERE game = ANY (%b::text[])", list(games))

    def running_games(self) -> list[GameHead]:
        """List the games that have not ended, by first position."""
        return self._heads(f"{_HEADS} WHERE NOT is_ended ORDER BY number")

    def games(self, after_game: str = "", *, games_max: int = 1_000) -> list[GameHead]:
        """List where games end, by id."""
        return self._heads(
            f"{_HEADS} WHERE game > %b ORDER BY game LIMIT %b", after_game, games_max
        )

    def latest_game(self, room: str) -> GameHead | None:
        """Tell the newest game of a room."""
        heads = self._heads(f"{_HEADS} WHERE room = %b ORDER BY nth DESC LIMIT 1", room)
        return heads[0] if heads else None

    def last_position(self) -> int:
        """Tell the position of the newest event."""
        ((position,),) = self._rows("SELECT position FROM polemos.log_head")
        return int(position)

    def close(self) -> None:
        """Close the connection that appends; the database stays open."""
        self._writer.close()

    def _resolve(self, batch: Sequence[Append]) -> list[AppendResult]:
        """Repeat a batch until the database says what became of it."""
        deadline = time.monotonic() + self._resolved_seconds_max
        is_told = False
        while True:
            try:
                with self._writer.using(is_new=True) as connection:
                    return _resolved(connection, batch)
            except StoreError as error:
                if time.monotonic() >= deadline:
                    raise AppendUnknown(str(error)) from error
                if not is_told:
                    logger.warning("Appends wait for the database: %s", error)
                is_told = True
            time.sleep(RETRY_PAUSE_SECONDS)

    def _heads(self, query: str, *values: object) -> list[GameHead]:
        return [
            GameHead(game=game, seq=seq, head=head, is_ended=is_ended)
            for game, seq, head, is_ended in self._rows(query, *values)
        ]

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.readers.rows(query, *values)


def _resolved(connection: Connection, batch: Sequence[Append]) -> list[AppendResult]:
    """Append a batch that may be in the log already.

    Many nodes may have made the log forget its commands meanwhile; then the events themselves tell.
    """
    return [
        result if isinstance(result, Appended) else found(connection, request) or result
        for request, result in zip(batch, append_batch(connection, batch), strict=True)
    ]
