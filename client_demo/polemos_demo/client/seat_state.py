"""What a client knows of its own seat, and what follows from it. Pure."""

from dataclasses import dataclass, field
from enum import Enum, auto

from polemos.wire.requests import AnyRequest
from polemos_demo.client import following as followed
from polemos_demo.client.addresses import Ticket
from polemos_demo.client.facts import CardPlace
from polemos_demo.client.following import Following
from polemos_demo.client.seats import SeatSecrets


class Hold(Enum):
    """Whether this connection holds the seat: not yet asked, yes, or no."""

    UNASKED = auto()
    HELD = auto()
    NOT_HELD = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who plays, which never changes.

    Args:
        ticket: the link that lets them play.
        secrets: of their seat, from the ticket or new.
        player_secret: what their public id is derived from, or none where the seat has one.
        name: to be shown, or none.
        wanted_seat: counts from 0, or none for the first free one.
    """

    ticket: Ticket
    secrets: SeatSecrets
    player_secret: str | None = field(default=None, repr=False)
    name: str | None = None
    wanted_seat: int | None = None

    @property
    def room(self) -> str:
        """The room that they play in."""
        return self.ticket.room


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """What a client knows of its seat.

    Args:
        player: whose seat it is.
        following: the game.
        seat: counts from 0, or none before one is held.
        hold: whether this connection holds it.
        may_hold: whether the server may know the seat by its secret.
        shown_again_for: the request that had the secret shown again on this connection, or none.
        is_told: whether the person knows that they sit.
        is_named: whether the server knows the name.
        passed_over: seats that were asked for in vain.
        pressed: the card that the person wants turned.
        due: the card that the person knows to be waited for.
        wants_rematch: whether the person asked for one.
        is_rematch_coming: whether the server agreed to one that is not followed yet.
        is_leave_asked: whether the person must say yes.
        wants_leave: whether the person said yes.
        is_mute: whether no wish will come any more.
    """

    player: Player
    following: Following
    seat: int | None = None
    hold: Hold = Hold.UNASKED
    may_hold: bool = False
    shown_again_for: AnyRequest | None = None
    is_told: bool = False
    is_named: bool = False
    passed_over: frozenset[int] = frozenset()
    pressed: CardPlace | None = None
    due: CardPlace | None = None
    wants_rematch: bool = False
    is_rematch_coming: bool = False
    is_leave_asked: bool = False
    wants_leave: bool = False
    is_mute: bool = False


def begin(player: Player) -> Playing:
    """Give the state before the first connection."""
    return Playing(
        player=player,
        following=followed.begin(player.ticket.address),
        may_hold=player.ticket.seat is not None,
    )


def candidate(playing: Playing) -> int | None:
    """Choose a seat to ask for: the wanted one if it is free, else the first free one."""
    free = [seat for seat in playing.following.facts.free_seats if seat not in playing.passed_over]
    wanted_seat = playing.player.wanted_seat
    return wanted_seat if wanted_seat in free else min(free, default=None)


def awaited_card(playing: Playing) -> CardPlace | None:
    """Tell which card of the seat the next beat waits for, if it does."""
    company, seat = playing.following.company, playing.seat
    if company is None or seat is None or company.game != playing.following.cursor.game:
        return None
    member = company.member(seat)
    is_awaited = member is not None and member.is_awaited
    is_new = playing.following.is_company_new and not playing.following.facts.is_over
    return playing.following.facts.next_card if is_awaited and is_new else None
