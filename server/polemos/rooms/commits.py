"""The port through which rooms store events, and what is remembered of its failures."""

from typing import Protocol

from polemos.log.store import Append, Appended, StoreError
from polemos.rooms.clock import Clock


class Commits(Protocol):
    """Makes appends durable: the log's group commit, or a test's own."""

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable.

        Raises:
            VersionConflict: somebody else wrote to the game.
            AppendUnknown: nobody knows whether they are; the game has to be read again.
            StoreError: nothing was stored.
        """
        ...


TROUBLE_SECONDS = 10.0
"""How long a failure counts: a server that appends nothing must not call itself full for ever."""


class ReportedCommits:
    """Passes appends on, and can say whether the store failed lately.

    Args:
        commits: where the appends go.
        clock: the steady clock.
    """

    def __init__(self, commits: Commits, clock: Clock) -> None:
        self._commits = commits
        self._clock = clock
        self._failed_seconds: float | None = None

    @property
    def trouble(self) -> str | None:
        """Say that the newest append failed, for strangers, or give none if it did not."""
        failed, now = self._failed_seconds, self._clock.steady_seconds()
        if failed is None or now - failed >= TROUBLE_SECONDS:
            return None
        return "The server cannot store events at the moment; its log says why."

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable; see `Commits`."""
        try:
            appended = await self._commits.append(request)
        except StoreError:
            self._failed_seconds = self._clock.steady_seconds()
            raise
        self._failed_seconds = None
        return appended
