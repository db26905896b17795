"""What lies on a game's table, for everybody: the public fold of its events.

Pure. It knows no face that is not shown, so a page, a snapshot and a replay may all show it. The
fold trusts its events; whether they follow the rules is the audit's question.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from polemos.log.entries import Entry
from polemos.projections.histories import EMPTY_HISTORY, History, note
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
class Setting:
    """What changes seldom.

    Args:
        game: the stream.
        rules: the rule set, or none before the game is opened.
        deal: the scheme that derives the deck.
        commitment: the server's, for the present attempt at the deal; empty before the first event.
        seats: who sits, by seat; their commitments are empty after an aborted deal, until they
            commit anew.
        is_locked: whether seats and commitments are final.
        revealed: the seats that have revealed their entropy, ascending.
        set_aside: cards left over in an equal deal.
        first_seat: the seat that got the first card, or none before the deal.
        opened_at: Unix milliseconds.
        dealt_at: Unix milliseconds, or none before the deal.
        tempo: of auto-play.
        is_autoplay_on: whether beats follow by themselves.
        ended: how the game ended, or none.
    """

    game: str
    rules: RuleSet | None = None
    deal: DealScheme | None = None
    commitment: str = ""
    seats: tuple[SeatTaken, ...] = ()
    is_locked: bool = False
    revealed: tuple[int, ...] = ()
    set_aside: int = 0
    first_seat: int | None = None
    opened_at: int = 0
    dealt_at: int | None = None
    tempo: Tempo | None = None
    is_autoplay_on: bool = False
    ended: GameEnded | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What changes from round to round.

    Args:
        wars: wars that began.
        rounds_completed: as it says.
        places: each seat's place by seat, where it is known.
        history: the piles at the ends of rounds, thinned.
    """

    wars: int
    rounds_completed: int
    places: tuple[int | None, ...]
    history: History


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game as everybody sees it after some of its events.

    Args:
        setting: who plays by which rules, at which tempo.
        standing: how far it has come.
        events: how many were folded, which is the last one's seq.
        last_at: Unix milliseconds of the last event.
        round: the round that is played or was played last, 0 before the first.
        step: the newest step of that round.
        piles: cards of each seat, by seat.
        laid: the cards on the table as the events that laid them, in that order.
    """

    setting: Setting
    standing: Standing
    events: int
    last_at: int
    round: int
    step: int
    piles: tuple[int, ...]
    laid: tuple[CardFlipped | CardHidden, ...]


# Two or three tables a round are made, so these must be quick.
make_table, make_standing = maker(Table), maker(Standing)


def initial_table(game: str) -> Table:
    """Give the table of a game before its first event."""
    return Table(
        setting=Setting(game=game),
        standing=Standing(wars=0, rounds_completed=0, places=(), history=EMPTY_HISTORY),
        events=0,
        last_at=0,
        round=0,
        step=0,
        piles=(),
        laid=(),
    )


def fold(table: Table, entry: Entry) -> Table:
    """Give the table after one more event."""
    event = entry.event
    match event:
        case CardFlipped() | CardHidden():
            seat, piles = event.seat, table.piles
            return make_table(
                setting=table.setting,
                standing=table.standing,
                events=entry.seq,
                last_at=entry.at,
                round=event.round,
                step=event.step,
                piles=(*piles[:seat], piles[seat] - 1, *piles[seat + 1 :]),
                laid=(*table.laid, event),
            )
        case PileReturned():
            return _return(table, entry, event)
        case _:
            changed = _fold_rare(table, event, entry.at)
            return replace(changed, events=entry.seq, last_at=entry.at)


def _return(table: Table, entry: Entry, event: PileReturned) -> Table:
    seat, piles, standing = event.seat, table.piles, table.standing
    piles = (*piles[:seat], piles[seat] + event.count, *piles[seat + 1 :])
    return make_table(
        setting=table.setting,
        standing=make_standing(
            wars=standing.wars,
            rounds_completed=event.round,
            places=standing.places,
            history=note(standing.history, event.round, piles),
        ),
        events=entry.seq,
        last_at=entry.at,
        round=event.round,
        step=table.step,
        piles=piles,
        laid=(),
    )


def _fold_rare(table: Table, event: Event, at: int) -> Table:
    setting, standing = table.setting, table.standing
    match event:
        case TieDeclared():
            # A tie in a war goes on with the same war.
            wars = standing.wars + (event.step == 0)
            return replace(table, step=event.step, standing=replace(standing, wars=wars))
        case SeatEliminated():
            return replace(table, standing=_eliminate(table, event))
        case AutoplayStarted():
            return replace(table, setting=replace(setting, is_autoplay_on=True))
        case AutoplayPaused():
            return replace(table, setting=replace(setting, is_autoplay_on=False))
        case TempoChanged():
            return replace(table, setting=replace(setting, tempo=event.tempo))
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
    setting = table.setting
    match event:
        case GameOpened():
            return _open(table, event, at)
        case SeatTaken():
            others = [taken for taken in setting.seats if taken.seat != event.seat]
            seats = tuple(sorted([*others, event], key=lambda taken: taken.seat))
            return replace(table, setting=replace(setting, seats=seats))
        case SeatReleased():
            return replace(table, setting=_release(setting, event))
        case SeatsLocked():
            return replace(table, setting=replace(setting, is_locked=True))
        case EntropyRevealed():
            revealed = tuple(sorted({*setting.revealed, event.seat}))
            return replace(table, setting=replace(setting, revealed=revealed))
        case CardsDealt():
            return _deal(table, event, at)
        case _:
            assert_never(event)


def _release(setting: Setting, event: SeatReleased) -> Setting:
    seats = tuple(taken for taken in setting.seats if taken.seat != event.seat)
    if event.commitment is None:
        return replace(setting, seats=seats)
    return replace(
        setting,
        commitment=event.commitment,
        seats=tuple(replace(taken, commitment="") for taken in seats),
        is_locked=False,
        revealed=(),
    )


def _open(table: Table, event: GameOpened, at: int) -> Table:
    players = event.rules.players
    setting = replace(
        table.setting,
        rules=event.rules,
        deal=event.deal,
        commitment=event.commitment,
        opened_at=at,
        tempo=event.tempo,
    )
    standing = replace(table.standing, places=(None,) * players)
    return replace(table, setting=setting, standing=standing, piles=(0,) * players)


def _deal(table: Table, event: CardsDealt, at: int) -> Table:
    setting = replace(
        table.setting, set_aside=event.set_aside, first_seat=event.first_seat, dealt_at=at
    )
    history = note(table.standing.history, 0, event.counts)
    standing = replace(table.standing, history=history)
    return replace(table, setting=setting, standing=standing, piles=event.counts)


def _eliminate(table: Table, event: SeatEliminated) -> Standing:
    standing = table.standing
    places = (*standing.places[: event.seat], event.place, *standing.places[event.seat + 1 :])
    if standing.rounds_completed == event.round:
        return replace(standing, places=places)
    # A dead pot: the round is over and its cards stay on the table (edge case 4).
    history = note(standing.history, event.round, table.piles)
    return replace(standing, places=places, rounds_completed=event.round, history=history)


def _end(table: Table, event: GameEnded) -> Table:
    standing = replace(
        table.standing,
        rounds_completed=event.rounds,
        wars=event.wars,
        places=event.places or table.standing.places,
    )
    setting = replace(table.setting, ended=event, is_autoplay_on=False)
    return replace(table, setting=setting, standing=standing)
