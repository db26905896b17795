"""A channel: everybody gets every event once, in order, however they come, pause and go."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.channels import ChannelHouse, Reader
from kit.companies import company
from kit.hub import GAME, TEST_LIMITS, until
from kit.loop import TurnedLoop
from polemos.hub.channel import Channel
from polemos.hub.watching import Watching
from polemos.wire.pushes import WatchMode

SMALL = replace(TEST_LIMITS, ring_events_max=8, snapshot_after_events=20, slice_connections=2)


async def quiet(channel: Channel) -> None:
    await until(lambda: not channel.is_flushing)


async def test_what_was_published_while_the_channel_opened_is_no_reason_for_a_frame():
    house, reader = ChannelHouse(), Reader()
    house.publish(4, 5)
    channel = house.open(3)
    house.join(reader, cursor=channel.head_seq)
    await quiet(channel)
    assert (channel.head_seq, channel.head) == (5, "hash 5")
    assert reader.frames == []


async def test_what_was_published_and_read_while_the_channel_opened_comes_once():
    house, reader = ChannelHouse(), Reader()
    house.publish(3, 5)
    channel = house.open(4)
    house.join(reader)
    house.publish(6, 6)
    await quiet(channel)
    assert reader.seqs == [1, 2, 3, 4, 5, 6]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("publish"), st.integers(1, 4)),
        st.tuples(
            st.sampled_from(["join", "sit", "stand", "pause", "resume", "leave"]), st.integers(0, 4)
        ),
        st.tuples(st.sampled_from(["tell", "tick"]), st.just(0)),
        st.tuples(st.just("run"), st.integers(1, 3)),
    ),
    max_size=40,
)


@given(st.integers(1, 6), st.integers(0, 3), steps)
def test_all_events_come_once_and_the_newest_company_and_audience_last(stored, published, steps):
    """Let readers come, pause and go between events, with a ring that holds all of them."""
    limits = replace(SMALL, ring_events_max=1_000, snapshot_after_events=1_000)
    loop, told = TurnedLoop(), 0
    house = ChannelHouse(limits=limits, loop=loop)
    if published:
        house.publish(stored + 1, stored + published)
    channel = house.open(stored)
    visitors = [Visitor(house) for _ in range(5)]
    for name, number in steps:
        match name:
            case "publish":
                house.publish(channel.head_seq + 1, channel.head_seq + number)
            case "tell":
                told += 1
                channel.tell_company(company(told, game=GAME))
            case "tick":
                channel.tell_audience()
            case "run":
                for _ in range(number):
                    loop.run_once()
            case _:
                visitors[number].act(name)
    channel.tell_audience()
    loop.turn(1)
    for visitor in visitors:
        visitor.act("resume")
    loop.turn(1)
    assert loop.is_idle
    present = [visitor for visitor in visitors if visitor.is_present]
    assert channel.watchers_count == len(present)
    assert channel.spectators_count == sum(not visitor.is_seated for visitor in present)
    for visitor in visitors:
        visitor.check(told)


class Visitor:
    """A reader that joins once, may sit, stand up, pause and resume, and may leave."""

    def __init__(self, house: ChannelHouse) -> None:
        self.house = house
        self.reader = Reader()
        self.watching: Watching | None = None
        self.is_seated = False

    @property
    def is_present(self) -> bool:
        return self.watching is not None and not self.watching.has_left

    def act(self, name: str) -> None:
        channel, reader, watching = self.house.channel, self.reader, self.watching
        if watching is None:
            self.watching = self.house.join(reader) if name == "join" else None
        elif name == "pause" and not reader.is_paused:
            reader.is_paused = True
            channel.pause(watching)
        elif name == "resume" and reader.is_paused:
            reader.is_paused = False
            channel.resume(watching)
        elif name in ("sit", "stand") and not watching.has_left:
            self.is_seated = name == "sit"
            channel.notices.note_seat(watching, is_held=self.is_seated)
        elif name == "leave" and not watching.has_left:
            channel.leave(watching)

    def check(self, told: int) -> None:
        channel, seqs = self.house.channel, self.reader.seqs
        companies = [push["turn_seconds"] for push in self.reader.told("company")]
        assert seqs == list(range(1, len(seqs) + 1))
        assert companies == sorted(companies)
        if self.watching is None or self.watching.has_left:
            return
        assert channel.cursor(self.watching) == len(seqs) == channel.head_seq
        assert companies[-1:] == ([told] if told else [])
        assert self.reader.told("audience")[-1]["spectators"] == channel.spectators_count


async def test_a_channel_that_nobody_watches_keeps_its_company_for_the_first_who_comes():
    house, reader = ChannelHouse(limits=SMALL), Reader()
    house.channel.tell_company(company(1, game=GAME))
    house.channel.tell_company(company(2, game=GAME))
    house.open(1)
    assert house.counters.notices_told == 0
    house.join(reader)
    assert [push["type"] for push in reader.pushes] == ["company", "events"]
    assert reader.pushes[0]["turn_seconds"] == 2


def test_the_audience_is_told_only_when_another_number_is_to_be_told_of_it():
    loop = TurnedLoop()
    house = ChannelHouse(limits=SMALL, loop=loop)
    house.open(1)
    readers = [Reader() for _ in range(130)]
    watchings = [house.join(reader) for reader in readers]
    for _ in range(3):
        house.channel.tell_audience()
        loop.turn(1)
    late = Reader()
    house.join(late)
    for count in (9, 2):
        house.channel.tell_audience()
        loop.turn(1)
        for _ in range(count):
            house.channel.leave(watchings.pop())
    house.channel.tell_audience()
    loop.turn(1)
    told = [
        [push["spectators"] for push in reader.told("audience")] for reader in (readers[0], late)
    ]
    assert told == [[130, 120], [130, 120]]


@pytest.mark.parametrize(
    ("after_seq", "mode"),
    [
        (41, WatchMode.RESET),
        (40, WatchMode.LIVE),
        (39, WatchMode.RING),
        (32, WatchMode.RING),
        (31, WatchMode.LOG),
        (20, WatchMode.LOG),
        (19, WatchMode.SNAPSHOT),
        (0, WatchMode.SNAPSHOT),
    ],
)
async def test_the_mode_depends_on_how_much_is_missing_and_what_the_ring_holds(after_seq, mode):
    channel = ChannelHouse(limits=SMALL).open(40, held=8)
    assert channel.mode(after_seq) is mode


async def test_whoever_is_beyond_the_ring_is_sent_to_the_store_once():
    house, reader = ChannelHouse(limits=SMALL), Reader()
    channel = house.open(40, held=8)
    watching = house.join(reader, cursor=30)
    channel.advance(watching)
    assert house.fetched == [watching]
    assert reader.frames == []


async def test_events_faster_than_the_ring_holds_until_a_flush_send_everybody_to_the_store():
    house, reader = ChannelHouse(limits=SMALL), Reader()
    channel = house.open(1)
    watching = house.join(reader, cursor=1)
    house.publish(2, 30)
    await quiet(channel)
    assert house.fetched == [watching]
    assert channel.wants_snapshot(watching)
    assert channel.flushed_seq == 30
    channel.tell_company(company(1, game=GAME))
    await until(lambda: bool(reader.told("company")))
    channel.leave(watching)
    assert channel.watchers_count == 0


async def test_a_hash_is_known_of_what_the_ring_holds_and_of_nothing_else():
    channel = ChannelHouse(limits=SMALL).open(40, held=8)
    assert channel.head_at(0) == ""
    assert channel.head_at(40) == "hash 40"
    assert channel.head_at(33) is not None
    assert channel.head_at(32) is None


def test_a_closed_channel_tells_nothing_more():
    loop = TurnedLoop()
    house, reader = ChannelHouse(limits=SMALL, loop=loop), Reader()
    house.open(1)
    house.join(reader, cursor=1)
    house.channel.tell_company(company(1, game=GAME))
    house.channel.tell_audience()
    house.channel.close()
    assert loop.is_idle
    loop.turn(1)
    assert reader.frames == []


async def test_a_closed_channel_flushes_nothing_more():
    house = ChannelHouse(limits=replace(SMALL, flush_interval_ms_min=60_000.0))
    channel = house.open(1)
    house.join(Reader(), cursor=1)
    house.publish(2, 2)
    await until(lambda: channel.flushed_seq == 2)
    house.publish(3, 3)
    assert channel.is_flushing
    channel.close()
    assert not channel.is_flushing
