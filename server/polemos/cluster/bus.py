"""The bus's vocabulary: publish and forget, subscribe, ask one and wait for its answer.

Rules that every bus keeps, and that whoever uses one must live with:
1. A publication may be lost, repeated, late or overtaken by another. The log is the truth, and the
   bus only makes it known sooner.
2. What one node publishes while all is well arrives in order, at every subscription that was
   confirmed before, the publisher's own included.
3. Nothing that is published waits for anybody: what finds no room is dropped and counted.
4. Callbacks run on the loop, and never inside `publish`.

A subject is a text of words with dots between them. A subscription's may have `*` for one word, and
`>` at its end for one or more.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

PAYLOAD_BYTES_MAX = 1 << 20
"""What every bus of ours carries at least, unless its server was told to carry less."""

Receive = Callable[[str, bytes], None]
"""Takes a publication's subject and payload."""

Respond = Callable[[bytes], Awaitable[bytes | None]]
"""Answers a question's payload, or gives none to leave whoever asked waiting."""


class BusError(Exception):
    """The bus cannot be used; the sentence says what is wrong and what to do."""


class NoAnswer(Exception):  # noqa: N818  it is an outcome
    """Nobody answered a question."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject)
        self.subject = subject


class NobodyAnswers(NoAnswer):
    """Nobody was there to be asked, so nothing was done."""

    def __str__(self) -> str:
        return f"Nobody answers {self.subject}: the node that did is gone, or never was."


class BusDown(NoAnswer):
    """The question was not sent, so nothing was done."""

    def __str__(self) -> str:
        return f"{self.subject} cannot be asked: the bus is not connected; it comes back by itself."


class AnswerLate(NoAnswer):
    """No answer came in time: what was asked may have been done, or may still be."""

    def __str__(self) -> str:
        return f"No answer from {self.subject} came in time; what was asked may have been done."


@dataclass(slots=True, kw_only=True)
class BusCounts:
    """What went over a bus, counted from its start.

    Args:
        published: publications that were handed to it.
        dropped: those among them, and answers, that it could not take.
        received: publications and questions that came.
        outages: how often the connection was lost.
        forged: those received, and answers, that no node of the cluster had sealed.
        repeated: those received that had come before.
    """

    published: int = 0
    dropped: int = 0
    received: int = 0
    outages: int = 0
    forged: int = 0
    repeated: int = 0


class Subscription(Protocol):
    """What a node listens to or answers."""

    async def close(self) -> None:
        """Receive nothing more, from now on; return when the bus knows.

        Whoever answers still answers what was asked before the bus knew.
        """
        ...


class Bus(Protocol):
    """Carries payloads between nodes; used from one event loop."""

    @property
    def trouble(self) -> str | None:
        """Say in a sentence why the bus does not carry everything now, or give none."""
        ...

    @property
    def payload_bytes_max(self) -> int:
        """What one publication, question or answer may hold."""
        ...

    @property
    def counts(self) -> BusCounts:
        """Tell what went over it."""
        ...

    def publish(self, subject: str, payload: bytes) -> None:
        """Send to whoever subscribes; never blocks and never fails, but may lose it.

        Args:
            subject: without wildcards.
            payload: at most `payload_bytes_max`; a larger one is dropped.
        """
        ...

    async def subscribe(self, subject: str, receive: Receive) -> Subscription:
        """Listen; returns when the bus has confirmed it, so that nothing later is missed.

        While the bus is down or slow it returns without that, and listens as soon as the bus is
        back: what was published before then counts as lost.
        """
        ...

    async def answer(self, subject: str, respond: Respond) -> Subscription:
        """Answer questions, each in a task of its own, many at a time; returns as `subscribe`.

        Args:
            subject: that nobody else answers; of two answers the first one counts.
            respond: what it raises is logged, and whoever asked waits in vain.
        """
        ...

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        """Ask whoever answers a subject.

        Raises:
            NobodyAnswers: nobody was there; nothing was done.
            BusDown: it was not sent; nothing was done.
            AnswerLate: no answer came in time, or the bus was lost meanwhile; it may be done.
            ValueError: the payload is larger than `payload_bytes_max`.
        """
        ...

    def call_when_back(self, call: Callable[[], None]) -> None:
        """Have something called each time the bus is back, all subscriptions with it."""
        ...

    async def close(self) -> None:
        """Send what waits and end the connection; afterwards everything is dropped."""
        ...
