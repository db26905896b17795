"""Peers that do not read, do not answer or do not finish: bounded, told apart, and gone in time."""

import asyncio
import json
from dataclasses import replace

from kit.hub import (
    GAME,
    HANDSHAKE,
    TEST_LIMITS,
    HubHouse,
    Stalled,
    ask,
    client_frame,
    lines_of,
    read,
    until,
)
from polemos.hub.connection import Connection

TIGHT = replace(
    TEST_LIMITS,
    buffer_size_bytes_max=8_192,
    frame_size_bytes_max=2_048,
    socket_send_buffer_bytes=4_096,
    ring_events_max=64,
    paused_ms_max=10_000,
)


async def stall(house: HubHouse) -> tuple[Stalled, Connection]:
    """Watch, read nothing, and publish until the server has paused this peer."""
    peer = await house.peer()
    await peer.open_socket()
    await peer.ask(type="watch", game=GAME, after_seq=house.seq(GAME))
    await peer.read_until(b'"mode":"live"}')
    while not house.hub.upkeep.paused:
        house.commit(GAME, 5)
        await house.flushed(GAME)
    (connection,) = house.hub.upkeep.paused
    return peer, connection


def payloads(raw: bytes) -> list[bytes]:
    """Cut a server's bytes into the payloads of its text frames."""
    found = []
    while raw:
        length, start = raw[1], 2
        if length == 126:
            length, start = int.from_bytes(raw[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(raw[2:10], "big"), 10
        if raw[0] == 0x81:
            found.append(raw[start : start + length])
        raw = raw[start + length :]
    return found


async def test_a_stalled_peer_costs_a_bounded_buffer_and_nobody_else_notices():
    async with HubHouse(limits=TIGHT).open() as house, house.client() as other:
        house.commit(GAME, 1)
        await ask(other, type="watch", game=GAME, after_seq=1)
        await read(other)
        held = house.lines(GAME)

        async def follow() -> None:
            async for frame in other:
                held.extend(lines_of(frame))

        following = asyncio.create_task(follow())
        _, connection = await stall(house)
        for _ in range(200):
            house.commit(GAME, 7)
            await until(lambda: len(held) == house.seq(GAME))
            assert connection.unsent_bytes <= (
                TIGHT.buffer_size_bytes_max + TIGHT.frame_size_bytes_max + 100
            )
        assert held == house.lines(GAME)
        following.cancel()


async def test_a_stalled_peer_is_gone_after_its_time_and_not_before():
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        _, connection = await stall(house)
        await house.clock.turn(9.9)
        house.tick()
        assert connection in house.hub.upkeep.connections
        await house.clock.turn(0.2)
        house.tick()
        await until(lambda: not house.hub.upkeep.connections)
        assert house.hub.counters.aborts_stalled == 1


async def test_a_peer_that_drains_within_the_ring_goes_on_without_a_hole():
    limits = replace(TIGHT, ring_events_max=100_000, snapshot_after_events=100_000)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 1)
        peer, _ = await stall(house)
        for _ in range(40):
            house.commit(GAME, 9)
            await house.flushed(GAME)
        raw = await peer.read_until(b'"seq":%d,' % house.seq(GAME))
        raw += await peer.read_until(b"]}")
        held = house.lines(GAME)[:1]
        for payload in payloads(raw):
            held += lines_of(payload)
        assert held == house.lines(GAME)
        assert not house.hub.upkeep.paused
        house.commit(GAME, 1)
        assert house.lines(GAME)[-1] in await peer.read_until(b"]}")


async def test_a_peer_that_fell_out_of_the_ring_gets_one_snapshot_and_is_told_so():
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer, _ = await stall(house)
        for _ in range(40):
            house.commit(GAME, 9)
            await house.flushed(GAME)
        raw = await peer.read_until(b'"type":"snapshot"')
        raw += await peer.read_until(b"}}")
        pushes = [json.loads(payload) for payload in payloads(raw)]
        snapshot = pushes[-1]
        last_seq = pushes[-2]["first_seq"] + len(pushes[-2]["events"]) - 1
        assert snapshot["type"] == "snapshot"
        assert snapshot["skipped_events"] == snapshot["seq"] - last_seq
        assert snapshot["caught_up_at"] == house.clock.unix_ms()
        assert snapshot["table"]["events"] == snapshot["seq"]
        assert house.hub.counters.snapshots == 1
        assert house.hub.counters.events_skipped == snapshot["skipped_events"]


async def test_the_worst_laggards_are_shed_when_all_buffers_together_are_too_large():
    limits = replace(TIGHT, buffers_size_bytes_max=25_000)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 1)
        peers = []
        for _ in range(5):
            peer = await house.peer()
            await peer.open_socket()
            await peer.ask(type="watch", game=GAME, after_seq=house.seq(GAME))
            await peer.read_until(b'"mode":"live"')
            peers.append(peer)
        while len(house.hub.upkeep.paused) < 5:
            house.commit(GAME, 5)
            await house.flushed(GAME)
        assert house.hub.upkeep.unsent_bytes() > 25_000
        house.tick()
        await until(lambda: len(house.hub.upkeep.connections) < 5)
        assert house.hub.upkeep.unsent_bytes() <= 25_000
        assert house.hub.counters.aborts_shed == 5 - len(house.hub.upkeep.connections)


