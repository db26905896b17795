"""A connection that is kept: one request after the other, whoever asks for it, and not for ever."""

import gzip
from collections.abc import AsyncIterator

import pytest

from kit.hub import GAME, HubHouse, Stalled

PAGE = b"<!doctype html>" + b"<p>a page that is worth its compression</p>" * 40
KEPT = b"GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"


@pytest.fixture
async def house() -> AsyncIterator[HubHouse]:
    async with HubHouse(files={"index.html": PAGE}).open() as opened:
        opened.commit(GAME, 3)
        yield opened


async def answer(peer: Stalled) -> tuple[bytes, bytes]:
    head = await peer.read_until(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if b"Content-Length" in line
    )
    while len(peer.received) < length:
        await peer._read()
    body = bytes(peer.received[:length])
    del peer.received[:length]
    return head, body


async def test_a_browser_gets_one_answer_after_the_other(house: HubHouse) -> None:
    peer = await house.peer()
    for path, status in (
        (b"", b"200"),
        (b"healthz", b"200"),
        (b"nothing.js", b"404"),
        (b"", b"200"),
    ):
        await peer.send(KEPT % path)
        head, body = await answer(peer)
        assert head.startswith(b"HTTP/1.1 " + status)
        assert b"\r\nConnection: keep-alive\r\n" in head
        assert body
    assert len(house.hub.upkeep.connections) == 1


async def test_a_kept_connection_becomes_a_socket(house: HubHouse) -> None:
    peer = await house.peer()
    await peer.send(KEPT % b"")
    await answer(peer)
    await peer.open_socket()
    await peer.ask(type="watch", game=GAME)
    await peer.read_until(b'"accepted"')


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /games/%s/events.jsonl HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
        % GAME.encode(),
        b"GET / HTTP/1.1\r\nHost: foreign.example\r\nConnection: keep-alive\r\n\r\n",
    ],
    ids=["unasked", "close", "export", "refused"],
)
async def test_other_connections_end_with_their_answer(
    house: HubHouse, request_bytes: bytes
) -> None:
    peer = await house.peer()
    await peer.send(request_bytes)
    assert b"\r\nConnection: close\r\n" in await peer.read_to_end()


async def test_a_kept_connection_that_asks_for_nothing_is_dropped(house: HubHouse) -> None:
    peer = await house.peer()
    await peer.send(KEPT % b"")
    await answer(peer)
    house.tick(4)
    assert await peer.read_to_end() == b""
    assert not house.hub.upkeep.connections


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        (b"gzip, deflate, br", True),
        (b"br;q=1.0, gzip;q=0.8", True),
        (b"gzip;q=0", False),
        (b"identity", False),
        (b"", False),
    ],
)
async def test_a_page_is_compressed_for_whoever_takes_it(
    house: HubHouse, accepted: bytes, is_compressed: bool
) -> None:
    peer = await house.peer()
    await peer.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: %s\r\n\r\n" % accepted)
    head, _, body = (await peer.read_to_end()).partition(b"\r\n\r\n")
    assert (b"Content-Encoding: gzip" in head) is is_compressed
    assert b"Vary: Accept-Encoding" in head
    assert (gzip.decompress(body) if is_compressed else body) == PAGE
