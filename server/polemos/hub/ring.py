"""A ring: the newest events of one game, bounded in count and in bytes."""

from collections import deque
from collections.abc import Iterable
from itertools import islice


class Ring:
    """Holds consecutive lines; the oldest make room for the newest.

    Args:
        events_max: lines that it holds.
        size_bytes_max: their bytes; the newest line always fits.
    """

    __slots__ = ("_events_max", "_lines", "_size_bytes", "_size_bytes_max", "last_seq")

    def __init__(self, *, events_max: int, size_bytes_max: int) -> None:
        self._events_max = events_max
        self._size_bytes_max = size_bytes_max
        self._lines: deque[bytes] = deque()
        self._size_bytes = 0
        self.last_seq = 0

    @property
    def first_seq(self) -> int:
        """The seq of the oldest line; one past `last_seq` when there is none."""
        return self.last_seq - len(self._lines) + 1

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    @property
    def size_bytes(self) -> int:
        """The lines' bytes."""
        return self._size_bytes

    def start_over(self, last_seq: int) -> None:
        """Forget every line, to go on after `last_seq`."""
        self._lines.clear()
        self._size_bytes = 0
        self.last_seq = last_seq

    def extend(self, lines: Iterable[bytes]) -> None:
        """Add the lines that follow `last_seq`."""
        for line in lines:
            self._lines.append(line)
            self._size_bytes += len(line)
            self.last_seq += 1
        while len(self._lines) > self._events_max or (
            self._size_bytes > self._size_bytes_max and len(self._lines) > 1
        ):
            self._size_bytes -= len(self._lines.popleft())

    def line(self, seq: int) -> bytes | None:
        """Give one line, or none when it is not here."""
        if self.first_seq <= seq <= self.last_seq:
            return self._lines[seq - self.first_seq]
        return None

    def all_lines(self) -> tuple[bytes, ...]:
        """Give every line that is here, the oldest first."""
        return tuple(self._lines)

    def lines(self, first_seq: int, last_seq: int, size_bytes_max: int) -> list[bytes]:
        """Take lines from `first_seq`, which must be here, through `last_seq` at most.

        Returns:
            At least one line, and beyond the first at most `size_bytes_max` bytes.
        """
        start = first_seq - self.first_seq
        taken: list[bytes] = []
        size_bytes = 0
        for line in islice(self._lines, start, start + last_seq - first_seq + 1):
            size_bytes += len(line)
            if taken and size_bytes > size_bytes_max:
                break
            taken.append(line)
        return taken
