"""What lies on a game's table, for everybody: the public fold of its events.

Pure. It knows no face that is not shown, so a page, a snapshot and a replay may all show it. The
fold trusts its events; whether they follow the rules is the audit's question.
"""

from dataclasses import dataclass, replace
from typing import Any, assert_never

from polemos.log.codec import Entry
from polemos.projections.histories import EMPTY_HISTORY, History, note
from polemos.rules.cards import Card
from polemos.rules.encoding import rule_set_object
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    CardsDealt,
    DealScheme,
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
from polemos.rules.quick import maker
from polemos.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """One card on the table.

    Args:
        seat: whose it was.
        card: its face, or none for a hidden one.
        step: the step of the round that it was laid in.
    """

    seat: int
    card: Card | None
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """What does not change once the cards are dealt.

    Args:
        rules: the rule set, or none before the game is opened.
        deal: the scheme that derives the deck.
        seats: who sits, by seat.
        set_aside: cards left over in an equal deal.
        first_seat: the seat that got the first card, or none before the deal.
        opened_at: Unix milliseconds.
        dealt_at: Unix milliseconds, or none before the deal.
    """

    rules: RuleSet | None = None
    deal: DealScheme | None = None
    seats: tuple[SeatTaken, ...] = ()
    set_aside: int = 0
    first_seat: int | None = None
    opened_at: int = 0
    dealt_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game as everybody sees it after some of its events.

    Args:
        game: the stream.
        events: how many were folded, which is the last one's seq.
        lobby: who plays by which rules.
        tempo: of auto-play.
        is_autoplay_on: whether beats follow by themselves.
        round: the round that is played or was played last, 0 before the first.
        step: the newest step of that round.
        wars: wars that began.
        rounds_completed: as it says.
        piles: cards of each seat, by seat.
        laid: the cards on the table, in the order in which they were laid.
        places: each seat's place by seat, where it is known.
        history: the piles at the ends of rounds, thinned.
        last_at: Unix milliseconds of the last event.
        ended: how it ended, or none.
    """

    game: str
    events: int = 0
    lobby: Lobby = Lobby()
    tempo: Tempo | None = None
    is_autoplay_on: bool = False
    round: int = 0
    step: int = 0
    wars: int = 0
    rounds_completed: int = 0
    piles: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    places: tuple[int | None, ...] = ()
    history: History = EMPTY_HISTORY
    last_at: int = 0
    ended: GameEnded | None = None


make_table, make_laid = maker(Table), maker(Laid)


def initial_table(game: str) -> Table:
    """Give the table of a game before its first event."""
    return Table(game=game)


def fold(table: Table, entry: Entry) -> Table:
    """Give the table after one more event."""
    event = entry.event
    match event:
        case CardFlipped():
            return _lay(table, entry, event, event.card)
        case CardHidden():
            return _lay(table, entry, event, None)
        case PileReturned():
            return _return(table, entry, event)
        case _:
            changed = _fold_rare(table, event, entry.at)
            return replace(changed, events=entry.seq, last_at=entry.at)


def _lay(table: Table, entry: Entry, event: CardFlipped | CardHidden, card: Card | None) -> Table:
    seat, piles = event.seat, table.piles
    return make_table(
        game=table.game,
        events=entry.seq,
        lobby=table.lobby,
        tempo=table.tempo,
        is_autoplay_on=table.is_autoplay_on,
        round=event.round,
        step=event.step,
        wars=table.wars,
        rounds_completed=table.rounds_completed,
        piles=(*piles[:seat], piles[seat] - 1, *piles[seat + 1 :]),
        laid=(*table.laid, make_laid(seat=seat, card=card, step=event.step)),
        places=table.places,
        history=table.history,
        last_at=entry.at,
        ended=None,
    )


def _return(table: Table, entry: Entry, event: PileReturned) -> Table:
    seat = event.seat
    piles = (*table.piles[:seat], table.piles[seat] + event.count, *table.piles[seat + 1 :])
    return make_table(
        game=table.game,
        events=entry.seq,
        lobby=table.lobby,
        tempo=table.tempo,
        is_autoplay_on=table.is_autoplay_on,
        round=event.round,
        step=table.step,
        wars=table.wars,
        rounds_completed=event.round,
        piles=piles,
        laid=(),
        places=table.places,
        history=note(table.history, event.round, piles),
        last_at=entry.at,
        ended=None,
    )


def _fold_rare(table: Table, event: Event, at: int) -> Table:
    match event:
        case TieDeclared():
            # A tie in a war goes on with the same war.
            return replace(table, step=event.step, wars=table.wars + (event.step == 0))
        case SeatEliminated():
            return _eliminate(table, event)
        case AutoplayStarted():
            return replace(table, is_autoplay_on=True)
        case AutoplayPaused():
            return replace(table, is_autoplay_on=False)
        case TempoChanged():
            return replace(table, tempo=event.tempo)
        case GameEnded():
            return _end(table, event)
        case CardFlipped() | CardHidden() | PileReturned():
            raise AssertionError(f"{type(event).__name__} is folded above")
        case _:
            return _fold_lobby(table, event, at)


def _fold_lobby(
    table: Table,
    event: GameOpened | SeatTaken | SeatReleased | SeatsLocked | EntropyRevealed | CardsDealt,
    at: int,
) -> Table:
    lobby = table.lobby
    match event:
        case GameOpened():
            nobody = (None,) * event.rules.players
            opened = replace(lobby, rules=event.rules, deal=event.deal, opened_at=at)
            piles = (0,) * event.rules.players
            return replace(table, lobby=opened, tempo=event.tempo, places=nobody, piles=piles)
        case SeatTaken():
            others = [taken for taken in lobby.seats if taken.seat != event.seat]
            seats = tuple(sorted([*others, event], key=lambda taken: taken.seat))
            return replace(table, lobby=replace(lobby, seats=seats))
        case SeatReleased():
            seats = tuple(taken for taken in lobby.seats if taken.seat != event.seat)
            return replace(table, lobby=replace(lobby, seats=seats))
        case SeatsLocked() | EntropyRevealed():
            return table
        case CardsDealt():
            dealt = replace(
                lobby, set_aside=event.set_aside, first_seat=event.first_seat, dealt_at=at
            )
            history = note(table.history, 0, event.counts)
            return replace(table, lobby=dealt, piles=event.counts, history=history)
        case _:
            assert_never(event)


def _eliminate(table: Table, event: SeatEliminated) -> Table:
    places = (*table.places[: event.seat], event.place, *table.places[event.seat + 1 :])
    if table.rounds_completed == event.round:
        return replace(table, places=places)
    # A dead pot: the round is over and its cards stay on the table (edge case 4).
    return replace(
        table,
        places=places,
        rounds_completed=event.round,
        history=note(table.history, event.round, table.piles),
    )


def _end(table: Table, event: GameEnded) -> Table:
    return replace(
        table,
        ended=event,
        is_autoplay_on=False,
        rounds_completed=event.rounds,
        wars=event.wars,
        places=event.places or table.places,
    )


def table_json(table: Table) -> dict[str, Any]:
    """Show a table as the JSON object of a snapshot."""
    lobby, ended = table.lobby, table.ended
    return {
        "game": table.game,
        "preset": lobby.rules.preset if lobby.rules else None,
        "rules": rule_set_object(lobby.rules) if lobby.rules else None,
        "deal": lobby.deal,
        "players": lobby.rules.players if lobby.rules else 0,
        "seats": [
            {"seat": taken.seat, "kind": taken.kind, "player": taken.player}
            for taken in lobby.seats
        ],
        "tempo": table.tempo,
        "is_autoplay_on": table.is_autoplay_on,
        "round": table.round,
        "step": table.step,
        "wars": table.wars,
        "rounds_completed": table.rounds_completed,
        "piles": list(table.piles),
        "table": [{"seat": laid.seat, "card": laid.card, "step": laid.step} for laid in table.laid],
        "set_aside": lobby.set_aside,
        "first_seat": lobby.first_seat,
        "places": list(table.places),
        "opened_at": lobby.opened_at,
        "dealt_at": lobby.dealt_at,
        "last_at": table.last_at,
        "history": [list(point) for point in table.history.points],
        "events": table.events,
        "ended": None if ended is None else _end_json(ended),
    }


def _end_json(ended: GameEnded) -> dict[str, Any]:
    return {
        "reason": ended.reason,
        "winner": ended.winner,
        "places": list(ended.places),
        "rounds": ended.rounds,
        "wars": ended.wars,
    }
