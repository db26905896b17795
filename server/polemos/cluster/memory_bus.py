"""A bus within one process: what the nodes of a test, or of a simulation, share.

It carries everything in order, by callbacks of the loop; `MemoryExchange.carry` is the one place
where another kind of exchange may lose, repeat or delay.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TypeVar

from polemos.cluster.bus import (
    PAYLOAD_BYTES_MAX,
    AnswerLate,
    BusCounts,
    BusDown,
    NobodyAnswers,
    Receive,
    Respond,
)
from polemos.cluster.subjects import matches, refuse_other_than_subject

logger = logging.getLogger(__name__)

End = TypeVar("End", "Listening", "Answering")


class MemoryExchange:
    """Where the buses of all nodes meet.

    Args:
        payload_bytes_max: what one publication may hold.
    """

    def __init__(self, *, payload_bytes_max: int = PAYLOAD_BYTES_MAX) -> None:
        self.payload_bytes_max = payload_bytes_max
        self._listening: dict[Listening, None] = {}
        self._answering: dict[Answering, None] = {}

    def connect(self) -> "MemoryBus":
        """Give another node its bus."""
        return MemoryBus(self)

    def join(self, end: "Listening | Answering") -> None:
        """Reach a subscription from now on."""
        match end:
            case Listening():
                self._listening[end] = None
            case Answering():
                self._answering[end] = None

    def leave(self, end: "Listening | Answering") -> None:
        """Reach a subscription no more."""
        match end:
            case Listening():
                self._listening.pop(end, None)
            case Answering():
                self._answering.pop(end, None)

    def publish(self, subject: str, payload: bytes) -> None:
        """Carry a publication to every subscription that there is now."""
        for end in [end for end in self._listening if matches(end.subject, subject)]:
            self.carry(partial(end.take, subject, payload))

    def ask(self, subject: str, payload: bytes, answered: "asyncio.Future[bytes]") -> bool:
        """Carry a question to whoever answers, and tell whether there is anybody."""
        ends = [end for end in self._answering if end.is_reached_by(subject)]
        for end in ends:
            self.carry(partial(end.take, payload, answered))
        return bool(ends)

    def carry(self, deliver: Callable[[], None]) -> None:
        """Deliver one publication, question or answer, in order."""
        asyncio.get_running_loop().call_soon(deliver)


class MemoryBus:
    """One node's way to an exchange; `cut` and `mend` are its outages."""

    def __init__(self, exchange: MemoryExchange) -> None:
        self.counts = BusCounts()
        self.exchange = exchange
        self.trouble: str | None = None
        self._asked: set[asyncio.Future[bytes]] = set()
        self._ends: set[Listening | Answering] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._when_back: list[Callable[[], None]] = []

    @property
    def payload_bytes_max(self) -> int:
        """What one publication, question or answer may hold."""
        return self.exchange.payload_bytes_max

    def publish(self, subject: str, payload: bytes) -> None:
        """Send to whoever subscribes."""
        refuse_other_than_subject(subject)
        self.counts.published += 1
        if self.trouble is not None or len(payload) > self.payload_bytes_max:
            self.counts.dropped += 1
        else:
            self.exchange.publish(subject, payload)

    async def subscribe(self, subject: str, receive: Receive) -> "Listening":
        """Listen."""
        refuse_other_than_subject(subject, has_wildcards=True)
        return self._join(Listening(self, subject, receive))

    async def answer(self, subject: str, respond: Respond) -> "Answering":
        """Answer questions."""
        refuse_other_than_subject(subject)
        return self._join(Answering(self, subject, respond))

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        """Ask whoever answers a subject."""
        refuse_other_than_subject(subject)
        if len(payload) > self.payload_bytes_max:
            raise ValueError(f"{len(payload)} bytes are too large a question for the bus")
        if self.trouble is not None:
            raise BusDown(subject)
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if not self.exchange.ask(subject, payload, answered):
            raise NobodyAnswers(subject)
        self._asked.add(answered)
        try:
            async with asyncio.timeout(timeout_seconds):
                return await answered
        except TimeoutError:
            raise AnswerLate(subject) from None
        finally:
            self._asked.discard(answered)

    def call_when_back(self, call: Callable[[], None]) -> None:
        """Have something called each time the bus is back after an outage."""
        self._when_back.append(call)

    def cut(self) -> None:
        """Lose the connection: nothing comes or goes until `mend`."""
        self.trouble = "The bus in memory was cut."
        self.counts.outages += 1
        for answered in self._asked:
            if not answered.done():
                answered.set_exception(TimeoutError())

    def mend(self) -> None:
        """Have the connection back."""
        self.trouble = None
        for call in self._when_back:
            asyncio.get_running_loop().call_soon(call)

    async def close(self) -> None:
        """End the connection."""
        self.cut()
        self.trouble = "The bus in memory is closed."
        for end in list(self._ends):
            await end.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run an answer in a task of its own, until the bus is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, end: "Listening | Answering") -> None:
        """Let a subscription go."""
        self._ends.discard(end)
        self.exchange.leave(end)

    def _join(self, end: End) -> End:
        self._ends.add(end)
        self.exchange.join(end)
        return end


class Listening:
    """A subscription of a bus in memory."""

    def __init__(self, bus: MemoryBus, subject: str, receive: Receive) -> None:
        self.subject = subject
        self._bus = bus
        self._receive: Receive | None = receive

    def take(self, subject: str, payload: bytes) -> None:
        """Receive a publication, unless the subscription was closed or the bus cut meanwhile."""
        if self._receive is not None and self._bus.trouble is None:
            self._bus.counts.received += 1
            self._receive(subject, payload)

    async def close(self) -> None:
        """Receive nothing more."""
        self._receive = None
        self._bus.forget(self)


class Answering:
    """Whoever answers a subject of a bus in memory."""

    def __init__(self, bus: MemoryBus, subject: str, respond: Respond) -> None:
        self.subject = subject
        self._bus = bus
        self._respond = respond

    def is_reached_by(self, subject: str) -> bool:
        """Tell whether a question to a subject comes here now."""
        return self._bus.trouble is None and self.subject == subject

    def take(self, payload: bytes, answered: "asyncio.Future[bytes]") -> None:
        """Begin to answer a question."""
        if self._bus.trouble is None:
            self._bus.counts.received += 1
            self._bus.start(self._answer(payload, answered))

    async def close(self) -> None:
        """Be asked nothing more; what is on its way is still answered."""
        self._bus.forget(self)

    async def _answer(self, payload: bytes, answered: "asyncio.Future[bytes]") -> None:
        try:
            answer = await self._respond(payload)
        except Exception:
            logger.exception("A question to %s could not be answered", self.subject)
            return
        if answer is None:
            return
        if len(answer) > self._bus.payload_bytes_max or self._bus.trouble is not None:
            self._bus.counts.dropped += 1
            return
        self._bus.exchange.carry(partial(_deliver, answered, answer))


def _deliver(answered: "asyncio.Future[bytes]", answer: bytes) -> None:
    """Hand an answer over; of several the first one counts."""
    if not answered.done():
        answered.set_result(answer)
