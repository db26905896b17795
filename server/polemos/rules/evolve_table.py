"""Apply what a seat lays and what a tie makes of it.

Every event is held against the stage it meets: who is due and which card lies on top.
"""

from polemos.rules.cards import UNKNOWN, Card, deck
from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import CardFlipped, CardHidden, TieDeclared
from polemos.rules.impossible import impossible
from polemos.rules.quick import make_playing, make_standing, make_turning, make_war
from polemos.rules.state import Playing, Turning, War
from polemos.rules.war import begin_war


def flip(state: Playing, event: CardFlipped) -> Playing:
    """Move the top card of a pile, face up, to the table."""
    stage, seat, card = state.stage, event.seat, event.card
    if (
        not isinstance(stage, Turning)
        or not stage.seats
        or stage.seats[0] != seat
        or stage.step != event.step
        or state.standing.rounds + 1 != event.round
    ):
        raise impossible(state, event)
    piles = state.piles
    pile = piles[seat]
    # An unknown face is what a state without the secret answers; it never happened.
    if pile[0] != card or card == UNKNOWN:
        _refuse_wrong_face(state, event, pile[0])
    laid = ((seat, card),)
    return make_playing(
        setup=state.setup,
        control=state.control,
        standing=state.standing,
        piles=(*piles[:seat], pile[1:], *piles[seat + 1 :]),
        table=state.table + laid,
        stage=make_turning(step=stage.step, seats=stage.seats[1:], faces=stage.faces + laid),
    )


def declare_tie(state: Playing, event: TieDeclared) -> Playing:
    """Begin the next step of a war."""
    stage, standing = state.stage, state.standing
    if (
        not isinstance(stage, Turning)
        or stage.seats
        or stage.step != event.step
        or standing.rounds + 1 != event.round
    ):
        raise impossible(state, event)
    war = begin_war(state.setup.rules, state.piles, event.step + 1, event.seats)
    if war.participants != event.participants:
        raise impossible(state, event)
    if event.step == 0:
        standing = make_standing(
            rounds=standing.rounds,
            wars=standing.wars + 1,
            places=standing.places,
            in_game=standing.in_game,
            anchors=standing.anchors,
        )
    return make_playing(
        setup=state.setup,
        control=state.control,
        standing=standing,
        piles=state.piles,
        table=state.table,
        stage=_after_hiding(war),
    )


def hide(state: Playing, event: CardHidden) -> Playing:
    """Move the top card of a pile, face down, to the table."""
    stage, seat = state.stage, event.seat
    if (
        not isinstance(stage, War)
        or not stage.hiding
        or stage.hiding[0] != seat
        or stage.step != event.step
        or state.standing.rounds + 1 != event.round
    ):
        raise impossible(state, event)
    piles = state.piles
    pile = piles[seat]
    war = make_war(
        step=stage.step,
        hiding=stage.hiding[1:],
        participants=stage.participants,
        leaders=stage.leaders,
    )
    return make_playing(
        setup=state.setup,
        control=state.control,
        standing=state.standing,
        piles=(*piles[:seat], pile[1:], *piles[seat + 1 :]),
        table=(*state.table, (seat, pile[0])),
        stage=_after_hiding(war),
    )


def _after_hiding(war: War) -> War | Turning:
    if war.hiding or len(war.participants) < 2:
        return war
    return make_turning(step=war.step, seats=war.participants, faces=())


def _refuse_wrong_face(state: Playing, event: CardFlipped, top: Card) -> None:
    """Let a face that nobody could know pass, as long as it is a card that still can come."""
    rules = state.setup.rules
    if event.card not in deck(rules.deck):
        raise ImpossibleEvent(f"{event.card!r} is no card of a deck of {rules.deck}.")
    if any(card == event.card for _, card in state.table):
        raise ImpossibleEvent(f"{event.card} lies on the table already.")
    if top != UNKNOWN:
        raise ImpossibleEvent(
            f"Seat {event.seat} turned {event.card} in round {event.round}, but {top} lay on top."
        )
