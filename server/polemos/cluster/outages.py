"""Says once that something fails again and again, and once that it works again."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVarTuple

from polemos.log.store import StoreError

logger = logging.getLogger(__name__)

Words = TypeVarTuple("Words")


class Outages:
    """What of a node's own work fails for the moment."""

    def __init__(self) -> None:
        self._failing: set[str] = set()

    @contextmanager
    def bearing(self, work: str) -> Iterator[None]:
        """Bear whatever goes wrong: a node whose own work fails must not end, and tries again.

        Args:
            work: what is being done, as in "The leases are renewed".
        """
        try:
            yield
        except StoreError as error:
            if work not in self._failing:
                logger.error("%s: not for now. %s", work, error)
            self._failing.add(work)
        except Exception:  # a fault of ours, which would otherwise take every game along
            if work not in self._failing:
                logger.exception("%s: not for now.", work)
            self._failing.add(work)
        else:
            if work in self._failing:
                self._failing.discard(work)
                logger.warning("%s again", work)

    async def bear(
        self, work: str, do: Callable[[*Words], Awaitable[object]], *words: *Words
    ) -> None:
        """Do something in a task of its own, whose fault must not end whoever started it.

        Args:
            work: what is being done, as for `bearing`.
            do: does it.
            words: handed to it.
        """
        with self.bearing(work):
            await do(*words)
