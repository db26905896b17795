"""An event loop that a test runs callback by callback, in time that only the test turns.

Nothing in it depends on the machine: what blocks in a thread is waited for before the next
callback, so the same calls in the same order lead to the same state.
"""

import asyncio
import heapq
import threading
from asyncio.base_events import _run_until_complete_cb
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from queue import Empty
from typing import Any, TypeVar

import anyio
from anyio._backends._asyncio import WorkerThread

from kit.loop import TurnedLoop
from polemos.rooms.clock import SystemClock

T = TypeVar("T")

CALLBACKS_MAX = 200_000
"""Callbacks at one moment after which nothing will ever come to rest."""


class SteppedLoop(TurnedLoop):
    """Runs tasks and threads too; `faults` are what nobody else caught."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._from_threads: deque[tuple[Callable[..., object], Any, Context | None]] = deque()

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Coroutine[Any, Any, T], *, name: object = None, context: Context | None = None
    ) -> "asyncio.Task[T]":
        return asyncio.Task(coro, loop=self, name=name, context=context)  # type: ignore[arg-type]

    def begin(self, coro: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin the task that all else belongs to, as `run_until_complete` does."""
        task = self.create_task(coro)
        task.add_done_callback(_run_until_complete_cb)
        return task

    def stop(self) -> None:
        """Do nothing: it never runs by itself."""

    def get_task_factory(self) -> None:
        return None

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_later(when - self.time(), callback, *args, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> None:
        self._from_threads.append((callback, args, context))

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.faults.append(f"{context.get('message')}: {context.get('exception')!r}")

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    @property
    def is_at_rest(self) -> bool:
        """Whether only time or the test can bring anything more."""
        self._pass_over_cancelled()
        return not self._scheduled or self._scheduled[0][0] > self.time()

    def step(self) -> bool:
        """Run the callback that is due first, and what it left to a thread.

        Returns:
            Whether there was one.
        """
        if self.is_at_rest:
            return False
        self.do(heapq.heappop(self._scheduled)[2]._run)
        return True

    def do(self, callback: Callable[[], object]) -> None:
        """Run a callback at once, before all that are due."""
        asyncio._set_running_loop(self)
        try:
            callback()
            self._wait_for_threads()
        finally:
            asyncio._set_running_loop(None)

    def settle(self) -> None:
        """Run everything that is due now, and what that brings."""
        for _ in range(CALLBACKS_MAX):
            if not self.step():
                return
        raise AssertionError("it never comes to rest")

    def turn(self, seconds: float) -> None:
        """Let time pass, and run everything at its own time."""
        end_seconds = self.time() + seconds
        self.settle()
        while self._scheduled and self._scheduled[0][0] <= end_seconds:
            self._now_seconds = self._scheduled[0][0]
            self.settle()
        self._now_seconds = end_seconds

    def dispose(self) -> None:
        """Cancel every task, so that nothing is left of it."""
        for task in asyncio.all_tasks(self):
            task.cancel()
        self.settle()

    def _pass_over_cancelled(self) -> None:
        while self._scheduled and self._scheduled[0][2].cancelled():
            heapq.heappop(self._scheduled)

    def _wait_for_threads(self) -> None:
        for thread in threading.enumerate():
            if isinstance(thread, WorkerThread) and thread.loop is self and not thread.stopping:
                self._do_the_work_of(thread)
        while self._from_threads:
            callback, args, context = self._from_threads.popleft()
            self.call_soon(callback, *args, context=context)

    def _do_the_work_of(self, thread: WorkerThread) -> None:
        """Do it here unless the thread was quicker: on a busy machine it is long in coming."""
        try:
            item = thread.queue.get_nowait()
        except Empty:
            thread.queue.join()
            return
        assert item is not None
        context, call, args, future, _ = item
        result, error = None, None
        try:
            result = context.run(call, *args)
        except Exception as raised:
            error = raised
        thread.queue.task_done()
        self.call_soon_threadsafe(thread._report_result, future, result, error)


class LoopClock(SystemClock):
    """The loop's own time, also on the wall.

    Args:
        loop: whose time it is.
    """

    def __init__(self, loop: SteppedLoop) -> None:
        self._loop = loop

    def unix_ms(self) -> int:
        return 1_700_000_000_000 + round(self._loop.time() * 1_000)

    def steady_seconds(self) -> float:
        return self._loop.time()

    async def wait(self, event: anyio.Event, until_seconds: float | None) -> None:
        if until_seconds is None or until_seconds > self._loop.time():
            await super().wait(event, until_seconds)
