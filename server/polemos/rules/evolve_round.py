"""Apply how a round ends: the pot's return, the seats that leave, the next round's beginning.

Which seat wins is `decide`'s word alone; an audit compares the two.
"""

from polemos.rules.beats import place_of_leaving, seats_without_cards
from polemos.rules.comparison import Laid
from polemos.rules.endings import is_repeated
from polemos.rules.events import PileReturned, SeatEliminated
from polemos.rules.impossible import impossible
from polemos.rules.quick import make_playing, make_standing, make_turning
from polemos.rules.returns import returned_cards
from polemos.rules.rule_set import ReturnOrder
from polemos.rules.state import (
    Anchor,
    Control,
    Leaving,
    Piles,
    Playing,
    Setup,
    Standing,
    Turning,
    War,
)


def begin_round(
    setup: Setup, control: Control, standing: Standing, piles: Piles, table: tuple[Laid, ...]
) -> Playing:
    """Stand before the first card of a round."""
    return make_playing(
        setup=setup,
        control=control,
        standing=standing,
        piles=piles,
        table=table,
        stage=make_turning(step=0, seats=standing.in_game, faces=()),
    )


def return_pot(state: Playing, event: PileReturned) -> Playing:
    """Put the pot under the pile of the seat that won the round."""
    setup, standing, table, winner = state.setup, state.standing, state.table, event.seat
    if (
        not _is_settled(state)
        or standing.rounds + 1 != event.round
        or len(table) != event.count
        or not 0 <= winner < len(state.piles)
    ):
        raise impossible(state, event)
    won = returned_cards(setup.rules.return_order, setup.chance, table, winner, event.round)
    piles = state.piles
    piles = (*piles[:winner], piles[winner] + won, *piles[winner + 1 :])
    return _leave(state, standing, piles, ())


def eliminate(state: Playing, event: SeatEliminated) -> Playing:
    """Take a seat without cards out of the game."""
    match state.stage:
        case Leaving(seats=seats):
            leaving = seats
        case War(hiding=(), participants=()):
            leaving = seats_without_cards(state)
        case _:
            leaving = ()
    if (
        not leaving
        or leaving[0] != event.seat
        or state.standing.rounds + 1 != event.round
        or place_of_leaving(state, leaving) != event.place
    ):
        raise impossible(state, event)
    places = state.standing.places
    standing = make_standing(
        rounds=state.standing.rounds,
        wars=state.standing.wars,
        places=(*places[: event.seat], event.place, *places[event.seat + 1 :]),
        in_game=tuple(seat for seat in state.standing.in_game if seat != event.seat),
        anchors=state.standing.anchors,
    )
    return _leave(state, standing, state.piles, state.table)


def _is_settled(state: Playing) -> bool:
    match state.stage:
        case Turning(seats=(), faces=faces):
            return len(faces) > 0
        case War(hiding=()):
            return True
        case _:
            return False


def _leave(state: Playing, standing: Standing, piles: Piles, table: tuple[Laid, ...]) -> Playing:
    """Go on to the seats that must leave, or close the round."""
    leaving = tuple([seat for seat in standing.in_game if not piles[seat]])
    if leaving:
        return make_playing(
            setup=state.setup,
            control=state.control,
            standing=standing,
            piles=piles,
            table=table,
            stage=Leaving(seats=leaving),
        )
    rounds = standing.rounds + 1
    closed = make_standing(
        rounds=rounds,
        wars=standing.wars,
        places=standing.places,
        in_game=standing.in_game,
        anchors=_next_anchors(standing.anchors, rounds, piles, table),
    )
    return begin_round(state.setup, state.control, closed, piles, table)


def first_anchors(setup: Setup, piles: Piles) -> tuple[Anchor, ...]:
    """Keep the deal to be met again, where an exact repetition would prove an endless game.

    Shuffled returns differ from round to round, and unknown faces prove nothing. A cap ends every
    game by itself: to look for repetitions as well would let the result hang on how soon one is
    found.
    """
    is_shuffled = setup.rules.return_order is ReturnOrder.SHUFFLED
    if setup.chance is None or setup.rules.cap is not None or is_shuffled:
        return ()
    return (Anchor(rounds=0, piles=piles, table=()),)


def _next_anchors(
    anchors: tuple[Anchor, ...], rounds: int, piles: Piles, table: tuple[Laid, ...]
) -> tuple[Anchor, ...]:
    """Keep the state of every power of two of rounds, at most 18 until the game is stopped.

    Brent keeps the last of them alone and then waits until it lies a whole cycle back. Here most
    cycles are far longer than the way into them, so an early anchor meets them much sooner: after
    at most twice the way in and once the cycle. A repetition stays visible until it is judged.
    """
    if not anchors or rounds & (rounds - 1) or is_repeated(anchors, rounds, piles, table):
        return anchors
    return (*anchors, Anchor(rounds=rounds, piles=piles, table=table))
