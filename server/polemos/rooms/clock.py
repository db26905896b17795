"""Time as the rooms see it, passed in so that a test can turn the hands."""

import time
from typing import Protocol

import anyio


class Clock(Protocol):
    """A wall clock for what is recorded, a steady one for what is waited for."""

    def unix_ms(self) -> int:
        """Tell the wall clock in milliseconds since 1970."""
        ...

    def steady_seconds(self) -> float:
        """Tell a clock that never jumps, in seconds since an arbitrary moment."""
        ...

    async def wait(self, event: anyio.Event, until_seconds: float | None) -> None:
        """Return when the event is set, or at the deadline if there is one."""
        ...


class SystemClock:
    """The machine's clocks."""

    def unix_ms(self) -> int:
        """Tell the wall clock."""
        return time.time_ns() // 1_000_000

    def steady_seconds(self) -> float:
        """Tell the event loop's clock."""
        return anyio.current_time()

    async def wait(self, event: anyio.Event, until_seconds: float | None) -> None:
        """Wait for the event, the deadline or a cancellation."""
        if until_seconds is None:
            await event.wait()
            return
        with anyio.move_on_at(until_seconds):
            await event.wait()
