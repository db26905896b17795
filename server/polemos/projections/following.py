"""Lets the projections follow the log while a server runs, a little behind it."""

import logging

import anyio

from polemos.log.store import StoreError
from polemos.projections.projector import Projector

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5
"""Between two catch-ups: lists may lag that much, and a lightning game costs two folds a second."""


class Following:
    """Catches up after events were published.

    Args:
        projector: folds the log.
        pause_seconds: between two catch-ups.
    """

    def __init__(self, projector: Projector, *, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._projector = projector
        self._pause_seconds = pause_seconds
        self._hint = anyio.Event()

    def hint(self) -> None:
        """Tell that the log has grown; a lost hint only delays the next catch-up."""
        self._hint.set()

    async def run(self) -> None:
        """Follow the log until cancelled."""
        is_waiting = False
        while True:
            await self._hint.wait()
            self._hint = anyio.Event()
            try:
                await anyio.to_thread.run_sync(self._projector.catch_up)
            except StoreError as error:
                if not is_waiting:
                    logger.error("The projections wait: %s", error)
                is_waiting = True
                self._hint.set()
            except Exception:  # ours: lists grow stale, which must not end a single game
                logger.exception("The projections are not level with the log")
            else:
                is_waiting = False
            await anyio.sleep(self._pause_seconds)
