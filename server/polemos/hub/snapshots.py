"""The table of one game, folded from the store when somebody needs it and shared by all who do."""

import asyncio
import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from polemos.hub.limits import HubLimits
from polemos.hub.ports import Reading, Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A table, encoded once.

    Args:
        seq: the last event that it includes.
        table: JSON.
    """

    seq: int
    table: bytes


class Snapshots:
    """Folds one game.

    Args:
        game: its id.
        store: read in threads.
        tables: the fold.
        limits: the hub's bounds.
        reads: bounds the reads of all games together.
    """

    def __init__(
        self,
        *,
        game: str,
        store: Reading,
        tables: Tables[Any],
        limits: HubLimits,
        reads: CapacityLimiter,
    ) -> None:
        self._game = game
        self._store = store
        self._tables = tables
        self._limits = limits
        self._reads = reads
        self._table = tables.begin(game)
        self._seq = 0
        self._snapshot: Snapshot | None = None
        self._lock = asyncio.Lock()

    async def take(self, *, seq: int, oldest_seq: int) -> Snapshot:
        """Give a table at `seq`, or a little older one that somebody else has just had.

        Args:
            seq: the newest event that may be included.
            oldest_seq: the oldest table that the caller can go on from.

        Raises:
            StoreError: the game could not be read.
        """
        async with self._lock:
            kept = self._snapshot
            stale_from_seq = max(oldest_seq, seq - self._limits.snapshot_stale_events)
            if kept is not None and kept.seq >= stale_from_seq:
                return kept
            return await to_thread.run_sync(partial(self._fold_through, seq), limiter=self._reads)

    def _fold_through(self, seq: int) -> Snapshot:
        """Fold on from where the last snapshot ended; only one thread at a time is here."""
        while self._seq < seq:
            lines = self._store.load(
                self._game, self._seq, events_max=min(self._limits.page_events_max, seq - self._seq)
            )
            if not lines:
                break
            for line in lines:
                self._table = self._tables.fold(self._table, line)
            self._seq += len(lines)
        table = json.dumps(
            self._tables.show(self._table), separators=(",", ":"), ensure_ascii=False
        )
        self._snapshot = Snapshot(seq=self._seq, table=table.encode())
        return self._snapshot
