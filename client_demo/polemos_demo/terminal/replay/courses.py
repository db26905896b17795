"""How a game went: the piles after every round, and its moments.

The leader is the last seat that held more cards than every other after a round. The lead changes
where it passes to another seat; that somebody leads for the first time is no change. The page's
`replay/course.js` says the same.
"""

from dataclasses import dataclass, field, replace

from polemos.log.entries import Entry
from polemos.projections.tables import Table
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    CardsDealt,
    GameEnded,
    GameOpened,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The piles after a round; round 0 is the deal.

    Args:
        seq: the event that completed the round.
    """

    seq: int
    round: int
    piles: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class War:
    """A war; `steps` counts its ties."""

    seq: int
    round: int
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadChange:
    """A seat takes the lead from another."""

    seq: int
    round: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """A seat is out."""

    seq: int
    round: int
    seat: int
    place: int


@dataclass(slots=True)
class Course:
    """What became of a game so far; it grows with every event.

    Args:
        deck: cards of the whole game.
        points: by round.
        wars: in their order, as are the others.
        is_ended: whether nothing can follow.
    """

    deck: int = 52
    points: list[Point] = field(default_factory=list)
    wars: list[War] = field(default_factory=list)
    leads: list[LeadChange] = field(default_factory=list)
    outs: list[Elimination] = field(default_factory=list)
    is_ended: bool = False
    _piles: list[int] = field(default_factory=list)
    _leader: int | None = None

    @property
    def last_round(self) -> int:
        """The last completed round."""
        return self.points[-1].round if self.points else 0

    def begin(self, table: Table) -> None:
        """Go on from a table that stands for events which were not seen."""
        if table.setting.rules is None:
            return
        self.deck = table.setting.rules.deck
        self._piles = list(table.piles)
        self.is_ended = table.setting.ended is not None
        for number, *piles in table.standing.history.points:
            self.points.append(Point(seq=table.events, round=number, piles=tuple(piles)))

    def append(self, entry: Entry) -> None:
        """Take one more event."""
        match entry.event:
            case CardFlipped(seat=seat) | CardHidden(seat=seat):
                self._piles[seat] -= 1
            case TieDeclared(round=number, step=step):
                self._tie(entry.seq, number, step)
            case PileReturned(round=number, seat=seat, count=count):
                self._piles[seat] += count
                self._complete(entry.seq, number)
            case SeatEliminated(round=number, seat=seat, place=place):
                out = Elimination(seq=entry.seq, round=number, seat=seat, place=place)
                self.outs.append(out)
                self._complete(entry.seq, number)  # a dead pot: nobody took it
            case _:
                self._append_rare(entry)

    def _append_rare(self, entry: Entry) -> None:
        match entry.event:
            case GameOpened(rules=rules):
                self.deck, self._piles = rules.deck, [0] * rules.players
            case CardsDealt(counts=counts):
                self._piles = list(counts)
                self._note(entry.seq, 0)
            case GameEnded(rounds=rounds):
                # A round in which nobody could turn another card is completed by the end.
                self._complete(entry.seq, rounds)
                self.is_ended = True
            case _:
                pass

    def _tie(self, seq: int, number: int, step: int) -> None:
        if step == 0:
            self.wars.append(War(seq=seq, round=number, steps=1))
        elif self.wars and self.wars[-1].round == number:
            self.wars[-1] = replace(self.wars[-1], steps=self.wars[-1].steps + 1)

    def _complete(self, seq: int, number: int) -> None:
        if self.points and number > self.last_round:
            self._note(seq, number)

    def _note(self, seq: int, number: int) -> None:
        self.points.append(Point(seq=seq, round=number, piles=tuple(self._piles)))
        most = max(self._piles)
        leading = [seat for seat, count in enumerate(self._piles) if count == most]
        if len(leading) > 1 or leading[0] == self._leader:
            return
        if self._leader is not None:
            self.leads.append(LeadChange(seq=seq, round=number, seat=leading[0]))
        self._leader = leading[0]
