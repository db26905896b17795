"""What a wish about seats comes to, in the state that the writer finds. Pure but for its company.

Everything is checked here, in the writer's turn: whoever came a moment earlier has changed it.
"""

from functools import partial

from polemos.log.vault import Vault
from polemos.rooms import refusals
from polemos.rooms.company import Company, Guest
from polemos.rooms.deeds import Draw, Plan
from polemos.rooms.errors import Refusal
from polemos.rooms.game_secrets import is_last_attempt
from polemos.rooms.hands import next_place, seats_to_turn
from polemos.rooms.identities import secret_digest
from polemos.rooms.lobbies import bot_seat
from polemos.rooms.players import player_of
from polemos.rooms.seating import forget_seats, seat_role
from polemos.rules.commands import Command, EndGame, LockSeats, ReleaseSeat, RevealEntropy, TakeSeat
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import EndReason, ReleaseReason, SeatKind
from polemos.rules.state import Lobby, Playing, State
from polemos.wire import requests
from polemos.wire.codes import WireCode


class SeatPlans:
    """Plans for the seats of one room.

    Args:
        company: its people.
        vault: what is kept beside the log.
    """

    def __init__(self, company: Company, vault: Vault) -> None:
        self._company = company
        self._vault = vault

    def take(
        self, state: State, request: requests.TakeSeat, name: str | None, guest: Guest
    ) -> Plan:
        """Plan to let a connection take a seat, or hold its own again."""
        company, vault, seat = self._company, self._vault, request.seat
        self.check_seat(seat)
        digest = secret_digest(request.seat_secret)
        held = company.held_by(digest)
        is_own = held == seat
        player = company.chairs[seat].player if is_own else self._invited_player(request)
        assert player is not None  # noqa: S101  a seat that somebody holds has a player
        self._check_single(seat, company.seat_of(guest), "This connection")
        self._check_single(seat, held, "That secret")
        self._check_single(seat, self._seat_of_player(player, seat), "This player")

        def keep() -> None:
            if not is_own:
                vault.keep_digest(company.room, seat_role(seat, player), digest)
            if name is not None:
                vault.keep_name(player, name)

        def undo() -> None:
            if not is_own:
                vault.forget_digest(company.room, seat_role(seat, player))

        def remember() -> None:
            company.hold(seat, digest)
            if name is not None:
                company.names[player] = name
            company.seat(seat, guest)
            company.announce()

        def tidy() -> None:
            forget_seats(vault, company.room, (seat,), except_player=player)

        command = TakeSeat(
            seat=seat, kind=SeatKind.HUMAN, player=player, commitment=request.commitment
        )
        is_repeated = is_own and _commitment_of(state, seat) == request.commitment
        commands: tuple[Command, ...] = () if is_repeated else (command,)
        return Plan(commands=commands, keep=keep, undo=undo, remember=remember, tidy=tidy)

    def check_taker(self, request: requests.TakeSeat) -> None:
        """Refuse whoever shows no secret of the room, before the writer hears of it.

        Strangers must not fill the writer's queue; what else there is to check waits for its turn.
        """
        is_own = self._company.held_by(secret_digest(request.seat_secret)) is not None
        if not is_own and not self._company.is_invitation(request.invite_secret):
            raise self._wrong_secret(request.seat)

    def reveal(self, state: State, entropy: str, guest: Guest) -> Plan:
        """Plan to open the commitment of a connection's seat."""
        seat = self.seat_of(guest)
        if _is_revealed(state, seat, entropy):
            return Plan()
        return Plan(commands=(RevealEntropy(seat=seat, entropy=entropy),))

    def turn(self, state: State, place: tuple[int, int], guest: Guest) -> Plan:
        """Plan to turn the card of a connection's seat.

        Args:
            state: the state.
            place: the round and the step that the card is turned in.
            guest: the connection.
        """
        seat = self.seat_of(guest)
        if not isinstance(state, Playing):
            raise RuleViolation(
                RuleCode.GAME_NOT_DEALT, f"The cards of {self._company.game} are not dealt yet."
            )
        awaited = next_place(state)
        if place < awaited:
            return Plan()
        if state.control.is_autoplay_on:
            raise RuleViolation(
                RuleCode.AUTOPLAY_IS_ON, "The game plays by itself: no card waits for you."
            )
        if place > awaited or seat not in seats_to_turn(state):
            raise Refusal(
                WireCode.NOTHING_TO_TURN,
                f"Seat {seat} has no card to turn in round {place[0]}, step {place[1]}, now: "
                f"the next are those of round {awaited[0]}, step {awaited[1]}.",
            )
        return Plan(remember=partial(self._company.note_turn, seat))

    def leave(self, state: State, guest: Guest, draw: Draw) -> Plan:
        """Plan to give a connection's seat up."""
        return self._release(state, self.seat_of(guest), ReleaseReason.LEFT, draw)

    def remove(self, state: State, seat: int, draw: Draw) -> Plan:
        """Plan to take a seat from its holder."""
        self.check_seat(seat)
        return self._release(state, seat, ReleaseReason.REMOVED, draw)

    def add_bot(self, seat: int) -> Plan:
        """Plan to let a bot take a seat that nobody sits on."""
        self.check_seat(seat)
        if self._company.chairs[seat].kind is SeatKind.BOT:
            return Plan()
        # A holder of the game before, for whom the seat was kept, cannot come back to it.
        command = bot_seat(self._company.game, seat)
        return Plan(commands=(command,), tidy=self.forgetting(seat))

    def start(self, state: State) -> Plan:
        """Plan to lock the seats, unless they are locked already."""
        is_open = isinstance(state, Lobby) and not state.is_locked
        return Plan(commands=(LockSeats(),) if is_open else ())

    def forgetting(self, seat: int) -> "partial[None]":
        """Tell how to let nobody come back to a seat; blocks when it is called."""
        return partial(forget_seats, self._vault, self._company.room, (seat,))

    def seat_of(self, guest: Guest) -> int:
        """Find the seat that a connection holds.

        Raises:
            Refusal: it holds none.
        """
        seat = self._company.seat_of(guest)
        if seat is None:
            raise refusals.not_seated(self._company.room)
        return seat

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that the game does not have."""
        count = len(self._company.chairs)
        if seat >= count:
            raise RuleViolation(
                RuleCode.SEAT_UNKNOWN,
                f"There is no seat {seat} in a game of {count}: choose 0 to {count - 1}.",
            )

    def check_connection(self, seat: int, guest: Guest) -> None:
        """Refuse a second seat to a connection."""
        self._check_single(seat, self._company.seat_of(guest), "This connection")

    def _check_single(self, seat: int, held: int | None, who: str) -> None:
        if held not in (None, seat):
            raise Refusal(
                WireCode.SEATED_ALREADY,
                f"{who} holds seat {held} of room {self._company.room} already: "
                "come back to that one by its own link, or leave it first.",
            )

    def _seat_of_player(self, player: str, wanted: int) -> int | None:
        for seat, chair in enumerate(self._company.chairs):
            if seat != wanted and chair.is_held and chair.player == player:
                return seat
        return None

    def _invited_player(self, request: requests.TakeSeat) -> str:
        if not self._company.is_invitation(request.invite_secret):
            raise self._wrong_secret(request.seat)
        wait_seconds = self._company.reserved_seconds(request.seat)
        if wait_seconds > 0:
            raise Refusal(
                WireCode.SEAT_IS_RESERVED,
                f"Seat {request.seat} waits for whoever held it: choose another, or wait.",
                retry_after_ms=int(wait_seconds * 1_000) + 1,
            )
        if request.player_secret is None:
            raise Refusal(
                WireCode.BAD_REQUEST,
                "The request `take_seat` needs the field `player_secret` for a free seat.",
            )
        return player_of(request.player_secret)

    def _wrong_secret(self, seat: int) -> Refusal:
        return Refusal(
            WireCode.WRONG_SECRET,
            f"Neither secret opens seat {seat} of room {self._company.room}: "
            "use the invitation's own link.",
        )

    def _release(self, state: State, seat: int, reason: ReleaseReason, draw: Draw) -> Plan:
        """Plan that nobody can come back to a seat: forgotten first, then released."""
        chair, forget = self._company.chairs[seat], self.forgetting(seat)
        is_dealt = isinstance(state, Playing) and chair.kind is SeatKind.HUMAN
        remember = partial(self._company.give_up, seat, is_dealt=is_dealt)
        commands = () if is_dealt else self._releasing(state, seat, reason, draw)
        undo = self._keeping(seat)
        return Plan(commands=commands, keep=forget, undo=undo, remember=remember)

    def _releasing(
        self, state: State, seat: int, reason: ReleaseReason, draw: Draw
    ) -> tuple[Command, ...]:
        match state:
            case Lobby(seats=seats) if seats[seat] is None:
                return ()
            case Lobby(is_locked=True) if is_last_attempt(state):
                return (EndGame(reason=EndReason.STOPPED),)
            case Lobby(is_locked=True):
                return (ReleaseSeat(seat=seat, reason=reason, commitment=draw()),)
            case _:
                return (ReleaseSeat(seat=seat, reason=reason, commitment=None),)

    def _keeping(self, seat: int) -> "partial[None] | None":
        """Tell how to let the holder of a seat come back to it; blocks when it is called."""
        chair, room = self._company.chairs[seat], self._company.room
        if chair.digest is None or chair.player is None:
            return None
        return partial(self._vault.keep_digest, room, seat_role(seat, chair.player), chair.digest)


def _commitment_of(state: State, seat: int) -> str | None:
    match state:
        case Lobby(seats=seats):
            taken = seats[seat]
            return None if taken is None else taken.commitment
        case Playing(setup=setup):
            return setup.seats[seat].commitment
        case _:
            return None


def _is_revealed(state: State, seat: int, entropy: str) -> bool:
    match state:
        case Lobby(entropies=entropies):
            return entropies[seat] == entropy
        case Playing(setup=setup):
            commitment = setup.seats[seat].commitment
            return setup.dealer.seat_opens(setup.game, seat, entropy, commitment)
        case _:
            return False
