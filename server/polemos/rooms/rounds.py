"""Where a round ends for somebody who plays by hand."""

from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.events import GameEnded
from polemos.rules.state import Playing, State, Turning


def is_round_open(state: State) -> bool:
    """Tell whether the round under way, or the game with it, still has a beat to come.

    The end of the game belongs to its last round: nobody should have to ask for it.
    """
    match state:
        case Playing(stage=Turning(step=0, faces=())):
            return isinstance(decide(state, PlayBeat())[0], GameEnded)
        case Playing():
            return True
        case _:
            return False
