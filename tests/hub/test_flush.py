"""A flush: one frame to everybody who is live, in slices, whoever comes or goes meanwhile."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.channels import ChannelHouse, Reader
from kit.hub import TEST_LIMITS, until
from polemos.hub.counters import Counters
from polemos.hub.flush import Flush
from polemos.hub.watching import Watching

SLICE = 4


class FlushHouse:
    """A flush and its readers; `finished` counts the flushes that are over."""

    def __init__(self, readers: int, slice_connections: int = SLICE) -> None:
        self.finished = 0
        self.counters = Counters()
        self.flush = Flush(
            limits=replace(TEST_LIMITS, slice_connections=slice_connections),
            loop=asyncio.get_running_loop(),
            counters=self.counters,
            finished=self._finish,
        )
        channel = ChannelHouse().channel
        self.readers = [Reader() for _ in range(readers)]
        self.watchings = [
            Watching(channel=channel, watcher=reader, write=reader.write, cursor=0)
            for reader in self.readers
        ]

    def _finish(self) -> None:
        self.finished += 1

    def add_all(self) -> None:
        for watching in self.watchings:
            self.flush.add(watching)

    async def send(self, frame: bytes, seq: int) -> None:
        over = self.finished + 1
        self.flush.begin(frame, seq)
        self.flush.write_slice()
        await until(lambda: self.finished == over)


@pytest.mark.parametrize("readers", [0, 1, SLICE, SLICE + 1, 5 * SLICE + 3])
async def test_everybody_is_written_the_same_bytes_once(readers):
    house = FlushHouse(readers)
    house.add_all()
    for number in range(1, 8):
        await house.send(b"frame %d" % number, number)
    frames = [b"frame %d" % number for number in range(1, 8)]
    assert all(reader.frames == frames for reader in house.readers)
    assert all(house.flush.cursor(watching) == 7 for watching in house.watchings)
    assert house.counters.frames_written == 7 * readers


async def test_a_slice_is_written_at_once_and_the_others_after_the_loop_had_its_turn():
    house = FlushHouse(3 * SLICE)
    house.add_all()
    house.flush.begin(b"frame", 1)
    house.flush.write_slice()
    assert sum(len(reader.frames) for reader in house.readers) == SLICE
    cursors = [house.flush.cursor(watching) for watching in house.watchings]
    assert cursors == [len(reader.frames) for reader in house.readers]
    await until(lambda: not house.flush.is_under_way)
    assert all(reader.frames == [b"frame"] for reader in house.readers)


async def test_nobody_is_always_last():
    house = FlushHouse(3 * SLICE)
    house.add_all()
    first = set()
    for number in range(1, 4):
        house.flush.begin(b"frame", number)
        house.flush.write_slice()
        written = [len(reader.frames) == number for reader in house.readers]
        first.add(written.index(True))
        await until(lambda: not house.flush.is_under_way)
    assert first == {0, SLICE, 2 * SLICE}


events = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["add", "remove"]), st.integers(0, 9)),
        st.tuples(st.sampled_from(["send", "run"]), st.just(0)),
    ),
    max_size=40,
)


@given(events)
@settings(deadline=None, max_examples=300)
def test_a_cursor_tells_exactly_what_was_written_whoever_comes_and_goes(events):
    asyncio.run(come_and_go(events))


async def come_and_go(events: list[tuple[str, int]]) -> None:
    """Each reader holds what it was written, and joins again where the flush stands."""
    house, seq = FlushHouse(10, slice_connections=2), 0
    house.add_all()
    flush, joined_at = house.flush, [0] * 10
    for name, number in events:
        watching = house.watchings[number]
        match name:
            case "add" if not watching.is_live:
                watching.cursor = joined_at[number] = flush.seq
                house.readers[number].frames.clear()
                flush.add(watching)
            case "remove" if watching.is_live:
                flush.remove(watching)
            case "send" if not flush.is_under_way:
                seq += 1
                flush.begin(b"%d" % seq, seq)
                flush.write_slice()
            case "run":
                await asyncio.sleep(0)
        for index, reader in enumerate(house.readers):
            held = int(reader.frames[-1]) if reader.frames else joined_at[index]
            assert flush.cursor(house.watchings[index]) == held
    await until(lambda: not flush.is_under_way)
    for reader, watching in zip(house.readers, house.watchings, strict=True):
        seqs = [int(frame) for frame in reader.frames]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)) if seqs else [])
        assert not watching.is_live or flush.cursor(watching) == seq


async def test_all_get_their_cursors_back_at_once():
    house = FlushHouse(3)
    house.add_all()
    await house.send(b"frame", 5)
    assert set(house.flush.remove_all()) == set(house.watchings)
    assert [watching.cursor for watching in house.watchings] == [5, 5, 5]
    assert not any(watching.is_live for watching in house.watchings)
