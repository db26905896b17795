"""One game that is followed: which events come next. Pure: it reads no bus and no store.

Rules that this file keeps:
1. What continues a stream begins with the event after the last one and names its hash; so does
   each line after it.
2. What the bus brings and does not continue changes nothing.
3. What the store has is the truth, whatever the bus has made us pass on before.
"""

from collections.abc import Sequence
from enum import Enum, auto

from polemos.cluster.frames import Publication
from polemos.cluster.links import follow
from polemos.log.store import GameHead
from polemos.rules.encoding import digest

EARLY_MAX = 64
"""Publications that are kept until it is known where the game ends; the newest."""


class Setback(Enum):
    """Why a publication is not passed on."""

    KNOWN = auto()
    """Everything in it was passed on before."""

    EARLY = auto()
    """It is kept, for nobody knows yet where the game ends."""

    GAP = auto()
    """Something is missing before it."""

    BROKEN = auto()
    """It does not name the event before it, though it has the next seq."""


class Feed:
    """Where a game's events have been passed on to.

    Args:
        game: the stream.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.seq = 0
        self.head = ""
        self.is_anchored = False
        """Whether `seq` and `head` are known to be so, and not only where every game begins."""

        self._early: list[Publication] = []

    def anchor(self, head: GameHead | None) -> list[Publication]:
        """Begin where the store says that the game ends, none for a game without an event.

        Returns:
            What came too early, to be taken now.
        """
        if head is not None:
            self.seq, self.head = head.seq, head.head
        return self._begin()

    def take(self, publication: Publication) -> Publication | Setback:
        """Take in what the bus brought.

        Returns:
            What is new in it and was taken, or why nothing was.
        """
        if not self.is_anchored:
            self._early.append(publication)
            del self._early[:-EARLY_MAX]
            return Setback.EARLY
        if publication.last_seq <= self.seq:
            return Setback.KNOWN
        if publication.first_seq > self.seq + 1:
            return Setback.GAP
        new = self._after(self.seq, publication.first_seq, publication.lines)
        if follow(new.lines, game=self.game, seq=self.seq, head=self.head) != publication.head:
            return Setback.BROKEN
        return self._pass(new)

    def take_stored(self, first_seq: int, lines: Sequence[bytes]) -> Publication | Setback:
        """Take in what the store has, with a gap before it if there is no other way.

        Returns:
            What is new in it, or that nothing is.
        """
        if first_seq + len(lines) - 1 <= self.seq:
            return Setback.KNOWN
        return self._pass(self._after(max(self.seq, first_seq - 1), first_seq, lines))

    def is_astray(self, seq: int, hash_at_seq: str, truth: GameHead) -> bool:
        """Tell whether the bus has led us where the log does not go.

        Args:
            seq: the last event that had been passed on when the store was asked.
            hash_at_seq: its hash.
            truth: what the store said.
        """
        if not self.is_anchored:
            return False
        return seq > truth.seq or (seq == truth.seq and hash_at_seq != truth.head)

    def end_early(self) -> list[Publication]:
        """Take everything that came too early now, when the store has been read."""
        return self._begin()

    def _begin(self) -> list[Publication]:
        self.is_anchored = True
        early, self._early = self._early, []
        return early

    def _after(self, seq: int, first_seq: int, lines: Sequence[bytes]) -> Publication:
        """Give the lines that come after an event which they begin at or before."""
        new = tuple(lines[seq + 1 - first_seq :])
        return Publication(game=self.game, first_seq=seq + 1, lines=new, head=digest(new[-1]))

    def _pass(self, publication: Publication) -> Publication:
        self.seq, self.head = publication.last_seq, publication.head
        return publication
