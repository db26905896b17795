"""Keeps views.db level with the log: forward page by page, or all anew beside the old file.

Rules that this file keeps:
1. A fold sees every event once, in global order, and the cursor moves in the same transaction.
2. A file of another version, a damaged one or one that is ahead of its log is remade at open.
3. A new file takes the old one's place only when it is complete.
"""

import logging
import os
import sqlite3
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from sqlite_utils.db import NotFoundError

from polemos.log.codec import decode_own
from polemos.log.store import EventStore, StoreError
from polemos.projections.views_file import ViewsFile
from polemos.projections.views_schema import KEYS, TABLES
from polemos.rules.encoding import canonical

logger = logging.getLogger(__name__)

PAGE_EVENTS = 5_000

UNNEEDED = tuple(
    f'"type":"{kind}"}}'.encode()
    for kind in (
        "CardFlipped",
        "CardHidden",
        "EntropyRevealed",
        "PileReturned",
        "SeatEliminated",
        "AutoplayPaused",
        "AutoplayStarted",
        "SeatsLocked",
    )
)
"""How the lines end that no fold needs, nearly all of the log; they are not even decoded."""


class Projector:
    """Writes the projections of one log; every method blocks and may be called from any thread.

    Args:
        store: the log.
        views_path: views.db; it is created, or remade if it is of another version.
        page_events: events that are read and folded in one transaction.
    """

    def __init__(
        self, store: EventStore, views_path: Path, *, page_events: int = PAGE_EVENTS
    ) -> None:
        self._store = store
        self._page_events = page_events
        self._path = views_path
        self._lock = Lock()
        self._views = _kept(store, views_path) or _remake(store, views_path)

    def catch_up(self) -> int:
        """Fold what the log has gained.

        Returns:
            The position that the views are at now.
        """
        with self._lock:
            return _advance(self._store, self._views, None, self._page_events)

    def rebuild(self) -> int:
        """Remake the views beside the kept ones and put them in their place.

        Returns:
            The position that the views are at now.
        """
        with self._lock:
            self._views.close()
            self._views = _remake(self._store, self._path)
            return self._views.position

    def check(self) -> list[str]:
        """Compare the kept views with remade ones; see the function of this name."""
        return check(self._store, self._path)

    def close(self) -> None:
        """Close the views; the store stays open."""
        with self._lock:
            self._views.close()


def _kept(store: EventStore, path: Path) -> ViewsFile | None:
    """Open the kept views and bring them level, or give none where they must be remade.

    Damage that leaves the pages whole shows when the rows are gone on from. The log has everything,
    so whatever goes wrong here is mended by beginning anew; a log at fault fails there again.
    """
    views = ViewsFile.open(path)
    if views is None:
        return None
    try:
        if views.position <= store.last_position():
            _advance(store, views, None)
            return views
    except (StoreError, NotFoundError, ValueError) as error:
        logger.warning("The projections %s are remade: %s", path, error)
    views.close()
    return None


def rebuild(store: EventStore, views_path: Path) -> int:
    """Remake views that nobody has open, without looking at the kept ones.

    Returns:
        The position that the views are at now.
    """
    with closing(_remake(store, views_path)) as views:
        return views.position


def check(store: EventStore, views_path: Path) -> list[str]:
    """Compare the kept views with views remade from the log, byte for byte, at equal position.

    Returns:
        One sentence for each table that differs; empty where all are the same.
    """
    with TemporaryDirectory() as folder:
        kept = _copy(views_path, Path(folder) / "kept.db")
        if kept is None:
            return [f"There are no views of this version at {views_path}: run `polemos rebuild`."]
        with closing(kept), closing(ViewsFile.create(Path(folder) / "remade.db")) as remade:
            position = kept.position
            if position > store.last_position():
                return [
                    f"The views include event {position} and the log ends at "
                    f"{store.last_position()}: run `polemos rebuild`."
                ]
            _advance(store, remade, position)
            return _differences(kept, remade)


def _remake(store: EventStore, path: Path) -> ViewsFile:
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with closing(ViewsFile.create(beside)) as remade:
        _advance(store, remade, None)
    _flush(beside)
    # A journal that a killed writer left belongs to the old file.
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    os.replace(beside, path)
    views = ViewsFile.open(path)
    if views is None:
        raise AssertionError(f"{path} was written a moment ago")
    return views


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _copy(path: Path, target: Path) -> ViewsFile | None:
    """Copy the kept views, so that a running server may write on while they are compared."""
    kept = ViewsFile.open(path)
    if kept is None:
        return None
    with closing(kept), closing(sqlite3.connect(target)) as copy:
        kept.database.conn.backup(copy)
    return ViewsFile.open(target)


def _advance(
    store: EventStore, views: ViewsFile, until_position: int | None, page_events: int = PAGE_EVENTS
) -> int:
    position = views.position
    while until_position is None or position < until_position:
        room = page_events if until_position is None else until_position - position
        page = store.read(position, events_max=min(page_events, room))
        if not page:
            break
        needed = [
            (entry.position, decode_own(entry.line))
            for entry in page
            if not entry.line.endswith(UNNEEDED)
        ]
        position = page[-1].position
        views.take(needed, position)
    return position


def _differences(kept: ViewsFile, remade: ViewsFile) -> list[str]:
    found = []
    for kind, table in TABLES.items():
        order = ", ".join(KEYS[kind])
        rows = zip_longest(*(_dump(views, table, order) for views in (kept, remade)))
        for kept_row, remade_row in rows:
            if kept_row != remade_row:
                found.append(
                    f"{table}: kept {_shown(kept_row)}, remade from the log {_shown(remade_row)}."
                )
                break
    return found


def _dump(views: ViewsFile, table: str, order: str) -> list[bytes]:
    return [canonical(dict(row)) for row in views.database.table(table).rows_where(order_by=order)]


def _shown(row: bytes | None) -> str:
    return "nothing" if row is None else row.decode()
