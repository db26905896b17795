"""One game that is followed, and the store in which it is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import anyio

from polemos.cluster.bus import Subscription
from polemos.cluster.feed import Feed
from polemos.log.store import GameHead


class Reading(Protocol):
    """The part of `log.store.EventStore` that feeds read; blocks, so it is called in threads."""

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines in order, from `after_seq` + 1 on."""
        ...

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        """Tell where several games end, with one question."""
        ...

    def last_position(self) -> int:
        """Tell the position of the newest event, 0 for an empty log."""
        ...


@dataclass(slots=True)
class Followed:
    """A feed and its place on the bus.

    Args:
        feed: the game's.
        subscription: brings what is published of it, once it is there.
        opened: set when that was tried.
        is_suspect: whether the bus brought something else than what follows.
        is_damage_told: whether it was told that the game cannot be read.
        is_closed: whether nobody follows it any more.
    """

    feed: Feed
    subscription: Subscription | None = None
    opened: anyio.Event = field(default_factory=anyio.Event)
    is_suspect: bool = False
    is_damage_told: bool = False
    is_closed: bool = False
