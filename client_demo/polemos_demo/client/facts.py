"""What a client must know of a game beyond its table: commitments, reveals, the next card. Pure.

Learnt from the same events as the table, or from a snapshot of it.
"""

from dataclasses import dataclass, replace

from polemos.projections.tables import Table
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    CardsDealt,
    EntropyRevealed,
    Event,
    GameEnded,
    GameOpened,
    PileReturned,
    ReleaseReason,
    SeatEliminated,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    TieDeclared,
)

CardPlace = tuple[int, int]
"""A round, counted from 1, and a step of it, counted from 0: where a card is turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A game's lobby and course.

    Args:
        players: seats, 0 before the game is opened.
        commitment: the server's for the present attempt to deal, or none where it is not known.
        seats: who sits, with the commitment of the present attempt or an empty one.
        released: why a seat that nobody sits on became free, by seat.
        revealed: seats that opened their commitment of the present attempt.
        is_locked: whether the commitments are final.
        is_dealt: whether the cards are.
        is_over: whether the game has ended.
        next_card: which cards are turned next, or none before the deal.
    """

    players: int = 0
    commitment: str | None = None
    seats: tuple[SeatTaken, ...] = ()
    released: tuple[tuple[int, ReleaseReason], ...] = ()
    revealed: frozenset[int] = frozenset()
    is_locked: bool = False
    is_dealt: bool = False
    is_over: bool = False
    next_card: CardPlace | None = None

    @property
    def has_people(self) -> bool:
        """Whether a person sits in the game."""
        return any(taken.kind is SeatKind.HUMAN for taken in self.seats)

    @property
    def is_lobby(self) -> bool:
        """Whether seats can be taken and committed."""
        is_opened = self.players > 0
        return is_opened and not (self.is_locked or self.is_dealt or self.is_over)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that nobody sits on, ascending."""
        taken = {one.seat for one in self.seats}
        return tuple(seat for seat in range(self.players) if seat not in taken)

    def holder(self, seat: int) -> SeatTaken | None:
        """Tell who sits on a seat."""
        return next((taken for taken in self.seats if taken.seat == seat), None)

    def release_of(self, seat: int) -> ReleaseReason | None:
        """Tell why a seat is free that somebody sat on."""
        return dict(self.released).get(seat)


def learn(facts: Facts, event: Event) -> Facts:
    """Give what is known after one more event."""
    match event:
        case CardFlipped() | CardHidden():
            return facts
        case PileReturned() | SeatEliminated():
            return replace(facts, next_card=(event.round + 1, 0))
        case TieDeclared():
            return replace(facts, next_card=(event.round, event.step + 1))
        case CardsDealt():
            return replace(facts, is_dealt=True, next_card=(1, 0))
        case GameEnded():
            return replace(facts, is_over=True)
        case _:
            return _learn_lobby(facts, event)


def _learn_lobby(facts: Facts, event: Event) -> Facts:
    match event:
        case GameOpened():
            return Facts(players=event.rules.players, commitment=event.commitment)
        case SeatTaken():
            return _take(facts, event)
        case SeatReleased():
            return _release(facts, event)
        case SeatsLocked():
            return replace(facts, is_locked=True)
        case EntropyRevealed():
            return replace(facts, revealed=facts.revealed | {event.seat})
        case _:
            return facts


def _take(facts: Facts, event: SeatTaken) -> Facts:
    others = [taken for taken in facts.seats if taken.seat != event.seat]
    released = tuple(pair for pair in facts.released if pair[0] != event.seat)
    return replace(facts, seats=(*others, event), released=released)


def _release(facts: Facts, event: SeatReleased) -> Facts:
    remaining = tuple(taken for taken in facts.seats if taken.seat != event.seat)
    released = (*facts.released, (event.seat, event.reason))
    if event.commitment is None:
        return replace(facts, seats=remaining, released=released)
    # The deal is aborted: everybody commits anew.
    return replace(
        facts,
        commitment=event.commitment,
        seats=tuple(replace(taken, commitment="") for taken in remaining),
        released=released,
        revealed=frozenset(),
        is_locked=False,
    )


def facts_of(table: Table) -> Facts:
    """Read from a table what it tells."""
    rules, is_dealt = table.setting.rules, table.setting.dealt_at is not None
    return Facts(
        players=0 if rules is None else rules.players,
        commitment=table.setting.commitment or None,
        seats=table.setting.seats,
        revealed=frozenset(table.setting.revealed),
        is_locked=table.setting.is_locked,
        is_dealt=is_dealt,
        is_over=table.setting.ended is not None,
        next_card=_next_card(table) if is_dealt else None,
    )


def _next_card(table: Table) -> CardPlace:
    """Tell the next card, given that cards are turned next; the events tell it otherwise."""
    if not table.laid or table.standing.rounds_completed == table.round:
        return table.standing.rounds_completed + 1, 0
    match table.laid[-1]:
        case CardHidden(step=step):
            return table.round, step
        case CardFlipped(step=step):
            # A tie without hidden cards, or a comparison whose outcome comes next.
            return table.round, step + 1
