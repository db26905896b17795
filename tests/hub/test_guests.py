"""Websockets as guests of the rooms: they hold seats, are replaced, and part once whatever ends."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from kit.hub import (
    GAME,
    ROOM,
    SECRET,
    TEST_LIMITS,
    HubHouse,
    Stalled,
    ask,
    client_frame,
    read,
    until,
)
from kit.hub import seat_secret as secret

TIGHT = replace(
    TEST_LIMITS,
    buffer_size_bytes_max=8_192,
    frame_size_bytes_max=2_048,
    socket_send_buffer_bytes=4_096,
    frames_burst=50,
)


async def sit(client: ClientConnection, seat: int, room: str = ROOM) -> dict[str, object]:
    return await ask(client, type="resume_seat", room=room, seat_secret=secret(seat))


async def test_whoever_shows_the_secret_of_a_seat_holds_it():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        answer = await sit(client, 1)
        assert (answer["type"], answer["seat"], answer["game"]) == ("accepted", 1, GAME)
        assert house.hub.counters.seats_held == 1
        assert house.rooms.holders[ROOM, 1].is_here


async def test_a_seat_that_is_taken_over_closes_the_older_connection_with_its_own_code():
    async with HubHouse().open() as house, house.client() as older, house.client() as newer:
        house.commit(GAME, 1)
        await sit(older, 0)
        former = house.rooms.holders[ROOM, 0]
        await sit(newer, 0)
        bye = await read(older)
        assert (bye["type"], bye["code"], bye["reconnect_after_ms"]) == (
            "bye",
            "seat_taken_over",
            0,
        )
        assert ROOM in bye["sentence"]
        with pytest.raises(ConnectionClosed) as closed:
            await older.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4001
        assert not former.is_here
        assert house.rooms.parted == [former]
        assert house.rooms.holders[ROOM, 0].is_here
        counters = house.hub.counters
        assert (counters.take_overs, counters.seats_held) == (1, 1)


async def test_to_take_a_seat_again_on_the_same_connection_replaces_nobody():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        for _ in range(2):
            assert (await sit(client, 0))["type"] == "accepted"
        assert (house.hub.counters.take_overs, house.hub.counters.seats_held) == (0, 1)


async def test_what_waits_on_a_connection_that_was_replaced_is_never_carried_out():
    async with HubHouse().open() as house, house.client() as older, house.client() as newer:
        house.commit(GAME, 1)
        await sit(older, 0)
        await ask(older, type="take_control", room=ROOM, host_secret="the host's own secret")
        house.rooms.gate = asyncio.Event()
        for number in range(3):
            await older.send(json.dumps({"id": number + 1, "type": "play_round", "room": ROOM}))
        await until(lambda: house.rooms.asked.count("play_round") == 1)
        held, house.rooms.gate = house.rooms.gate, None
        await sit(newer, 0)
        assert (await read(older))["type"] == "bye"
        held.set()
        await until(lambda: len(house.rooms.parted) == 1)
        with pytest.raises(ConnectionClosed):
            await older.recv()
        await sit(newer, 0)
        assert house.rooms.asked.count("play_round") == 1


async def test_a_seat_that_is_left_or_taken_away_is_held_no_more_and_the_connection_stays():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await sit(client, 0)
        await ask(client, type="leave_seat", room=ROOM)
        assert house.hub.counters.seats_held == 0
        await sit(client, 0)
        house.rooms.holders[ROOM, 0].be_removed(ROOM)
        assert house.hub.counters.seats_held == 0
        turn = {"type": "turn_card", "room": ROOM, "round": 1, "step": 0}
        assert (await ask(client, **turn))["code"] == "not_seated"
        assert house.rooms.asked == ["sit", "leave_seat", "sit"]
        assert (await sit(client, 0))["type"] == "accepted"


async def test_a_connection_holds_seats_of_several_rooms_and_loses_all_of_them():
    async with HubHouse().open() as house, house.client() as client:
        for room in ("a", "b", "c"):
            house.commit(f"{room}-1", 1)
            await sit(client, 0, room)
        assert house.hub.counters.seats_held == 3
        await client.close()
        await house.hub.upkeep.emptied.wait()
        assert (house.hub.counters.seats_held, house.rooms.holders) == (0, {})
        assert len(house.rooms.parted) == 1


# However a connection ends, the rooms are told once.


async def close_politely(house: HubHouse, peer: Stalled) -> None:
    await peer.send(client_frame(0x8, b"\x03\xe8"))


async def cut(house: HubHouse, peer: Stalled) -> None:
    peer.close()


async def break_the_protocol(house: HubHouse, peer: Stalled) -> None:
    await peer.send(b"\x81\x00")


async def send_binary(house: HubHouse, peer: Stalled) -> None:
    await peer.send(client_frame(0x2, b"binary"))


async def send_too_much(house: HubHouse, peer: Stalled) -> None:
    await peer.send(client_frame(0x1, b"x" * 9_000))


async def flood(house: HubHouse, peer: Stalled) -> None:
    await peer.send(client_frame(0xA, b"") * 60)


async def stay_silent(house: HubHouse, peer: Stalled) -> None:
    house.tick(9)


async def stall(house: HubHouse, peer: Stalled) -> None:
    while not house.hub.upkeep.paused:
        house.commit(GAME, 5)
        await house.flushed(GAME)
    await house.clock.turn(10)
    house.tick()


async def drain(house: HubHouse, peer: Stalled) -> None:
    draining = asyncio.create_task(house.hub.drain(window_ms=0))
    await peer.read_until(b"\x88")
    peer.close()
    await draining


async def be_replaced(house: HubHouse, peer: Stalled) -> None:
    (connection,) = house.hub.upkeep.connections
    connection._stage.be_replaced(ROOM)


async def fail(house: HubHouse, peer: Stalled) -> None:
    (connection,) = house.hub.upkeep.connections
    connection._stage.fail("storage_failed", "The events could not be read.")


End = Callable[[HubHouse, Stalled], Awaitable[None]]
ENDS = [
    close_politely,
    cut,
    break_the_protocol,
    send_binary,
    send_too_much,
    flood,
    stay_silent,
    stall,
    be_replaced,
    fail,
    drain,
]


async def opened(house: HubHouse) -> Stalled:
    peer = await house.peer()
    await peer.open_socket()
    await peer.ask(type="watch", game=GAME, after_seq=house.seq(GAME))
    await peer.read_until(b'"mode":"live"}')
    return peer


async def gone(house: HubHouse, peer: Stalled) -> None:
    """Let the peer go, if it has not, and wait until the server has forgotten it."""
    peer.close()
    await house.hub.upkeep.emptied.wait()


@pytest.mark.parametrize("end", ENDS)
async def test_however_it_ends_a_connection_parts_once_and_holds_nothing(end: End):
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        await peer.ask(type="resume_seat", room=ROOM, seat_secret=secret(0))
        await peer.read_until(b'"seat":0')
        (guest,) = house.rooms.holders.values()
        await end(house, peer)
        await until(lambda: not guest.is_here)
        assert house.rooms.parted == [guest]
        await gone(house, peer)
        assert (house.rooms.parted, house.rooms.holders) == ([guest], {})
        assert house.hub.counters.seats_held == 0
        assert house.hub.channels.spectators_count == 0


@pytest.mark.parametrize("end", ENDS)
async def test_a_seat_that_comes_after_the_end_is_given_back(end: End):
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        gate = house.rooms.gate = asyncio.Event()
        await peer.ask(type="resume_seat", room=ROOM, seat_secret=secret(0))
        await until(lambda: house.rooms.asked == ["sit"])
        ending = asyncio.create_task(end(house, peer))
        if end is not drain:
            await ending
            await gone(house, peer)
        else:
            await until(lambda: house.hub.is_draining)
        assert house.rooms.parted == []
        gate.set()
        await until(lambda: len(house.rooms.parted) == 1)
        await ending
        await gone(house, peer)
        assert not house.rooms.parted[0].is_here
        assert (len(house.rooms.parted), house.rooms.holders) == (1, {})
        assert house.hub.counters.seats_held == 0


# What is carried out is paid for, whatever became of the connection meanwhile.

CONTROL = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
RESUME = {"type": "resume_seat", "room": ROOM, "seat_secret": secret(0)}
OPEN = {"type": "open_room", "preset": "war"}


async def ended_meanwhile(house: HubHouse, end: End, **request: str) -> None:
    """Let a connection end while its request is carried out, and then let that be done."""
    house.commit(GAME, 1)
    peer = await opened(house)
    gate = house.rooms.gate = asyncio.Event()
    await peer.ask(**request)
    await until(lambda: len(house.rooms.asked) == 1)
    await end(house, peer)
    await gone(house, peer)
    assert house.rooms.parted == []
    gate.set()
    await until(lambda: len(house.rooms.parted) == 1)
    house.rooms.gate = None


MEANWHILE = [cut, close_politely, flood, send_binary, be_replaced]


@pytest.mark.parametrize("end", MEANWHILE)
async def test_a_right_secret_is_no_wrong_one_though_its_connection_ends(end: End):
    async with HubHouse(limits=replace(TIGHT, address_secrets_burst=1)).open() as house:
        await ended_meanwhile(house, end, **RESUME)
        async with house.client() as client:
            assert (await ask(client, **RESUME))["type"] == "accepted"


@pytest.mark.parametrize("end", MEANWHILE)
async def test_a_wrong_secret_is_one_though_its_connection_ends(end: End):
    async with HubHouse(limits=replace(TIGHT, address_secrets_burst=1)).open() as house:
        await ended_meanwhile(house, end, **{**CONTROL, "host_secret": "a guess"})
        async with house.client() as client:
            assert (await ask(client, **CONTROL))["code"] == "too_many_wrong_secrets"


@pytest.mark.parametrize("end", MEANWHILE)
async def test_control_is_paid_by_the_host_though_its_connection_ends(end: End):
    async with HubHouse(limits=replace(TIGHT, host_requests_burst=1)).open() as house:
        await ended_meanwhile(house, end, **CONTROL)
        async with house.client() as client:
            refused = await ask(client, **CONTROL)
            assert refused["code"] == "rate_limited"
            assert "the host of room" in refused["sentence"]


@pytest.mark.parametrize("end", MEANWHILE)
async def test_a_room_that_was_refused_is_given_back_though_its_connection_ends(end: End):
    async with HubHouse(limits=replace(TIGHT, address_rooms_burst=1)).open() as house:
        await ended_meanwhile(house, end, **{**OPEN, "preset": "none"})
        async with house.client() as client:
            assert (await ask(client, **OPEN))["type"] == "accepted"


@pytest.mark.parametrize("end", MEANWHILE)
async def test_what_waits_when_a_connection_ends_is_not_carried_out(end: End):
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        gate = house.rooms.gate = asyncio.Event()
        for _ in range(3):
            await peer.ask(**CONTROL)
        await until(lambda: len(house.rooms.asked) == 1)
        await peer.ask(type="nonsense")
        await peer.read_until(b"unknown_request")
        await end(house, peer)
        await gone(house, peer)
        gate.set()
        await until(lambda: len(house.rooms.parted) == 1)
        assert house.rooms.asked == ["take_control"]


async def test_a_request_whose_answer_comes_after_the_end_seats_nobody_in_the_count():
    async with HubHouse().open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        gate = house.rooms.gate = asyncio.Event()
        await peer.ask(type="resume_seat", room=ROOM, seat_secret=secret(0))
        await until(lambda: house.rooms.asked == ["sit"])
        await gone(house, peer)
        gate.set()
        await until(lambda: len(house.rooms.parted) == 1)
        assert house.hub.counters.seats_gained == 0


@pytest.mark.parametrize("way", ["host", "seat", "stranger"])
async def test_strangers_watching_all_there_may_be_keep_nobody_from_their_own_game(way: str):
    limits = replace(TEST_LIMITS, channels_max=1)
    async with HubHouse(limits=limits).open() as house, house.client() as stranger:
        house.commit(GAME, 3)
        house.commit("elsewhere-1", 1)
        await ask(stranger, type="watch", game="elsewhere-1")
        async with house.client() as client:
            if way == "host":
                await ask(client, type="take_control", room=ROOM, host_secret=SECRET)
            elif way == "seat":
                await ask(client, type="resume_seat", room=ROOM, seat_secret=secret(0))
            answer = await ask(client, type="watch", game=GAME)
    assert answer["type"] == ("refused" if way == "stranger" else "accepted")
