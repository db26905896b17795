"""The bus over NATS: core NATS, without JetStream; see decision 0014.

Subscriptions and questions live here and outlive connections, which come and go in `nats.link`.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Coroutine
from secrets import token_hex
from typing import TypeVar

from polemos.cluster.bus import (
    AnswerLate,
    BusCounts,
    BusDown,
    NobodyAnswers,
    Receive,
    Respond,
)
from polemos.cluster.nats import protocol
from polemos.cluster.nats.address import read_addresses
from polemos.cluster.nats.connection import NatsConnection
from polemos.cluster.nats.limits import NatsLimits
from polemos.cluster.nats.link import NatsLink
from polemos.cluster.nats.protocol import Message
from polemos.cluster.subjects import refuse_other_than_subject

logger = logging.getLogger(__name__)

DEFAULTS = NatsLimits()

ANSWERS = "answers"
"""What NATS calls our subscription to all answers; the others are called by numbers."""

Opened = TypeVar("Opened", bound="NatsSubscription")


class NatsBus:
    """One node's bus; make it with `connect`.

    Args:
        addresses: see `nats.address`.
        name: what the server's own tools show for us.
        draw: gives a fraction from 0 to below 1, for jitter.
        tls: how servers prove themselves, or none for the system's certificates.
        limits: every bound.

    Raises:
        BusError: an address is none of ours.
    """

    def __init__(
        self,
        addresses: str,
        *,
        name: str,
        draw: Callable[[], float],
        tls: ssl.SSLContext | None = None,
        limits: NatsLimits = DEFAULTS,
    ) -> None:
        self.counts = BusCounts()
        self._limits = limits
        self._link = NatsLink(
            read_addresses(addresses),
            name=name,
            tls=tls,
            draw=draw,
            limits=limits,
            heed=self._heed,
            greet=self._greet,
            lost=self._note_lost,
            back=self._note_back,
        )
        self._subscriptions: dict[str, NatsSubscription] = {}
        self._number = 0
        self._inbox = f"_INBOX.{token_hex(12)}"
        self._asked: dict[str, tuple[str, asyncio.Future[bytes]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._when_back: list[Callable[[], None]] = []

    @classmethod
    async def connect(
        cls,
        addresses: str,
        *,
        name: str,
        draw: Callable[[], float],
        tls: ssl.SSLContext | None = None,
        limits: NatsLimits = DEFAULTS,
    ) -> "NatsBus":
        """Connect; the arguments are the constructor's.

        Raises:
            BusError: an address is none of ours, no server lets us in, or one does but we lack a
                right there.
        """
        bus = cls(addresses, name=name, draw=draw, tls=tls, limits=limits)
        await bus._link.start()
        return bus

    @property
    def trouble(self) -> str | None:
        """Say in a sentence why there is no connection, or give none."""
        return self._link.trouble

    @property
    def payload_bytes_max(self) -> int:
        """What one publication, question or answer may hold."""
        return self._link.payload_bytes_max

    def publish(self, subject: str, payload: bytes) -> None:
        """Send to whoever subscribes."""
        refuse_other_than_subject(subject)
        self.counts.published += 1
        if not self._link.offer(subject, payload):
            self.counts.dropped += 1

    async def subscribe(self, subject: str, receive: Receive) -> "NatsSubscription":
        """Listen."""
        refuse_other_than_subject(subject, has_wildcards=True)

        def take(message: Message) -> None:
            receive(message.subject, message.payload)

        return await self._open(NatsSubscription(self, self._next_number(), subject, take))

    async def answer(self, subject: str, respond: Respond) -> "NatsAnswering":
        """Answer questions."""
        refuse_other_than_subject(subject)

        def take(message: Message) -> None:
            if message.reply and len(self._tasks) < self._limits.answering_max:
                self._start(self._answer(respond, message))
            else:
                self.counts.dropped += 1

        return await self._open(NatsAnswering(self, self._next_number(), subject, take))

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        """Ask whoever answers a subject."""
        refuse_other_than_subject(subject)
        if len(payload) > self.payload_bytes_max:
            raise ValueError(f"{len(payload)} bytes are too large a question for the bus")
        reply = f"{self._inbox}.{self._next_number()}"
        if len(self._asked) >= self._limits.asked_max or not self._link.offer(
            subject, payload, reply
        ):
            raise BusDown(subject)
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._asked[reply] = (subject, answered)
        try:
            async with asyncio.timeout(timeout_seconds):
                return await answered
        except TimeoutError:
            raise AnswerLate(subject) from None
        finally:
            del self._asked[reply]

    def call_when_back(self, call: Callable[[], None]) -> None:
        """Have something called each time the bus is back after an outage."""
        self._when_back.append(call)

    async def close(self) -> None:
        """Send what waits and end the connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for subscription in self._subscriptions.values():
            subscription.end()
        self._subscriptions.clear()
        await self._link.close()
        self._give_up_asked()

    async def forget(self, subscription: "NatsSubscription") -> None:
        """Let a subscription go, and return when the server has."""
        if subscription.number in self._subscriptions:
            self._link.send(protocol.unsubscribe(subscription.number))
            try:
                await self._link.confirmed()
            finally:
                self._subscriptions.pop(subscription.number, None)

    def _next_number(self) -> str:
        self._number += 1
        return str(self._number)

    async def _open(self, subscription: Opened) -> Opened:
        self._subscriptions[subscription.number] = subscription
        self._link.send(protocol.subscribe(subscription.subject, subscription.number))
        try:
            await self._link.confirmed()
        except BaseException:
            # Nobody has it who could close it.
            subscription.end()
            self._subscriptions.pop(subscription.number, None)
            self._link.send(protocol.unsubscribe(subscription.number))
            raise
        return subscription

    def _greet(self, connection: NatsConnection) -> None:
        """Have a new connection listen to all that the one before did."""
        connection.send(protocol.subscribe(f"{self._inbox}.*", ANSWERS))
        for number, subscription in self._subscriptions.items():
            connection.send(protocol.subscribe(subscription.subject, number))

    def _heed(self, message: Message) -> None:
        if message.subscription == ANSWERS:
            self._take_answer(message)
            return
        subscription = self._subscriptions.get(message.subscription)
        if subscription is not None:
            self.counts.received += 1
            # In a callback of its own, so that a fault of whoever takes it ends nothing else.
            asyncio.get_running_loop().call_soon(subscription.deliver, message)

    def _take_answer(self, message: Message) -> None:
        subject, answered = self._asked.get(message.subject, ("", None))
        if answered is None or answered.done():
            return
        if message.is_unheard:
            answered.set_exception(NobodyAnswers(subject))
        else:
            answered.set_result(message.payload)

    async def _answer(self, respond: Respond, message: Message) -> None:
        try:
            answer = await respond(message.payload)
        except Exception:
            logger.exception("A question to %s could not be answered", message.subject)
            return
        if answer is not None and not self._link.offer(message.reply, answer):
            self.counts.dropped += 1

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _note_lost(self) -> None:
        self.counts.outages += 1
        self._give_up_asked()

    def _note_back(self) -> None:
        for call in self._when_back:
            asyncio.get_running_loop().call_soon(call)

    def _give_up_asked(self) -> None:
        for subject, answered in self._asked.values():
            if not answered.done():
                answered.set_exception(AnswerLate(subject))


class NatsSubscription:
    """What a node listens to on NATS.

    Args:
        bus: that it belongs to.
        number: what NATS calls it on every connection.
        subject: perhaps with wildcards.
        take: takes each message until it is closed.
    """

    def __init__(
        self, bus: NatsBus, number: str, subject: str, take: Callable[[Message], None]
    ) -> None:
        self.number = number
        self.subject = subject
        self._bus = bus
        self._take = take
        self._is_closed = False

    def deliver(self, message: Message) -> None:
        """Hand a message over, unless it was closed meanwhile."""
        if not self._is_closed:
            self._take(message)

    def end(self) -> None:
        """Receive nothing more."""
        self._is_closed = True

    async def close(self) -> None:
        """Receive nothing more."""
        self.end()
        await self._bus.forget(self)


class NatsAnswering(NatsSubscription):
    """What a node answers on NATS."""

    async def close(self) -> None:
        """Be asked nothing more; what was asked before the bus knew of it is still answered."""
        await self._bus.forget(self)
        self.end()
