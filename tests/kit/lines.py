"""Connections without a network: what is on its way is delivered or lost as the test says."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from kit.stepping import SteppedLoop

See = Callable[[bytes], None]
"""Is shown the text of every message in the moment in which the server writes it."""


class ServerEnd(asyncio.Transport):
    """The transport that a server's protocol writes to: everything stays in it until it is taken.

    Args:
        loop: calls the protocol.
        protocol: of one accepted socket.
        address: the peer's.
        see: is shown every message.
    """

    def __init__(
        self, loop: SteppedLoop, protocol: asyncio.BufferedProtocol, address: str, see: See
    ) -> None:
        super().__init__({"peername": (address, 40_000)})
        self._loop = loop
        self._protocol = protocol
        self._reader = MessageReader(see)
        self._high, self._low = 65_536, 16_384
        self._is_paused = False
        self._is_closing = False
        self.unsent = bytearray()
        self.has_ended = False
        self.is_reading = True
        self.is_lost = False

    # What the server calls.

    def write(self, data: Any) -> None:
        if self._is_closing:
            return
        assert not self.has_ended, "written after the end"
        self._reader.read(bytes(data))
        self.unsent += data
        if len(self.unsent) > self._high and not self._is_paused:
            self._is_paused = True
            self._protocol.pause_writing()

    def write_eof(self) -> None:
        self.has_ended = True

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._lose_when_empty()

    def abort(self) -> None:
        self._is_closing = True
        self.unsent.clear()
        self._loop.call_soon(self._lose, None)

    def is_closing(self) -> bool:
        return self._is_closing

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def get_write_buffer_size(self) -> int:
        return len(self.unsent)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high is not None
        assert low is not None
        self._high, self._low = high, low

    # What the test calls.

    def take(self, size_bytes: int) -> bytes:
        """Let the peer have some of what was written."""
        taken = bytes(self.unsent[:size_bytes])
        del self.unsent[:size_bytes]
        self._loop.call_soon(self._go_on)
        return taken

    def feed(self, received: bytes) -> None:
        """Bring bytes of the peer."""
        while received and self.is_reading and not self._is_closing:
            buffer = self._protocol.get_buffer(len(received))
            part, received = received[: len(buffer)], received[len(buffer) :]
            buffer[: len(part)] = part
            self._protocol.buffer_updated(len(part))

    def feed_end(self) -> None:
        """Tell that the peer sends nothing more."""
        if not self._is_closing and not self._protocol.eof_received():
            self.close()

    def reset(self) -> None:
        """Tell that the peer is gone."""
        if not self._is_closing:
            self._is_closing = True
            self.unsent.clear()
            self._loop.call_soon(self._lose, ConnectionResetError())

    def _go_on(self) -> None:
        if self._is_paused and len(self.unsent) <= self._low and not self.is_lost:
            self._is_paused = False
            self._protocol.resume_writing()
        if self._is_closing:
            self._lose_when_empty()

    def _lose_when_empty(self) -> None:
        if not self.unsent:
            self._loop.call_soon(self._lose, None)

    def _lose(self, error: Exception | None) -> None:
        if not self.is_lost:
            self.is_lost = True
            self._protocol.connection_lost(error)


class Line:
    """One websocket as its client has it.

    Args:
        loop: the server's.
        accept: makes the server's protocol.
        address: the client's.
        see: is shown every message that the server writes.
    """

    def __init__(
        self,
        loop: SteppedLoop,
        accept: Callable[[], asyncio.BufferedProtocol],
        address: str,
        see: See,
    ) -> None:
        protocol = accept()
        self._loop = loop
        self._core = ClientProtocol(
            parse_uri("ws://localhost/socket"), subprotocols=[Subprotocol("polemos.v1")]
        )
        self.end = ServerEnd(loop, protocol, address, see)
        self.unsent = bytearray()
        self._has_ended = False
        loop.call_soon(protocol.connection_made, self.end)
        self._core.send_request(self._core.connect())
        self._collect()

    @property
    def is_open(self) -> bool:
        """Whether the handshake is done and the client may send."""
        return self._core.state is State.OPEN

    @property
    def is_over(self) -> bool:
        """Whether nothing can come any more."""
        return (self.end.is_lost or self._core.state is State.CLOSED) and not self.end.unsent

    @property
    def close_code(self) -> int | None:
        """The code that the server closed with, if it did."""
        return self._core.close_rcvd.code if self._core.close_rcvd else None

    def send(self, text: bytes) -> None:
        """Put a message on its way."""
        self._core.send_text(text)
        self._collect()

    def deliver_up(self, size_bytes: int) -> None:
        """Bring the server some of what is on its way to it."""
        if not self.end.is_reading:
            return
        part = bytes(self.unsent[:size_bytes])
        del self.unsent[:size_bytes]
        self._loop.call_soon(self.end.feed, part)
        if self._has_ended and not self.unsent:
            self._loop.call_soon(self.end.feed_end)

    def deliver_down(self, size_bytes: int) -> Iterator[bytes]:
        """Bring the client some of what is on its way to it, and give the messages in it."""
        taken = self.end.take(size_bytes)
        if taken and self._core.state is not State.CLOSED:
            self._core.receive_data(taken)
        is_end = (self.end.has_ended or self.end.is_lost) and not self.end.unsent
        if is_end and not self._core.eof_sent and self._core.state is not State.CONNECTING:
            self._core.receive_eof()
        events = self._core.events_received()
        self._collect()
        for event in events:
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                assert event.fin
                yield bytes(event.data)

    def drop(self) -> None:
        """Let the server know that the client is gone; what was on its way is lost."""
        self.unsent.clear()
        self._loop.call_soon(self.end.reset)

    def _collect(self) -> None:
        for part in self._core.data_to_send():
            self.unsent += part
            self._has_ended = self._has_ended or not part


class MessageReader:
    """Cuts what a server writes into messages; independent of the websocket library.

    Args:
        see: is shown every text.
    """

    def __init__(self, see: See) -> None:
        self._see = see
        self._held = b""
        self._is_head_read = False

    def read(self, written: bytes) -> None:
        self._held += written
        if not self._is_head_read:
            head, mark, rest = self._held.partition(b"\r\n\r\n")
            if not mark:
                return
            self._see(head)
            self._is_head_read, self._held = True, rest
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == Opcode.TEXT:
                self._see(payload)

    def _frame(self) -> tuple[int, bytes] | None:
        held = self._held
        if len(held) < 2:
            return None
        length, start = held[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(held[2:start], "big")
        if len(held) < start + length:
            return None
        self._held = held[start + length :]
        return held[0] & 0x0F, held[start : start + length]
