"""Recalls a room's company from the log and the vault, with nobody here yet. Blocks."""

from dataclasses import dataclass

from polemos.log.chain import linked
from polemos.log.store import EventStore
from polemos.log.vault import RoomRecord, Vault
from polemos.rooms.company import Chair, chairs_of
from polemos.rooms.seating import HOST, INVITATION, seat_digests
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
    seats = seat_digests(digests)
    chairs = chairs_of(opening.seats, seats, is_dealt=opening.is_dealt)
    if not opening.is_dealt:
        _reserve(chairs, seats, store, game)
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


def _reserve(chairs: list[Chair], seats: dict[int, bytes], store: EventStore, game: str) -> None:
    """Keep the seats of a rematch for those who held them in the game before.

    A digest alone does not tell the player, so it is read from that game.
    """
    number = number_of(game)
    former = read_opening(store, f"{room_of(game)}-{number - 1}") if number > 1 else None
    if former is None:
        return
    for seat, chair in enumerate(chairs):
        holder = former.seats[seat] if seat < len(former.seats) else None
        if chair.kind is None and holder is not None and seat in seats:
            chair.standing = SeatStanding.RESERVED
            chair.kind, chair.player, chair.digest = holder.kind, holder.player, seats[seat]
