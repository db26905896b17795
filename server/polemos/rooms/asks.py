"""What waits for a writer: requests, each answered exactly once."""

import asyncio
from collections import deque
from dataclasses import dataclass

import anyio

from polemos.rooms.deeds import Wish
from polemos.rooms.errors import Refusal
from polemos.rules.errors import RuleViolation
from polemos.wire.codes import WireCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """A request's events are durable.

    Args:
        game: whose events.
        seq: the seq of the last of them.
    """

    game: str
    seq: int


class Ask:
    """One request and whoever waits for its answer, who may be gone before it comes.

    Args:
        wish: what is asked for.
    """

    __slots__ = ("_answer", "wish")

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self._answer: asyncio.Future[Committed] = asyncio.get_running_loop().create_future()

    async def answered(self) -> Committed:
        """Wait for the answer.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: it was not carried out, and nothing changed.
        """
        return await self._answer

    def accept(self, committed: Committed) -> None:
        """Answer that it is carried out and durable."""
        if not self._answer.done():
            self._answer.set_result(committed)

    def refuse(self, refusal: RuleViolation | Refusal) -> None:
        """Answer that it is not carried out, unless it was answered before."""
        if not self._answer.done():
            self._answer.set_exception(refusal)


class Asks:
    """The requests that wait for one writer, in the order in which they came.

    Args:
        waiting_max: further ones are refused.
    """

    def __init__(self, waiting_max: int) -> None:
        self._waiting: deque[Ask] = deque()
        self._waiting_max = waiting_max
        self._closed: RuleViolation | Refusal | None = None
        self._bell = anyio.Event()

    @property
    def bell(self) -> anyio.Event:
        """Rings when something comes that the writer should look at."""
        return self._bell

    def ring(self) -> None:
        """Have the writer look around."""
        self._bell.set()

    def mute(self) -> None:
        """Forget that the bell rang; the writer does so before it looks around and waits."""
        self._bell = anyio.Event()

    def put(self, wish: Wish) -> Ask:
        """Let a request wait.

        Raises:
            RuleViolation: the game has ended.
            Refusal: nobody takes requests any more, or too many wait.
        """
        if self._closed is not None:
            raise self._closed
        if len(self._waiting) >= self._waiting_max:
            raise Refusal(
                WireCode.ROOM_BUSY,
                "Too many requests wait for this room: try again in a second.",
                retry_after_ms=1_000,
            )
        ask = Ask(wish)
        self._waiting.append(ask)
        self.ring()
        return ask

    def take(self) -> Ask | None:
        """Take the request that waits longest, or none."""
        return self._waiting.popleft() if self._waiting else None

    def close(self, refusal: RuleViolation | Refusal) -> None:
        """Refuse what waits and whatever still comes; the first reason stands."""
        self._closed = self._closed or refusal
        while ask := self.take():
            ask.refuse(self._closed)
