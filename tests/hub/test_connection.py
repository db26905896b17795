"""Frames on the wire as RFC 6455 has them, and peers that do not keep to it."""

import asyncio
import json
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kit.hub import GAME, HANDSHAKE, TEST_LIMITS, HubHouse, Stalled, ask, client_frame, read

REQUEST = json.dumps({"id": 1, "type": "unwatch", "game": GAME}).encode()


async def opened(house: HubHouse) -> Stalled:
    peer = await house.peer()
    await peer.open_socket()
    return peer


def refusals(raw: bytes) -> list[str]:
    """Give the codes of the refusals in a server's bytes, in order."""
    return [part.split(b'"')[0].decode() for part in raw.split(b'"code":"')[1:]]


def close_code(raw: bytes) -> int:
    """Read the close frame that ends a server's bytes."""
    start = raw.rindex(b"\x88")
    return int.from_bytes(raw[start + 2 : start + 4], "big")


async def test_a_request_in_fragments_is_one_request():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x1, REQUEST[:5], is_final=False))
        await peer.send(client_frame(0x9, b"between"))
        await peer.send(client_frame(0x0, REQUEST[5:9], is_final=False))
        await peer.send(client_frame(0x0, b"", is_final=False))
        await peer.send(client_frame(0x0, REQUEST[9:]))
        assert b"\x8a\x07between" in await peer.read_until(b"not_watching")


async def test_a_request_that_arrives_byte_by_byte_is_one_request():
    async with HubHouse().open() as house:
        peer = await house.peer()
        for raw, mark in ((HANDSHAKE, b"\r\n\r\n"), (client_frame(0x1, REQUEST), b"not_watching")):
            for byte in raw:
                await peer.send(bytes((byte,)))
                await asyncio.sleep(0)
            await peer.read_until(mark)


async def test_many_requests_in_one_read_are_each_answered():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x1, REQUEST) * 10)
        for _ in range(10):
            await peer.read_until(b"not_watching")


async def test_a_ping_is_answered_with_its_own_bytes():
    async with HubHouse().open() as house, house.client() as client:
        await (await client.ping(b"x" * 125))


@pytest.mark.parametrize("code", [1000, 1001, 3000, 4999])
async def test_a_close_is_echoed_and_the_connection_ends(code):
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x8, code.to_bytes(2, "big") + b"bye"))
        assert close_code(await peer.read_to_end()) == code


async def test_an_unframed_request_is_refused_and_the_connection_stays():
    async with HubHouse().open() as house, house.client() as client:
        await client.send("watch!")
        refused = await read(client)
        assert (refused["code"], refused["id"]) == ("malformed_frame", None)
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_a_binary_frame_is_refused_and_closed_with_1003():
    async with HubHouse().open() as house, house.client() as client:
        await client.send(REQUEST)
        assert (await read(client))["code"] == "binary_frame"
        assert await closed_with(client) == 1003


async def test_a_request_behind_a_frame_that_closes_the_socket_is_not_carried_out():
    opening = json.dumps({"id": 1, "type": "open_room", "preset": "war"}).encode()
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x2, b"binary") + client_frame(0x1, opening))
        raw = await peer.read_to_end()
        assert (refusals(raw), close_code(raw)) == (["binary_frame"], 1003)
        assert house.rooms.asked == []


async def test_a_frame_too_large_is_told_before_the_close_with_1009():
    async with HubHouse().open() as house, house.client() as client:
        await client.send("x" * (house.limits.request_size_bytes_max + 1))
        refused = await read(client)
        assert refused["code"] == "frame_too_large"
        assert "8192 bytes" in refused["sentence"]
        assert await closed_with(client) == 1009


async def test_the_size_counts_over_all_fragments():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x1, b"x" * 8_000, is_final=False))
        await peer.send(client_frame(0x0, b"x" * 193))
        raw = await peer.read_to_end()
        assert (refusals(raw), close_code(raw)) == (["frame_too_large"], 1009)


async def test_a_message_that_never_ends_is_closed_with_1009():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x1, b"{", is_final=False))
        await peer.send(client_frame(0x0, b"", is_final=False) * house.limits.fragments_max)
        raw = await peer.read_to_end()
        assert (refusals(raw), close_code(raw)) == (["frame_too_large"], 1009)


async def test_the_largest_allowed_frame_is_read():
    async with HubHouse().open() as house, house.client() as client:
        await client.send(REQUEST.decode().ljust(house.limits.request_size_bytes_max))
        assert (await read(client))["code"] == "not_watching"


