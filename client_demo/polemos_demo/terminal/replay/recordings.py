"""A recorded game and the table after any of its beats.

A place counts the beats that are over: at place 0 nothing has happened yet, at the last place
everything that is recorded. A look folds from the nearest keyframe before it, so its cost is
bounded however long the game is, and so is the number of keyframes: when there are too many, every
second one goes and the next ones stand twice as far apart.
"""

from bisect import bisect_right
from collections.abc import Iterable

from polemos.log.entries import Entry
from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.client.beats import Beat, continues
from polemos_demo.terminal.replay.courses import Course

KEYFRAME_EVENTS = 512
KEYFRAMES_MAX = 256


class Recording:
    """Records a game as it grows.

    Args:
        base: where it begins: an empty table, or one that stands for events that are not held.
        keyframe_events: events between two keyframes at first.
        keyframes_max: keyframes that are kept at most.
    """

    def __init__(
        self,
        base: Table,
        *,
        keyframe_events: int = KEYFRAME_EVENTS,
        keyframes_max: int = KEYFRAMES_MAX,
    ) -> None:
        self.course = Course()
        self.course.begin(base)
        self.folded_events = 0
        """How many events the latest look folded."""
        self._base = base
        self._entries: list[Entry] = []
        self._starts: list[int] = []
        self._keyframe_events = keyframe_events
        self._keyframes_max = keyframes_max
        self._frames = [base]
        self._near = base

    @property
    def game(self) -> str:
        """The recorded game."""
        return self._base.setting.game

    @property
    def is_whole(self) -> bool:
        """Whether it begins with the first event."""
        return self._base.events == 0

    @property
    def seq(self) -> int:
        """The last event that is recorded."""
        return self._base.events + len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The recorded events."""
        return tuple(self._entries)

    def reaches(self, later: "Recording") -> bool:
        """Whether no event is missing between this recording and a later one."""
        return self.seq >= later._base.events

    @property
    def last(self) -> int:
        """The last place; its beat may still grow."""
        return len(self._starts)

    @property
    def keyframes(self) -> int:
        """How many keyframes are kept."""
        return len(self._frames)

    def append(self, entries: Iterable[Entry]) -> None:
        """Record what follows; events that are recorded already are passed over.

        Raises:
            ValueError: an event is missing.
        """
        for entry in entries:
            if entry.seq <= self.seq:
                continue
            if entry.seq > self.seq + 1:
                raise ValueError(f"event {entry.seq} came after {self.seq}")
            if not self._entries or not continues(self._entries[-1].event, entry.event):
                self._keep(entry.seq - 1)
                self._starts.append(entry.seq)
            self._entries.append(entry)
            self.course.append(entry)

    def seq_at(self, place: int) -> int:
        """The last event that is over at a place."""
        return self._starts[place] - 1 if place < self.last else self.seq

    def place_of(self, seq: int) -> int:
        """The place after the beat that an event belongs to."""
        return bisect_right(self._starts, seq)

    def beat(self, place: int) -> Beat:
        """The beat that led to a place, which is not the first."""
        first = self._starts[place - 1] - self._base.events
        last = self.seq_at(place) - self._base.events
        return tuple(entry.event for entry in self._entries[first - 1 : last])

    def table_at(self, place: int) -> Table:
        """The table at a place."""
        seq = self.seq_at(place)
        frame = self._frames[bisect_right(self._frames, seq, key=_events) - 1]
        start = self._near if frame.events <= self._near.events <= seq else frame
        table = self._fold(start, seq)
        self.folded_events = seq - start.events
        self._near = table
        return table

    def _fold(self, table: Table, seq: int) -> Table:
        base = self._base.events
        for entry in self._entries[table.events - base : seq - base]:
            table = fold(table, entry)
        return table

    def _keep(self, seq: int) -> None:
        last = self._frames[-1]
        if seq - last.events < self._keyframe_events:
            return
        self._frames.append(self._fold(last, seq))
        if len(self._frames) > self._keyframes_max:
            self._frames = self._frames[::2]
            self._keyframe_events *= 2


def _events(table: Table) -> int:
    return table.events


def recording_of(game: str, entries: Iterable[Entry]) -> Recording:
    """Record a game from its first event."""
    recording = Recording(initial_table(game))
    recording.append(entries)
    return recording
