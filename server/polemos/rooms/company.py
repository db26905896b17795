"""The people of one room, beside the log: who holds which seat, who is here, who has turned.

Rules that this file keeps:
1. A seat is held by at most one connection; whoever shows its secret takes it over.
2. Nothing here is an event. What a restart must not lose (digests, names, turn_seconds) was written
   to the vault before it was changed here; who is here, and who has turned, begins anew.
3. Every change is told to whoever watches, as a whole.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest
from typing import Protocol

from polemos.rooms.clock import Clock
from polemos.rooms.grants import NEVER, Grant, Grants
from polemos.rooms.identities import secret_digest
from polemos.rules.events import SeatKind
from polemos.rules.names import number_of
from polemos.rules.state import Seat
from polemos.wire import pushes
from polemos.wire.pushes import CompanySeat, SeatStanding


class Guest(Protocol):
    """A connection, as a room sees it."""

    @property
    def is_here(self) -> bool:
        """Whether the connection is open."""
        ...

    def be_replaced(self, room: str) -> None:
        """Learn that another connection took over the seat, and close."""
        ...

    def be_removed(self, room: str) -> None:
        """Learn that the seat is no longer this connection's."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a connection is in a room.

    Args:
        is_host: whether it controls it.
        seat: the seat that it holds, from 0, or none.
        player: the public player id of the seat's holder, or none.
        grant: when it was given the seat.
    """

    is_host: bool = False
    seat: int | None = None
    player: str | None = None
    grant: Grant = NEVER


class Readmitted(StrEnum):
    """What became of a connection that was in a room before the room's node changed."""

    HERE = "here"
    REPLACED = "replaced"
    REMOVED = "removed"


@dataclass(slots=True)
class Chair:
    """One seat of a room.

    Args:
        standing: free, reserved, taken or left.
        kind: human or bot, none where it is free.
        player: the public player id, none where it is free.
        digest: of the secret that holds it; none where nobody can come back to it.
        guest: the connection that holds it now.
        grant: when that, or the last one that did, was given it.
    """

    standing: SeatStanding = SeatStanding.FREE
    kind: SeatKind | None = None
    player: str | None = None
    digest: bytes | None = None
    guest: Guest | None = None
    grant: Grant = NEVER

    @property
    def is_persons(self) -> bool:
        """Whether somebody holds it who may turn its cards."""
        return self.kind is SeatKind.HUMAN and self.standing is SeatStanding.TAKEN

    @property
    def is_held(self) -> bool:
        """Whether somebody can come back to it."""
        return self.digest is not None and self.kind is SeatKind.HUMAN


