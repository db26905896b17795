"""What a node needs of the hub, which shows games to whoever watches them here."""

from collections.abc import Mapping
from typing import Protocol

from polemos.wire.pushes import Company


class Shown(Protocol):
    """The hub, as its node sees it."""

    def tell(self, game: str, company: Company) -> None:
        """Show a company to whoever watches a game."""
        ...

    def spectators(self) -> Mapping[str, int]:
        """Tell how many watch each game here."""
        ...


class Feed(Protocol):
    """Brings the events of games that are watched here; see `cluster.feeds`."""

    async def open(self, game: str) -> None:
        """Bring a game's events from now on."""
        ...

    def close(self, game: str) -> None:
        """Bring them no more."""
        ...

    async def catch_up(self, game: str) -> None:
        """Bring now what the store has."""
        ...
