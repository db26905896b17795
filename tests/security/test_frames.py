"""Messages over 8 KiB, in too many parts or in binary are refused with a code and then closed."""

import json

import pytest

from kit.hub import GAME, HubHouse, Stalled, client_frame
from polemos.hub.limits import HubLimits

TEXT, CONTINUATION, BINARY, CLOSE, PING = 0x1, 0x0, 0x2, 0x8, 0x9
MAX = 8_192


def padded(size_bytes: int) -> bytes:
    """Write a harmless request of so many bytes."""
    return json.dumps({"id": 1, "type": "unwatch", "game": GAME}).encode().ljust(size_bytes)


def in_parts(sizes: list[int], opcode: int = TEXT) -> list[bytes]:
    """Cut one message into frames of these sizes."""
    whole, frames, start = padded(sum(sizes)), [], 0
    for number, size in enumerate(sizes):
        is_final = number == len(sizes) - 1
        part = whole[start : start + size]
        frames.append(client_frame(opcode if start == 0 else CONTINUATION, part, is_final=is_final))
        start += size
    return frames


async def opened(house: HubHouse) -> Stalled:
    peer = await house.peer()
    await peer.open_socket()
    return peer


async def refused_and_closed(house: HubHouse, raw: bytes) -> tuple[str, int]:
    """Send frames on a new socket; give the code of the only refusal, and that of the close."""
    peer = await opened(house)
    await peer.send(raw)
    received = await peer.read_to_end()
    (refusal,) = [part.split(b'"')[0].decode() for part in received.split(b'"code":"')[1:]]
    start = received.rindex(b"\x88")
    assert house.rooms.asked == []
    return refusal, int.from_bytes(received[start + 2 : start + 4], "big")


def test_the_bound_is_eight_kibibytes():
    assert HubLimits().request_size_bytes_max == MAX


@pytest.mark.parametrize(
    "sizes",
    [[MAX], [4_096, 4_096], [8_191, 1], [100, 8_092], [100, 0, 0, 8_092], [128] * 64],
)
async def test_a_message_of_at_most_eight_kibibytes_is_read(sizes):
    async with HubHouse().open() as house:
        peer = await opened(house)
        for frame in in_parts(sizes):
            await peer.send(frame)
        await peer.read_until(b"not_watching")


@pytest.mark.parametrize(
    "sizes",
    [[MAX + 1], [20_000], [4_096, 4_097], [MAX, 1], [100, 8_093], [8_000, 0, 0, 193], [129] * 64],
)
async def test_a_message_over_eight_kibibytes_is_refused_over_all_its_fragments(sizes):
    async with HubHouse().open() as house:
        answer = await refused_and_closed(house, b"".join(in_parts(sizes)))
        assert answer == ("frame_too_large", 1009)


@pytest.mark.parametrize("length", [MAX + 1, 65_536, 1 << 32, (1 << 63) - 1])
async def test_a_frame_is_refused_by_its_length_before_its_bytes_come(length):
    head = bytes((0x80 | TEXT, 0x80 | 127)) + length.to_bytes(8, "big") + bytes(4)
    async with HubHouse().open() as house:
        assert await refused_and_closed(house, head) == ("frame_too_large", 1009)


async def test_a_message_in_endlessly_many_parts_is_refused_however_small_they_are():
    parts = client_frame(TEXT, b"{", is_final=False) + 200 * client_frame(
        CONTINUATION, b"", is_final=False
    )
    async with HubHouse().open() as house:
        assert await refused_and_closed(house, parts) == ("frame_too_large", 1009)


@pytest.mark.parametrize(
    "raw",
    [
        client_frame(BINARY, padded(100)),
        client_frame(BINARY, b""),
        client_frame(BINARY, padded(MAX)),
        client_frame(PING, b"first") + client_frame(BINARY, padded(100)),
        b"".join(in_parts([50, 50], BINARY)),
        client_frame(BINARY, b"{", is_final=False),
    ],
)
async def test_a_binary_message_is_refused_and_closed(raw):
    async with HubHouse().open() as house:
        assert await refused_and_closed(house, raw) == ("binary_frame", 1003)


async def test_a_control_frame_over_its_bound_ends_the_connection():
    long_ping = bytes((0x80 | PING, 0x80 | 126)) + (126).to_bytes(2, "big") + bytes(4 + 126)
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(long_ping)
        received = await peer.read_to_end()
        assert int.from_bytes(received[received.rindex(b"\x88") + 2 :][:2], "big") == 1002


@pytest.mark.parametrize(
    "bad", [client_frame(BINARY, b"x"), b"".join(in_parts([MAX + 1])), client_frame(TEXT, b"\xff")]
)
async def test_nothing_behind_a_refused_message_is_carried_out(bad):
    opening = json.dumps({"id": 1, "type": "open_room", "preset": "war"}).encode()
    async with HubHouse().open() as house:
        peer = await opened(house)
        await peer.send(bad + client_frame(TEXT, opening))
        await peer.read_to_end()
        assert house.rooms.asked == []
