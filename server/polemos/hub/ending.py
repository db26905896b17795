"""Ends the writing half of a socket, whether or not the peer is still there to read it."""

import asyncio


def end_writing(transport: asyncio.Transport) -> None:
    """Send the end of the stream; a peer that has reset the connection gets nothing any more."""
    try:
        transport.write_eof()
    except OSError:
        # Its reset is known to the kernel, but not yet to the loop.
        transport.abort()
