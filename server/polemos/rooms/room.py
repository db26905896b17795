"""One room: its company, the writer of its running game, and what its people may ask for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import anyio

from polemos.log.vault import RoomRecord, Vault
from polemos.rooms.asks import Committed
from polemos.rooms.company import Company, Guest
from polemos.rooms.deeds import Deed, Draw, Plan
from polemos.rooms.errors import Refusal
from polemos.rooms.hands import next_place, seats_to_turn
from polemos.rooms.identities import secret_digest
from polemos.rooms.lobbies import bot_seat
from polemos.rooms.names import checked_name
from polemos.rooms.players import player_of
from polemos.rooms.seating import forget_seats, seat_role
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter
from polemos.rules.commands import Command, LockSeats, ReleaseSeat, RevealEntropy, TakeSeat
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import ReleaseReason, SeatKind
from polemos.rules.names import number_of
from polemos.rules.state import Lobby, Playing, State
from polemos.wire import requests
from polemos.wire.codes import WireCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A connection holds a seat, and whatever that changed is durable.

    Args:
        room: the room's id.
        game: its newest game.
        seq: the seq of the game's last event.
        seat: counts from 0.
        player: the public player id of the seat's holder.
    """

    room: str
    game: str
    seq: int
    seat: int
    player: str


_Planning = Callable[[State, Draw], Plan]


