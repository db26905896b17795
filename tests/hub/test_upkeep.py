"""Upkeep: who is dropped and why, with peers that are nothing but what the upkeep sees of them."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.clock import TurnedClock
from kit.hub import TEST_LIMITS, TICK_MS
from polemos.hub.addresses import read_networks
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.phases import Phase
from polemos.hub.upkeep import Upkeep


@dataclass(eq=False)
class OwnPeer:
    """A connection of the test's own."""

    unsent_bytes: int = 0
    phase: Phase = Phase.OPEN
    paused_at_seconds: float | None = None
    is_alive: bool = True
    is_aborted: bool = False
    beats: int = 0

    def beat(self) -> bool:
        self.beats += 1
        return self.is_alive

    def part(self, code: str, sentence: str, *, reconnect_after_ms: int, close_code: int) -> None:
        raise AssertionError("the upkeep says no goodbyes")

    def abort(self) -> None:
        self.is_aborted = True
        self.unsent_bytes = 0


class NoSocket(asyncio.BaseTransport):
    """A transport whose socket is nobody's business, only whose it is."""

    def __init__(self, host: str | None = None) -> None:
        peername = None if host is None else (host, 4_711)
        super().__init__({"peername": peername})


@dataclass
class UpkeepHouse:
    limits: HubLimits = TEST_LIMITS
    clock: TurnedClock = field(default_factory=TurnedClock)
    counters: Counters = field(default_factory=Counters)

    def __post_init__(self) -> None:
        self.upkeep = Upkeep(
            limits=self.limits,
            clock=self.clock,
            counters=self.counters,
            draw=lambda: 0.5,
            trusted_proxies=read_networks(["10.0.0.0/8"]),
        )

    def admit(self, *peers: OwnPeer) -> None:
        for peer in peers:
            assert self.upkeep.admit(peer, NoSocket())

    def pause(self, peer: OwnPeer) -> None:
        peer.paused_at_seconds = self.clock.steady_seconds()
        self.upkeep.note_pause(peer)

    def tick(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.upkeep.tick()


@given(
    st.lists(st.tuples(st.integers(0, 100), st.booleans()), min_size=1, max_size=30),
    st.integers(0, 500),
)
def test_all_buffers_count_and_the_largest_are_dropped_first(unsent, size_bytes_max):
    house = UpkeepHouse(replace(TEST_LIMITS, buffers_size_bytes_max=size_bytes_max))
    peers = [OwnPeer(unsent_bytes=size_bytes) for size_bytes, _ in unsent]
    house.admit(*peers)
    for peer, (_, is_paused) in zip(peers, unsent, strict=True):
        if is_paused:
            house.pause(peer)
    house.tick()

    kept = [size for peer, (size, _) in zip(peers, unsent, strict=True) if not peer.is_aborted]
    dropped = [size for peer, (size, _) in zip(peers, unsent, strict=True) if peer.is_aborted]
    assert house.upkeep.unsent_bytes() == sum(kept) <= size_bytes_max
    assert min(dropped, default=1_000) >= max(kept, default=0)
    assert not dropped or sum(kept) + min(dropped) > size_bytes_max, "one too many was dropped"
    assert house.counters.aborts_shed == len(dropped)


def test_many_that_pause_within_a_tick_are_added_up_before_it_ends():
    house = UpkeepHouse(replace(TEST_LIMITS, buffers_size_bytes_max=1_000))
    peers = [OwnPeer(unsent_bytes=100) for _ in range(400)]
    house.admit(*peers)
    for peer in peers:
        house.pause(peer)
    assert house.counters.aborts_shed > 0


def test_a_paused_peer_is_dropped_after_its_time_and_one_that_went_on_is_not():
    house = UpkeepHouse(replace(TEST_LIMITS, paused_ms_max=10))
    stalled, resumed = OwnPeer(), OwnPeer()
    house.admit(stalled, resumed)
    for peer in (stalled, resumed):
        house.pause(peer)
    house.tick()
    assert not stalled.is_aborted
    resumed.paused_at_seconds = None
    house.upkeep.note_resume(resumed)
    asyncio.run(house.clock.turn(0.010))
    house.tick()
    assert (stalled.is_aborted, resumed.is_aborted) == (True, False)
    assert house.counters.aborts_stalled == 1


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.RESPONDING, Phase.CLOSING])
def test_whoever_is_not_open_in_time_is_dropped(phase):
    house, peer = UpkeepHouse(replace(TEST_LIMITS, opening_ms_max=2 * TICK_MS)), OwnPeer()
    house.admit(peer)
    peer.phase = phase
    house.tick()
    assert not peer.is_aborted
    house.tick()
    assert peer.is_aborted
    assert house.counters.aborts_late == 1


