"""An event loop whose time the test turns, for what only schedules callbacks."""

import asyncio
import heapq
from collections.abc import Callable
from contextvars import Context
from itertools import count
from typing import Any


class TurnedLoop(asyncio.AbstractEventLoop):
    """Runs what was scheduled when the test says so, in the order of its time."""

    def __init__(self) -> None:
        self._now_seconds = 0.0
        self._scheduled: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._numbers = count()

    def time(self) -> float:
        return self._now_seconds

    def get_debug(self) -> bool:
        return False

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_later(0.0, callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        when = self._now_seconds + delay
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, (when, next(self._numbers), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Let it lie: what was cancelled is passed over."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is scheduled, now or later."""
        return all(handle.cancelled() for _, _, handle in self._scheduled)

    def run_once(self) -> None:
        """Run what is due now, but not what that schedules in turn."""
        due = []
        while self._scheduled and self._scheduled[0][0] <= self._now_seconds:
            due.append(heapq.heappop(self._scheduled)[2])
        for handle in due:
            if not handle.cancelled():
                handle._run()

    def turn(self, seconds: float) -> None:
        """Let time pass, and run everything that becomes due, each at its own time."""
        end_seconds = self._now_seconds + seconds
        while self._scheduled and self._scheduled[0][0] <= end_seconds:
            self._now_seconds = max(self._now_seconds, self._scheduled[0][0])
            self.run_once()
        self._now_seconds = end_seconds
