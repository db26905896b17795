"""Apply what happened on the table.

Every event is held against the stage it meets: who is due, which card lies on top, how much lies on
the table. Which seat wins a comparison is `decide`'s word alone; an audit compares the two.
"""

from polemos.rules.beats import place_of_leaving, seats_without_cards
from polemos.rules.cards import UNKNOWN, Card, deck
from polemos.rules.comparison import Laid
from polemos.rules.endings import is_repeated
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
from polemos.rules.returns import returned_cards
from polemos.rules.rule_set import ReturnOrder
from polemos.rules.state import (
    Anchor,
    Control,
    Ended,
    Leaving,
    Piles,
    Playing,
    Setup,
    Standing,
    Turning,
    War,
    seats_in_game,
)
from polemos.rules.war import begin_war

TableEvent = CardFlipped | TieDeclared | CardHidden | PileReturned | SeatEliminated


def evolve_play(state: Playing, event: Event) -> Playing | Ended:
    """Apply one event of a game in play; see `evolve`."""
    match event:
        case CardFlipped():
            return _flip(state, event)
        case PileReturned():
            return _return_pot(state, event)
        case CardHidden():
            return _hide(state, event)
        case TieDeclared():
            return _declare_tie(state, event)
        case SeatEliminated():
            return _eliminate(state, event)
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


def begin_round(
    setup: Setup, control: Control, standing: Standing, piles: Piles, table: tuple[Laid, ...]
) -> Playing:
    """Stand before the first card of a round."""
    return Playing(
        setup=setup,
        control=control,
        standing=standing,
        piles=piles,
        table=table,
        stage=Turning(step=0, seats=seats_in_game(standing), faces=()),
    )


def _flip(state: Playing, event: CardFlipped) -> Playing:
    stage, seat, card = state.stage, event.seat, event.card
    if (
        not isinstance(stage, Turning)
        or not stage.seats
        or stage.seats[0] != seat
        or stage.step != event.step
        or state.standing.rounds + 1 != event.round
    ):
        raise _impossible(state, event)
    piles = state.piles
    pile = piles[seat]
    if pile[0] != card:
        _refuse_wrong_face(state, event, pile[0])
    laid = ((seat, card),)
    return Playing(
        setup=state.setup,
        control=state.control,
        standing=state.standing,
        piles=(*piles[:seat], pile[1:], *piles[seat + 1 :]),
        table=state.table + laid,
        stage=Turning(step=stage.step, seats=stage.seats[1:], faces=stage.faces + laid),
    )


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


def _declare_tie(state: Playing, event: TieDeclared) -> Playing:
    stage, standing = state.stage, state.standing
    if (
        not isinstance(stage, Turning)
        or stage.seats
        or stage.step != event.step
        or standing.rounds + 1 != event.round
    ):
        raise _impossible(state, event)
    war = begin_war(state.setup.rules, state.piles, event.step + 1, event.seats)
    if war.participants != event.participants:
        raise _impossible(state, event)
    if event.step == 0:
        standing = Standing(
            rounds=standing.rounds,
            wars=standing.wars + 1,
            places=standing.places,
            anchor=standing.anchor,
        )
    return Playing(
        setup=state.setup,
        control=state.control,
        standing=standing,
        piles=state.piles,
        table=state.table,
        stage=_after_hiding(war),
    )


def _hide(state: Playing, event: CardHidden) -> Playing:
    stage, seat = state.stage, event.seat
    if (
        not isinstance(stage, War)
        or not stage.hiding
        or stage.hiding[0] != seat
        or stage.step != event.step
        or state.standing.rounds + 1 != event.round
    ):
        raise _impossible(state, event)
    piles = state.piles
    pile = piles[seat]
    war = War(
        step=stage.step,
        hiding=stage.hiding[1:],
        participants=stage.participants,
        leaders=stage.leaders,
    )
    return Playing(
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
    return Turning(step=war.step, seats=war.participants, faces=())


def _return_pot(state: Playing, event: PileReturned) -> Playing:
    setup, standing, table, winner = state.setup, state.standing, state.table, event.seat
    if (
        not _is_settled(state)
        or standing.rounds + 1 != event.round
        or len(table) != event.count
        or not 0 <= winner < len(state.piles)
    ):
        raise _impossible(state, event)
    won = returned_cards(setup.rules.return_order, setup.chance, table, winner, event.round)
    piles = state.piles
    piles = (*piles[:winner], piles[winner] + won, *piles[winner + 1 :])
    return _leave(state, standing, piles, ())


def _is_settled(state: Playing) -> bool:
    match state.stage:
        case Turning(seats=(), faces=faces):
            return len(faces) > 0
        case War(hiding=()):
            return True
        case _:
            return False


def _eliminate(state: Playing, event: SeatEliminated) -> Playing:
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
        raise _impossible(state, event)
    places = state.standing.places
    standing = Standing(
        rounds=state.standing.rounds,
        wars=state.standing.wars,
        places=(*places[: event.seat], event.place, *places[event.seat + 1 :]),
        anchor=state.standing.anchor,
    )
    return _leave(state, standing, state.piles, state.table)


def _leave(state: Playing, standing: Standing, piles: Piles, table: tuple[Laid, ...]) -> Playing:
    """Go on to the seats that must leave, or close the round."""
    leaving = tuple([seat for seat in seats_in_game(standing) if not piles[seat]])
    if leaving:
        return Playing(
            setup=state.setup,
            control=state.control,
            standing=standing,
            piles=piles,
            table=table,
            stage=Leaving(seats=leaving),
        )
    rounds = standing.rounds + 1
    closed = Standing(
        rounds=rounds,
        wars=standing.wars,
        places=standing.places,
        anchor=_next_anchor(state.setup, standing.anchor, rounds, piles, table),
    )
    return begin_round(state.setup, state.control, closed, piles, table)


def first_anchor(setup: Setup, piles: Piles) -> Anchor | None:
    """Keep the deal to be met again, where an exact repetition would prove an endless game.

    Shuffled returns differ from round to round, and unknown faces prove nothing.
    """
    if setup.chance is None or setup.rules.return_order is ReturnOrder.SHUFFLED:
        return None
    return Anchor(rounds=0, piles=piles, table=())


def _next_anchor(
    setup: Setup, anchor: Anchor | None, rounds: int, piles: Piles, table: tuple[Laid, ...]
) -> Anchor | None:
    """Move the anchor at every power of two (Brent), which meets a cycle of any length in time.

    One state is kept, and a repetition stays visible until it is judged.
    """
    if anchor is None or rounds & (rounds - 1) or is_repeated(anchor, rounds, piles, table):
        return anchor
    return Anchor(rounds=rounds, piles=piles, table=table)


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


def _impossible(state: Playing, event: TableEvent) -> ImpossibleEvent:
    return ImpossibleEvent(
        f"{event} cannot follow in round {state.standing.rounds + 1}, where {state.stage} comes "
        f"next and {len(state.table)} cards lie on the table."
    )
