"""Brings a watching what its channel's ring lacks: pages of the log, or a snapshot.

A page is read only when it can be written, so a slow reader holds one page at most; what was read
for somebody who has paused meanwhile is read again later.
"""

import logging
from collections.abc import Callable, Coroutine
from functools import partial

from anyio import CapacityLimiter, to_thread

from polemos.hub.counters import Counters
from polemos.hub.frames import snapshot_frame
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Clock, Reading
from polemos.hub.watching import Watching
from polemos.log.store import StoreCorrupt, StoreError
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)

Start = Callable[[Coroutine[None, None, None]], object]


class CatchUp:
    """Fetches for all channels.

    Args:
        store: read in threads.
        clock: dates the snapshots.
        limits: the hub's bounds.
        counters: what is counted.
        reads: bounds the reads at the same time.
        start: runs a coroutine until it is done.
    """

    def __init__(
        self,
        *,
        store: Reading,
        clock: Clock,
        limits: HubLimits,
        counters: Counters,
        reads: CapacityLimiter,
        start: Start,
    ) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._counters = counters
        self._reads = reads
        self._start = start

    def fetch(self, watching: Watching) -> None:
        """Begin to fetch; the channel goes on when it is done."""
        self._start(self._fetch(watching))

    async def _fetch(self, watching: Watching) -> None:
        try:
            if watching.channel.wants_snapshot(watching):
                await self._send_snapshot(watching)
            else:
                await self._send_page(watching)
        except StoreError as error:
            logger.error("Game %s cannot be read: %s", watching.channel.game, error)
            watching.watcher.fail(
                WireCode.STORAGE_FAILED,
                "The game's events could not be read: watch again after a while.",
            )
        finally:
            watching.is_fetching = False
        watching.channel.advance(watching)

    async def _send_page(self, watching: Watching) -> None:
        channel = watching.channel
        missing = channel.flushed_seq - watching.cursor
        lines = await to_thread.run_sync(
            partial(
                self._store.load,
                channel.game,
                watching.cursor,
                events_max=min(missing, self._limits.page_events_max),
                bytes_max=self._limits.frame_size_bytes_max,
            ),
            limiter=self._reads,
        )
        if not lines:
            raise StoreCorrupt(
                f"event {watching.cursor + 1} was published and is not in the store: "
                "stop the server and restore the log from a backup"
            )
        if self._may_write(watching):
            channel.write_events(watching, lines)

    async def _send_snapshot(self, watching: Watching) -> None:
        channel = watching.channel
        snapshot = await channel.snapshots.take(
            seq=channel.flushed_seq,
            oldest_seq=max(watching.cursor + 1, channel.ring.first_seq - 1),
        )
        if not self._may_write(watching) or snapshot.seq <= watching.cursor:
            return
        skipped_events = snapshot.seq - watching.cursor
        frame = snapshot_frame(
            game=channel.game,
            seq=snapshot.seq,
            caught_up_at=self._clock.unix_ms(),
            skipped_events=skipped_events,
            table=snapshot.table,
        )
        watching.cursor = snapshot.seq
        self._counters.snapshots += 1
        self._counters.events_skipped += skipped_events
        watching.write(frame)

    @staticmethod
    def _may_write(watching: Watching) -> bool:
        return not (watching.has_left or watching.watcher.is_paused)
