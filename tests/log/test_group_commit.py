import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from kit.streams import laid_cards
from polemos.log.group_commit import GroupCommit
from polemos.log.memory import MemoryStore
from polemos.log.store import Appended, StoreError, StoreFull, VersionConflict


class HeldStore(MemoryStore):
    """A store whose commits wait until a test lets them go, and that notes their sizes."""

    def __init__(self, **options):
        super().__init__(**options)
        self.sizes = []
        self.is_busy = threading.Event()
        self.may_go = threading.Event()

    def append(self, batch):
        self.sizes.append(len(batch))
        self.is_busy.set()
        self.may_go.wait()
        return super().append(batch)


@asynccontextmanager
async def group_commit(store, **options):
    commits = GroupCommit(store, **options)
    try:
        yield commits
    finally:
        if isinstance(store, HeldStore):
            store.may_go.set()
        await commits.close()


async def waiting(commits, *requests):
    """Hand requests in, each in a task of its own, and give the tasks once all of them wait."""
    tasks = [asyncio.ensure_future(commits.append(request)) for request in requests]
    await asyncio.sleep(0)
    return tasks


async def is_busy(store):
    await asyncio.get_running_loop().run_in_executor(None, store.is_busy.wait)


async def test_an_append_returns_when_it_is_stored(store):
    async with group_commit(store) as commits:
        assert await commits.append(laid_cards("a-1", 2)) == Appended(position=2, seq=2)
        assert store.last_position() == 2


async def test_what_waits_during_a_commit_shares_the_next_one():
    store = HeldStore()
    async with group_commit(store) as commits:
        first = await waiting(commits, laid_cards("a-1", 1))
        await is_busy(store)
        others = await waiting(commits, *(laid_cards(f"b-{n}", 1) for n in range(1, 41)))
        store.may_go.set()
        results = await asyncio.gather(*first, *others)

    assert store.sizes == [1, 40]
    assert [result.position for result in results] == list(range(1, 42))


async def test_a_commit_takes_no_more_requests_than_its_bound():
    store = HeldStore()
    async with group_commit(store, requests_max=16) as commits:
        first = await waiting(commits, laid_cards("a-1", 1))
        await is_busy(store)
        others = await waiting(commits, *(laid_cards(f"b-{n}", 1) for n in range(1, 41)))
        store.may_go.set()
        await asyncio.gather(*first, *others)

    assert store.sizes == [1, 16, 16, 8]


async def test_only_so_many_requests_wait_for_the_thread():
    store = HeldStore()
    async with group_commit(store, waiting_max=4) as commits:
        tasks = await waiting(commits, *(laid_cards(f"b-{n}", 1) for n in range(1, 21)))
        await is_busy(store)
        assert commits._queue.qsize() <= 4
        store.may_go.set()
        results = await asyncio.gather(*tasks)

    assert sorted(result.position for result in results) == list(range(1, 21))
    assert max(store.sizes) <= 4


async def test_a_conflict_is_raised_to_its_own_request_alone(store):
    async with group_commit(store) as commits:
        await commits.append(laid_cards("a-1", 1))
        late, good = await asyncio.gather(
            commits.append(laid_cards("a-1", 1, name="late")),
            commits.append(laid_cards("b-1", 1)),
            return_exceptions=True,
        )

    assert isinstance(late, VersionConflict)
    assert (late.game, late.expected_seq, late.actual_seq) == ("a-1", 0, 1)
    assert good == Appended(position=2, seq=1)


async def test_a_failed_commit_is_told_to_everybody_in_it_and_the_next_one_is_tried():
    store = HeldStore(events_max=3)
    async with group_commit(store) as commits:
        first = await waiting(commits, laid_cards("a-1", 1))
        await is_busy(store)
        too_many = await waiting(commits, laid_cards("b-1", 2), laid_cards("c-1", 1))
        store.may_go.set()
        failed = await asyncio.gather(*first, *too_many, return_exceptions=True)
        after = await commits.append(laid_cards("d-1", 2))

    assert [type(result) for result in failed] == [Appended, StoreFull, StoreFull]
    assert after == Appended(position=3, seq=2)


async def test_a_fault_of_ours_leaves_nobody_waiting():
    class BrokenStore(MemoryStore):
        def append(self, batch):
            raise ZeroDivisionError

    async with group_commit(BrokenStore()) as commits:
        with pytest.raises(ZeroDivisionError):
            await commits.append(laid_cards("a-1", 1))
        with pytest.raises(ZeroDivisionError):
            await commits.append(laid_cards("b-1", 1))


async def test_whoever_stops_waiting_neither_loses_events_nor_disturbs_the_batch():
    store = HeldStore()
    async with group_commit(store) as commits:
        (first,) = await waiting(commits, laid_cards("a-1", 1))
        await is_busy(store)
        gone, stays = await waiting(commits, laid_cards("b-1", 1), laid_cards("c-1", 1))
        first.cancel()
        gone.cancel()
        store.may_go.set()
        assert await stays == Appended(position=3, seq=1)

    assert [entry.game for entry in store.read()] == ["a-1", "b-1", "c-1"]
    assert first.cancelled()
    assert gone.cancelled()


async def test_closing_stores_everything_that_was_handed_in():
    store = HeldStore()
    commits = GroupCommit(store, requests_max=4)
    tasks = await waiting(commits, *(laid_cards(f"b-{n}", 1) for n in range(1, 21)))
    await is_busy(store)
    closing = asyncio.ensure_future(commits.close())
    await asyncio.sleep(0)
    store.may_go.set()
    await closing

    assert [task.result().position for task in tasks] == list(range(1, 21))
    assert store.last_position() == 20


async def test_nothing_is_taken_after_closing(store):
    commits = GroupCommit(store)
    await commits.append(laid_cards("a-1", 1))
    await commits.close()

    with pytest.raises(StoreError, match="being closed"):
        await commits.append(laid_cards("b-1", 1))
    assert store.last_position() == 1


async def test_one_that_was_never_used_closes_too(store):
    await GroupCommit(store).close()


async def test_a_malformed_request_is_told_to_its_sender_alone(store):
    async with group_commit(store) as commits:
        bad, good = await asyncio.gather(
            commits.append(laid_cards("no game", 1)),
            commits.append(laid_cards("a-1", 1)),
            return_exceptions=True,
        )

    assert isinstance(bad, ValueError)
    assert good == Appended(position=1, seq=1)
