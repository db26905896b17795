"""Leases of several nodes whose clock a test turns, in memory and in PostgreSQL."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Protocol

import psycopg

from polemos.log.leases import Leases, MemoryBoard, MemoryLeases
from polemos.log.memory import MemoryStore
from polemos.log.postgres.database import Database
from polemos.log.postgres.leases import PostgresLeases
from polemos.log.postgres.store import PostgresStore
from polemos.log.store import EventStore

TURNED_CLOCK = """
    CREATE TABLE polemos.turned_clock (unix_ms bigint NOT NULL);
    INSERT INTO polemos.turned_clock VALUES (1790000000000);
    CREATE OR REPLACE FUNCTION polemos.clock() RETURNS timestamptz LANGUAGE sql STABLE AS $$
        SELECT to_timestamp(unix_ms / 1000.0) FROM polemos.turned_clock
    $$;
"""


class Cluster(Protocol):
    """What the nodes of a test share."""

    @property
    def store(self) -> EventStore: ...

    def node(self, name: str) -> Leases:
        """Give the leases as a node sees them."""
        ...

    def turn(self, milliseconds: int) -> None:
        """Turn the clock that counts."""
        ...


@dataclass
class MemoryCluster:
    """Nodes in one process."""

    unix_ms: int = 1_790_000_000_000

    def __post_init__(self) -> None:
        self.store = MemoryStore()
        self._board = MemoryBoard(self.store, lambda: self.unix_ms)

    def node(self, name: str) -> Leases:
        return MemoryLeases(self._board, name)

    def turn(self, milliseconds: int) -> None:
        self.unix_ms += milliseconds


class PostgresCluster:
    """Nodes on one database, each with connections of its own; make one with `postgres_cluster`."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self._address = address
        self._stack = stack
        self._turning = stack.enter_context(psycopg.connect(address, autocommit=True))
        self._turning.execute(TURNED_CLOCK)
        self._database = stack.enter_context(closing(Database.open(address)))
        self.store = stack.enter_context(closing(PostgresStore(self._database)))

    def node(self, name: str) -> Leases:
        return self._stack.enter_context(closing(PostgresLeases(self._database, name)))

    def turn(self, milliseconds: int) -> None:
        self._turning.execute(
            "UPDATE polemos.turned_clock SET unix_ms = unix_ms + %s", [milliseconds]
        )


@contextmanager
def postgres_cluster(address: str) -> Iterator[PostgresCluster]:
    """Open a database whose clock stands still until it is turned."""
    with ExitStack() as stack:
        yield PostgresCluster(address, stack)
