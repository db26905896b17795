"""The read model of games: who plays what, since when. Pure."""

from dataclasses import dataclass, replace

from polemos.log.entries import Entry
from polemos.projections.tempo_classes import TempoClass, faster, tempo_class
from polemos.rules.events import (
    CardsDealt,
    DealScheme,
    GameEnded,
    GameOpened,
    SeatKind,
    SeatReleased,
    SeatTaken,
    Tempo,
    TempoChanged,
    TieDeclared,
)
from polemos.rules.names import room_of
from polemos.rules.presets import PRESETS
from polemos.rules.rule_set import RuleSet

TURNERS_MIN = 2
"""A lone participant takes the pot without a card: no war step is laid (edge case 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits where.

    Args:
        seat: counts from 0.
        kind: human or bot.
        player: the public player id.
    """

    seat: int
    kind: SeatKind
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game.

    Args:
        game: the stream.
        room: whose series of games it belongs to.
        opened_position: the global position of its first event, by which games are ordered.
        preset: the name of its rules.
        has_changed_rules: whether a dimension differs from the preset's.
        players: seats.
        deal: the scheme that derives the deck.
        tempo: of auto-play, as set last.
        tempo_class: of the fastest tempo that was ever set.
        seats: who sits, by seat.
        opened_at: Unix milliseconds.
        dealt_at: Unix milliseconds, or none before the deal.
        ended_at: Unix milliseconds, or none while it runs.
        ended_position: the global position of its last event, by which ended games are ordered.
        longest_war_steps: the steps of its longest war so far.
    """

    game: str
    room: str
    opened_position: int
    preset: str
    has_changed_rules: bool
    players: int
    deal: DealScheme
    tempo: Tempo
    tempo_class: TempoClass
    seats: tuple[Seat, ...]
    opened_at: int
    dealt_at: int | None
    ended_at: int | None
    ended_position: int | None
    longest_war_steps: int


def open_game(entry: Entry, opened: GameOpened, position: int) -> Game:
    """Begin a game's row with its first event."""
    return Game(
        game=entry.game,
        room=room_of(entry.game),
        opened_position=position,
        preset=opened.rules.preset,
        has_changed_rules=not _is_preset(opened.rules),
        players=opened.rules.players,
        deal=opened.deal,
        tempo=opened.tempo,
        tempo_class=tempo_class(opened.tempo),
        seats=(),
        opened_at=entry.at,
        dealt_at=None,
        ended_at=None,
        ended_position=None,
        longest_war_steps=0,
    )


def fold_game(game: Game, entry: Entry, position: int) -> Game:
    """Give a game's row after one more event."""
    event = entry.event
    match event:
        case SeatTaken():
            taken = Seat(seat=event.seat, kind=event.kind, player=event.player)
            seats = (*_without(game, event.seat), taken)
            return replace(game, seats=tuple(sorted(seats, key=lambda seat: seat.seat)))
        case SeatReleased():
            return replace(game, seats=_without(game, event.seat))
        case CardsDealt():
            return replace(game, dealt_at=entry.at)
        case TempoChanged():
            fastest = faster(game.tempo_class, tempo_class(event.tempo))
            return replace(game, tempo=event.tempo, tempo_class=fastest)
        case TieDeclared():
            return _note_war(game, event)
        case GameEnded():
            return replace(game, ended_at=entry.at, ended_position=position)
        case _:
            return game


def _note_war(game: Game, tie: TieDeclared) -> Game:
    steps = tie.step + 1
    if steps <= game.longest_war_steps or len(tie.participants) < TURNERS_MIN:
        return game
    return replace(game, longest_war_steps=steps)


def _is_preset(rules: RuleSet) -> bool:
    preset = PRESETS.get(rules.preset)
    return preset is not None and rules == replace(preset, players=rules.players)


def _without(game: Game, number: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in game.seats if seat.seat != number)
