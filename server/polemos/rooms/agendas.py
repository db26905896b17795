"""What a writer does next by itself, and when. Pure."""

from enum import Enum, auto
from math import inf

from polemos.rooms.company import Company
from polemos.rooms.hands import seats_to_turn
from polemos.rooms.limits import RoomLimits
from polemos.rooms.paces import Pace
from polemos.rules.state import Lobby, Playing, State


class Due(Enum):
    """What is due."""

    BEAT = auto()
    RELEASE = auto()
    END = auto()


def is_moving(state: State, *, is_round_by_hand: bool) -> bool:
    """Tell whether beats follow each other at the tempo.

    Args:
        state: of the game.
        is_round_by_hand: whether a round that the host asked for is still being played.
    """
    return isinstance(state, Playing) and (state.control.is_autoplay_on or is_round_by_hand)


def agenda(
    state: State, company: Company, pace: Pace, limits: RoomLimits, *, is_round_by_hand: bool
) -> tuple[float, Due]:
    """Tell what is due next unless somebody asks for something, and when, in steady seconds."""
    end = (_idle_seconds(company, pace, limits), Due.END)
    match state:
        case Playing() if is_moving(state, is_round_by_hand=is_round_by_hand):
            beat = (pace.due_seconds(state.control.tempo), Due.BEAT)
            return min(beat, (_absent_seconds(company, pace, limits), Due.END), key=_moment)
        case Playing() if company.is_of_people:
            beat_seconds = pace.after_rest_seconds(_pause_seconds(state, company, limits))
            return min((beat_seconds, Due.BEAT), end, key=_moment)
        case Lobby(is_locked=True):
            release_seconds = pace.after_rest_seconds(limits.reveal_seconds)
            return min((release_seconds, Due.RELEASE), end, key=_moment)
        case _:
            return end


def _pause_seconds(state: Playing, company: Company, limits: RoomLimits) -> float:
    """Tell how long the next beat of a game by hand waits after the one before."""
    due = seats_to_turn(state)
    if not due:
        return limits.settle_seconds
    if due & company.people <= company.turned:
        return limits.bot_turn_seconds
    return company.turn_seconds


def _idle_seconds(company: Company, pace: Pace, limits: RoomLimits) -> float:
    """Tell when a game that stands still, or is turned by hand, is waited for no longer."""
    idle_seconds = pace.idle_seconds(limits.abandon_after_seconds)
    return min(idle_seconds, _absent_seconds(company, pace, limits))


def _absent_seconds(company: Company, pace: Pace, limits: RoomLimits) -> float:
    """Tell when nobody is waited for any longer; never while a person is here."""
    if company.empty_since_seconds is None:
        return inf
    return max(company.empty_since_seconds + limits.absent_seconds_max, pace.retry)


def _moment(due: tuple[float, Due]) -> float:
    return due[0]
