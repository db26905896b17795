"""One connection's place in one game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from polemos.hub.channel import Channel


class Watcher(Protocol):
    """A connection as a channel sees it."""

    @property
    def is_paused(self) -> bool:
        """Whether nothing may be written for now."""
        ...

    def fail(self, code: str, sentence: str) -> None:
        """Tell the peer that the server cannot go on, and close."""
        ...


class Watching:
    """A cursor into a channel.

    Args:
        channel: the game.
        watcher: whose cursor it is.
        write: writes bytes to its transport.
        cursor: the seq of the last event that was written or is held by the client.
    """

    __slots__ = (
        "channel",
        "cursor",
        "has_been_live",
        "has_left",
        "is_fetching",
        "is_live",
        "watcher",
        "write",
    )

    def __init__(
        self,
        *,
        channel: "Channel",
        watcher: Watcher,
        write: Callable[[bytes], None],
        cursor: int,
    ) -> None:
        self.channel = channel
        self.watcher = watcher
        self.write = write
        self.cursor = cursor
        self.is_live = False
        self.has_been_live = False
        self.is_fetching = False
        self.has_left = False
