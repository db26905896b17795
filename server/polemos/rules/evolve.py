"""Apply an event that happened; the only way in which a state changes."""

from typing import assert_never

from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import Event
from polemos.rules.evolve_lobby import evolve_lobby, evolve_unopened
from polemos.rules.evolve_play import evolve_play
from polemos.rules.state import Ended, Lobby, Playing, State, Unopened


def evolve(state: State, event: Event) -> State:
    """Apply one event.

    The same for whoever holds the secret and whoever does not: without it the piles stay `UNKNOWN`
    and every count is still exact.

    Raises:
        ImpossibleEvent: the event cannot follow; the state is untouched.
    """
    match state:
        case Playing():
            return evolve_play(state, event)
        case Lobby():
            return evolve_lobby(state, event)
        case Unopened():
            return evolve_unopened(state, event)
        case Ended():
            raise ImpossibleEvent(
                f"A {type(event).__name__} cannot come after the end of {state.game}."
            )
        case _:
            assert_never(state)
