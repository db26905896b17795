"""Play a dealt game to its end: for simulations, tests and benchmarks."""

from collections.abc import Iterator

from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.events import Event
from polemos.rules.evolve import evolve
from polemos.rules.state import Ended, State


def play_out(state: State) -> Iterator[tuple[tuple[Event, ...], State]]:
    """Give each beat with the state after it, the last one `Ended`.

    Args:
        state: a game in play.

    Raises:
        RuleViolation: the game is not dealt.
    """
    command = PlayBeat()
    while not isinstance(state, Ended):
        beat = decide(state, command)
        for event in beat:
            state = evolve(state, event)
        yield beat, state
