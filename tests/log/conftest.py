from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from polemos.log.memory import MemoryStore
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore
from polemos.log.store import EventStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


@pytest.fixture
def sqlite(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore.open(path)
    yield store
    store.close()


@pytest.fixture
def postgres_store(database: Database) -> Iterator[PostgresStore]:
    with closing(PostgresStore(database)) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    """Every store that there is: what is tested with it is the contract."""
    match request.param:
        case "memory":
            yield MemoryStore()
        case "sqlite":
            yield request.getfixturevalue("sqlite")
        case _:
            yield request.getfixturevalue("postgres_store")
