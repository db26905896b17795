"""Catching up: pages of the log or a table, no more than can be written, and a failing store."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace

from anyio import CapacityLimiter

from kit.channels import Reader, lines, stored
from kit.clock import TurnedClock
from kit.hub import TEST_LIMITS, CountTables, FailingStore
from polemos.hub.catch_up import CatchUp
from polemos.hub.channel import Channel
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.snapshots import Snapshots
from polemos.hub.watching import Watching
from polemos.log.store import StoreError

LIMITS = replace(TEST_LIMITS, ring_events_max=8, page_events_max=10, snapshot_after_events=40)


@dataclass
class CatchUpHouse:
    """A channel of 100 events, of which the ring holds the newest, and whoever fetches for it."""

    limits: HubLimits = LIMITS
    store: FailingStore = field(default_factory=lambda: stored({"a-1": 100}))
    reader: Reader = field(default_factory=Reader)
    counters: Counters = field(default_factory=Counters)
    clock: TurnedClock = field(default_factory=TurnedClock)

    def __post_init__(self) -> None:
        self.waiting: list[Coroutine[None, None, None]] = []
        reads = CapacityLimiter(1)
        catch_up = CatchUp(
            store=self.store,
            clock=self.clock,
            limits=self.limits,
            counters=self.counters,
            reads=reads,
            start=self.waiting.append,
        )
        self.channel = Channel(
            game="a-1",
            limits=self.limits,
            loop=asyncio.get_running_loop(),
            counters=self.counters,
            fetch=catch_up.fetch,
            snapshots=Snapshots(
                game="a-1",
                store=self.store,
                tables=CountTables(),
                limits=self.limits,
                reads=reads,
            ),
        )
        self.channel.open(list(lines(93, 100)), 100, "head")

    def join(self, cursor: int) -> Watching:
        watching = Watching(
            channel=self.channel, watcher=self.reader, write=self.reader.write, cursor=cursor
        )
        self.channel.join(watching)
        return watching

    async def fetch_all(self) -> None:
        """Bring whatever is waited for, and what follows from it."""
        while self.waiting:
            await self.waiting.pop(0)


async def test_what_the_ring_lacks_comes_in_pages_of_the_log():
    house = CatchUpHouse()
    watching = house.join(65)
    await house.fetch_all()
    assert house.reader.seqs == list(range(66, 101))
    assert [len(push["events"]) for push in house.reader.pushes] == [10, 10, 10, 5]
    assert watching.is_live


async def test_whoever_lacks_too_much_gets_one_table():
    house = CatchUpHouse()
    watching = house.join(5)
    await house.fetch_all()
    (snapshot,) = house.reader.pushes
    assert (snapshot["seq"], snapshot["skipped_events"]) == (100, 95)
    assert snapshot["table"]["events"] == 100
    assert snapshot["caught_up_at"] == house.clock.unix_ms()
    assert (house.counters.snapshots, house.counters.events_skipped) == (1, 95)
    assert watching.is_live


async def test_a_page_read_for_somebody_who_paused_meanwhile_is_read_again_later():
    house = CatchUpHouse()
    watching = house.join(70)
    house.reader.is_paused = True
    await house.fetch_all()
    assert (house.reader.frames, watching.cursor) == ([], 70)
    house.reader.is_paused = False
    house.channel.advance(watching)
    await house.fetch_all()
    assert house.reader.seqs == list(range(71, 101))


async def test_a_table_folded_for_somebody_who_left_meanwhile_is_not_written():
    house = CatchUpHouse()
    house.channel.leave(house.join(5))
    await house.fetch_all()
    assert (house.reader.frames, house.counters.snapshots) == ([], 0)


async def test_a_store_that_fails_ends_the_watch_and_tells_its_reason_to_the_log_alone(caplog):
    for cursor in (5, 70):
        house = CatchUpHouse()
        house.store.failure = StoreError("The event log /srv/polemos/events.db failed.")
        watching = house.join(cursor)
        await house.waiting.pop(0)
        assert house.reader.failures == ["storage_failed"]
        assert "/srv" not in house.reader.reasons[0]
        assert "/srv/polemos/events.db" in caplog.text
        assert watching.cursor == cursor
        for coroutine in house.waiting:
            coroutine.close()


async def test_an_event_that_was_published_and_is_not_stored_is_a_fault_of_the_store(caplog):
    house = CatchUpHouse(store=stored({"a-1": 80}))
    house.join(85)
    await house.waiting.pop(0)
    assert house.reader.failures == ["storage_failed"]
    assert "event 86 was published and is not in the store" in caplog.text
    for coroutine in house.waiting:
        coroutine.close()
