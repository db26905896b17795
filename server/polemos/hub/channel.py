"""A channel: one game being watched, its newest events, and who gets them.

Rules that this file keeps:
1. Whoever is live has been written everything through `flushed_seq`; a flush moves all of them.
2. Whoever is not live is paused, or waits for the store, or is ahead of the flush: nobody is
   forgotten.
3. Reading the ring and joining the live ones happen without an await between them.
4. A channel's flushes follow each other; slices of one never overtake those of another.
"""

import logging
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from itertools import islice
from time import perf_counter

from polemos.hub.counters import Counters
from polemos.hub.frames import events_frame
from polemos.hub.limits import HubLimits
from polemos.hub.ring import Ring
from polemos.hub.snapshots import Snapshots
from polemos.hub.watching import Watching
from polemos.rules.encoding import digest
from polemos.wire.pushes import WatchMode

logger = logging.getLogger(__name__)

_COST_SECONDS_AT_START = 5e-6
_COST_WEIGHT = 0.1


class Channel:
    """Fans out one game.

    Args:
        game: the game's id.
        limits: the hub's bounds.
        loop: runs the flushes.
        counters: what is counted.
        fetch: brings a watching what the ring lacks, then calls `advance`.
        snapshots: the shared tables of the game.
    """

    def __init__(
        self,
        *,
        game: str,
        limits: HubLimits,
        loop: AbstractEventLoop,
        counters: Counters,
        fetch: Callable[[Watching], None],
        snapshots: Snapshots,
    ) -> None:
        self.game = game
        self.snapshots = snapshots
        self.ring = Ring(
            events_max=limits.ring_events_max, size_bytes_max=limits.ring_size_bytes_max
        )
        self.flushed_seq = 0
        self.head = ""
        self.watchers_count = 0
        self._limits = limits
        self._loop = loop
        self._counters = counters
        self._fetch = fetch
        self._live: dict[Watching, Callable[[bytes], None]] = {}
        self._ahead: dict[Watching, None] = {}
        self._is_open = False
        self._timer: TimerHandle | None = None
        self._is_flush_due = False
        self._flushed_at_seconds = float("-inf")
        self._cost_seconds = _COST_SECONDS_AT_START
        self._base_seq = 0
        self._frame = b""
        self._order: list[Watching] = []
        self._writes: list[Callable[[bytes], None]] = []
        self._is_order_stale = False
        self._start = 0
        self._written = 0
        self._is_under_way = False
        self._is_writing = False
        self._dropped: set[Watching] = set()
        self._unwritten: set[Watching] | None = None

    @property
    def head_seq(self) -> int:
        """The seq of the newest event."""
        return self.ring.last_seq

    @property
    def is_flushing(self) -> bool:
        """Whether a flush is due or under way."""
        return self._timer is not None or self._is_flush_due or self._is_under_way

    def open(self, lines: list[bytes], head_seq: int, head: str) -> None:
        """Begin with what the store holds, before anybody joins.

        Args:
            lines: the game's newest lines, the last one being `head_seq`.
            head_seq: where the game ended when it was read.
            head: the hash of that event.
        """
        published = self.ring.lines(self.ring.first_seq, self.ring.last_seq, 1 << 62)
        published_last_seq, published_head = self.ring.last_seq, self.head
        self.ring.start_over(head_seq - len(lines))
        self.ring.extend(lines)
        self.head = head
        self._is_open = True
        if published:
            self.publish(published_last_seq - len(published) + 1, tuple(published), published_head)
        self.flushed_seq = self.ring.last_seq

    def publish(self, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        """Take in events that have just been stored."""
        last_seq = first_seq + len(lines) - 1
        if last_seq <= self.ring.last_seq:
            return
        if first_seq > self.ring.last_seq + 1:
            # The store was read before these, or a publication was lost: whoever is behind the
            # ring is served from the store, so a hole here costs time and no event.
            self.ring.start_over(first_seq - 1)
        self.ring.extend(lines[self.ring.last_seq + 1 - first_seq :])
        self.head = head
        if self._is_open:
            self._schedule()

    def mode(self, after_seq: int) -> WatchMode:
        """Tell how somebody who holds `after_seq` events gets the others."""
        missing = self.head_seq - after_seq
        if missing < 0:
            return WatchMode.RESET
        if missing == 0:
            return WatchMode.LIVE
        if missing > self._limits.snapshot_after_events:
            return WatchMode.SNAPSHOT
        return WatchMode.RING if self.ring.first_seq <= after_seq + 1 else WatchMode.LOG

    def join(self, watching: Watching) -> None:
        """Bring a watching up to date and keep it so."""
        self.watchers_count += 1
        self.advance(watching)

    def leave(self, watching: Watching) -> None:
        """Send nothing more."""
        self.watchers_count -= 1
        watching.has_left = True
        self.pause(watching)

    def pause(self, watching: Watching) -> None:
        """Keep the cursor of somebody whose buffer is full."""
        self._ahead.pop(watching, None)
        if not watching.is_live:
            return
        watching.cursor = self.cursor(watching)
        watching.is_live = False
        del self._live[watching]
        self._is_order_stale = True
        if self._is_under_way:
            self._dropped.add(watching)
        else:
            self._forget_order()

    def cursor(self, watching: Watching) -> int:
        """Tell the last event that was written to a watching.

        Whoever is live has no cursor of its own, so that a flush need not move a thousand of them:
        it stands at the flush, or before it while the flush has not come to its slice.
        """
        if not watching.is_live:
            return watching.cursor
        return self._base_seq if self._is_unwritten(watching) else self.flushed_seq

    def _is_unwritten(self, watching: Watching) -> bool:
        # While a slice is written only the one whose turn it is can ask, because it was paused.
        if not self._is_under_way or self._is_writing or watching in self._dropped:
            return False
        if self._unwritten is None:
            turned = self._order[self._start :] + self._order[: self._start]
            self._unwritten = set(turned[self._written :])
        return watching in self._unwritten

    def advance(self, watching: Watching) -> None:
        """Write what a watching lacks, as far as it may be written now."""
        while not (
            watching.is_live
            or watching.has_left
            or watching.is_fetching
            or watching.watcher.is_paused
        ):
            if watching.cursor == self.flushed_seq:
                watching.is_live = watching.has_been_live = True
                self._live[watching] = watching.write
                self._is_order_stale = True
            elif watching.cursor > self.flushed_seq:
                self._ahead[watching] = None
                return
            elif self._is_beyond_ring(watching):
                watching.is_fetching = True
                self._fetch(watching)
            else:
                self._write_from_ring(watching)

    def wants_snapshot(self, watching: Watching) -> bool:
        """Tell whether a table replaces the missing events: too many, or lost by a slow reader."""
        missing = self.flushed_seq - watching.cursor
        return watching.has_been_live or missing > self._limits.snapshot_after_events

    def head_at(self, seq: int) -> str | None:
        """Give the hash of an event that the ring holds, an empty text before the first."""
        if seq == 0:
            return ""
        if seq == self.ring.last_seq:
            return self.head
        line = self.ring.line(seq)
        return None if line is None else digest(line)

    def close(self) -> None:
        """Stop the timer; nobody is left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def write_events(self, watching: Watching, lines: list[bytes]) -> None:
        """Write the lines that follow a cursor to one watching."""
        frame = events_frame(self.game, watching.cursor + 1, lines)
        watching.cursor += len(lines)
        self._count(1, len(lines), len(frame))
        watching.write(frame)

    def _is_beyond_ring(self, watching: Watching) -> bool:
        missing = self.flushed_seq - watching.cursor
        return (
            watching.cursor + 1 < self.ring.first_seq
            or missing > self._limits.snapshot_after_events
        )

    def _write_from_ring(self, watching: Watching) -> None:
        self.write_events(
            watching,
            self.ring.lines(
                watching.cursor + 1, self.flushed_seq, self._limits.frame_size_bytes_max
            ),
        )

    def _schedule(self) -> None:
        """Flush at once after a quiet moment, else when the interval has passed."""
        if self.is_flushing:
            return
        wait_seconds = self._flushed_at_seconds + self._interval_seconds() - self._loop.time()
        if wait_seconds <= 0:
            self._is_flush_due = True
            self._loop.call_soon(self._flush)
        else:
            self._timer = self._loop.call_later(wait_seconds, self._flush)

    def _interval_seconds(self) -> float:
        limits = self._limits
        wanted_ms = len(self._live) * self._cost_seconds / limits.flush_budget * 1_000
        return (
            min(max(wanted_ms, limits.flush_interval_ms_min), limits.flush_interval_ms_max) / 1_000
        )

    def _flush(self) -> None:
        """Prepare one frame with everything since the last flush and begin to write it."""
        self._timer = None
        self._is_flush_due = False
        self._flushed_at_seconds = self._loop.time()
        self._base_seq = self.flushed_seq
        if self.ring.first_seq > self._base_seq + 1:
            self._skip()
            return
        lines = self.ring.lines(
            self._base_seq + 1, self.ring.last_seq, self._limits.frame_size_bytes_max
        )
        self.flushed_seq += len(lines)
        self._frame = events_frame(self.game, self._base_seq + 1, lines)
        self._is_under_way = True
        self._aim()
        self._counters.flushes += 1
        self._release_ahead()
        self._write_slice()

    def _aim(self) -> None:
        """Start at another place each time, so that nobody is always last.

        The order is kept from flush to flush and made anew only after somebody came or went:
        to list a thousand watchings costs as much as to write to fifty.
        """
        if self._is_order_stale:
            self._order, self._writes = list(self._live), list(self._live.values())
            self._is_order_stale = False
        if len(self._order) > self._limits.slice_connections:
            self._start = (self._start + self._limits.slice_connections) % len(self._order)
        else:
            self._start = 0
        self._written = 0

    def _write_slice(self) -> None:
        started_at = perf_counter()
        first = (self._start + self._written) % max(1, len(self._order))
        end = min(
            first + self._limits.slice_connections,
            first + len(self._order) - self._written,
            len(self._order),
        )
        frame, dropped = self._frame, self._dropped
        self._is_writing = True
        if dropped:
            # Whoever left or paused since the flush began has a cursor of its own.
            for index in range(first, end):
                if self._order[index] not in dropped:
                    self._writes[index](frame)
        else:
            for write in islice(self._writes, first, end):
                write(frame)
        self._is_writing = False
        self._written += end - first
        self._unwritten = None
        self._note_slice(end - first, perf_counter() - started_at)
        if self._written < len(self._order):
            self._loop.call_soon(self._write_slice)
        else:
            self._finish_flush()

    def _forget_order(self) -> None:
        """Keep nobody in memory who has left."""
        self._order, self._writes = [], []

    def _note_slice(self, frames: int, seconds: float) -> None:
        if frames:
            events = self.flushed_seq - self._base_seq
            self._count(frames, events * frames, len(self._frame) * frames)
            self._cost_seconds += _COST_WEIGHT * (seconds / frames - self._cost_seconds)

    def _finish_flush(self) -> None:
        self._is_under_way = False
        self._dropped.clear()
        if self._is_order_stale:
            self._forget_order()
        self._frame = b""
        if self.ring.last_seq == self.flushed_seq:
            return
        if self._is_frame_full():
            self._is_flush_due = True
            self._loop.call_soon(self._flush)
        else:
            self._schedule()

    def _is_frame_full(self) -> bool:
        """Tell whether what waits fills a frame: then waiting saves nothing."""
        share = (self.ring.last_seq - self.flushed_seq) / max(1, self.ring.count)
        return share * self.ring.size_bytes >= self._limits.frame_size_bytes_max

    def _skip(self) -> None:
        """Send everybody to a snapshot: events came faster than the ring holds until a flush."""
        self.flushed_seq = self.ring.last_seq
        live = list(self._live)
        self._live.clear()
        self._is_order_stale = True
        for watching in live:
            watching.is_live = False
            watching.cursor = self._base_seq
            self.advance(watching)
        self._release_ahead()

    def _release_ahead(self) -> None:
        ahead, self._ahead = list(self._ahead), {}
        for watching in ahead:
            self.advance(watching)

    def _count(self, frames: int, events: int, size_bytes: int) -> None:
        counters = self._counters
        counters.frames_written += frames
        counters.events_delivered += events
        counters.bytes_written += size_bytes
