"""Apply what happened before the deal."""

from dataclasses import replace
from typing import TypeVar

from polemos.rules.deal import deal_cards, deal_counts, first_seat, set_aside_count
from polemos.rules.decide_lobby import transcript
from polemos.rules.errors import ImpossibleEvent, RuleViolation
from polemos.rules.events import (
    CardsDealt,
    EntropyRevealed,
    Event,
    GameEnded,
    GameOpened,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
)
from polemos.rules.evolve_round import begin_round, first_anchors
from polemos.rules.presets import check_rules
from polemos.rules.shown import shown
from polemos.rules.state import (
    Control,
    Ended,
    Lobby,
    Playing,
    Seat,
    Setup,
    Standing,
    Unopened,
)

EVENT_LETTERS_MAX = 200
"""An event's texts may be as long as a line; a message shows the beginning."""

Item = TypeVar("Item")


def evolve_unopened(state: Unopened, event: Event) -> Lobby:
    """Apply the first event of a game; see `evolve`."""
    if not isinstance(event, GameOpened):
        raise ImpossibleEvent(
            f"The first event of {state.game} is a {type(event).__name__}, not a GameOpened."
        )
    try:
        # An edited stream could ask for a million seats.
        check_rules(event.rules)
    except RuleViolation as violation:
        raise ImpossibleEvent(f"{state.game} cannot be opened so. {violation}") from None
    nobody = (None,) * event.rules.players
    return Lobby(
        game=state.game,
        dealer=state.dealer,
        opening=event,
        commitment=event.commitment,
        seats=nobody,
        is_locked=False,
        entropies=nobody,
        spent=frozenset(),
    )


def evolve_lobby(state: Lobby, event: Event) -> Lobby | Playing | Ended:
    """Apply one event before the deal; see `evolve`."""
    match event:
        case SeatTaken():
            return _take(state, event)
        case SeatReleased():
            return _release(state, event)
        case SeatsLocked():
            return _lock(state, event)
        case EntropyRevealed():
            return _reveal(state, event)
        case CardsDealt():
            return _deal(state, event)
        case GameEnded():
            return Ended(game=state.game, piles=(), table=(), set_aside=(), result=event)
        case _:
            raise _impossible(state, event)


def _take(state: Lobby, event: SeatTaken) -> Lobby:
    if state.is_locked or not 0 <= event.seat < len(state.seats):
        raise _impossible(state, event)
    holder = state.seats[event.seat]
    if holder is not None and holder.commitment:
        raise _impossible(state, event)
    seat = Seat(kind=event.kind, player=event.player, commitment=event.commitment)
    return replace(state, seats=_put(state.seats, event.seat, seat))


def _release(state: Lobby, event: SeatReleased) -> Lobby:
    if not 0 <= event.seat < len(state.seats) or state.seats[event.seat] is None:
        raise _impossible(state, event)
    remaining = _put(state.seats, event.seat, None)
    if not state.is_locked:
        return replace(state, seats=remaining)
    if event.commitment is None:
        raise _impossible(state, event)
    return Lobby(
        game=state.game,
        dealer=state.dealer,
        opening=state.opening,
        commitment=event.commitment,
        seats=tuple(_without_commitment(seat) for seat in remaining),
        is_locked=False,
        entropies=(None,) * len(state.seats),
        spent=state.spent | {seat.commitment for seat in state.seats if seat is not None},
    )


def _lock(state: Lobby, event: SeatsLocked) -> Lobby:
    if (
        state.is_locked
        or event.players != len(state.seats)
        or not all(seat is not None and seat.commitment for seat in state.seats)
    ):
        raise _impossible(state, event)
    return replace(state, is_locked=True)


def _reveal(state: Lobby, event: EntropyRevealed) -> Lobby:
    if (
        not state.is_locked
        or not 0 <= event.seat < len(state.seats)
        or state.entropies[event.seat] is not None
    ):
        raise _impossible(state, event)
    return replace(state, entropies=_put(state.entropies, event.seat, event.entropy))


def _deal(state: Lobby, event: CardsDealt) -> Playing:
    rules, seats = state.opening.rules, tuple(seat for seat in state.seats if seat is not None)
    if (
        not state.is_locked
        or not 0 <= event.first_seat < rules.players
        or event.counts != deal_counts(rules, event.first_seat)
        or event.set_aside != set_aside_count(rules)
    ):
        raise _impossible(state, event)
    try:
        chance = state.dealer.chance(transcript(state))
    except RuleViolation as violation:
        raise ImpossibleEvent(f"The cards were dealt too early. {violation}") from None
    if chance is not None and first_seat(rules, chance) != event.first_seat:
        raise ImpossibleEvent(
            f"Seat {event.first_seat} got the first card, but the derivation gives it to seat "
            f"{first_seat(rules, chance)}."
        )
    hands = deal_cards(rules, chance, event.first_seat)
    setup = Setup(
        game=state.game,
        dealer=state.dealer,
        opening=state.opening,
        rules=rules,
        commitment=state.commitment,
        seats=seats,
        chance=chance,
        set_aside=hands.set_aside,
    )
    standing = Standing(
        rounds=0,
        wars=0,
        places=(None,) * rules.players,
        in_game=tuple(range(rules.players)),
        anchors=first_anchors(setup, hands.piles),
    )
    control = Control(tempo=state.opening.tempo, is_autoplay_on=False)
    return begin_round(setup, control, standing, hands.piles, ())


def _put(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*row[:place], item, *row[place + 1 :])


def _without_commitment(seat: Seat | None) -> Seat | None:
    if seat is None:
        return None
    return Seat(kind=seat.kind, player=seat.player, commitment="")


def _impossible(state: Lobby, event: Event) -> ImpossibleEvent:
    return ImpossibleEvent(
        f"{shown(event, EVENT_LETTERS_MAX)} cannot follow in the lobby of {state.game}, "
        f"whose seats are {'locked' if state.is_locked else 'open'}."
    )
