"""One socket: an asyncio protocol that passes what its transport brings to the stage it is in.

A connection opens (`opening`), and then it is a websocket (`websocket`) or gets one response
(`responding`). Memory counts here, because a watcher is little else than this object and its
stage: slots, nothing made before it is needed, nothing kept of the handshake.
"""

import asyncio
from typing import cast

from polemos.hub.opening import Opening
from polemos.hub.phases import GONE, Phase, Stage
from polemos.hub.shared import Shared
from polemos.hub.websocket import Websocket

BUFFER_LOW_SHARE = 4


class Connection(asyncio.BufferedProtocol):
    """Serves one peer, from its first byte to its last.

    Args:
        shared: what all connections share.
    """

    __slots__ = ("_shared", "_stage", "_transport", "paused_at_seconds")

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._transport: asyncio.Transport
        self._stage: Stage = GONE
        self.paused_at_seconds: float | None = None

    # What the transport calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless there are too many."""
        self._transport = cast(asyncio.Transport, transport)
        limits = self._shared.limits
        self._transport.set_write_buffer_limits(
            high=limits.buffer_size_bytes_max, low=limits.buffer_size_bytes_max // BUFFER_LOW_SHARE
        )
        if not self._shared.upkeep.admit(self, transport):
            self._transport.abort()
            return
        self._stage = Opening(
            peer=self, transport=self._transport, shared=self._shared, enter=self._enter
        )

    def get_buffer(self, sizehint: int) -> memoryview:
        """Read into the hub's one buffer: its bytes are used before anybody else reads."""
        return self._shared.reading_buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take in what was read."""
        self._stage.receive(bytes(self._shared.reading_buffer[:nbytes]))

    def eof_received(self) -> bool:
        """Close when the peer has closed; what is still in the buffer is sent first."""
        return self._stage.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave everything."""
        stage, self._stage = self._stage, GONE
        stage.lose()
        self._shared.upkeep.forget(self)

    def pause_writing(self) -> None:
        """Stop writing and reading: who does not read gets no answers and no pongs either."""
        self.paused_at_seconds = self._shared.clock.steady_seconds()
        self._transport.pause_reading()
        self._stage.pause()
        self._shared.upkeep.note_pause(self)

    def resume_writing(self) -> None:
        """Go on where it stopped."""
        self.paused_at_seconds = None
        self._shared.upkeep.note_resume(self)
        if not self._transport.is_closing():
            self._transport.resume_reading()
        self._stage.resume()

    # What the hub and the upkeep call.

    @property
    def phase(self) -> Phase:
        """Where it is in its life."""
        return self._stage.phase

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the peer has not taken."""
        return self._transport.get_write_buffer_size()

    def beat(self) -> bool:
        """Send a websocket's heartbeats.

        Returns:
            Whether the peer lives.
        """
        return isinstance(self._stage, Websocket) and self._stage.beat()

    def part(self, code: str, sentence: str, *, reconnect_after_ms: int, close_code: int) -> None:
        """Say goodbye to a websocket and close it; a response is only finished."""
        if isinstance(self._stage, Websocket):
            self._stage.part(
                code, sentence, reconnect_after_ms=reconnect_after_ms, close_code=close_code
            )

    def abort(self) -> None:
        """Drop the peer; nothing is sent."""
        self._transport.abort()

    def _enter(self, stage: Stage) -> None:
        self._stage = stage
