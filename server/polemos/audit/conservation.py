"""An independent count of the cards: it knows no rule, only that no card comes or goes."""

from polemos.audit.findings import Code, Fault
from polemos.rules.cards import Card, deck
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    CardsDealt,
    Event,
    GameOpened,
    PileReturned,
)


class CardCount:
    """Follows how many cards lie where, and which faces lie on the table."""

    __slots__ = ("_deck", "_faces", "_piles", "_table_count")

    def __init__(self) -> None:
        self._deck: frozenset[Card] = frozenset()
        self._piles: list[int] = []
        self._faces: set[Card] = set()
        self._table_count = 0

    def follow(self, event: Event) -> None:
        """Count what an event moves.

        Raises:
            Fault: it moves a card that is not there, or turns one that cannot lie there.
        """
        match event:
            case CardFlipped(seat=seat, card=card):
                self._turn(card)
                self._lay(seat)
            case CardHidden(seat=seat):
                self._lay(seat)
            case PileReturned(seat=seat, count=count):
                self._return(seat, count)
            case CardsDealt():
                self._deal(event)
            case GameOpened(rules=rules):
                self._deck = frozenset(deck(rules.deck))
            case _:
                pass

    def _deal(self, event: CardsDealt) -> None:
        total = sum(event.counts) + event.set_aside
        if total != len(self._deck):
            raise Fault(
                Code.NOT_CONSERVED, f"{total} cards were dealt from a deck of {len(self._deck)}."
            )
        self._piles = list(event.counts)

    def _turn(self, card: Card) -> None:
        if card not in self._deck:
            raise Fault(
                Code.NOT_CONSERVED,
                f"{card} was turned, which is not in a deck of {len(self._deck)}.",
            )
        if card in self._faces:
            raise Fault(Code.CARD_REPEATED, f"{card} was turned, but lies on the table already.")
        self._faces.add(card)

    def _lay(self, seat: int) -> None:
        if seat >= len(self._piles) or not self._piles[seat]:
            raise Fault(Code.NOT_CONSERVED, f"Seat {seat} laid a card without holding one.")
        self._piles[seat] -= 1
        self._table_count += 1

    def _return(self, seat: int, count: int) -> None:
        if seat >= len(self._piles) or count != self._table_count:
            raise Fault(
                Code.NOT_CONSERVED,
                f"Seat {seat} took {count} cards, but {self._table_count} lay on the table.",
            )
        self._piles[seat] += count
        self._table_count = 0
        self._faces.clear()
