"""Apply one event of a game in play."""

from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    Event,
    GameEnded,
    PileReturned,
    SeatEliminated,
    TempoChanged,
    TieDeclared,
)
from polemos.rules.evolve_round import eliminate, return_pot
from polemos.rules.evolve_table import declare_tie, flip, hide
from polemos.rules.state import Control, Ended, Playing


def evolve_play(state: Playing, event: Event) -> Playing | Ended:
    """Apply one event of a game in play; see `evolve`."""
    match event:
        case CardFlipped():
            return flip(state, event)
        case PileReturned():
            return return_pot(state, event)
        case CardHidden():
            return hide(state, event)
        case TieDeclared():
            return declare_tie(state, event)
        case SeatEliminated():
            return eliminate(state, event)
        case GameEnded():
            return _end(state, event)
        case AutoplayStarted():
            return _control(state, Control(tempo=state.control.tempo, is_autoplay_on=True))
        case AutoplayPaused():
            return _control(state, Control(tempo=state.control.tempo, is_autoplay_on=False))
        case TempoChanged(tempo=tempo):
            return _control(
                state, Control(tempo=tempo, is_autoplay_on=state.control.is_autoplay_on)
            )
        case _:
            raise ImpossibleEvent(
                f"A {type(event).__name__} cannot come after the cards of {state.setup.game} "
                "were dealt."
            )


def _control(state: Playing, control: Control) -> Playing:
    return Playing(
        setup=state.setup,
        control=control,
        standing=state.standing,
        piles=state.piles,
        table=state.table,
        stage=state.stage,
    )


def _end(state: Playing, event: GameEnded) -> Ended:
    return Ended(
        game=state.setup.game,
        piles=state.piles,
        table=state.table,
        set_aside=state.setup.set_aside,
        result=event,
    )
