"""What happens next on the table: exactly one beat, whatever the stage.

A beat is appended as a whole. Should a reader nevertheless stand inside one, the answer is what is
missing of it, so no turned card is ever lost or turned twice.
"""

from polemos.rules.comparison import best_rank, seats_of_rank
from polemos.rules.endings import ending_between_rounds, ending_exhausted
from polemos.rules.events import (
    Event,
    SeatEliminated,
    TieDeclared,
)
from polemos.rules.quick import make_card_flipped, make_card_hidden, make_pile_returned
from polemos.rules.state import Leaving, Playing, Turning, War
from polemos.rules.war import begin_war

Beat = tuple[Event, ...]


def next_beat(state: Playing) -> Beat:
    """Give the events of the next beat."""
    match state.stage:
        case Turning(seats=()) as turning:
            return _settle(state, turning)
        case Turning() as turning:
            return _turn(state, turning)
        case War(hiding=()) as war:
            return _settle_without_turning(state, war)
        case War() as war:
            return _hide(state, war)
        case Leaving(seats=seats):
            return _eliminate(state, seats)


def _turn(state: Playing, turning: Turning) -> Beat:
    if turning.step == 0 and not turning.faces:
        end = ending_between_rounds(state)
        if end is not None:
            return (end,)
    round_number, step, piles = state.standing.rounds + 1, turning.step, state.piles
    return tuple(
        [
            make_card_flipped(round=round_number, step=step, seat=seat, card=piles[seat][0])
            for seat in turning.seats
        ]
    )


def _settle(state: Playing, turning: Turning) -> Beat:
    rank = best_rank(state.setup.rules, turning.faces)
    tied = seats_of_rank(turning.faces, rank)
    if len(tied) == 1:
        return _return_pot(state, tied[0])
    war = begin_war(state.setup.rules, state.piles, turning.step + 1, tied)
    declared = TieDeclared(
        round=state.standing.rounds + 1,
        step=turning.step,
        rank=rank,
        seats=tied,
        participants=war.participants,
    )
    return (declared, *_hide(state, war))


def _hide(state: Playing, war: War) -> Beat:
    round_number = state.standing.rounds + 1
    return tuple(
        [make_card_hidden(round=round_number, step=war.step, seat=seat) for seat in war.hiding]
    )


def _settle_without_turning(state: Playing, war: War) -> Beat:
    if war.participants:
        return _return_pot(state, war.participants[0])
    holding = tuple(seat for seat, pile in enumerate(state.piles) if pile)
    match len(holding):
        case 0:
            return (ending_exhausted(state, war.leaders),)
        case 1:
            # Edge case 4: a sole survivor takes a dead pot at once.
            return _return_pot(state, holding[0])
        case _:
            # Edge case 4: the pot stays on the table for the winner of the next round.
            return _eliminate(state, seats_without_cards(state))


def _return_pot(state: Playing, winner: int) -> Beat:
    returned = make_pile_returned(
        round=state.standing.rounds + 1, seat=winner, count=len(state.table)
    )
    leaving = tuple([seat for seat in seats_without_cards(state) if seat != winner])
    if not leaving:
        return (returned,)
    return (returned, *_eliminate(state, leaving))


def _eliminate(state: Playing, leaving: tuple[int, ...]) -> Beat:
    place = place_of_leaving(state, leaving)
    return tuple(
        SeatEliminated(round=state.standing.rounds + 1, seat=seat, place=place) for seat in leaving
    )


def seats_without_cards(state: Playing) -> tuple[int, ...]:
    """List the seats in the game that hold no card, ascending."""
    piles = state.piles
    return tuple([seat for seat in state.standing.in_game if not piles[seat]])


def place_of_leaving(state: Playing, leaving: tuple[int, ...]) -> int:
    """Tell the place that all seats leaving in one round share: the next after the remaining."""
    return len(state.standing.in_game) - len(leaving) + 1
