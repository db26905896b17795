"""Connections to the database, opened when they are needed and again when they were lost.

Rules that this file keeps:
1. A connection is in autocommit, so a question holds no transaction open.
2. One that was lost is thrown away; what is only asked is asked once more on a new one.
3. Waiting for a connection is bounded, like everything that is done on one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue
from typing import Any, TypeVar

import psycopg
from psycopg import OperationalError
from psycopg.rows import TupleRow

from polemos.log.postgres.address import PostgresAddress
from polemos.log.postgres.sentences import refusal, told_in_sentences
from polemos.log.store import StoreError

Connection = psycopg.Connection[TupleRow]
T = TypeVar("T")

WAITING_SECONDS_MAX = 30.0
"""How long a question waits for one of the connections."""


class ConnectionLost(StoreError):  # noqa: N818
    """The connection broke, so what was sent on it may or may not have been done."""


class Connections:
    """A bounded number of connections.

    Args:
        address: of the database.
        count_max: connections at the same time; a further question waits for one of them.
        prepare: what is done with a connection that was just opened.
    """

    def __init__(
        self,
        address: PostgresAddress,
        count_max: int,
        prepare: Callable[[Connection], None] = lambda _connection: None,
    ) -> None:
        self._address = address
        self._count_max = count_max
        self._prepare = prepare
        self._idle: LifoQueue[Connection | None] = LifoQueue()
        for _ in range(count_max):
            self._idle.put(None)
        self._is_closed = False

    def ask(self, work: Callable[[Connection], T]) -> T:
        """Do something that may be done twice, on a new connection where an old one was lost.

        Raises:
            StoreError: the database refuses, or cannot be reached.
        """
        try:
            with self.using() as connection:
                return work(connection)
        except ConnectionLost:
            with self.using(is_new=True) as connection:
                return work(connection)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask one question; see `ask`."""
        return self.ask(lambda connection: fetch(connection, query, *values))

    @contextmanager
    def using(self, *, is_new: bool = False) -> Iterator[Connection]:
        """Lend a connection.

        Args:
            is_new: whether to open it anew.

        Raises:
            ConnectionLost: it broke while it was used.
            StoreError: there is none, or what was done with it failed.
        """
        connection = self._take()
        try:
            if is_new and connection is not None:
                connection.close()
            if connection is None or connection.closed:
                connection = self._opened()
            with self._told(connection):
                yield connection
        finally:
            self._idle.put(_kept(connection))

    def close(self) -> None:
        """Close all of them, waiting for what is under way."""
        self._is_closed = True
        for _ in range(self._count_max):
            try:
                connection = self._idle.get(timeout=WAITING_SECONDS_MAX)
            except Empty:
                return  # whoever hangs in a question closes nothing that matters
            if connection is not None:
                connection.close()
        for _ in range(self._count_max):
            # Whoever waits for a connection still learns that there will be none.
            self._idle.put(None)

    def _take(self) -> Connection | None:
        try:
            connection = self._idle.get(timeout=WAITING_SECONDS_MAX)
        except Empty:
            raise StoreError(
                f"All {self._count_max} connections to the database {self._address.shown} have "
                f"been busy for {WAITING_SECONDS_MAX:.0f} s: see what keeps it busy."
            ) from None
        if self._is_closed:
            self._idle.put(None)
            raise StoreError(f"The database {self._address.shown} is closed.")
        return connection

    def _opened(self) -> Connection:
        try:
            connection = psycopg.connect(self._address.conninfo, autocommit=True)
        except OperationalError as error:
            raise refusal(error, self._address.shown) from error
        try:
            with self._told(connection):
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _told(self, connection: Connection) -> Iterator[None]:
        try:
            with told_in_sentences(self._address.shown):
                yield
        except StoreError as error:
            if connection.closed and not isinstance(error, ConnectionLost):
                raise ConnectionLost(str(error)) from error
            raise


def fetch(connection: Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask one question on a connection."""
    with connection.cursor(binary=True) as cursor:
        return cursor.execute(query, values, prepare=True).fetchall()


def _kept(connection: Connection | None) -> Connection | None:
    """Keep a connection unless it was lost; one with an open transaction is no good either."""
    if connection is None or connection.closed:
        return None
    if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        connection.close()
        return None
    return connection
