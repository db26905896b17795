"""A clock whose hands the test turns."""

import asyncio

import anyio

QUIET_TURNS = 3
"""A cancellation is delivered by the loop itself, between turns in which no task is ready."""


class TurnedClock:
    """Stands still until `turn`; implements `rooms.clock.Clock`."""

    def __init__(self, unix_ms: int = 1_700_000_000_000) -> None:
        self._unix_ms = unix_ms
        self._seconds = 0.0
        self._turned = anyio.Event()

    def unix_ms(self) -> int:
        return self._unix_ms + round(self._seconds * 1_000)

    def steady_seconds(self) -> float:
        return self._seconds

    def set_back(self, milliseconds: int) -> None:
        """Turn the wall clock back, as a time server may."""
        self._unix_ms -= milliseconds

    async def wait(self, event: anyio.Event, until_seconds: float | None) -> None:
        async with anyio.create_task_group() as group:

            async def ring() -> None:
                await event.wait()
                group.cancel_scope.cancel()

            group.start_soon(ring)
            # The event and the clock may wake this task together; then no cancellation comes.
            while not event.is_set() and (until_seconds is None or self._seconds < until_seconds):
                await self._turned.wait()
            group.cancel_scope.cancel()

    async def turn(self, seconds: float) -> None:
        """Let time pass in one go, and let everybody who waited for it act."""
        self._seconds += seconds
        turned, self._turned = self._turned, anyio.Event()
        turned.set()
        await settle()


async def settle() -> None:
    """Return when every other task waits for something that only time or the test can bring.

    anyio's `wait_all_tasks_blocked` tells the same, but pauses a tenth of a second to look again.
    """
    threads = anyio.to_thread.current_default_thread_limiter()
    quiet_turns = 0
    while quiet_turns < QUIET_TURNS:
        await asyncio.sleep(0)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        is_busy = threads.borrowed_tokens > 0 or any(_is_ready(task) for task in others)
        quiet_turns = 0 if is_busy else quiet_turns + 1


def _is_ready(task: asyncio.Task[object]) -> bool:
    waits_for = getattr(task, "_fut_waiter", None)
    return waits_for is None or waits_for.done()