async def test_text_that_is_not_utf8_is_closed_with_1007():
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0x1, b'{"\xff": 1}'))
        raw = await peer.read_to_end()
        assert (refusals(raw), close_code(raw)) == (["malformed_frame"], 1007)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x81\x00",  # not masked
        b"\xc1\x80\0\0\0\0",  # a reserved bit
        b"\x83\x80\0\0\0\0",  # a reserved opcode
        b"\x09\x80\0\0\0\0",  # a fragmented ping
        b"\x89\xfe\x00\x7e\0\0\0\0" + b"x" * 126,  # a ping too long
        b"\x80\x80\0\0\0\0",  # a continuation of nothing
        client_frame(0x1, b"{", is_final=False) + client_frame(0x1, b"}"),
        client_frame(0x8, b"\x03"),  # half a close code
        client_frame(0x8, b"\x03\xed"),  # a close code that nobody may send
    ],
)
async def test_a_frame_against_the_protocol_is_closed_with_1002(raw):
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(raw)
        assert close_code(await peer.read_to_end()) == 1002


async def test_whoever_asks_too_fast_is_refused_first_and_closed_later():
    limits = replace(TEST_LIMITS, requests_burst=3, requests_per_second=10, flood_refusals_max=4)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        answers = [await ask(client, type="unwatch", game=GAME) for _ in range(7)]
        assert [answer["code"] for answer in answers] == ["not_watching"] * 3 + ["rate_limited"] * 4
        assert answers[3]["retry_after_ms"] == 101
        last = await ask(client, type="unwatch", game=GAME)
        assert (last["code"], last["id"]) == ("rate_limited", 1)
        assert await closed_with(client) == 1008
        assert house.hub.counters.floods == 1


async def test_whoever_waits_as_told_is_served_again():
    limits = replace(TEST_LIMITS, requests_burst=1, requests_per_second=10)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        await ask(client, type="unwatch", game=GAME)
        refused = await ask(client, type="unwatch", game=GAME)
        await house.clock.turn(refused["retry_after_ms"] / 1_000)
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_a_flood_of_control_frames_is_closed_too():
    limits = replace(TEST_LIMITS, frames_burst=50)
    async with HubHouse(limits=limits).open() as house:
        peer = await opened(house)
        await peer.send(client_frame(0xA, b"") * 60)
        raw = await peer.read_to_end()
        assert (refusals(raw), close_code(raw)) == (["rate_limited"], 1008)


async def test_a_connection_cut_in_the_middle_leaves_nothing_behind():
    async with HubHouse().open() as house:
        house.commit(GAME, 1)
        peer = await opened(house)
        await peer.ask(type="watch", game=GAME)
        await peer.read_until(b"events")
        await peer.send(client_frame(0x1, REQUEST)[:7])
        peer.close()
        await house.hub.upkeep.emptied.wait()
        channel = house.hub.channels.find(GAME)
        assert channel is not None
        assert channel.watchers_count == 0


async def test_a_client_that_does_not_speak_the_subprotocol_is_told():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(HANDSHAKE.replace(b"polemos.v1", b"chat"))
        answer = await peer.read_to_end()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"polemos.v1" in answer


async def test_no_extension_is_offered():
    async with HubHouse().open() as house:
        peer = await house.peer()
        offer = b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        await peer.send(HANDSHAKE[:-4] + offer)
        head = await peer.read_until(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"permessage" not in head


async def test_frames_before_the_handshake_is_answered_are_refused():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(HANDSHAKE + client_frame(0x9, b""))
        assert (await peer.read_to_end()).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1"])
async def test_a_page_of_another_origin_may_not_open_a_socket(origin):
    async with HubHouse().open() as house:
        with pytest.raises(InvalidStatus) as refused:
            await house.client(origin=origin)
        assert refused.value.response.status_code == 403


async def test_the_server_s_own_page_and_an_allowed_origin_may():
    async with HubHouse(origins=("https://game.example",)).open() as house:
        for origin in (f"http://127.0.0.1:{house.port}", "https://game.example", None):
            async with house.client(origin=origin) as client:
                assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_a_connection_too_many_is_turned_away_politely_and_then_dropped():
    limits = replace(TEST_LIMITS, connections_max=2, connections_turned_away_max=1)
    async with HubHouse(limits=limits).open() as house:
        for _ in range(2):
            await opened(house)
        third, fourth = await house.peer(), await house.peer()
        await third.send(HANDSHAKE)
        answer = await third.read_until(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 6" in answer
        assert await fourth.read_to_end() == b""


async def closed_with(client) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code