class Company:
    """Who is in one room.

    Args:
        room: the room's id.
        game: its newest game.
        clock: the time.
        tell: receives the company whenever it changed, and the game whose watchers it concerns.
        grants: numbers whom seats are given to.
        host: digest of the host's secret.
        invitation: digest of the invitation's secret, none where nobody may be invited.
        turn_seconds: how long a card waits for its holder.
        is_autoplay_wanted: whether auto-play starts with the deal.
    """

    def __init__(
        self,
        *,
        room: str,
        game: str,
        clock: Clock,
        tell: Callable[[str, pushes.Company], None],
        grants: Grants,
        host: bytes | None,
        invitation: bytes | None,
        turn_seconds: int,
        is_autoplay_wanted: bool,
    ) -> None:
        self.room = room
        self.game = game
        self.turn_seconds = turn_seconds
        self.is_autoplay_wanted = is_autoplay_wanted
        self.is_game_over = False
        self.chairs: list[Chair] = []
        self.names: dict[str, str] = {}
        self.turned: set[int] = set()
        self.changed: Callable[[], None] = lambda: None
        self._clock = clock
        self._tell = tell
        self._grants = grants
        self._host = host
        self._invitation = invitation
        self._hosts: set[Guest] = set()
        self._due: frozenset[int] = frozenset()
        self._waiting_since_ms = 0
        self._reserved_until_seconds = 0.0
        self._reserved_until_ms = 0
        self._empty_since_seconds: float | None = clock.steady_seconds()

    # Who may do what.

    def is_host_secret(self, secret: str) -> bool:
        """Tell whether a secret controls the room; takes the same time either way."""
        return _is_same(self._host, secret_digest(secret))

    def is_invitation(self, secret: str | None) -> bool:
        """Tell whether a secret lets somebody take a free seat."""
        return secret is not None and _is_same(self._invitation, secret_digest(secret))

    def held_by(self, digest: bytes) -> int | None:
        """Find the seat that a secret holds."""
        found = None
        for seat, chair in enumerate(self.chairs):
            if _is_same(chair.digest, digest) and chair.is_held:
                found = seat
        return found

    def seat_of(self, guest: Guest) -> int | None:
        """Find the seat that a connection holds, or none."""
        for seat, chair in enumerate(self.chairs):
            if chair.guest is guest:
                return seat
        return None

    def is_host(self, guest: Guest) -> bool:
        """Tell whether a connection controls the room."""
        return guest in self._hosts

    def reserved_seconds(self, seat: int) -> float:
        """Tell for how long a seat still waits for whoever held it, 0 where it does not."""
        if self.chairs[seat].standing is not SeatStanding.RESERVED:
            return 0.0
        return max(0.0, self._reserved_until_seconds - self._clock.steady_seconds())

    # Who is here.

    @property
    def guests(self) -> Collection[Guest]:
        """Give every connection that holds a seat or controls the room."""
        seated = {chair.guest for chair in self.chairs if chair.guest is not None}
        return seated | self._hosts

    def present(self) -> dict[Guest, Standing]:
        """Tell what each of those connections is."""
        told = {guest: Standing(is_host=True) for guest in self._hosts}
        for seat, chair in enumerate(self.chairs):
            if chair.guest is not None:
                told[chair.guest] = Standing(
                    is_host=chair.guest in self._hosts,
                    seat=seat,
                    player=chair.player,
                    grant=chair.grant,
                )
        return told

    @property
    def people(self) -> frozenset[int]:
        """Give the seats whose cards are turned by people."""
        return frozenset([seat for seat, chair in enumerate(self.chairs) if chair.is_persons])

    @property
    def is_of_people(self) -> bool:
        """Whether people sat down to play, some of whom may have left for good."""
        return any(chair.kind is SeatKind.HUMAN for chair in self.chairs)

    @property
    def empty_since_seconds(self) -> float | None:
        """Tell since when no person is here, by the steady clock, or none while somebody is."""
        return self._empty_since_seconds

    def welcome_host(self, guest: Guest) -> None:
        """Count a connection that controls the room."""
        if guest.is_here:
            self._hosts.add(guest)
            self._note_presence()

    def seat(self, seat: int, guest: Guest) -> None:
        """Let a connection hold a seat, in place of the one that held it."""
        if self.chairs[seat].guest is not guest and guest.is_here:
            self._place(seat, guest, self._grants.next(self.room))

    def _place(self, seat: int, guest: Guest, grant: Grant) -> None:
        chair = self.chairs[seat]
        former, chair.guest, chair.grant = chair.guest, guest, grant
        if former is not None:
            former.be_replaced(self.room)
        self._note_presence()
        self.announce()

    def readmit(self, guest: Guest, standing: Standing) -> Readmitted:
        """Let a connection be what it was, unless its seat was given to another one since.

        Args:
            guest: was let in by whoever kept this company before.
            standing: what it was.
        """
        if standing.is_host:
            self.welcome_host(guest)
        if standing.seat is None:
            return Readmitted.HERE
        chair = self.chairs[standing.seat]
        if chair.player != standing.player or not chair.is_held:
            return Readmitted.REMOVED
        if chair.guest is not guest and guest.is_here:
            if standing.grant < chair.grant:
                return Readmitted.REPLACED
            self._place(standing.seat, guest, standing.grant)
        return Readmitted.HERE

    def part(self, guest: Guest) -> None:
        """Forget a connection that is gone; its seat stays its holder's."""
        was_seated = self.seat_of(guest) is not None
        self._hosts.discard(guest)
        for chair in self.chairs:
            if chair.guest is guest:
                chair.guest = None
        self._note_presence()
        if was_seated:
            self.announce()

    # Who sits.

    def follow(self, seats: Iterable[Seat | None]) -> None:
        """Follow the log: a seat that it shows taken is taken, one that it shows empty is not."""
        for chair, seat in zip(self.chairs, seats, strict=True):
            if seat is None:
                if chair.standing is not SeatStanding.RESERVED:
                    _empty(chair, self.room)
            elif chair.standing is not SeatStanding.LEFT:
                chair.standing = SeatStanding.TAKEN
                chair.kind, chair.player = seat.kind, seat.player
                if seat.kind is SeatKind.BOT:
                    _dismiss(chair, self.room)
        players = {chair.player for chair in self.chairs}
        self.names = {player: name for player, name in self.names.items() if player in players}
        self.announce()

    def end_game(self) -> None:
        """Note that the game is over: nobody is waited for, and a rematch is possible."""
        self.is_game_over = True
        self.await_nobody()
        self.announce()

    def hold(self, seat: int, digest: bytes) -> None:
        """Let a secret hold a seat from now on; whoever held it by another one does so no more."""
        chair = self.chairs[seat]
        if chair.digest != digest:
            _dismiss(chair, self.room)
            chair.digest = digest

    def give_up(self, seat: int, *, is_dealt: bool) -> None:
        """Let go of a seat: nobody can come back to it."""
        chair = self.chairs[seat]
        if is_dealt and chair.kind is SeatKind.HUMAN:
            _dismiss(chair, self.room)
            chair.standing = SeatStanding.LEFT
        else:
            _empty(chair, self.room)
        self._note_presence()
        self.announce()

    def reserve(self, game: str, reserve_seconds: float) -> None:
        """Begin another game: whoever can come back may, and nobody else for a while."""
        self.game = game
        self.is_game_over = False
        self.await_nobody()
        self.keep_reserved(reserve_seconds)
        for chair in self.chairs:
            if chair.is_held:
                chair.standing = SeatStanding.RESERVED
            elif chair.kind is not SeatKind.BOT:
                _empty(chair, self.room)

    def keep_reserved(self, reserve_seconds: float) -> None:
        """Keep reserved seats for their holders for so long from now on."""
        self._reserved_until_seconds = self._clock.steady_seconds() + reserve_seconds
        self._reserved_until_ms = self._clock.unix_ms() + round(reserve_seconds * 1_000)

    # What is turned by hand.

    def await_turns(self, due: frozenset[int], unix_ms: int) -> None:
        """Wait for cards.

        Args:
            due: the seats whose cards the next beat turns.
            unix_ms: the wall clock now.
        """
        self.turned.clear()
        self._due, self._waiting_since_ms = due, unix_ms
        self.announce()

    def await_nobody(self) -> None:
        """Wait for no card."""
        self.turned.clear()
        if self._due:
            self._due = frozenset()
            self.announce()

    def note_turn(self, seat: int) -> None:
        """Count a card as turned."""
        self.turned.add(seat)
        self.announce()

    # What is told.

    def announce(self) -> None:
        """Tell whoever watches this game or the one before, and whoever waits for a change."""
        view = self.view()
        self._tell(self.game, view)
        if number_of(self.game) > 1:
            self._tell(f"{self.room}-{number_of(self.game) - 1}", view)
        self.changed()

    def view(self) -> pushes.Company:
        """Show the company as anybody may see it."""
        return pushes.Company(
            room=self.room,
            game=self.game,
            is_rematch_possible=self.is_game_over,
            turn_seconds=self.turn_seconds,
            turned_at=self._turned_at(),
            reserved_until=self._reserved_until(),
            seats=[self._view_of(seat, chair) for seat, chair in enumerate(self.chairs)],
        )

    def _turned_at(self) -> int | None:
        if not self._due & self.people:
            return None
        return self._waiting_since_ms + self.turn_seconds * 1_000

    def _reserved_until(self) -> int | None:
        is_reserved = any(chair.standing is SeatStanding.RESERVED for chair in self.chairs)
        return self._reserved_until_ms if is_reserved else None

    def _view_of(self, seat: int, chair: Chair) -> CompanySeat:
        is_due = seat in self._due and not self.people.isdisjoint(self._due)
        return CompanySeat(
            seat=seat,
            standing=chair.standing,
            kind=chair.kind,
            player=chair.player,
            name=self.names.get(chair.player or ""),
            is_here=chair.kind is SeatKind.BOT or chair.guest is not None,
            is_due=is_due,
            has_turned=is_due and (seat in self.turned or not chair.is_persons),
        )

    def _note_presence(self) -> None:
        if self.guests:
            self._empty_since_seconds = None
        elif self._empty_since_seconds is None:
            self._empty_since_seconds = self._clock.steady_seconds()
        self.changed()


