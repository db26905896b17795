"""Whoever does not finish, answer, read or close is gone by a deadline, and nobody else is."""

import asyncio
from dataclasses import replace

import pytest

from kit.heads import SOCKET, request
from kit.hub import GAME, TEST_LIMITS, TICK_MS, HubHouse, Stalled, ask, client_frame, until
from polemos.hub.limits import HubLimits

TIGHT = replace(
    TEST_LIMITS,
    buffer_size_bytes_max=8_192,
    frame_size_bytes_max=2_048,
    socket_send_buffer_bytes=4_096,
    ring_events_max=64,
)
OPENING_TICKS = TEST_LIMITS.opening_ms_max // TICK_MS
CLOSING_TICKS = TEST_LIMITS.closing_ms_max // TICK_MS
HEARTBEAT_TICKS = TEST_LIMITS.heartbeat_interval_ms_max // TICK_MS


async def known(house: HubHouse, count: int = 1) -> None:
    """Wait until the hub knows so many connections."""
    await until(lambda: len(house.hub.upkeep.connections) == count)


async def gone_after(house: HubHouse, peer: Stalled, ticks: int) -> bytes:
    """Hold that a peer is dropped at a tick and not before; give what it still receives."""
    house.tick(ticks - 1)
    await asyncio.sleep(0)
    assert len(house.hub.upkeep.connections) == 1
    house.tick()
    await known(house, 0)
    return await peer.read_to_end()


def test_every_deadline_is_short_enough_to_matter():
    limits = HubLimits()
    deadlines_ms = (
        limits.opening_ms_max,
        limits.closing_ms_max,
        limits.paused_ms_max,
        limits.heartbeat_interval_ms_max,
        limits.unacknowledged_ms_max,
        limits.drain_ms_max,
    )
    assert max(deadlines_ms) <= 30_000
    assert limits.tick_ms <= min(deadlines_ms)


# Heads.


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        request("/")[:-2],
        request("/socket", *SOCKET)[:-1],
        b"\r\n",
        b"\x16\x03\x01",
    ],
)
async def test_a_head_that_does_not_end_is_dropped(raw):
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(raw)
        await known(house)
        assert await gone_after(house, peer, OPENING_TICKS) == b""
        assert house.hub.counters.aborts_late == 1


async def test_a_head_that_trickles_in_gets_no_more_time_than_one_that_does_not():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await known(house)
        for byte in request("/socket", *SOCKET)[:20]:
            await peer.send(bytes((byte,)))
            await asyncio.sleep(0)
        house.tick(OPENING_TICKS)
        await known(house, 0)
        assert house.hub.counters.aborts_late == 1


async def test_many_slow_heads_keep_nobody_else_from_being_served():
    async with HubHouse().open() as house, house.client() as client:
        for _ in range(50):
            await (await house.peer()).send(b"GET / HTTP/1.1\r\n")
        await known(house, 51)
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"
        house.tick(OPENING_TICKS)
        await known(house, 1)
        assert house.hub.counters.aborts_late == 50
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


# Plain HTTP.


async def test_a_peer_that_keeps_its_connection_after_the_answer_is_dropped():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(request("/healthz"))
        assert (await peer.read_to_end()).startswith(b"HTTP/1.1 200 ")
        await gone_after(house, peer, CLOSING_TICKS)


async def test_a_second_request_on_the_same_connection_gets_no_answer():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(request("/healthz") + request("/healthz"))
        assert (await peer.read_to_end()).count(b"HTTP/1.1") == 1


async def test_a_peer_that_does_not_read_its_export_is_dropped_and_costs_a_bounded_buffer():
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 5_000)
        peer = await house.peer()
        await peer.send(request(f"/games/{GAME}/events.jsonl"))
        await until(lambda: bool(house.hub.upkeep.paused))
        (connection,) = house.hub.upkeep.paused
        assert (
            connection.unsent_bytes
            <= TIGHT.buffer_size_bytes_max + TIGHT.frame_size_bytes_max + 100
        )
        await house.clock.turn(TIGHT.paused_ms_max / 1_000 - 0.1)
        house.tick()
        assert connection in house.hub.upkeep.connections
        await house.clock.turn(0.1)
        house.tick()
        await known(house, 0)
        assert house.hub.counters.aborts_stalled == 1


# Sockets.


async def opened(house: HubHouse) -> Stalled:
    peer = await house.peer()
    await peer.open_socket()
    return peer


async def test_a_peer_that_vanished_is_dropped_when_its_pings_stay_unanswered():
    async with HubHouse().open() as house:
        peer = await opened(house)
        beats = house.limits.heartbeats_unanswered_max + 1
        received = await gone_after(house, peer, beats * HEARTBEAT_TICKS)
        assert received.count(b"\x89\x00") == house.limits.heartbeats_unanswered_max
        assert house.hub.counters.aborts_silent == 1


async def test_a_peer_that_answers_its_pings_stays_however_long_it_says_nothing():
    async with HubHouse().open() as house:
        peer = await opened(house)
        for _ in range(10):
            house.tick(HEARTBEAT_TICKS)
            await peer.read_until(b"\x89\x00")
            await peer.send(client_frame(0xA, b"") + client_frame(0x9, b"heard"))
            await peer.read_until(b"heard")
        assert house.hub.counters.aborts_silent == 0


async def test_a_peer_that_does_not_answer_a_close_is_dropped():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x2, b"binary"))
        await peer.read_until(b"binary_frame")
        await gone_after(house, peer, CLOSING_TICKS)


async def test_a_peer_that_goes_on_talking_after_a_close_is_dropped_all_the_same():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x2, b"binary"))
        await peer.read_until(b"binary_frame")
        for _ in range(CLOSING_TICKS):
            await peer.send(client_frame(0xA, b"still here"))
            await asyncio.sleep(0)
            house.tick()
        await known(house, 0)
        assert house.rooms.asked == []


async def test_a_peer_that_closes_and_keeps_its_socket_is_dropped():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x8, (1000).to_bytes(2, "big")))
        assert b"\x88\x02\x03\xe8" in await peer.read_to_end()
        await gone_after(house, peer, CLOSING_TICKS)


async def test_a_peer_that_never_reads_its_events_is_dropped_though_it_answers_pings():
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        await peer.ask(type="watch", game=GAME, after_seq=1)
        await peer.read_until(b'"mode":"live"')
        while not house.hub.upkeep.paused:
            house.commit(GAME, 5)
            await house.flushed(GAME)
        await peer.send(client_frame(0xA, b""))
        await house.clock.turn(TIGHT.paused_ms_max / 1_000)
        house.tick()
        await known(house, 0)
        assert house.hub.counters.aborts_stalled == 1


async def test_a_peer_that_never_reads_its_answers_is_not_read_any_more_and_dropped():
    async with HubHouse(limits=TIGHT).open() as house:
        peer = await opened(house)
        pings = client_frame(0x9, b"x" * 125) * 10_000
        sending = asyncio.create_task(peer.send(pings))
        await until(lambda: bool(house.hub.upkeep.paused))
        (connection,) = house.hub.upkeep.paused
        assert connection.unsent_bytes <= TIGHT.buffer_size_bytes_max + 65_536
        sending.cancel()
        await house.clock.turn(TIGHT.paused_ms_max / 1_000)
        house.tick()
        await known(house, 0)
