"""The store's vocabulary: append with an expected sequence number, load a game, read the log.

An append is one game's events, contiguous, already encoded and chained. A batch of appends is one
transaction; a conflict of one does not fail the others. A position counts every event of the whole
log from 1 without a gap, in commit order. Nothing is ever changed or removed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """Ask to append events to one game.

    Args:
        command_id: identifies the request; a repetition appends nothing and returns the first
            result.
        game: the stream, `<room>-<n>`.
        expected_seq: the seq of the last event that the writer knows, 0 for a new game.
        lines: the events' canonical bytes, in order, the first one's seq being expected_seq + 1.
        types: the events' type names, in the same order.
        head: the hash of the last line, base64url without padding.
        fence: of the lease on the game's room that the writer holds (see `leases`), or none for a
            log that has one writer. Stores of one process ignore it.
    """

    command_id: str
    game: str
    expected_seq: int
    lines: tuple[bytes, ...]
    types: tuple[str, ...]
    head: str
    fence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The events are durable.

    Args:
        position: the global position of the last of them.
        seq: the game's seq of the last of them.
    """

    position: int
    seq: int


class VersionConflict(Exception):  # noqa: N818  the field's word
    """Somebody else wrote: the game is not at the expected seq."""

    def __init__(self, game: str, expected_seq: int, actual_seq: int) -> None:
        super().__init__(game, expected_seq, actual_seq)
        self.game = game
        self.expected_seq = expected_seq
        self.actual_seq = actual_seq

    def __str__(self) -> str:
        return (
            f"Game {self.game} is at event {self.actual_seq}, not at {self.expected_seq}: "
            "load it again and decide anew."
        )


class Fenced(Exception):  # noqa: N818  the field's word
    """The writer's lease on the game's room is not the one in force."""

    def __init__(self, game: str, fence: int) -> None:
        super().__init__(game, fence)
        self.game = game
        self.fence = fence

    def __str__(self) -> str:
        return (
            f"The lease {self.fence}, under which game {self.game} was to be written, is no longer "
            "in force: leave the game to whoever holds its room now."
        )


AppendResult = Appended | VersionConflict | Fenced
"""What becomes of one request of a batch."""


class StoreError(Exception):
    """The store cannot do what was asked; the sentence says what is wrong and what to do."""


class StoreFull(StoreError):  # noqa: N818
    """There is no room for another event; nothing of the batch was stored."""


class AppendUnknown(StoreError):  # noqa: N818
    """Events were stored or not: the answer was lost and could not be had in time.

    Whoever appended has to read the game again, for what it remembers may not be the log's.
    """


class StoreCorrupt(StoreError):  # noqa: N818
    """What was read is not what was written."""


class StoreNewer(StoreError):  # noqa: N818
    """The file was written by a newer version, which this one must not touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHead:
    """Where a game's stream ends.

    Args:
        game: the stream.
        seq: the seq of its last event.
        head: the hash of its last event, base64url without padding.
        is_ended: whether that event is a `GameEnded`.
    """

    game: str
    seq: int
    head: str
    is_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One event as the whole log sees it.

    Args:
        position: counts from 1 over all games, without gaps.
        game: the stream.
        seq: counts from 1 within the game.
        line: the canonical bytes.
    """

    position: int
    game: str
    seq: int
    line: bytes


class EventStore(Protocol):
    """Where events are kept. Methods block: call them from a thread.

    Only one thread appends (`group_commit`); reads may come from any thread at the same time.
    """

    def append(self, batch: Sequence[Append]) -> list[AppendResult]:
        """Append a batch in one durable transaction.

        Returns:
            One result per request, in order; a conflict and a fence are returned, not raised.

        Raises:
            StoreFull: no space left; nothing of the batch was stored.
            StoreError: the store failed; nothing of the batch was stored.
        """
        ...

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines in order, from `after_seq` + 1 on.

        Returns:
            At most `events_max` lines and, beyond the first, at most `bytes_max` bytes; empty at
            the head of the game or for an unknown one.
        """
        ...

    def read(self, after_position: int = 0, *, events_max: int = 1_000) -> list[LogEntry]:
        """Read the whole log in order of position, from `after_position` + 1 on."""
        ...

    def head(self, game: str) -> GameHead | None:
        """Tell where a game ends, or none for a game that has no event."""
        ...

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        """Tell where several games end, with one question, in any order.

        Returns:
            One head for each of them that has an event, however often it is named.
        """
        ...

    def running_games(self) -> list[GameHead]:
        """List the games whose last event is no `GameEnded`, by first position."""
        ...

    def games(self, after_game: str = "", *, games_max: int = 1_000) -> list[GameHead]:
        """List where games end, in the order of their ids' bytes, from after one of them on."""
        ...

    def latest_game(self, room: str) -> GameHead | None:
        """Tell the newest game of a room (the highest number), or none for an unknown room."""
        ...

    def last_position(self) -> int:
        """Tell the position of the newest event, 0 for an empty log."""
        ...

    def close(self) -> None:
        """Release files; afterwards nothing may be called."""
        ...
