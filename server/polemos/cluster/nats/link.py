"""A connection to NATS that comes back: after each outage another one takes its place, for ever.

Rules that this file keeps:
1. Once there it is never given up; it pauses between attempts, longer up to a bound, and jittered,
   so that the nodes do not come back in step.
2. An outage is logged once when it begins and once when it is over, and a right that is missing
   once for each subject.
3. A server that does not answer within `silence_seconds_max` is dropped, though its connection may
   seem to live: a machine that was cut off says no goodbye.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Sequence
from itertools import cycle

from polemos.cluster.bus import PAYLOAD_BYTES_MAX, BusError
from polemos.cluster.nats import protocol
from polemos.cluster.nats.address import NatsAddress
from polemos.cluster.nats.connection import NatsConnection, Unusable, opened
from polemos.cluster.nats.limits import NatsLimits
from polemos.cluster.nats.protocol import Message
from polemos.cluster.nats.troubles import lost_sentence, missing_right_sentence, start_sentence
from polemos.cluster.outages import Outages

logger = logging.getLogger(__name__)

RIGHTS = "polemos.rights"
"""A subject that nobody listens to, for whoever wants to know whether he may."""

LACKED_RIGHTS_MAX = 64
"""Missing rights of which each is told; others among them are not."""


class NatsLink:
    """Keeps a connection.

    Args:
        addresses: servers of one cluster, tried in turn.
        name: what the server's own tools show for us.
        tls: how servers prove themselves, or none for the system's certificates.
        draw: gives a fraction from 0 to below 1, for jitter.
        limits: every bound.
        heed: takes every message, in order.
        greet: has a new connection told what to listen to.
        lost: called when an outage begins.
        back: called when it is over.
    """

    def __init__(
        self,
        addresses: Sequence[NatsAddress],
        *,
        name: str,
        tls: ssl.SSLContext | None,
        draw: Callable[[], float],
        limits: NatsLimits,
        heed: Callable[[Message], None],
        greet: Callable[[NatsConnection], None],
        lost: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        self.trouble: str | None = None
        self.payload_bytes_max = PAYLOAD_BYTES_MAX
        self._addresses = addresses
        self._turns = cycle(addresses)
        self._address = addresses[0]
        self._name = name
        self._tls = tls
        self._draw = draw
        self._limits = limits
        self._heed = heed
        self._greet = greet
        self._lost = lost
        self._back = back
        self._connection: NatsConnection | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._lacked: set[str] = set()
        self._outages = Outages()

    async def start(self) -> None:
        """Connect to the first address that lets us in, and keep the connection from then on.

        Raises:
            BusError: no server lets us in, or one does but we lack a right there.
        """
        sentence = ""
        for _ in self._addresses:
            try:
                connection = await self._open()
            except (OSError, Unusable) as error:
                sentence = start_sentence(self._address, error)
            else:
                await self._check_rights(connection)
                self._keeping = asyncio.get_running_loop().create_task(self._keep(connection))
                return
        raise BusError(sentence)

    def send(self, data: bytes) -> None:
        """Tell the server something that every new connection is told anyhow."""
        if self._connection is not None:
            self._connection.send(data)

    def offer(self, subject: str, payload: bytes, reply: str = "") -> bool:
        """Publish if there is a connection and room, and tell whether it was taken."""
        return (
            self._connection is not None
            and len(payload) <= self.payload_bytes_max
            and self._connection.offer(protocol.publish(subject, payload, reply))
        )

    async def confirmed(self) -> None:
        """Return when the server has done what it was told so far, or is too slow, or gone."""
        if self._connection is not None:
            await asyncio.wait([self._connection.ping()], timeout=self._limits.confirm_seconds_max)

    async def close(self) -> None:
        """Send what waits and end the connection."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        self.trouble = "The bus is closed."
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _open(self) -> NatsConnection:
        self._address = next(self._turns)
        connection = await opened(
            self._address,
            name=self._name,
            tls=self._tls,
            limits=self._limits,
            heed=self._heed,
            lacks=self._note_lacked,
        )
        try:
            self._greet(connection)
        except BaseException:
            connection.abort("it was given up")
            raise
        self.payload_bytes_max = min(PAYLOAD_BYTES_MAX, connection.payload_bytes_max)
        self._connection = connection
        return connection

    async def _check_rights(self, connection: NatsConnection) -> None:
        """Try what every node does, so that a missing right is told at the start."""
        connection.send(protocol.subscribe(RIGHTS, RIGHTS))
        connection.send(protocol.unsubscribe(RIGHTS))
        connection.send(protocol.publish(RIGHTS, b""))
        await self.confirmed()
        if self._lacked:
            await self.close()
            raise BusError(missing_right_sentence(self._address, min(self._lacked)))

    async def _keep(self, connection: NatsConnection) -> None:
        loop = asyncio.get_running_loop()
        while True:
            with self._outages.bearing("The connection to the bus is watched"):
                await _watch(connection, self._limits)
            connection.abort("it cannot be watched")
            self._note_lost(connection.reason)
            lost_at_seconds = loop.time()
            connection = await self._reconnect()
            await self.confirmed()
            self._note_back(loop.time() - lost_at_seconds)

    async def _reconnect(self) -> NatsConnection:
        attempts = 0
        while True:
            await asyncio.sleep(pause_seconds(attempts, self._draw(), self._limits))
            attempts += 1
            with self._outages.bearing("The bus is connected to"):
                try:
                    return await self._open()
                except (OSError, Unusable) as error:
                    self.trouble = start_sentence(self._address, error)

    def _note_lost(self, reason: str) -> None:
        self._connection = None
        self.trouble = lost_sentence(self._address, reason)
        logger.warning("%s", self.trouble)
        with self._outages.bearing("Questions on the bus are given up"):
            self._lost()

    def _note_back(self, seconds: float) -> None:
        self.trouble = None
        self._lacked.clear()
        logger.warning("The bus at %s is there again after %.1f seconds.", self._address, seconds)
        with self._outages.bearing("The bus is greeted"):
            self._back()

    def _note_lacked(self, words: str) -> None:
        if words not in self._lacked and len(self._lacked) < LACKED_RIGHTS_MAX:
            self._lacked.add(words)
            if self._keeping is not None:  # before that, whoever starts us is told
                logger.error("%s", missing_right_sentence(self._address, words))


def pause_seconds(attempts: int, draw: float, limits: NatsLimits) -> float:
    """Tell how long to wait before trying again.

    Args:
        attempts: those that failed since the connection was lost.
        draw: a fraction from 0 to below 1.
        limits: the shortest and the longest pause.
    """
    longest = min(limits.pause_seconds_max, limits.pause_seconds_min * (1 << min(attempts, 32)))
    return longest * (1 + draw) / 2


async def _watch(connection: NatsConnection, limits: NatsLimits) -> None:
    """Return when a connection has ended; end it when the server gives no sign of life."""
    while not connection.ended.done():
        pong = connection.ping()
        await asyncio.wait([pong], timeout=limits.silence_seconds_max)
        if not pong.done():
            connection.abort(f"it has not answered for {limits.silence_seconds_max:g} seconds")
        await asyncio.wait([connection.ended], timeout=limits.ping_seconds)
