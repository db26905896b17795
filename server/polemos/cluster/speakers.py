"""Who has spoken on the bus, and what of it was heard, so that nothing counts twice.

Each process draws a name when it starts and numbers what it says. Rules of this file:
1. A number of a speaker counts once. Where it cannot be known whether it did, it does not.
2. Nothing is noted before its seal was checked, so only nodes of the cluster are ever noted, and
   what is said again makes nobody seem to be there still.
3. Whoever asks names a term of whoever is asked. An asker that is forgotten begins a new term, so
   whatever it asked before is refused, and it can learn from the refusal that it was not heeded.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import takewhile

from polemos.cluster.window import Window

SPEAKERS_MAX = 1_024
"""Speakers that are known at one subscription, and askers at one node: each is one process."""

SILENT_SECONDS = 600.0
"""An asker is known for so long after its last question; none is waited for so long."""


class Listened:
    """What one subscription has heard of each speaker; the longest silent is forgotten first.

    Args:
        speakers_max: those that are known at a time.
    """

    def __init__(self, *, speakers_max: int = SPEAKERS_MAX) -> None:
        self._speakers_max = speakers_max
        self._windows: dict[bytes, Window] = {}

    def is_new(self, speaker: bytes, number: int) -> bool:
        """Note a publication, and tell whether it comes for the first time."""
        window = self._windows.get(speaker)
        if window is None:
            window = Window()
        if not window.take(number):
            return False
        self._windows.pop(speaker, None)
        if len(self._windows) >= self._speakers_max:
            del self._windows[next(iter(self._windows))]
        self._windows[speaker] = window
        return True


class Refused(Enum):
    """Why a question is not carried out, nor answered."""

    AGAIN = auto()
    """It came before, or may have."""

    CROWDED = auto()
    """More askers than may be known have spoken within `SILENT_SECONDS`."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """A question that names another term, and was not carried out within `SILENT_SECONDS`.

    Args:
        term: what its asker has to name.
    """

    term: int


@dataclass(slots=True)
class _Asker:
    term: int
    heard_seconds: float = 0.0
    window: Window = field(default_factory=Window)


class Askers:
    """Those whose questions one process of a node has carried out.

    Args:
        askers_max: those that are known at a time.
    """

    def __init__(self, *, askers_max: int = SPEAKERS_MAX) -> None:
        self._askers_max = askers_max
        self._term = 0
        self._known: dict[bytes, _Asker] = {}
        """The longest silent first."""

    @property
    def count(self) -> int:
        """How many are known."""
        return len(self._known)

    def heed(
        self, asker: bytes, term: int, number: int, now_seconds: float
    ) -> Refused | Outdated | None:
        """Note a question that is to be carried out now, or tell why it is not.

        Args:
            asker: the process that asks.
            term: the one that it names.
            number: counts its questions.
            now_seconds: the steady clock.
        """
        known = self._known.get(asker)
        if known is None:
            if not self._has_room(now_seconds):
                return Refused.CROWDED
            known = _Asker(self._term)
        if term != known.term:
            return Outdated(known.term)
        if not known.window.take(number):
            return Refused.AGAIN
        self._known.pop(asker, None)
        self._known[asker] = known
        known.heard_seconds = now_seconds
        return None

    def _has_room(self, now_seconds: float) -> bool:
        """Tell whether another asker may be known, be it that silent ones are forgotten for it."""
        if len(self._known) < self._askers_max:
            return True
        silent = list(
            takewhile(
                lambda asker: now_seconds - self._known[asker].heard_seconds >= SILENT_SECONDS,
                self._known,
            )
        )
        for asker in silent:
            del self._known[asker]
        self._term += bool(silent)
        return bool(silent)
