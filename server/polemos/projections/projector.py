"""Keeps the views level with the log: forward page by page, or all anew beside the old ones.

Rules that this file keeps:
1. A fold sees every event once, in global order, and the cursor moves in the same transaction.
2. Views of another version, damaged ones or such that are ahead of their log are remade at open.
3. New views take the place of the old ones only when they are complete.
4. Where several processes share views, one at a time goes on with them.
"""

import logging
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from sqlite_utils.db import NotFoundError

from polemos.log.codec import decode_own
from polemos.log.store import EventStore, StoreError
from polemos.projections.places import FilledViews, KeptViews, Place, ViewsPlace, views_place
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
        place: where the views are kept; they are made there, or remade if they are of another
            version.
        page_events: events that are read and folded in one transaction.
    """

    def __init__(self, store: EventStore, place: Place, *, page_events: int = PAGE_EVENTS) -> None:
        self._store = store
        self._page_events = page_events
        self._place = views_place(place)
        self._lock = Lock()
        # None while another process makes them for the first time.
        self._views = _kept(store, self._place) or _remade(store, self._place)

    def catch_up(self) -> int:
        """Fold what the log has gained, unless another process is at it.

        Returns:
            The position that the views are at now.
        """
        with self._lock:
            self._views = self._views or self._place.open()
            if self._views is None:
                return 0
            return _advance(self._store, self._views, None, self._page_events)

    def rebuild(self) -> int:
        """Remake the views beside the kept ones and put them in their place.

        Returns:
            The position that the views are at now.

        Raises:
            StoreError: another process is at it just now.
        """
        with self._lock:
            self._close()
            self._views = _remade(self._store, self._place)
            return _position(self._views, self._place)

    def check(self) -> list[str]:
        """Compare the kept views with remade ones; see the function of this name."""
        return _check(self._store, self._place)

    def close(self) -> None:
        """Close the views; the store stays open."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._views is not None:
            self._views.close()
        self._views = None


def rebuild(store: EventStore, place: Place) -> int:
    """Remake views that nobody has open, without looking at the kept ones.

    Returns:
        The position that the views are at now.

    Raises:
        StoreError: another process is at it just now.
    """
    its = views_place(place)
    views = _remade(store, its)
    try:
        return _position(views, its)
    finally:
        if views is not None:
            views.close()


def check(store: EventStore, place: Place) -> list[str]:
    """Compare the kept views with views remade from the log, byte for byte, at equal position.

    Returns:
        One sentence for each table that differs; empty where all are the same.
    """
    return _check(store, views_place(place))


def _kept(store: EventStore, place: ViewsPlace) -> KeptViews | None:
    """Open the kept views and bring them level, or give none where they must be remade.

    Damage that leaves the pages whole shows when the rows are gone on from. The log has everything,
    so whatever goes wrong here is mended by beginning anew; a log at fault fails there again.
    """
    views = place.open()
    if views is None:
        return None
    try:
        if views.position <= store.last_position():
            _advance(store, views, None)
            return views
    except (StoreError, NotFoundError, ValueError) as error:
        logger.warning("The projections %s are remade: %s", place.shown, error)
    views.close()
    return None


def _remade(store: EventStore, place: ViewsPlace) -> KeptViews | None:
    with place.remade() as views:
        if views is not None:
            _advance(store, views, None)
    if views is None:
        logger.info("Another process makes the projections %s just now", place.shown)
        return None
    return place.open()


def _position(views: KeptViews | None, place: ViewsPlace) -> int:
    if views is None:
        raise StoreError(
            f"Another process is at the projections {place.shown}: try again in a moment."
        )
    return views.position


def _check(store: EventStore, place: ViewsPlace) -> list[str]:
    with TemporaryDirectory() as folder:
        kept = place.copied(Path(folder) / "kept.db")
        if kept is None:
            return [f"There are no views of this version at {place.shown}: run `polemos rebuild`."]
        with closing(kept), closing(ViewsFile.create(Path(folder) / "remade.db")) as remade:
            position = kept.position
            if position > store.last_position():
                return [
                    f"The views include event {position} and the log ends at "
                    f"{store.last_position()}: run `polemos rebuild`."
                ]
            _advance(store, remade, position)
            return _differences(kept, remade)


def _advance(
    store: EventStore,
    views: FilledViews,
    until_position: int | None,
    page_events: int = PAGE_EVENTS,
) -> int:
    while True:
        with views.turn() as position:
            if position is None or (until_position is not None and position >= until_position):
                break
            room = page_events if until_position is None else until_position - position
            page = store.read(position, events_max=min(page_events, room))
            if not page:
                break
            needed = [
                (entry.position, decode_own(entry.line))
                for entry in page
                if not entry.line.endswith(UNNEEDED)
            ]
            views.take(needed, page[-1].position)
    return views.position


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
