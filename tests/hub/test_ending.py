"""The end of a stream, to a peer that reads and to one that has reset the connection."""

import asyncio
import socket
import struct

from polemos.hub.ending import end_writing

RESET = struct.pack("ii", 1, 0)
"""Linger for no time at all: to close is to reset."""


async def connected() -> tuple[asyncio.Transport, socket.socket]:
    """Give our end of a connection, which reads nothing yet, and the peer's."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        peer = socket.create_connection(listener.getsockname())
        ours, _ = listener.accept()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, ours)
    transport.pause_reading()
    return transport, peer


async def test_a_peer_that_reads_gets_the_end():
    transport, peer = await connected()
    with peer:
        transport.write(b"all of it")
        end_writing(transport)
        peer.settimeout(10)
        assert await asyncio.to_thread(peer.makefile("rb").read) == b"all of it"
    transport.abort()
    await asyncio.sleep(0)


async def test_a_peer_that_has_reset_the_connection_does_no_harm():
    transport, peer = await connected()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    peer.close()
    end_writing(transport)
    assert transport.is_closing()
    await asyncio.sleep(0)
