"""Recalls a room's company from the log and the vault, with nobody here yet. Blocks."""

from collections.abc import Mapping
from dataclasses import dataclass

from polemos.log.chain import linked
from polemos.log.store import EventStore
from polemos.log.vault import RoomRecord, Vault
from polemos.rooms.company import Chair, chairs_of
from polemos.rooms.seating import HOST, INVITATION, holders
from polemos.rules.events import (
    CardsDealt,
    GameEnded,
    GameOpened,
    SeatKind,
    SeatReleased,
    SeatTaken,
)
from polemos.rules.names import number_of, room_of
from polemos.rules.state import Seat
from polemos.wire.pushes import SeatStanding


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a game began.

    Args:
        opened: its first event.
        seats: who sat when the cards were dealt, or last, by seat.
        is_dealt: whether they were.
    """

    opened: GameOpened
    seats: tuple[Seat | None, ...]
    is_dealt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """What the log and the vault know of a room's company.

    Args:
        host: digest of the host's secret, or none.
        invitation: digest of the invitation's secret, or none.
        record: what was chosen for the room.
        chairs: by seat.
        names: by public player id.
    """

    host: bytes | None
    invitation: bytes | None
    record: RoomRecord | None
    chairs: list[Chair]
    names: dict[str, str]


def recall(store: EventStore, vault: Vault, game: str) -> Recollection | None:
    """Recall the company of a room at its newest game, or none where that has no first event."""
    room = room_of(game)
    opening = read_opening(store, game)
    if opening is None:
        return None
    digests = vault.digests(room)
    held = holders(digests)
    chairs = chairs_of(opening.seats, held, is_dealt=opening.is_dealt)
    if not opening.is_dealt:
        _reserve(chairs, held, store, game)
    players = [chair.player for chair in chairs if chair.player and chair.kind is SeatKind.HUMAN]
    return Recollection(
        host=digests.get(HOST),
        invitation=digests.get(INVITATION),
        record=vault.room(room),
        chairs=chairs,
        names=dict(vault.names(players)),
    )


def read_opening(store: EventStore, game: str) -> Opening | None:
    """Read a game's beginning, up to its deal, or none for an unknown game."""
    opened: GameOpened | None = None
    seats: list[Seat | None] = []
    seq, head = 0, ""
    while lines := store.load(game, seq):
        for entry, line_head in linked(lines, game=game, seq=seq, head=head):
            seq, head = entry.seq, line_head
            match entry.event:
                case GameOpened() as opened:
                    seats = [None] * opened.rules.players
                case SeatTaken(seat=seat, kind=kind, player=player, commitment=commitment):
                    seats[seat] = Seat(kind=kind, player=player, commitment=commitment)
                case SeatReleased(seat=seat):
                    seats[seat] = None
                case CardsDealt() | GameEnded() if opened is not None:
                    is_dealt = isinstance(entry.event, CardsDealt)
                    return Opening(opened=opened, seats=tuple(seats), is_dealt=is_dealt)
                case _:
                    pass
    if opened is None:
        return None
    return Opening(opened=opened, seats=tuple(seats), is_dealt=False)


def _reserve(
    chairs: list[Chair], held: Mapping[int, Mapping[str, bytes]], store: EventStore, game: str
) -> None:
    """Keep the seats of a rematch for those who held them before.

    More than one player may have a digest for a seat, where a kill or a failing vault came between
    the log and the vault; then it is the one who held it in the game before, or nobody.
    """
    if number_of(game) == 1:
        return
    for seat, chair in enumerate(chairs):
        players = dict(held.get(seat, {}))
        if chair.kind is not None or not players:
            continue
        player = next(iter(players)) if len(players) == 1 else _former(store, game, seat)
        if player in players:
            chair.standing, chair.kind = SeatStanding.RESERVED, SeatKind.HUMAN
            chair.player, chair.digest = player, players[player]


def _former(store: EventStore, game: str, seat: int) -> str | None:
    """Tell the player who held a seat in the game before."""
    opening = read_opening(store, f"{room_of(game)}-{number_of(game) - 1}")
    if opening is None or seat >= len(opening.seats):
        return None
    holder = opening.seats[seat]
    return None if holder is None else holder.player
