"""Snapshots of one game: folded once, shared while they are fresh, never past what was asked."""

import asyncio
import json
from dataclasses import replace

import pytest
from anyio import CapacityLimiter
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.channels import line, stored
from kit.hub import TEST_LIMITS, CountTables
from polemos.hub.snapshots import Snapshots
from polemos.log.store import StoreError
from polemos.rules.encoding import digest

STALE_EVENTS = 5
LIMITS = replace(TEST_LIMITS, snapshot_stale_events=STALE_EVENTS, page_events_max=7)


class CountedTables(CountTables):
    """Counts how often an event was folded."""

    def __init__(self) -> None:
        self.folded = 0

    def fold(self, table, line):
        self.folded += 1
        return super().fold(table, line)


def snapshots_of(store, tables) -> Snapshots:
    return Snapshots(
        game="a-1", store=store, tables=tables, limits=LIMITS, reads=CapacityLimiter(2)
    )


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 30)), min_size=1, max_size=10))
@settings(deadline=None, max_examples=40)
def test_a_table_is_never_newer_than_asked_nor_older_than_it_may_be(asks):
    asyncio.run(ask(asks))


async def ask(asks: list[tuple[int, int]]) -> None:
    """Ask at later and later events, each time for a table that may be so much older."""
    snapshots, seq = snapshots_of(stored({"a-1": 200}), CountedTables()), 1
    for more, older in asks:
        seq += more
        oldest_seq = max(0, seq - older)
        snapshot = await snapshots.take(seq=seq, oldest_seq=oldest_seq)
        assert max(oldest_seq, seq - STALE_EVENTS) <= snapshot.seq <= seq
        table = json.loads(snapshot.table)
        assert table == {"events": snapshot.seq, "head": digest(line(snapshot.seq))}


async def test_all_who_ask_at_once_share_one_fold():
    tables = CountedTables()
    snapshots = snapshots_of(stored({"a-1": 50}), tables)
    taken = await asyncio.gather(*[snapshots.take(seq=50, oldest_seq=1) for _ in range(10)])
    assert len({id(snapshot) for snapshot in taken}) == 1
    assert tables.folded == 50


async def test_a_later_table_is_folded_on_from_the_earlier_one():
    tables = CountedTables()
    snapshots = snapshots_of(stored({"a-1": 50}), tables)
    await snapshots.take(seq=30, oldest_seq=1)
    await snapshots.take(seq=50, oldest_seq=1)
    assert tables.folded == 50


async def test_a_store_that_fails_is_told_and_the_fold_goes_on_later():
    store, tables = stored({"a-1": 50}), CountedTables()
    snapshots = snapshots_of(store, tables)
    await snapshots.take(seq=10, oldest_seq=1)
    store.failure = StoreError("The disk is gone.")
    with pytest.raises(StoreError):
        await snapshots.take(seq=50, oldest_seq=40)
    store.failure = None
    assert (await snapshots.take(seq=50, oldest_seq=40)).seq == 50
    assert tables.folded == 50
