"""The port through which rooms store events, and what is remembered of its failures."""

from typing import Protocol

from polemos.log.store import Append, Appended, StoreError


class Commits(Protocol):
    """Makes appends durable: the log's group commit, or a test's own."""

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable.

        Raises:
            VersionConflict: somebody else wrote to the game.
            StoreError: nothing was stored.
        """
        ...


class ReportedCommits:
    """Passes appends on, and can say whether the store failed last.

    Args:
        commits: where the appends go.
    """

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """Why the newest append failed, or none if it did not."""
        return self._trouble

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable; see `Commits`."""
        try:
            appended = await self._commits.append(request)
        except StoreError as error:
            self._trouble = str(error)
            raise
        self._trouble = None
        return appended
