"""What the writer of one game does next by itself, when, and whom it waits for until then.

Rules that this file keeps:
1. Beats follow each other at the tempo while auto-play is on, or while a round that the host asked
   for is being played. Otherwise the next one waits for the people whose cards it turns.
2. Whoever is waited for has the whole time from the moment at which the waiting for them began;
   what changes nothing about that neither shortens nor lengthens it.
3. Nothing is waited for without end: not for a request, nor for people who are all gone.
"""

from enum import Enum, auto
from math import inf

from polemos.rooms.clock import Clock
from polemos.rooms.company import Company
from polemos.rooms.hands import seats_to_turn
from polemos.rooms.limits import RoomLimits
from polemos.rooms.paces import fresh_pace
from polemos.rooms.rounds import is_round_open
from polemos.rules.state import Lobby, Playing, State


class Due(Enum):
    """What is due."""

    BEAT = auto()
    RELEASE = auto()
    END = auto()


class Agenda:
    """What is due in one game, whose state the writer passes in.

    Args:
        company: the people of its room, whose cards may be waited for.
        clock: the time.
        limits: how long anything is waited for.
    """

    def __init__(self, company: Company, clock: Clock, limits: RoomLimits) -> None:
        self._company = company
        self._clock = clock
        self._limits = limits
        self._pace = fresh_pace(clock.steady_seconds())
        self._is_round_by_hand = False

    @property
    def is_round_by_hand(self) -> bool:
        """Whether a round that the host asked for is still being played."""
        return self._is_round_by_hand

    def next_due(self, state: State) -> tuple[float, Due]:
        """Tell what is due next unless somebody asks for something, and when, in steady seconds."""
        end = (self._idle_seconds(), Due.END)
        match state:
            case Playing() if self._is_moving(state):
                beat = (self._pace.due_seconds(state.control.tempo), Due.BEAT)
                return min(beat, (self._absent_seconds(), Due.END), key=_moment)
            case Playing() if self._company.is_of_people:
                beat_seconds = self._pace.after_rest_seconds(self._pause_seconds(state))
                return min((beat_seconds, Due.BEAT), end, key=_moment)
            case Lobby(is_locked=True):
                release_seconds = self._pace.after_rest_seconds(self._limits.reveal_seconds)
                return min((release_seconds, Due.RELEASE), end, key=_moment)
            case _:
                return end

    # What has happened.

    def note_ask(self) -> None:
        """Count from now how long nobody asks for anything."""
        self._pace = self._pace.after_ask(self._now())

    def note_failure(self) -> None:
        """Try nothing for a while, because the store failed."""
        self._pace = self._pace.after_failure(self._now(), self._limits.storage_retry_seconds)

    def note_beat(self, state: State) -> None:
        """Go on after a beat that led to a state."""
        self._follow_beat(state)
        self._is_round_by_hand = self._is_round_by_hand and is_round_open(state)

    def begin_round_by_hand(self, state: State) -> None:
        """Go on after the first beat of a round that the host asked for."""
        self._is_round_by_hand = is_round_open(state)
        self._follow_beat(state)

    def end_round_by_hand(self) -> None:
        """Play such a round no further: a pause means that nothing moves, a start that all does."""
        self._is_round_by_hand = False

    # Whom it waits for.

    def await_turns(self, state: State) -> None:
        """Let the people whose cards the next beat turns know that they are waited for."""
        if isinstance(state, Playing) and not self._is_moving(state):
            due = seats_to_turn(state)
            if due & self._company.people:
                self._company.await_turns(due, self._clock.unix_ms())
                return
        self._company.await_nobody()

    def wait_anew(self, before: State, state: State) -> None:
        """Begin to wait for whoever is waited for since the state changed, and for nobody else."""
        if _waits_alike(before, state):
            return
        if not self._is_moving(state):
            self._pace = self._pace.rested(self._now())
        self.await_turns(state)

    def _follow_beat(self, state: State) -> None:
        if isinstance(state, Playing) and self._is_moving(state):
            self._pace = self._pace.after_beat(self._now(), state.control.tempo)
        else:
            self._pace = self._pace.rested(self._now())
            self.await_turns(state)

    # Since when and how long.

    def _is_moving(self, state: State) -> bool:
        """Tell whether beats follow each other at the tempo."""
        if not isinstance(state, Playing):
            return False
        return state.control.is_autoplay_on or self._is_round_by_hand

    def _pause_seconds(self, state: Playing) -> float:
        """Tell how long the next beat of a game by hand waits after the one before."""
        due = seats_to_turn(state)
        if not due:
            return self._limits.settle_seconds
        if due & self._company.people <= self._company.turned:
            return self._limits.bot_turn_seconds
        return self._company.turn_seconds

    def _idle_seconds(self) -> float:
        """Tell when a game that stands still, or is turned by hand, is waited for no longer."""
        idle_seconds = self._pace.idle_seconds(self._limits.abandon_after_seconds)
        return min(idle_seconds, self._absent_seconds())

    def _absent_seconds(self) -> float:
        """Tell when nobody is waited for any longer; never while a person is here."""
        empty_since_seconds = self._company.empty_since_seconds
        if empty_since_seconds is None:
            return inf
        return max(empty_since_seconds + self._limits.absent_seconds_max, self._pace.retry)

    def _now(self) -> float:
        return self._clock.steady_seconds()


def _waits_alike(before: State, state: State) -> bool:
    """Tell whether a change leaves whoever is waited for the time that they had."""
    match before, state:
        case Playing(), Playing():
            return before.control.is_autoplay_on == state.control.is_autoplay_on
        case Lobby(), Lobby():
            return before.is_locked == state.is_locked
        case _:
            return False


def _moment(due: tuple[float, Due]) -> float:
    return due[0]