def chairs_of(
    seats: Iterable[Seat | None], held: Mapping[int, Mapping[str, bytes]], *, is_dealt: bool
) -> list[Chair]:
    """Set the chairs as a log and a vault show them, with nobody here.

    Args:
        seats: who sits, by seat.
        held: digests of the secrets that hold seats, by seat and player.
        is_dealt: whether the seats no longer change: a person whose digest is gone has left.
    """
    chairs = []
    for number, seat in enumerate(seats):
        chair = Chair()
        if seat is not None:
            chair.kind, chair.player = seat.kind, seat.player
            chair.standing = SeatStanding.TAKEN
            if seat.kind is SeatKind.HUMAN:
                chair.digest = held.get(number, {}).get(seat.player)
                if is_dealt and chair.digest is None:
                    chair.standing = SeatStanding.LEFT
        chairs.append(chair)
    return chairs


def _empty(chair: Chair, room: str) -> None:
    _dismiss(chair, room)
    chair.standing, chair.kind, chair.player = SeatStanding.FREE, None, None


def _dismiss(chair: Chair, room: str) -> None:
    chair.digest = None
    guest, chair.guest = chair.guest, None
    if guest is not None:
        guest.be_removed(room)


def _is_same(kept: bytes | None, digest: bytes) -> bool:
    return kept is not None and compare_digest(kept, digest)
