"""Buses for tests: one that does all that a bus may do wrong, and an inbox to wait at."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from polemos.cluster.bus import PAYLOAD_BYTES_MAX
from polemos.cluster.memory_bus import MemoryExchange

WAIT_SECONDS_MAX = 30.0


OVERHEARD_MAX = 1_024


@dataclass(frozen=True)
class Said:
    """What somebody who can read the bus writes down, and can say again."""

    subject: str
    payload: bytes
    is_question: bool


@dataclass(frozen=True, kw_only=True)
class Hostility:
    """How often an exchange does what, as shares of what it carries."""

    lost: float = 0.2
    repeated: float = 0.2
    delayed: float = 0.4
    delay_seconds_max: float = 3.0


class HostileExchange(MemoryExchange):
    """Loses, repeats, delays and so reorders what it carries, as drawn from a seed.

    Delays are timers of the loop: on a `kit.stepping.SteppedLoop` they pass when the test turns its
    time. Set `hostility` to none to have it behave from then on; what is delayed still comes.
    """

    def __init__(
        self,
        seed: int,
        hostility: Hostility | None = None,
        *,
        payload_bytes_max: int = PAYLOAD_BYTES_MAX,
    ) -> None:
        super().__init__(payload_bytes_max=payload_bytes_max)
        self.hostility = hostility or Hostility()
        self.lost = self.repeated = self.delayed = 0
        self.overheard: deque[Said] = deque(maxlen=OVERHEARD_MAX)
        self._random = Random(seed)

    def behave(self) -> None:
        """Carry everything once, in order, from now on."""
        self.hostility = Hostility(lost=0, repeated=0, delayed=0)

    def publish(self, subject: str, payload: bytes) -> None:
        self.overheard.append(Said(subject, payload, is_question=False))
        super().publish(subject, payload)

    def ask(self, subject: str, payload: bytes, answered: "asyncio.Future[bytes]") -> bool:
        self.overheard.append(Said(subject, payload, is_question=True))
        return super().ask(subject, payload, answered)

    def carry(self, deliver: Callable[[], None]) -> None:
        copies = 1
        if self._happens(self.hostility.lost):
            self.lost += 1
            copies = 0
        elif self._happens(self.hostility.repeated):
            self.repeated += 1
            copies = self._random.randint(2, 3)
        for _ in range(copies):
            self._carry_once(deliver)

    def _carry_once(self, deliver: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        if self._happens(self.hostility.delayed):
            self.delayed += 1
            seconds = self._random.random() * self.hostility.delay_seconds_max
            loop.call_later(seconds, deliver)
        else:
            loop.call_soon(deliver)

    def _happens(self, share: float) -> bool:
        return self._random.random() < share


@dataclass
class Inbox:
    """Keeps what it receives, and lets a test wait for it."""

    letters: list[tuple[str, bytes]] = field(default_factory=list)
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def receive(self, subject: str, payload: bytes) -> None:
        self.letters.append((subject, payload))
        self._came.set()

    @property
    def payloads(self) -> list[bytes]:
        return [payload for _, payload in self.letters]

    async def holds(self, count: int) -> list[bytes]:
        """Return once so many letters have come, with all payloads."""
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while len(self.letters) < count:
                self._came.clear()
                await self._came.wait()
        return self.payloads

    async def gets(self, payload: bytes) -> None:
        """Return once a certain letter has come."""
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while payload not in self.payloads:
                self._came.clear()
                await self._came.wait()
