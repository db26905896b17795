"""A channel: one game being watched, its newest events, and who gets them.

Rules that this file keeps:
1. Whoever is live has been written everything through `flushed_seq`; a flush moves all of them.
2. Whoever is not live is paused, or waits for the store, or is ahead of the flush: nobody is
   forgotten.
3. Reading the ring and joining the live ones happen without an await between them.
4. A channel's flushes follow each other; slices of one never overtake those of another.
5. What is told beside the log goes to everybody who watches, live or not.
"""

import logging
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable

from polemos.hub.counters import Counters
from polemos.hub.flush import Flush
from polemos.hub.frames import events_frame
from polemos.hub.limits import HubLimits
from polemos.hub.notices import Notices
from polemos.hub.ring import Ring
from polemos.hub.snapshots import Snapshots
from polemos.hub.watching import Watching
from polemos.rules.encoding import digest
from polemos.wire.pushes import Company, WatchMode

logger = logging.getLogger(__name__)


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
        self.head = ""
        self._limits = limits
        self._loop = loop
        self._counters = counters
        self._fetch = fetch
        self._flush = Flush(limits=limits, loop=loop, counters=counters, finished=self._go_on)
        # The live ones are the flush's, and here are all others: so a thousand who only watch are
        # listed once.
        self._others: dict[Watching, None] = {}
        self._ahead: dict[Watching, None] = {}
        self.notices = Notices(
            game=game, limits=limits, loop=loop, counters=counters, watchings=self._watchings
        )
        self._is_open = False
        self._timer: TimerHandle | None = None
        self._is_flush_due = False
        self._flushed_at_seconds = float("-inf")

    @property
    def head_seq(self) -> int:
        """The seq of the newest event."""
        return self.ring.last_seq

    @property
    def flushed_seq(self) -> int:
        """The seq through which everything was written, or is being written, to the live ones."""
        return self._flush.seq

    @property
    def watchers_count(self) -> int:
        """How many watch, with and without a seat in the game's room."""
        return self._flush.live_count + len(self._others)

    @property
    def spectators_count(self) -> int:
        """How many watch without a seat in the game's room."""
        return self.watchers_count - self.notices.seated_count

    @property
    def is_flushing(self) -> bool:
        """Whether a flush is due or under way."""
        return self._timer is not None or self._is_flush_due or self._flush.is_under_way

    def open(self, lines: list[bytes], head_seq: int, head: str) -> None:
        """Begin with what the store holds, before anybody joins.

        Args:
            lines: the game's newest lines, the last one being `head_seq`.
            head_seq: where the game ended when it was read.
            head: the hash of that event.
        """
        published_first_seq, published_head = self.ring.first_seq, self.head
        published = self.ring.all_lines()
        self.ring.start_over(head_seq - len(lines))
        self.ring.extend(lines)
        self.head = head
        if published:
            self.publish(published_first_seq, published, published_head)
        # Nobody is here yet, so there is nothing to flush until the next event.
        self._flush.seq = self.ring.last_seq
        self._is_open = True

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
        self._others[watching] = None
        self.notices.join(watching)
        self.advance(watching)

    def leave(self, watching: Watching) -> None:
        """Send nothing more."""
        watching.has_left = True
        self.pause(watching)
        del self._others[watching]
        self.notices.leave(watching)

    def pause(self, watching: Watching) -> None:
        """Keep the cursor of somebody whose buffer is full."""
        self._ahead.pop(watching, None)
        if watching.is_live:
            self._flush.remove(watching)
            self._others[watching] = None

    def resume(self, watching: Watching) -> None:
        """Go on with somebody whose buffer has room again."""
        self.notices.resume(watching)
        self.advance(watching)

    def tell_company(self, company: Company) -> None:
        """Have everybody told the newest company of the game's room."""
        self.notices.tell_company(company, self.watchers_count)

    def tell_audience(self, elsewhere: int = 0) -> None:
        """Have everybody told how many watch, if that has changed.

        Args:
            elsewhere: how many watch without a seat on other nodes.
        """
        self.notices.tell_audience(self.watchers_count, elsewhere)

    def cursor(self, watching: Watching) -> int:
        """Tell the last event that was written to a watching."""
        return self._flush.cursor(watching)

    def advance(self, watching: Watching) -> None:
        """Write what a watching lacks, as far as it may be written now."""
        while not (
            watching.is_live
            or watching.has_left
            or watching.is_fetching
            or watching.watcher.is_paused
        ):
            if watching.cursor == self.flushed_seq:
                del self._others[watching]
                self._flush.add(watching)
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
        """Stop the timers; nobody is left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.notices.close()

    def write_events(self, watching: Watching, lines: list[bytes]) -> None:
        """Write the lines that follow a cursor to one watching."""
        frame = events_frame(self.game, watching.cursor + 1, lines)
        watching.cursor += len(lines)
        self._counters.count_frames(1, len(lines), len(frame))
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
            self._loop.call_soon(self._begin_flush)
        else:
            self._timer = self._loop.call_later(wait_seconds, self._begin_flush)

    def _interval_seconds(self) -> float:
        limits = self._limits
        wanted_ms = self._flush.cost_seconds / limits.flush_budget * 1_000
        return (
            min(max(wanted_ms, limits.flush_interval_ms_min), limits.flush_interval_ms_max) / 1_000
        )

    def _begin_flush(self) -> None:
        """Prepare one frame with everything since the last flush and begin to write it."""
        self._timer = None
        self._is_flush_due = False
        self._flushed_at_seconds = self._loop.time()
        first_seq = self.flushed_seq + 1
        if self.ring.first_seq > first_seq:
            self._skip()
            return
        lines = self.ring.lines(first_seq, self.ring.last_seq, self._limits.frame_size_bytes_max)
        frame = events_frame(self.game, first_seq, lines)
        self._flush.begin(frame, first_seq + len(lines) - 1)
        self._release_ahead()
        self._flush.write_slice()

    def _go_on(self) -> None:
        """Flush what came meanwhile: at once when it fills a frame, for then waiting saves none."""
        if self.ring.last_seq == self.flushed_seq:
            return
        if self._is_frame_full():
            self._is_flush_due = True
            self._loop.call_soon(self._begin_flush)
        else:
            self._schedule()

    def _is_frame_full(self) -> bool:
        """Tell whether what waits fills a frame, by its share of the ring's bytes."""
        share = (self.ring.last_seq - self.flushed_seq) / max(1, self.ring.count)
        return share * self.ring.size_bytes >= self._limits.frame_size_bytes_max

    def _skip(self) -> None:
        """Send everybody to a snapshot: events came faster than the ring holds until a flush."""
        fallen = self._flush.remove_all()
        self._others.update(dict.fromkeys(fallen))
        self._flush.seq = self.ring.last_seq
        for watching in fallen:
            self.advance(watching)
        self._release_ahead()

    def _watchings(self) -> list[Watching]:
        return [*self._flush.live(), *self._others]

    def _release_ahead(self) -> None:
        ahead, self._ahead = list(self._ahead), {}
        for watching in ahead:
            self.advance(watching)
