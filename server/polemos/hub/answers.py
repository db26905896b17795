"""Answers that are the same for everybody: made once for all who ask, and kept for a moment."""

import asyncio
from collections.abc import Callable

from anyio import CapacityLimiter, to_thread

from polemos.hub.ports import Clock

Make = Callable[[], bytes]


class SharedAnswer:
    """Keeps the newest body of one answer.

    So what a list costs does not grow with the number of those who read it again and again.

    Args:
        prepare: looks at what only the loop may look at, and gives what makes the body; that
            blocks, so it is run in a thread.
        clock: the time.
        age_ms_max: how old a body may be and still be given.
        reads: bounds the reads at the same time.
    """

    def __init__(
        self,
        prepare: Callable[[], Make],
        *,
        clock: Clock,
        age_ms_max: int,
        reads: CapacityLimiter,
    ) -> None:
        self._prepare = prepare
        self._clock = clock
        self._age_seconds_max = age_ms_max / 1_000
        self._reads = reads
        self._body = b""
        self._made_at_seconds = float("-inf")
        self._making: asyncio.Future[bytes] | None = None

    async def body(self) -> bytes:
        """Give the body; whoever asks while it is made waits for it.

        Raises:
            StoreError: it could not be read; everybody who waits is told.
        """
        if self._making is not None:
            return await asyncio.shield(self._making)
        if self._clock.steady_seconds() - self._made_at_seconds < self._age_seconds_max:
            return self._body
        making = self._making = asyncio.get_running_loop().create_future()
        # Its age counts from here on: what happens while it is made may not be in it.
        began_at_seconds = self._clock.steady_seconds()
        try:
            body = await to_thread.run_sync(self._prepare(), limiter=self._reads)
        except BaseException as error:
            making.set_exception(error)
            making.exception()  # whoever waits is told; that nobody waits is no fault
            raise
        else:
            self._body, self._made_at_seconds = body, began_at_seconds
            making.set_result(body)
            return body
        finally:
            self._making = None
