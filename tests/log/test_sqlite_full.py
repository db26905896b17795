"""A disk that is full: nothing is half stored, and the store goes on when there is room again."""

import sqlite3
from contextlib import closing

import pytest

from kit.chains import follow
from kit.streams import laid_cards
from polemos.log.memory import MemoryStore
from polemos.log.sqlite import SqliteStore
from polemos.log.sqlite_file import FREE_BYTES_MIN, failure
from polemos.log.store import StoreFull


def fill(store):
    """Append games of 50 events until the store is full; give how many fitted."""
    for number in range(1, 10_000):
        try:
            store.append([laid_cards(f"a-{number}", 50)])
        except StoreFull:
            return number - 1
    raise AssertionError("the store never filled")


def test_a_full_store_refuses_a_whole_batch_and_keeps_what_it_had(path):
    with closing(SqliteStore.open(path, pages_max=64)) as store:
        count = fill(store)
        assert count > 3
        with pytest.raises(StoreFull, match="There is no room for the event log"):
            store.append([laid_cards("b-1", 60), laid_cards("b-2", 60)])

        assert store.last_position() == count * 50
        assert store.head("b-1") is None
        assert store.head(f"a-{count + 1}") is None
        assert len(store.read(events_max=10_000)) == count * 50


def test_a_full_store_still_takes_what_fits(path):
    with closing(SqliteStore.open(path, pages_max=64)) as store:
        count = fill(store)
        (result,) = store.append([laid_cards("b-1", 1)])
        assert (result.position, result.seq) == (count * 50 + 1, 1)


def test_a_store_is_usable_again_when_there_is_room(path):
    with closing(SqliteStore.open(path, pages_max=64)) as store:
        count = fill(store)
        store._writer.execute("PRAGMA max_page_count = 1000")
        refused = laid_cards(f"a-{count + 1}", 50)

        (result,) = store.append([refused])

        assert (result.position, result.seq) == (count * 50 + 50, 50)
        assert follow(store.load(refused.game), game=refused.game) == (50, refused.head)


def test_a_file_that_has_no_room_for_its_tables_says_so(path):
    with pytest.raises(StoreFull):
        SqliteStore.open(path, pages_max=1)
    SqliteStore.open(path).close()


def test_the_reference_store_can_be_full_too():
    store = MemoryStore(events_max=3)
    store.append([laid_cards("a-1", 2)])

    with pytest.raises(StoreFull):
        store.append([laid_cards("b-1", 1), laid_cards("b-2", 1)])
    assert store.last_position() == 2


@pytest.mark.parametrize(
    ("free_bytes", "kind"), [(FREE_BYTES_MIN - 1, True), (FREE_BYTES_MIN, False)]
)
def test_a_failed_write_means_a_full_disk_where_no_space_is_left(path, free_bytes, kind):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE

    assert isinstance(failure(error, path, "event log", free_bytes), StoreFull) is kind
