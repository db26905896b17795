"""The phases of a connection's life, and what a stage of it has to bear from its transport."""

from enum import IntEnum
from typing import Protocol


class Phase(IntEnum):
    """Where a connection is in its life."""

    OPENING = 0
    RESPONDING = 1
    OPEN = 2
    CLOSING = 3
    LOST = 4


class Peer(Protocol):
    """A connection as those see it who keep it: the upkeep, and its own stages."""

    @property
    def phase(self) -> Phase:
        """Where it is in its life."""
        ...

    @property
    def paused_at_seconds(self) -> float | None:
        """When its buffer became full, by the steady clock, or none when it is not."""
        ...

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the peer has not taken."""
        ...

    def beat(self) -> bool:
        """Send a heartbeat, and tell whether the peer lives."""
        ...

    def part(self, code: str, sentence: str, *, reconnect_after_ms: int, close_code: int) -> None:
        """Say goodbye and close."""
        ...

    def abort(self) -> None:
        """Drop the peer; nothing is sent."""
        ...


class Stage(Protocol):
    """A part of a connection's life: it takes what the transport brings while it lasts."""

    @property
    def phase(self) -> Phase:
        """The phase that it is."""
        ...

    def receive(self, received: bytes) -> None:
        """Take in what was read."""
        ...

    def end(self) -> bool:
        """Take in that the peer sends nothing more.

        Returns:
            Whether something is still to be sent.
        """
        ...

    def pause(self) -> None:
        """Write nothing more for now."""
        ...

    def resume(self) -> None:
        """Go on writing."""
        ...

    def lose(self) -> None:
        """Leave everything; the connection is gone."""
        ...


class Gone:
    """The stage of a connection that is not there: not yet admitted, or lost."""

    __slots__ = ()

    @property
    def phase(self) -> Phase:
        """The phase that it is."""
        return Phase.LOST

    def receive(self, received: bytes) -> None:
        """Heed nothing."""

    def end(self) -> bool:
        """Send nothing more."""
        return False

    def pause(self) -> None:
        """Have nothing to stop."""

    def resume(self) -> None:
        """Have nothing to go on with."""

    def lose(self) -> None:
        """Have nothing to leave."""


GONE = Gone()
"""It has no state, so one is enough for all."""
