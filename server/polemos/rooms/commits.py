"""The port through which rooms store events: the log's group commit, or a test's own."""

from typing import Protocol

from polemos.log.store import Append, Appended


class Commits(Protocol):
    """Makes appends durable."""

    async def append(self, request: Append) -> Appended:
        """Return once the events are durable.

        Raises:
            VersionConflict: somebody else wrote to the game.
            StoreError: nothing was stored.
        """
        ...