class Room:
    """A room in memory.

    Args:
        company: its people.
        vault: what is kept beside the log.
        head_seq: the seq of its newest game's last event, as far as no writer knows better.
    """

    def __init__(self, *, company: Company, vault: Vault, head_seq: int) -> None:
        self.company = company
        self.opening = anyio.Lock()
        self.visits = 0
        self._vault = vault
        self._head_seq = head_seq
        self._writer: GameWriter | None = None
        company.changed = self._look_around

    @property
    def game(self) -> str:
        """The room's newest game."""
        return self.company.game

    @property
    def writer(self) -> GameWriter | None:
        """The writer of the running game, or none when it has ended."""
        return self._writer

    @property
    def is_playing(self) -> bool:
        """Whether its newest game goes on."""
        return self._writer is not None and not self._writer.is_over

    @property
    def seq(self) -> int:
        """The seq of the newest game's last event."""
        return self._head_seq if self._writer is None else self._writer.seq

    def begin(self, writer: GameWriter) -> None:
        """Let a writer play the room's newest game."""
        self._writer = writer
        writer.take_up()

    def finish(self, writer: GameWriter) -> None:
        """Let go of a writer that plays no more."""
        if self._writer is writer:
            self._head_seq = writer.seq
            self._writer = None

    def running(self) -> GameWriter:
        """Give the writer of the running game.

        Raises:
            RuleViolation: the game has ended.
        """
        if self._writer is None:
            raise RuleViolation(RuleCode.GAME_IS_OVER, f"Game {self.game} has ended.")
        return self._writer

    # What somebody with a link asks for.

    async def take_seat(self, request: requests.TakeSeat, guest: Guest) -> Seated:
        """Let a connection take a seat, or hold its own again.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: a secret is wrong, the seat waits for somebody else, or the player has another.
        """
        self._check_game(request.game)
        name = None if request.name is None else checked_name(request.name)
        deed = Deed(lambda state, _: self._plan_taking(state, request, name, guest))
        committed = await self.running().ask(deed)
        return self._seated(request.seat, committed.seq)

    def resume_seat(self, seat_secret: str, guest: Guest) -> Seated:
        """Let a connection hold the seat whose secret it shows, in place of the one that held it.

        Raises:
            Refusal: the secret holds no seat.
        """
        seat = self.company.held_by(secret_digest(seat_secret))
        if seat is None:
            raise Refusal(
                WireCode.WRONG_SECRET,
                f"That secret holds no seat in room {self.company.room}: its holder may have left "
                "it, or the link is of another room.",
            )
        self._check_single(seat, guest)
        self.company.seat(seat, guest)
        return self._seated(seat, self.seq)

    # What whoever holds a seat asks for.

    async def reveal_entropy(self, entropy: str, guest: Guest) -> Committed:
        """Open the commitment of a connection's seat."""

        def plan(state: State, _: Draw) -> Plan:
            seat = self.company.seat_of(guest)
            if _is_revealed(state, seat, entropy):
                return Plan()
            return Plan(commands=(RevealEntropy(seat=seat, entropy=entropy),))

        return await self._ask(plan, guest)

    async def turn_card(self, place: tuple[int, int], guest: Guest) -> Committed:
        """Turn the card of a connection's seat.

        Args:
            place: the round and the step that the card is turned in.
            guest: the connection.
        """

        def plan(state: State, _: Draw) -> Plan:
            return self._plan_turning(state, place, self.company.seat_of(guest))

        return await self._ask(plan, guest)

    async def leave_seat(self, guest: Guest) -> Committed:
        """Give a connection's seat up."""
        self.company.seat_of(guest)
        if not self.is_playing:
            return await self._give_up_between_games(self.company.seat_of(guest))

        def plan(state: State, draw: Draw) -> Plan:
            return self._plan_release(state, self.company.seat_of(guest), ReleaseReason.LEFT, draw)

        return await self._ask(plan, guest)

    async def change_name(self, name: str, guest: Guest) -> Committed:
        """Show the holder of a connection's seat under another name."""
        player = self.company.chairs[self.company.seat_of(guest)].player
        assert player is not None  # noqa: S101  a seat that a connection holds has a player
        checked = checked_name(name)
        await in_thread(partial(self._vault.keep_name, player, checked))
        self.company.names[player] = checked
        self.company.announce()
        return self.committed()

    # What the host asks for.

    async def add_bot(self, seat: int) -> Committed:
        """Let a bot take a seat that nobody sits on."""

        def plan(state: State, _: Draw) -> Plan:
            self._check_seat(seat)
            chair = self.company.chairs[seat]
            if chair.kind is SeatKind.BOT:
                return Plan()
            # A holder of the game before, for whom the seat was kept, cannot come back to it.
            return Plan(commands=(bot_seat(self.game, seat),), forget=self._forgetting(seat))

        return await self.running().ask(Deed(plan))

    async def remove_seat(self, seat: int) -> Committed:
        """Take a seat from its holder."""
        self._check_seat(seat)
        if not self.is_playing:
            return await self._give_up_between_games(seat)

        def plan(state: State, draw: Draw) -> Plan:
            return self._plan_release(state, seat, ReleaseReason.REMOVED, draw)

        return await self.running().ask(Deed(plan))

    async def start_game(self) -> Committed:
        """Lock the seats, unless they are locked already."""

        def plan(state: State, _: Draw) -> Plan:
            match state:
                case Lobby(is_locked=False):
                    return Plan(commands=(LockSeats(),))
                case _:
                    return Plan()

        return await self.running().ask(Deed(plan))

    async def change_turn_seconds(self, turn_seconds: int) -> Committed:
        """Choose how long a card waits for its holder."""
        company = self.company
        record = RoomRecord(
            turn_seconds=turn_seconds, is_autoplay_wanted=company.is_autoplay_wanted
        )
        await in_thread(partial(self._vault.keep_room, company.room, record))
        company.turn_seconds = turn_seconds
        company.announce()
        return self.committed()

    def committed(self) -> Committed:
        """Tell where the newest game stands."""
        return Committed(game=self.game, seq=self.seq)

    # How it is done.

    async def _ask(self, plan: _Planning, guest: Guest) -> Committed:
        self.company.seat_of(guest)
        return await self.running().ask(Deed(plan))

    def _plan_taking(
        self, state: State, request: requests.TakeSeat, name: str | None, guest: Guest
    ) -> Plan:
        company, seat = self.company, request.seat
        self._check_seat(seat)
        digest = secret_digest(request.seat_secret)
        is_own = company.held_by(digest) == seat
        player = company.chairs[seat].player if is_own else self._invited_player(request)
        assert player is not None  # noqa: S101  a seat that somebody holds has a player
        self._check_single(seat, guest)
        self._check_player(seat, player)
        vault, room = self._vault, company.room

        def keep() -> None:
            if not is_own:
                vault.keep_digest(room, seat_role(seat), digest)
            if name is not None:
                vault.keep_name(player, name)

        def settle() -> None:
            company.hold(seat, digest)
            if name is not None:
                company.names[player] = name
            company.seat(seat, guest)
            company.announce()

        command = TakeSeat(
            seat=seat, kind=SeatKind.HUMAN, player=player, commitment=request.commitment
        )
        is_repeated = is_own and _commitment_of(state, seat) == request.commitment
        commands: tuple[Command, ...] = () if is_repeated else (command,)
        return Plan(commands=commands, keep=keep, settle=settle)

    def _invited_player(self, request: requests.TakeSeat) -> str:
        if not self.company.is_invitation(request.invite_secret):
            raise Refusal(
                WireCode.WRONG_SECRET,
                f"Neither secret opens seat {request.seat} of room {self.company.room}: "
                "use the invitation's own link.",
            )
        wait_seconds = self.company.reserved_seconds(request.seat)
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

    def _plan_turning(self, state: State, place: tuple[int, int], seat: int) -> Plan:
        if not isinstance(state, Playing):
            raise RuleViolation(
                RuleCode.GAME_NOT_DEALT, f"The cards of {self.game} are not dealt yet."
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
        return Plan(settle=partial(self.company.note_turn, seat))

    def _plan_release(self, state: State, seat: int, reason: ReleaseReason, draw: Draw) -> Plan:
        self._check_seat(seat)
        chair, forget = self.company.chairs[seat], self._forgetting(seat)
        is_persons = chair.kind is SeatKind.HUMAN
        if isinstance(state, Playing) and is_persons:
            settle = partial(self.company.give_up, seat, is_dealt=True)
            return Plan(keep=forget, settle=settle)
        settle = partial(self.company.give_up, seat, is_dealt=False)
        if isinstance(state, Lobby) and state.seats[seat] is None:
            return Plan(keep=forget, settle=settle)
        commitment = draw() if isinstance(state, Lobby) and state.is_locked else None
        release = ReleaseSeat(seat=seat, reason=reason, commitment=commitment)
        return Plan(commands=(release,), settle=settle, forget=forget)

    async def _give_up_between_games(self, seat: int) -> Committed:
        await in_thread(self._forgetting(seat))
        self.company.give_up(seat, is_dealt=False)
        return self.committed()

    def _forgetting(self, seat: int) -> "partial[None]":
        return partial(forget_seats, self._vault, self.company.room, (seat,))

    def _check_game(self, game: str) -> None:
        if number_of(game) < number_of(self.game):
            raise Refusal(
                WireCode.GAME_IS_OLD,
                f"The room plays game {self.game} by now: watch that, and commit for it.",
            )
        if game != self.game:
            raise Refusal(WireCode.UNKNOWN_GAME, f"There is no game {game} yet.")

    def _check_seat(self, seat: int) -> None:
        count = len(self.company.chairs)
        if seat >= count:
            raise RuleViolation(
                RuleCode.SEAT_UNKNOWN,
                f"There is no seat {seat} in a game of {count}: choose 0 to {count - 1}.",
            )

    def _check_single(self, seat: int, guest: Guest) -> None:
        for other, chair in enumerate(self.company.chairs):
            if other != seat and chair.guest is guest:
                raise Refusal(
                    WireCode.SEATED_ALREADY,
                    f"This connection holds seat {other} of room {self.company.room}: "
                    "leave it first, or use another connection.",
                )

    def _check_player(self, seat: int, player: str) -> None:
        for other, chair in enumerate(self.company.chairs):
            if other != seat and chair.is_held and chair.player == player:
                raise Refusal(
                    WireCode.SEATED_ALREADY,
                    f"This player holds seat {other} of room {self.company.room} already: "
                    "come back to it with its own link, or leave it first.",
                )

    def _seated(self, seat: int, seq: int) -> Seated:
        player = self.company.chairs[seat].player
        return Seated(
            room=self.company.room, game=self.game, seq=seq, seat=seat, player=player or ""
        )

    def _look_around(self) -> None:
        if self._writer is not None:
            self._writer.look_around()


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