def test_a_long_response_is_not_late():
    house, peer = UpkeepHouse(), OwnPeer(phase=Phase.RESPONDING)
    house.admit(peer)
    house.upkeep.note_stream(peer)
    house.tick(100)
    assert not peer.is_aborted


def test_a_socket_beats_again_and_again_until_its_peer_is_silent():
    house, peer = UpkeepHouse(), OwnPeer()
    house.admit(peer)
    house.upkeep.note_handshake(peer)
    house.tick(9)
    assert (peer.beats, peer.is_aborted) == (3, False)
    peer.is_alive = False
    house.tick(3)
    assert peer.is_aborted
    assert house.counters.aborts_silent == 1


def test_so_many_are_served_some_more_are_turned_away_and_the_rest_is_dropped():
    house = UpkeepHouse(replace(TEST_LIMITS, connections_max=3, connections_turned_away_max=2))
    for number in range(1, 6):
        house.admit(OwnPeer())
        assert house.upkeep.is_full == (number > 3)
    assert not house.upkeep.admit(OwnPeer(), NoSocket())
    assert house.counters.connections_turned_away == 1


def test_nothing_is_kept_of_a_lost_connection():
    house, peer = UpkeepHouse(), OwnPeer(unsent_bytes=10)
    house.admit(peer)
    assert not house.upkeep.emptied.is_set()
    house.pause(peer)
    house.upkeep.forget(peer)
    house.upkeep.expect_close(peer)
    house.tick(10)
    assert house.upkeep.emptied.is_set()
    assert (house.upkeep.unsent_bytes(), peer.is_aborted, peer.beats) == (0, False, 0)


HOSTS = ["192.0.2.1", "192.0.2.2", "10.0.0.1", "2001:db8::1", "2001:db8::2", None]
KEYS = ["192.0.2.1", "192.0.2.2", "", "2001:db8::/64", "2001:db8::/64", ""]
"""What each is counted by before it has said anything; who is behind a proxy is not known yet."""

lives = st.lists(
    st.one_of(
        st.tuples(st.just("admit"), st.integers(0, len(HOSTS) - 1)),
        st.tuples(
            st.just("name"), st.integers(0, 100), st.sampled_from(["192.0.2.1", "192.0.2.9"])
        ),
        st.tuples(st.just("forget"), st.integers(0, 100)),
    ),
    max_size=60,
)


@given(lives, st.integers(0, 3), st.integers(0, 2))
def test_the_connections_of_an_address_are_counted_from_the_first_to_the_last(lives, most, more):
    limits = replace(
        TEST_LIMITS, connections_per_address_max=most, connections_turned_away_max=more
    )
    house, present = UpkeepHouse(limits), dict[OwnPeer, str]()

    def count(key: str) -> int:
        return list(present.values()).count(key) if key else 0

    for step, which, *rest in lives:
        peers = list(present)
        if step == "admit":
            peer, key = OwnPeer(), KEYS[which]
            is_admitted = house.upkeep.admit(peer, NoSocket(HOSTS[which]))
            assert is_admitted == (count(key) < most + more or not key)
            if is_admitted:
                present[peer] = key
        elif peers:
            peer = peers[which % len(peers)]
            if step == "name":
                house.upkeep.note_address(peer, rest[0])
                present[peer] = rest[0]
            else:
                house.upkeep.forget(peer)
                del present[peer]
        for key in {*KEYS, "192.0.2.9"}:
            assert house.upkeep.is_crowded(key) == (count(key) > most)
    assert dict(house.upkeep.connections) == present


def test_a_connection_that_is_lost_before_its_head_was_read_stays_uncounted():
    house, peer = UpkeepHouse(replace(TEST_LIMITS, connections_per_address_max=0)), OwnPeer()
    house.admit(peer)
    house.upkeep.forget(peer)
    house.upkeep.note_address(peer, "192.0.2.1")
    assert not house.upkeep.is_crowded("192.0.2.1")
