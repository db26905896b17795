"""How the terminal ends: an exit code, and a sentence where there is something to say."""

from dataclasses import dataclass
from typing import assert_never

from polemos_demo.client.conversation import Ending, Finished
from polemos_demo.terminal.telling import (
    NO_SEAT,
    SEAT_GIVEN_UP,
    SEAT_STAYS,
    TOO_LATE,
    tell_refused,
    tell_released,
    tell_removed,
)

DONE = 0
REFUSED = 2
TAKEN_OVER = 3
SIGNALLED = 128
"""Added to the number of the signal that ended the process, as a shell tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the terminal ended.

    Args:
        code: the exit code.
        sentence: what to say, or nothing.
    """

    code: int = DONE
    sentence: str = ""


def outcome_of(finished: Finished) -> Outcome:
    """Tell what a client's end means for the process."""
    seat = finished.seat or 0
    match finished.ending:
        case Ending.OVER:
            return Outcome()
        case Ending.GIVEN_UP:
            return Outcome(sentence=SEAT_GIVEN_UP)
        case Ending.REFUSED:
            return Outcome(code=REFUSED, sentence=tell_refused(finished.code, finished.sentence))
        case Ending.TAKEN_OVER:
            return Outcome(code=TAKEN_OVER, sentence=tell_refused(finished.code, finished.sentence))
        case Ending.NO_SEAT:
            return Outcome(code=REFUSED, sentence=NO_SEAT)
        case Ending.TOO_LATE:
            return Outcome(code=REFUSED, sentence=TOO_LATE)
        case Ending.REMOVED:
            return Outcome(code=REFUSED, sentence=tell_removed(seat))
        case Ending.RELEASED:
            return Outcome(code=REFUSED, sentence=tell_released(seat))
        case _:
            assert_never(finished.ending)


def left(seat: int | None) -> Outcome:
    """Tell how it ends for whoever leaves by themselves."""
    return Outcome(sentence="" if seat is None else SEAT_STAYS)
