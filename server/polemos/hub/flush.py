"""One frame to everybody who is live, in slices, so that the loop does other things between them.

Whoever is live has no cursor of its own, or a flush would have to move a thousand of them: it
stands at the flush, or before it while the flush has not come to its slice.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, KeysView
from itertools import islice
from time import perf_counter

from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.watching import Watching

COST_SECONDS_AT_START = 5e-6
COST_WEIGHT = 0.1
"""How much the newest slice moves the measured cost of a write."""


class Flush:
    """The live ones of a channel, and the frame that is on its way to them.

    Args:
        limits: the hub's bounds.
        loop: runs the slices.
        counters: what is counted.
        finished: called after the last slice.
    """

    def __init__(
        self,
        *,
        limits: HubLimits,
        loop: AbstractEventLoop,
        counters: Counters,
        finished: Callable[[], None],
    ) -> None:
        self.seq = 0
        self.is_under_way = False
        self._limits = limits
        self._loop = loop
        self._counters = counters
        self._finished = finished
        self._cost_seconds = COST_SECONDS_AT_START
        self._live: dict[Watching, Callable[[bytes], None]] = {}
        self._base_seq = 0
        self._frame = b""
        self._order: list[Watching] = []
        self._writes: list[Callable[[bytes], None]] = []
        self._is_order_stale = False
        self._start = 0
        self._written = 0
        self._is_writing = False
        self._dropped: set[Watching] = set()
        self._unwritten: set[Watching] | None = None

    @property
    def cost_seconds(self) -> float:
        """What one flush to everybody costs, as measured."""
        return len(self._live) * self._cost_seconds

    @property
    def live_count(self) -> int:
        """How many are live."""
        return len(self._live)

    def live(self) -> KeysView[Watching]:
        """Give the live ones."""
        return self._live.keys()

    def add(self, watching: Watching) -> None:
        """Make a watching live that has been written everything through `seq`."""
        watching.is_live = watching.has_been_live = True
        self._live[watching] = watching.write
        self._is_order_stale = True

    def remove(self, watching: Watching) -> None:
        """Give a live one its own cursor back."""
        watching.cursor = self.cursor(watching)
        watching.is_live = False
        del self._live[watching]
        self._is_order_stale = True
        if self.is_under_way:
            self._dropped.add(watching)
        else:
            self._forget_order()

    def remove_all(self) -> list[Watching]:
        """Give all of them their cursors back."""
        live = list(self._live)
        for watching in live:
            self.remove(watching)
        return live

    def cursor(self, watching: Watching) -> int:
        """Tell the last event that was written to a watching."""
        if not watching.is_live:
            return watching.cursor
        return self._base_seq if self._is_unwritten(watching) else self.seq

    def begin(self, frame: bytes, seq: int) -> None:
        """Start another flush; the one before must be over.

        Args:
            frame: everything after the flush before.
            seq: the last event in it.
        """
        self._base_seq, self.seq = self.seq, seq
        self._frame = frame
        self.is_under_way = True
        self._aim()
        self._counters.flushes += 1

    def write_slice(self) -> None:
        """Write to the next slice, and have the following one written later."""
        started_at = perf_counter()
        first, end = self._slice()
        self._is_writing = True
        if self._dropped:
            self._write_but_dropped(first, end)
        else:
            frame = self._frame
            for write in islice(self._writes, first, end):
                write(frame)
        self._is_writing = False
        self._written += end - first
        self._unwritten = None
        self._note_slice(end - first, perf_counter() - started_at)
        if self._written < len(self._order):
            self._loop.call_soon(self.write_slice)
        else:
            self._end()

    def _aim(self) -> None:
        """Start at another place each time, so that nobody is always last.

        The order is kept from flush to flush and made anew only after somebody came or went:
        to list a thousand watchings costs as much as to write to fifty.
        """
        if self._is_order_stale:
            self._order, self._writes = list(self._live), list(self._live.values())
            self._is_order_stale = False
        slice_connections = self._limits.slice_connections
        is_one_slice = len(self._order) <= slice_connections
        self._start = 0 if is_one_slice else (self._start + slice_connections) % len(self._order)
        self._written = 0

    def _slice(self) -> tuple[int, int]:
        """Tell the next slice's place in the order, which a slice never runs past."""
        count = len(self._order)
        first = (self._start + self._written) % max(1, count)
        size = min(self._limits.slice_connections, count - self._written)
        return first, min(first + size, count)

    def _write_but_dropped(self, first: int, end: int) -> None:
        """Pass over whoever left or paused since the flush began: they have their own cursors."""
        for index in range(first, end):
            if self._order[index] not in self._dropped:
                self._writes[index](self._frame)

    def _is_unwritten(self, watching: Watching) -> bool:
        # While a slice is written only the one whose turn it is can ask, because it was paused.
        if not self.is_under_way or self._is_writing or watching in self._dropped:
            return False
        if self._unwritten is None:
            turned = self._order[self._start :] + self._order[: self._start]
            self._unwritten = set(turned[self._written :])
        return watching in self._unwritten

    def _note_slice(self, frames: int, seconds: float) -> None:
        if frames:
            events = self.seq - self._base_seq
            self._counters.count_frames(frames, events * frames, len(self._frame) * frames)
            self._cost_seconds += COST_WEIGHT * (seconds / frames - self._cost_seconds)

    def _end(self) -> None:
        self.is_under_way = False
        self._dropped.clear()
        self._frame = b""
        if self._is_order_stale:
            self._forget_order()
        self._finished()

    def _forget_order(self) -> None:
        """Keep nobody in memory who has left."""
        self._order, self._writes = [], []
