from collections.abc import Iterator
from pathlib import Path

import pytest

from polemos.log.memory import MemoryStore
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


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    """Every store that there is: what is tested with it is the contract."""
    if request.param == "memory":
        yield MemoryStore()
    else:
        yield request.getfixturevalue("sqlite")
