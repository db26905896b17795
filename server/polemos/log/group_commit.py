"""Group commit: one thread writes for all games, and one flush makes many beats durable.

Rules that this file keeps:
1. The thread takes whatever waits, up to a bound, and never waits for more: one lone append is
   committed at once, and while it is being committed the next batch gathers by itself.
2. Each request gets exactly one result, on the loop, after its events are durable or refused.
3. Whoever gives up waiting does not undo anything: the events are stored all the same.
4. `close` stores everything that was handed in before it.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from polemos.log.requests import refuse_malformed
from polemos.log.store import Append, Appended, EventStore, StoreError

WAITING_MAX = 16_384
"""Appends that may wait for the thread; further ones wait for their turn to wait."""

_Result = Appended | BaseException
_Waiting = tuple[Append, asyncio.Future[Appended]]


class GroupCommit:
    """Makes the appends of one event loop durable, many at a time.

    Args:
        store: where to; nobody else may append to it meanwhile.
        requests_max: appends in one transaction.
        waiting_max: appends that may wait for the thread.
    """

    def __init__(
        self, store: EventStore, *, requests_max: int = 256, waiting_max: int = WAITING_MAX
    ) -> None:
        self._store = store
        self._requests_max = requests_max
        self._room = asyncio.Semaphore(waiting_max)
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closing = False

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable.

        Raises:
            VersionConflict: somebody else wrote to the game.
            Fenced: the request's lease is no longer in force.
            StoreError: nothing was stored.
            ValueError: the request is malformed.
        """
        refuse_malformed(request)
        await self._room.acquire()
        if self._is_closing:
            self._room.release()
            raise StoreError("The log is being closed: nothing can be stored any more.")
        loop = asyncio.get_running_loop()
        if self._thread is None:
            self._thread = Thread(target=self._write, args=(loop,), name="polemos-log")
            self._thread.start()
        result: asyncio.Future[Appended] = loop.create_future()
        self._queue.put((request, result))
        return await result

    async def close(self) -> None:
        """Store what waits, deliver its results and end the thread; the store stays open."""
        self._is_closing = True
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._take()
            if batch:
                results = self._commit([request for request, _ in batch])
                waiters = [waiter for _, waiter in batch]
                # A loop that is gone has nobody left to tell; the events are stored all the same.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._deliver, waiters, results)

    def _take(self) -> tuple[list[_Waiting], bool]:
        """Wait for one request, then take those that wait already; tell whether more may come."""
        first = self._queue.get()
        batch: list[_Waiting] = []
        waiting: _Waiting | None = first
        with suppress(Empty):
            while waiting is not None:
                batch.append(waiting)
                if len(batch) == self._requests_max:
                    break
                waiting = self._queue.get_nowait()
        return batch, waiting is not None

    def _commit(self, batch: Sequence[Append]) -> Sequence[_Result]:
        try:
            return self._store.append(batch)
        except Exception as error:  # every waiter is told, whatever it was
            return [error] * len(batch)

    def _deliver(
        self, waiters: Sequence[asyncio.Future[Appended]], results: Sequence[_Result]
    ) -> None:
        for waiter, result in zip(waiters, results, strict=True):
            self._room.release()
            if waiter.done():
                continue  # whoever asked was cancelled; see rule 3
            if isinstance(result, BaseException):
                waiter.set_exception(result)
            else:
                waiter.set_result(result)
