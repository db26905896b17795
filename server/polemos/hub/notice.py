"""A notice: a push beside the log, of which only the newest is worth anything, to all who watch.

Rules that this file keeps:
1. Whoever is written to is written the newest, encoded once for all; no older one follows it.
2. Whoever may not be written to is owed the newest, and gets it when it goes on.
3. A round follows a round no sooner than after the interval, and goes in slices as a flush does.
"""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from typing import Generic, TypeVar

from polemos.hub.counters import Counters
from polemos.hub.frames import text_frame
from polemos.hub.watching import Watching
from polemos.wire.pushes import AnyPush, encode_push

Told = TypeVar("Told", bound=AnyPush)


class Notice(Generic[Told]):
    """The newest push of one kind in one channel.

    Args:
        loop: runs the rounds.
        counters: what is counted.
        watchings: lists everybody who watches.
        interval_seconds: shortest time between two rounds.
        slice_connections: connections written to before the loop does something else.
    """

    __slots__ = (
        "_counters",
        "_frame",
        "_has_news",
        "_interval_seconds",
        "_loop",
        "_order",
        "_owed",
        "_slice_connections",
        "_timer",
        "_told_at_seconds",
        "_watchings",
        "newest",
    )

    def __init__(
        self,
        *,
        loop: AbstractEventLoop,
        counters: Counters,
        watchings: Callable[[], list[Watching]],
        interval_seconds: float,
        slice_connections: int,
    ) -> None:
        self.newest: Told | None = None
        self._loop = loop
        self._counters = counters
        self._watchings = watchings
        self._interval_seconds = interval_seconds
        self._slice_connections = slice_connections
        self._frame: bytes | None = None
        self._has_news = False
        self._order: list[Watching] = []
        self._owed: set[Watching] = set()
        self._timer: TimerHandle | None = None
        self._told_at_seconds = float("-inf")

    def keep(self, push: Told) -> None:
        """Have a push for whoever joins, and tell nobody now."""
        self.newest = push
        self._frame = None

    def tell(self, push: Told) -> None:
        """Tell everybody: at once after a quiet moment, else when the interval has passed."""
        self.keep(push)
        self._has_news = True
        self._schedule()

    def offer(self, watching: Watching) -> None:
        """Write the newest to one watching, or owe it."""
        if self.newest is None:
            return
        if watching.watcher.is_paused:
            self._owed.add(watching)
        else:
            self._counters.notices_written += 1
            watching.write(self._newest_frame())

    def go_on(self, watching: Watching) -> None:
        """Write to a watching what it is owed."""
        if watching in self._owed:
            self._owed.remove(watching)
            self.offer(watching)

    def forget(self, watching: Watching) -> None:
        """Owe nothing to a watching that has left."""
        self._owed.discard(watching)

    def close(self) -> None:
        """Tell nothing more; nobody is left."""
        self._has_news = False
        self._order.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self) -> None:
        if not self._has_news or self._timer is not None or self._order:
            return
        wait_seconds = self._told_at_seconds + self._interval_seconds - self._loop.time()
        self._timer = self._loop.call_later(max(0.0, wait_seconds), self._begin)

    def _begin(self) -> None:
        self._timer = None
        self._has_news = False
        self._told_at_seconds = self._loop.time()
        self._order = self._watchings()
        self._counters.notices_told += 1
        self._write_slice()

    def _write_slice(self) -> None:
        """Write to the next slice what is the newest by now, and to the following one later."""
        watchings = self._order[-self._slice_connections :]
        del self._order[-self._slice_connections :]
        for watching in watchings:
            if not watching.has_left:
                self.offer(watching)
        if self._order:
            self._loop.call_soon(self._write_slice)
        else:
            self._schedule()

    def _newest_frame(self) -> bytes:
        if self._frame is None:
            assert self.newest is not None  # noqa: S101  whoever writes has looked
            self._frame = text_frame(encode_push(self.newest))
        return self._frame
