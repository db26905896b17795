"""Channels: opened once for all who ask, bounded, and closed when nobody watches any more."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest
from anyio import CapacityLimiter

from kit.channels import Reader, lines, stored
from kit.hub import TEST_LIMITS, CountTables, FailingStore
from polemos.hub.catch_up import CatchUp
from polemos.hub.channel import Channel
from polemos.hub.channels import IDLE_TICKS_BEFORE_CLOSE, Channels
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.ports import NoOthers
from polemos.hub.watching import Watching
from polemos.log.store import StoreError
from polemos.rooms.clock import SystemClock
from polemos.rooms.errors import Refusal

SMALL = replace(TEST_LIMITS, channels_max=3, ring_events_max=8, page_events_max=5)


@dataclass
class ChannelsHouse:
    """Channels over a store; whoever has to be brought something is only written down."""

    store: FailingStore
    limits: HubLimits = SMALL
    fetching: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        counters, reads = Counters(), CapacityLimiter(self.limits.store_reads_max)
        self.channels = Channels(
            others=NoOthers(),
            store=self.store,
            tables=CountTables(),
            limits=self.limits,
            counters=counters,
            reads=reads,
            catch_up=CatchUp(
                store=self.store,
                clock=SystemClock(),
                limits=self.limits,
                counters=counters,
                reads=reads,
                start=self.fetching.append,
            ),
        )

    def tick(self, ticks: int) -> None:
        for _ in range(ticks):
            self.channels.tick()


def join(channel: Channel) -> Watching:
    reader = Reader()
    watching = Watching(
        channel=channel, watcher=reader, write=reader.write, cursor=channel.head_seq
    )
    channel.join(watching)
    return watching


async def test_however_many_ask_at_once_the_store_is_read_once():
    house = ChannelsHouse(stored({"a-1": 20}))
    opened = await asyncio.gather(*[house.channels.open("a-1") for _ in range(10)])
    assert {id(channel) for channel in opened} == {id(house.channels.find("a-1"))}
    assert house.store.heads_read == ["a-1"]


async def test_a_running_game_begins_with_its_newest_events():
    house = ChannelsHouse(stored({"a-1": 20}))
    channel = await house.channels.open("a-1")
    assert channel.ring.all_lines() == lines(13, 20)
    assert (channel.head_seq, channel.flushed_seq) == (20, 20)


async def test_an_ended_game_takes_no_memory_and_is_paged_from_the_log():
    house = ChannelsHouse(stored({"a-1": 20}, is_ended=True))
    channel = await house.channels.open("a-1")
    assert channel.ring.count == 0
    assert (channel.head_seq, channel.head) == (20, "head of a-1")
    assert {channel.mode(after_seq) for after_seq in range(20)} == {"log"}
    assert channel.mode(20) == "live"
    assert channel.head_at(20) == "head of a-1"


async def test_one_channel_too_many_is_refused_until_another_is_closed():
    house = ChannelsHouse(stored({f"a-{number}": 1 for number in range(1, 6)}))
    watchings = [join(await house.channels.open(f"a-{number}")) for number in range(1, 4)]
    with pytest.raises(Refusal) as refused:
        await house.channels.open("a-4")
    assert refused.value.code == "too_many_games_watched"
    assert refused.value.retry_after_ms == (IDLE_TICKS_BEFORE_CLOSE + 1) * SMALL.tick_ms
    assert await house.channels.open("a-1") is watchings[0].channel
    watchings[1].channel.leave(watchings[1])
    house.tick(IDLE_TICKS_BEFORE_CLOSE + 1)
    await house.channels.open("a-4")
    assert house.channels.count == 3


async def test_a_channel_is_closed_only_after_nobody_has_watched_for_a_while():
    house = ChannelsHouse(stored({"a-1": 1}))
    watching = join(await house.channels.open("a-1"))
    house.tick(10)
    watching.channel.leave(watching)
    house.tick(IDLE_TICKS_BEFORE_CLOSE)
    assert await house.channels.open("a-1") is watching.channel
    house.tick(IDLE_TICKS_BEFORE_CLOSE)
    assert house.channels.count == 1
    house.tick(1)
    assert house.channels.find("a-1") is None


async def test_nothing_is_kept_of_a_game_that_is_not_there():
    house = ChannelsHouse(stored({}))
    with pytest.raises(Refusal) as refused:
        await house.channels.open("a-1")
    assert refused.value.code == "unknown_game"
    assert house.channels.count == 0


async def test_a_store_that_fails_is_told_to_all_who_ask_and_asked_again_later():
    house = ChannelsHouse(stored({"a-1": 20}))
    house.store.failure = StoreError("The disk is gone.")
    answers = await asyncio.gather(
        *[house.channels.open("a-1") for _ in range(3)], return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [StoreError] * 3
    house.store.failure = None
    assert (await house.channels.open("a-1")).head_seq == 20