async def test_a_peer_that_asks_without_reading_the_answers_is_not_read_any_more():
    async with HubHouse(limits=TIGHT).open() as house:
        peer = await house.peer()
        await peer.open_socket()
        pings = client_frame(0x9, b"x" * 125) * 50
        sending = asyncio.create_task(peer.send(pings * 200))
        await until(lambda: bool(house.hub.upkeep.paused))
        (connection,) = house.hub.upkeep.paused
        # One read is at most 64 KiB of pings, and is answered by no more than as many bytes.
        assert connection.unsent_bytes <= TIGHT.buffer_size_bytes_max + 65_536
        sending.cancel()
        await house.clock.turn(10)
        house.tick()
        await until(lambda: not house.hub.upkeep.connections)


async def test_a_silent_peer_is_dropped_after_two_heartbeats_and_a_living_one_is_not():
    async with HubHouse().open() as house, house.client() as living:
        silent = await house.peer()
        await silent.open_socket()
        for _ in range(3):
            house.tick(3)
            await (await living.ping())
        await until(lambda: len(house.hub.upkeep.connections) == 1)
        assert house.hub.counters.aborts_silent == 1
        assert (await ask(living, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_a_request_head_that_never_ends_is_dropped_in_time():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(HANDSHAKE[:-2])
        await until(lambda: len(house.hub.upkeep.connections) == 1)
        house.tick()
        assert house.hub.counters.aborts_late == 0
        house.tick()
        await until(lambda: not house.hub.upkeep.connections)
        assert house.hub.counters.aborts_late == 1


async def test_a_peer_that_does_not_answer_a_close_is_dropped_in_time():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.open_socket()
        await peer.send(client_frame(0x2, b"binary"))
        await peer.read_until(b"binary_frame")
        house.tick(2)
        await until(lambda: not house.hub.upkeep.connections)


async def test_a_drain_does_not_wait_for_a_stalled_peer():
    limits = replace(TIGHT, drain_ms_max=1)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 1)
        await stall(house)
        await house.hub.drain(window_ms=0)
        assert not house.hub.upkeep.connections


async def test_events_faster_than_the_ring_holds_until_a_flush_become_one_snapshot():
    limits = replace(TEST_LIMITS, ring_events_max=16)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="watch", game=GAME, after_seq=1)
        await read(client)
        for _ in range(20):
            house.commit(GAME, 2)
        snapshot = await read(client)
        assert (snapshot["type"], snapshot["seq"], snapshot["skipped_events"]) == (
            "snapshot",
            41,
            40,
        )
        house.commit(GAME, 1)
        assert lines_of(await client.recv()) == house.lines(GAME)[41:]
