"""One connection to a NATS server, from its greeting to its end.

Rules that this file keeps:
1. What is sent within one turn of the loop leaves in one write.
2. Nothing waits for a peer that does not read: beyond a bound, publications are refused, and a peer
   that is given up is dropped, whatever is still unsent.
3. Every round trip ends: by the server's answer, or with the connection.
"""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable
from typing import cast

from polemos.cluster.nats.address import NatsAddress
from polemos.cluster.nats.limits import NatsLimits
from polemos.cluster.nats.protocol import (
    PING,
    PONG,
    Info,
    Message,
    NotNats,
    Ping,
    Pong,
    Reader,
    Refused,
    Step,
    connect,
)


class Unusable(Exception):  # noqa: N818  it says what the server is to us
    """A server greets, but not so that we may go on."""


class NatsConnection(asyncio.Protocol):
    """A connection; make it with `opened`.

    Args:
        limits: every bound.
        heed: takes every message, in order.
        lacks: takes the server's words for a right that we lack.
    """

    def __init__(
        self, *, limits: NatsLimits, heed: Callable[[Message], None], lacks: Callable[[str], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        self.reason = "the server ended it"
        self.info: asyncio.Future[Info] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self.payload_bytes_max = 0
        self._loop = loop
        self._limits = limits
        self._heed = heed
        self._lacks = lacks
        self._reader = Reader()
        self._transport: asyncio.Transport | None = None
        self._pongs: deque[asyncio.Future[None]] = deque()
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; called by the loop."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Take in what the server says; called by the loop."""
        try:
            steps = self._reader.receive(data)
        except NotNats as error:
            self.abort(str(error))
            return
        for step in steps:
            self._take(step)

    def connection_lost(self, exc: Exception | None) -> None:
        """End every wait; called by the loop."""
        if exc is not None:
            self.reason = str(exc)
        self.info.cancel()
        for waiting in (self.ended, *self._pongs):
            waiting.cancel()
        self._pongs.clear()
        self._transport = None

    @property
    def is_open(self) -> bool:
        """Whether something can still be sent."""
        return self._transport is not None and not self._transport.is_closing()

    def send(self, data: bytes) -> None:
        """Send, in this turn of the loop with all else."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(data)
        self._unsent_bytes += len(data)

    def offer(self, data: bytes) -> bool:
        """Send unless too much waits already, and tell whether it was taken."""
        if self._transport is None or not self.is_open:
            return False
        waiting = self._unsent_bytes + self._transport.get_write_buffer_size()
        if waiting + len(data) > self._limits.unsent_bytes_max:
            return False
        self.send(data)
        return True

    def ping(self) -> "asyncio.Future[None]":
        """Ask for a sign of life; it also tells that the server has done all it was told before.

        Returns:
            Is done when the sign comes, and cancelled when the connection ends before.
        """
        pong: asyncio.Future[None] = self._loop.create_future()
        if self.is_open:
            self._pongs.append(pong)
            self.send(PING)
        else:
            pong.cancel()
        return pong

    def abort(self, reason: str) -> None:
        """Drop the connection at once."""
        if self.is_open:
            self.reason = reason
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Send what waits, for a bounded time, and end."""
        if self._transport is not None:
            self._flush()
            self._transport.close()
            await asyncio.wait([self.ended], timeout=self._limits.closing_seconds_max)
            self.abort("it was closed")
            await asyncio.wait([self.ended])

    async def encrypt(self, context: ssl.SSLContext, host: str) -> None:
        """Go on encrypted, and forget what was said in the open, by whomever."""
        if self._transport is None:
            raise ConnectionResetError(self.reason)
        self._reader = Reader()
        self._transport = await self._loop.start_tls(
            self._transport, self, context, server_hostname=host
        )

    def _take(self, step: Step) -> None:
        match step:
            case Message():
                self._heed(step)
            case Ping():
                self.send(PONG)
            case Pong():
                if self._pongs:
                    pong = self._pongs.popleft()
                    if not pong.done():
                        pong.set_result(None)
            case Info():
                self.payload_bytes_max = step.payload_bytes_max
                if not self.info.done():
                    self.info.set_result(step)
            case Refused():
                if step.is_a_missing_right:
                    self._lacks(step.reason)
                else:
                    self.reason = f"the server says {step.reason}"

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        self._unsent_bytes = 0
        if unsent and self._transport is not None and self.is_open:
            self._transport.write(b"".join(unsent))


async def opened(
    address: NatsAddress,
    *,
    name: str,
    tls: ssl.SSLContext | None,
    limits: NatsLimits,
    heed: Callable[[Message], None],
    lacks: Callable[[str], None],
) -> NatsConnection:
    """Connect, encrypt where either side wants it, introduce ourselves and be let in.

    Args:
        address: the server and the credentials.
        name: what the server's own tools show for us.
        tls: how the server proves itself, or none for the system's certificates.
        limits: every bound.
        heed: takes every message, in order.
        lacks: takes the server's words for a right that we lack.

    Raises:
        TimeoutError: it took too long.
        OSError: no connection, or the server's certificate cannot be trusted.
        Unusable: the server does not let us in, or is no NATS server.
    """
    loop = asyncio.get_running_loop()
    connection = NatsConnection(limits=limits, heed=heed, lacks=lacks)
    try:
        async with asyncio.timeout(limits.connect_seconds_max):
            await loop.create_connection(lambda: connection, address.host, address.port)
            await _greet(connection, address, name, tls)
    except BaseException:
        connection.abort("it was given up")
        raise
    return connection


async def _greet(
    connection: NatsConnection, address: NatsAddress, name: str, tls: ssl.SSLContext | None
) -> None:
    await asyncio.wait([connection.info])
    if connection.info.cancelled():
        raise Unusable(connection.reason)
    info = connection.info.result()
    is_encrypted = info.demands_encryption or address.must_encrypt
    if is_encrypted:
        if not info.offers_encryption:
            raise Unusable("it offers no TLS, which tls:// demands")
        await connection.encrypt(tls or ssl.create_default_context(), address.host)
    connection.send(
        connect(
            name=name,
            user=address.user,
            password=address.password,
            token=address.token,
            is_encrypted=is_encrypted,
        )
    )
    let_in = connection.ping()
    await asyncio.wait([let_in])
    if let_in.cancelled():
        raise Unusable(connection.reason)
