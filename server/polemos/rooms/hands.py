"""Which cards are turned by hand next."""

from polemos.rules.endings import ending_between_rounds
from polemos.rules.state import Leaving, Playing, Turning


def seats_to_turn(state: Playing) -> frozenset[int]:
    """Tell whose cards the next beat turns; nobody's where it turns none.

    The end of a game turns nothing, so nobody is waited for who has nothing left to do.
    """
    match state.stage:
        case Turning(step=0, faces=()) if ending_between_rounds(state) is not None:
            return frozenset()
        case Turning(seats=seats):
            return frozenset(seats)
        case _:
            return frozenset()


def next_place(state: Playing) -> tuple[int, int]:
    """Tell the round and the step of the cards that are turned next."""
    number = state.standing.rounds + 1
    match state.stage:
        case Turning(step=step, seats=()):
            return number, step + 1
        case Leaving():
            return number + 1, 0
        case stage:
            return number, stage.step
