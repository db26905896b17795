"""One room: its company, the writer of its running game, and what its people may ask for."""

from dataclasses import dataclass
from functools import partial

import anyio

from polemos.log.vault import RoomRecord, Vault
from polemos.rooms import refusals
from polemos.rooms.asks import Committed
from polemos.rooms.company import Company, Guest
from polemos.rooms.deeds import Deed
from polemos.rooms.errors import Refusal
from polemos.rooms.grants import Grant
from polemos.rooms.identities import secret_digest
from polemos.rooms.names import checked_name
from polemos.rooms.seat_plans import SeatPlans
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter
from polemos.rules.names import number_of
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
        grant: when the connection was given the seat.
    """

    room: str
    game: str
    seq: int
    seat: int
    player: str
    grant: Grant


class Room:
    """A room in memory.

    Args:
        company: its people.
        vault: what is kept beside the log.
        head_seq: the seq of its newest game's last event, as far as no writer knows better.
    """

    def __init__(self, *, company: Company, vault: Vault, head_seq: int) -> None:
        self.company = company
        self.between_games = anyio.Lock()
        self.visits = 0
        # What two ask for at once is kept and remembered in one order.
        self._beside_log = anyio.Lock()
        self._vault = vault
        self._plans = SeatPlans(company, vault)
        self._head_seq = head_seq
        self._writer: GameWriter | None = None
        company.changed = self._look_around

    @property
    def game(self) -> str:
        """The room's newest game."""
        return self.company.game

    @property
    def writer(self) -> GameWriter | None:
        """The writer of the newest game until it has ended, or none."""
        return self._writer

    @property
    def is_playing(self) -> bool:
        """Whether its newest game has not ended, be it that it rests while the server stops."""
        return self._writer is not None and not self._writer.is_over

    @property
    def committed(self) -> Committed:
        """Where the newest game stands."""
        seq = self._head_seq if self._writer is None else self._writer.seq
        return Committed(game=self.game, seq=seq)

    def begin(self, writer: GameWriter) -> None:
        """Let a writer play the room's newest game."""
        self._writer = writer

    def finish(self, writer: GameWriter) -> None:
        """Let go of a writer whose game has ended; one that rests or failed still answers so."""
        if self._writer is writer and writer.is_over:
            self._head_seq = writer.seq
            self._writer = None

    def running(self) -> GameWriter:
        """Give the writer of the newest game; one that rests or failed refuses what it is asked.

        Raises:
            RuleViolation: the game has ended.
        """
        if self._writer is None:
            raise refusals.over(self.game)
        return self._writer

    # What somebody with a link asks for.

    async def take_seat(self, request: requests.TakeSeat, guest: Guest) -> Seated:
        """Let a connection take a seat, or hold its own again.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: a secret is wrong, the seat waits for somebody else, or the player has another.
        """
        self._check_game(request.game)
        self._plans.check_taker(request)
        name = None if request.name is None else checked_name(request.name)
        deed = Deed(lambda state, _: self._plans.take(state, request, name, guest))
        committed = await self.running().ask(deed)
        return self._seated(request.seat, committed)

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
        self._plans.check_connection(seat, guest)
        self.company.seat(seat, guest)
        return self._seated(seat, self.committed)

    # What whoever holds a seat asks for.

    async def reveal_entropy(self, entropy: str, guest: Guest) -> Committed:
        """Open the commitment of a connection's seat."""
        self._plans.seat_of(guest)
        deed = Deed(lambda state, _: self._plans.reveal(state, entropy, guest))
        return await self.running().ask(deed)

    async def turn_card(self, place: tuple[int, int], guest: Guest) -> Committed:
        """Turn the card of a connection's seat, in a round and a step."""
        self._plans.seat_of(guest)
        deed = Deed(lambda state, _: self._plans.turn(state, place, guest))
        return await self.running().ask(deed)

    async def leave_seat(self, guest: Guest) -> Committed:
        """Give a connection's seat up."""
        if await self._gave_up_between_games(self._plans.seat_of(guest)):
            return self.committed
        deed = Deed(lambda state, draw: self._plans.leave(state, guest, draw))
        return await self.running().ask(deed)

    async def change_name(self, name: str, guest: Guest) -> Committed:
        """Show the holder of a connection's seat under another name."""
        player = self.company.chairs[self._plans.seat_of(guest)].player
        assert player is not None  # noqa: S101  a seat that a connection holds has a player
        checked = checked_name(name)
        async with self._beside_log:
            await in_thread(partial(self._vault.keep_name, player, checked))
            self.company.names[player] = checked
        self.company.announce()
        return self.committed

    # What the host asks for.

    async def add_bot(self, seat: int) -> Committed:
        """Let a bot take a seat that nobody sits on."""
        return await self.running().ask(Deed(lambda _state, _draw: self._plans.add_bot(seat)))

    async def remove_seat(self, seat: int) -> Committed:
        """Take a seat from its holder."""
        self._plans.check_seat(seat)
        if await self._gave_up_between_games(seat):
            return self.committed
        deed = Deed(lambda state, draw: self._plans.remove(state, seat, draw))
        return await self.running().ask(deed)

    async def start_game(self) -> Committed:
        """Lock the seats, unless they are locked already."""
        return await self.running().ask(Deed(lambda state, _: self._plans.start(state)))

    async def change_turn_seconds(self, turn_seconds: int) -> Committed:
        """Choose how long a card waits for its holder."""
        company = self.company
        record = RoomRecord(
            turn_seconds=turn_seconds, is_autoplay_wanted=company.is_autoplay_wanted
        )
        async with self._beside_log:
            await in_thread(partial(self._vault.keep_room, company.room, record))
            company.turn_seconds = turn_seconds
        company.announce()
        return self.committed

    # How it is done.

    async def _gave_up_between_games(self, seat: int) -> bool:
        """Give a seat up unless a game goes on, in which case that game's writer has to.

        Returns:
            Whether it is given up.
        """
        async with self.between_games:
            if self.is_playing:
                return False
            await in_thread(self._plans.forgetting(seat))
            self.company.give_up(seat, is_dealt=False)
            return True

    def _check_game(self, game: str) -> None:
        if number_of(game) < number_of(self.game):
            raise Refusal(
                WireCode.GAME_IS_OLD,
                f"The room plays game {self.game} by now: watch that, and commit for it.",
            )
        if game != self.game:
            raise refusals.unknown_game(game)

    def _seated(self, seat: int, committed: Committed) -> Seated:
        chair = self.company.chairs[seat]
        return Seated(
            room=self.company.room,
            game=committed.game,
            seq=committed.seq,
            seat=seat,
            player=chair.player or "",
            grant=chair.grant,
        )

    def _look_around(self) -> None:
        if self._writer is not None:
            self._writer.look_around()
