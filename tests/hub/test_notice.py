"""A notice: the newest to everybody, never an older one after it, and not too often."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.channels import ChannelHouse, Reader
from kit.companies import company
from kit.hub import GAME
from kit.loop import TurnedLoop
from polemos.hub.counters import Counters
from polemos.hub.notice import Notice
from polemos.hub.watching import Watching
from polemos.wire.pushes import Company

SLICE = 2
INTERVAL_MS = 100
READERS = 7


class StrictReader(Reader):
    """A reader that is written nothing while it is paused, and that can stop in a write."""

    def __init__(self) -> None:
        super().__init__()
        self.stops_after_write = False

    def write(self, frame: bytes) -> None:
        assert not self.is_paused
        super().write(frame)
        self.is_paused = self.stops_after_write

    @property
    def numbers(self) -> list[int]:
        return [push["turn_seconds"] for push in self.told("company")]


@dataclass
class NoticeHouse:
    """A notice, those who watch, and the times of its rounds."""

    interval_ms: int = INTERVAL_MS
    loop: TurnedLoop = field(default_factory=TurnedLoop)
    counters: Counters = field(default_factory=Counters)
    present: list[Watching] = field(default_factory=list)
    rounds_at_ms: list[int] = field(default_factory=list)
    told: int = 0

    def __post_init__(self) -> None:
        self.channel = ChannelHouse(loop=self.loop).channel
        self.readers = [StrictReader() for _ in range(READERS)]
        self.watchings: list[Watching | None] = [None] * READERS
        self.notice: Notice[Company] = Notice(
            loop=self.loop,
            counters=self.counters,
            watchings=self._begin_round,
            interval_seconds=self.interval_ms / 1_000,
            slice_connections=SLICE,
        )

    def _begin_round(self) -> list[Watching]:
        self.rounds_at_ms.append(round(self.loop.time() * 1_000))
        return list(self.present)

    def tell(self) -> None:
        self.told += 1
        self.notice.tell(company(self.told, game=GAME))

    def join(self, number: int) -> None:
        reader = self.readers[number]

        def write(frame: bytes) -> None:
            assert self.watchings[number] is watching
            reader.write(frame)

        watching = Watching(channel=self.channel, watcher=reader, write=write, cursor=0)
        self.watchings[number] = watching
        self.present.append(watching)
        self.notice.offer(watching)

    def leave(self, number: int) -> None:
        watching, self.watchings[number] = self.watchings[number], None
        assert watching is not None
        watching.has_left = True
        self.present.remove(watching)
        self.notice.forget(watching)

    def resume(self, number: int) -> None:
        reader, watching = self.readers[number], self.watchings[number]
        reader.is_paused = reader.stops_after_write = False
        if watching is not None:
            self.notice.go_on(watching)

    def act(self, name: str, number: int) -> None:
        reader, is_present = self.readers[number], self.watchings[number] is not None
        match name:
            case "join" if not is_present:
                self.join(number)
            case "leave" if is_present:
                self.leave(number)
            case "pause":
                reader.is_paused = True
            case "stop":
                reader.stops_after_write = True
            case "resume" if reader.is_paused or reader.stops_after_write:
                self.resume(number)


steps = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["join", "leave", "pause", "stop", "resume"]),
            st.integers(0, READERS - 1),
        ),
        st.tuples(st.just("tell"), st.just(0)),
        st.tuples(st.just("run"), st.integers(1, 3)),
        st.tuples(st.just("turn"), st.integers(1, 150)),
    ),
    max_size=60,
)


@given(steps)
def test_whoever_stays_holds_the_newest_and_never_gets_an_older_one_after_it(steps):
    house = NoticeHouse()
    for name, number in steps:
        match name:
            case "tell":
                house.tell()
            case "turn":
                house.loop.turn(number / 1_000)
            case "run":
                for _ in range(number):
                    house.loop.run_once()
            case _:
                house.act(name, number)
    for number in range(READERS):
        house.resume(number)
    house.loop.turn(2 * INTERVAL_MS / 1_000)
    assert house.loop.is_idle
    for reader, watching in zip(house.readers, house.watchings, strict=True):
        assert reader.numbers == sorted(reader.numbers)
        if watching is not None and house.told:
            assert reader.numbers[-1] == house.told
    pairs = zip(house.rounds_at_ms, house.rounds_at_ms[1:], strict=False)
    assert all(later - earlier >= INTERVAL_MS for earlier, later in pairs)


def test_after_a_quiet_moment_it_goes_at_once_and_the_next_ones_share_a_round():
    house = NoticeHouse()
    house.join(0)
    house.tell()
    house.loop.run_once()
    assert house.readers[0].numbers == [1]
    for _ in range(5):
        house.tell()
    house.loop.turn(0.099)
    assert house.readers[0].numbers == [1]
    house.loop.turn(0.001)
    assert house.readers[0].numbers == [1, 6]


def test_all_are_written_the_same_bytes():
    house = NoticeHouse()
    for number in range(READERS):
        house.join(number)
    house.tell()
    house.loop.turn(0)
    assert len({id(frame) for reader in house.readers for frame in reader.frames}) == 1
    assert house.counters.notices_told == 1
    assert house.counters.notices_written == READERS


def test_a_slice_is_written_at_a_time_and_the_loop_has_its_turn_between():
    house = NoticeHouse()
    for number in range(READERS):
        house.join(number)
    house.tell()
    written = []
    for _ in range(4):
        house.loop.run_once()
        written.append(sum(len(reader.frames) for reader in house.readers))
    assert written == [2, 4, 6, 7]


def test_what_is_told_in_the_middle_of_a_round_reaches_its_beginning_too():
    house = NoticeHouse()
    for number in range(READERS):
        house.join(number)
    house.tell()
    house.loop.run_once()
    house.tell()
    house.loop.turn(INTERVAL_MS / 1_000)
    assert sorted({tuple(reader.numbers) for reader in house.readers}) == [(1, 2), (2, 2)]


def test_whoever_leaves_in_the_middle_of_a_round_is_written_nothing_more():
    house = NoticeHouse()
    for number in range(READERS):
        house.join(number)
    house.tell()
    house.loop.run_once()
    for number in range(READERS):
        house.leave(number)
    house.loop.turn(1)
    assert house.counters.notices_written == SLICE


def test_a_round_is_over_before_the_next_begins_however_often_it_is_told():
    house = NoticeHouse(interval_ms=0)
    for number in range(READERS):
        house.join(number)
    for _ in range(20):
        house.tell()
        written = house.counters.notices_written
        house.loop.run_once()
        assert house.counters.notices_written - written <= SLICE
    assert house.counters.notices_told == 5


def test_what_is_only_kept_is_for_whoever_comes():
    house = NoticeHouse()
    house.notice.keep(company(3, game=GAME))
    assert house.loop.is_idle
    house.join(0)
    assert house.readers[0].numbers == [3]


@pytest.mark.parametrize("is_under_way", [False, True])
def test_a_closed_notice_tells_nothing_more(is_under_way):
    house = NoticeHouse()
    for number in range(READERS):
        house.join(number)
    house.tell()
    if is_under_way:
        house.loop.run_once()
        house.tell()
    written = house.counters.notices_written
    house.notice.close()
    house.loop.turn(1)
    assert house.counters.notices_written == written
    assert house.loop.is_idle
