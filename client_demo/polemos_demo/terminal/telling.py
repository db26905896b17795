"""A beat in one line of words. Every text of the terminal client is here. Pure."""

from typing import assert_never

from polemos.projections.tables import Table
from polemos.rules.cards import Card
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    CardsDealt,
    EndReason,
    EntropyRevealed,
    Event,
    GameEnded,
    GameOpened,
    PileReturned,
    SeatEliminated,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    Tempo,
    TempoChanged,
    TieDeclared,
)
from polemos_demo.terminal.beats import Beat

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
REASONS = {
    EndReason.ALL_CARDS: "one seat holds all the cards",
    EndReason.CAP: "the game reached its cap of rounds",
    EndReason.EXHAUSTED: "nobody could turn another card",
    EndReason.ENDLESS: "the cards came to lie exactly as before, so it would never end",
    EndReason.ABANDONED: "the game was abandoned",
    EndReason.CLOSED_BY_HOST: "the host ended the game",
    EndReason.STOPPED: "the server stopped the game",
}


def tell_card(card: Card | None) -> str:
    """Show a card as 10♥, a hidden one as a dotted field."""
    if card is None:
        return "▒▒"
    rank = "10" if card[0] == "T" else card[0]
    return rank + SUITS[card[1]]


def tell_seat(seat: int) -> str:
    """Name a seat for people, who count from 1."""
    return f"Seat {seat + 1}"


def tell_seats(seats: tuple[int, ...]) -> str:
    """Name several seats."""
    names = [tell_seat(seat) for seat in seats]
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def tell_tempo(tempo: Tempo) -> str:
    """Tell a tempo in words."""
    match tempo:
        case Tempo.LIGHTNING:
            return "lightning"
        case Tempo.ONE:
            return "1 beat a second"
        case _:
            return f"{tempo} beats a second"


def tell_duration(milliseconds: int) -> str:
    """Show a duration; a very short one to the tenth of a second."""
    if milliseconds < 10_000:
        return f"{milliseconds / 1_000:.1f} s"
    minutes, seconds = divmod(milliseconds // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def tell_beat(beat: Beat) -> str:
    """Tell a beat, as one line."""
    match beat[0]:
        case CardFlipped() as flip:
            cards = [
                f"{tell_seat(event.seat)} {tell_card(event.card)}"
                for event in beat
                if isinstance(event, CardFlipped)
            ]
            return f"Round {flip.round}: {', '.join(cards)}"
        case TieDeclared() as tie:
            return f"Round {tie.round}: {_tell_tie(tie, len(beat) - 1)}"
        case PileReturned() as returned:
            took = f"{tell_seat(returned.seat)} takes {returned.count} cards"
            return f"Round {returned.round}: {'; '.join([took, *map(_tell_single, beat[1:])])}"
        case _:
            return "; ".join(map(_tell_single, beat))


def tell_result(ended: GameEnded) -> str:
    """Tell who won, or who drew, and why."""
    if ended.winner is not None:
        headline = f"{tell_seat(ended.winner)} wins"
    elif ended.places:
        first = tuple(seat for seat, place in enumerate(ended.places) if place == 1)
        headline = f"A draw between {tell_seats(first)}"
    else:
        headline = "Ended without a result"
    figures = f"{ended.rounds:,} rounds, {ended.wars:,} wars"
    return f"{headline}: {REASONS[ended.reason]}. {figures}."


def tell_rules(table: Table) -> str:
    """Tell what is played."""
    rules = table.setting.rules
    if rules is None:
        return "waiting for the game"
    return f"{rules.preset}, {rules.deck} cards, {rules.hidden_cards} hidden in a war"


def _tell_tie(tie: TieDeclared, hidden: int) -> str:
    call = "War!" if tie.step == 0 else "The war goes on:"
    rank = "10" if tie.rank == "T" else tie.rank
    laid = f"; {hidden} hidden cards" if hidden else ""
    return f"{call} {tell_seats(tie.seats)} tie with {rank}{laid}"


def _tell_single(event: Event) -> str:
    match event:
        case CardFlipped() | TieDeclared() | PileReturned():
            return tell_beat((event,))
        case CardHidden(seat=seat):
            return f"{tell_seat(seat)} lays a hidden card"
        case SeatEliminated(seat=seat, place=place):
            return f"{tell_seat(seat)} is out, place {place}"
        case AutoplayStarted():
            return "The beats follow each other"
        case AutoplayPaused():
            return "Paused"
        case TempoChanged(tempo=tempo):
            return f"The tempo is now {tell_tempo(tempo)}"
        case GameEnded():
            return tell_result(event)
        case _:
            return _tell_lobby(event)


def _tell_lobby(
    event: GameOpened | SeatTaken | SeatReleased | SeatsLocked | EntropyRevealed | CardsDealt,
) -> str:
    match event:
        case GameOpened(rules=rules):
            return f"The game is opened with the preset {rules.preset}"
        case SeatTaken(seat=seat, kind=kind):
            return f"{tell_seat(seat)} is taken by a {kind}"
        case SeatReleased(seat=seat):
            return f"{tell_seat(seat)} is free again"
        case SeatsLocked(players=players):
            return f"The seats are locked: {players} players"
        case EntropyRevealed(seat=seat):
            return f"{tell_seat(seat)} reveals its entropy"
        case CardsDealt(counts=counts, first_seat=first):
            shared = ", ".join(map(str, counts))
            return f"The cards are dealt: {shared}; {tell_seat(first)} gets the first"
        case _:
            assert_never(event)
