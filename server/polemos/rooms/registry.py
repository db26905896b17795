"""All rooms of one server: opens and finds them, recovers them, lets their people ask."""

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial

import anyio
from anyio.abc import TaskGroup

from polemos.log.store import EventStore, StoreError
from polemos.log.vault import RoomRecord
from polemos.rooms.asks import Committed
from polemos.rooms.company import Chair, Company, Guest
from polemos.rooms.errors import Refusal
from polemos.rooms.identities import secret_digest
from polemos.rooms.openings import GameSecret, opening
from polemos.rooms.recollection import Recollection, read_opening, recall
from polemos.rooms.recovery import recover
from polemos.rooms.room import Room, Seated
from polemos.rooms.seating import HOST, INVITATION
from polemos.rooms.streams import Stream
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter, Surroundings
from polemos.rules.commands import (
    ChangeTempo,
    Command,
    EndGame,
    PauseAutoplay,
    PlayBeat,
    StartAutoplay,
)
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import DealScheme, EndReason, SeatKind, Tempo
from polemos.rules.names import number_of, room_of
from polemos.rules.presets import rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import initial_state
from polemos.wire import pushes, requests
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRoom:
    """A room was opened and its first game is durable.

    Args:
        room: the public id.
        game: its first game.
        seq: the seq of the game's last event so far.
        host_secret: what controls the room; told once, kept nowhere but as a digest.
        invite_secret: what lets somebody take a free seat; told once as well.
    """

    room: str
    game: str
    seq: int
    host_secret: str = field(repr=False)
    invite_secret: str = field(repr=False)


class Rooms:
    """The rooms of one server that play, or that somebody is in.

    Args:
        store: read by recovery and by look-ups of finished games.
        surroundings: what the writers share.
        tasks: the group in which the writers run.
    """

    def __init__(self, *, store: EventStore, surroundings: Surroundings, tasks: TaskGroup) -> None:
        self._store = store
        self._vault = surroundings.vault
        self._around = surroundings
        self._tasks = tasks
        self._rooms: dict[str, Room] = {}
        self._visits: dict[Guest, set[str]] = {}
        self._failed: set[str] = set()
        self._running_count = 0
        self._openings = 0
        self._is_stopping = False
        self._emptied = anyio.Event()

    @property
    def running_count(self) -> int:
        """How many games play, are paused or wait for people."""
        return self._running_count

    async def recover(self) -> int:
        """Go on with every game that the log holds unfinished.

        A game whose stream cannot be folded stands still with a logged reason; the others go on.

        Returns:
            How many go on.
        """
        await in_thread(self._forget_public)
        for head in await in_thread(self._store.running_games):
            try:
                await self._recover(head.game)
            except StoreError as error:
                logger.error("Game %s is not recovered: %s", head.game, error)
                self._failed.add(room_of(head.game))
        return self._running_count

    # What anybody may ask.

    async def open_room(self, request: requests.OpenRoom, guest: Guest) -> OpenedRoom:
        """Open a room and its first game; with bots on all seats it is dealt at once.

        Raises:
            RuleViolation: the rules contradict each other, or there is no such preset.
            Refusal: too many games run, the server stops, or nothing could be stored.
        """
        rules = rule_set(request.preset, request.players, request.rules)
        _check_people(request, rules)
        with self._opening():
            return await self._open(request, rules, guest)

    async def current_game(self, room: str) -> str:
        """Name a room's newest game.

        Raises:
            Refusal: there is no such room.
        """
        if known := self._rooms.get(room):
            return known.game
        head = await in_thread(partial(self._store.latest_game, room))
        if head is None:
            raise _unknown_room(room)
        return head.game

    def company(self, room: str) -> pushes.Company | None:
        """Show the people of a room, or none where it is not in memory."""
        known = self._rooms.get(room)
        return None if known is None else known.company.view()

    async def take_control(self, room: str, host_secret: str, guest: Guest) -> Committed:
        """Let a connection control a room.

        Raises:
            Refusal: there is no such room, or the secret does not control it.
        """
        async with self._visit(room, guest) as visited:
            if not visited.company.is_host_secret(host_secret):
                raise Refusal(
                    WireCode.WRONG_SECRET,
                    f"That secret does not control room {room}: use the host's own link.",
                )
            visited.company.welcome_host(guest)
            return visited.committed()

    async def take_seat(self, request: requests.TakeSeat, guest: Guest) -> Seated:
        """Let a connection take a seat; see `Room.take_seat`."""
        async with self._visit(room_of(request.game), guest) as visited:
            return await visited.take_seat(request, guest)

    async def resume_seat(self, room: str, seat_secret: str, guest: Guest) -> Seated:
        """Let a connection hold its seat again; see `Room.resume_seat`."""
        async with self._visit(room, guest) as visited:
            return visited.resume_seat(seat_secret, guest)

    def part(self, guest: Guest) -> None:
        """Forget a connection that is gone."""
        for room in self._visits.pop(guest, ()):
            if visited := self._rooms.get(room):
                visited.company.part(guest)
                self._drop_if_idle(visited)

    # What whoever holds a seat may ask.

    async def reveal_entropy(self, room: str, entropy: str, guest: Guest) -> Committed:
        """Open a seat's commitment; the last one brings the deal."""
        return await self._visited(room).reveal_entropy(entropy, guest)

    async def turn_card(self, room: str, place: tuple[int, int], guest: Guest) -> Committed:
        """Turn a seat's card; see `Room.turn_card`."""
        return await self._visited(room).turn_card(place, guest)

    async def leave_seat(self, room: str, guest: Guest) -> Committed:
        """Give a seat up."""
        return await self._visited(room).leave_seat(guest)

    async def change_name(self, room: str, name: str, guest: Guest) -> Committed:
        """Show the holder of a seat under another name."""
        return await self._visited(room).change_name(name, guest)

    async def rematch(self, game: str, guest: Guest) -> Committed:
        """Open the next game of a room, with the same seats, unless somebody has already.

        Raises:
            Refusal: the connection neither holds a seat nor controls the room, the game goes on,
                or nothing could be stored.
        """
        room = self._visited(room_of(game))
        if not (room.company.is_host(guest) or room.company.is_seated(guest)):
            raise _not_seated(room_of(game))
        async with self._visit(room.company.room), room.opening:
            if number_of(game) < number_of(room.game):
                return room.committed()
            if game != room.game:
                raise Refusal(WireCode.UNKNOWN_GAME, f"There is no game {game} yet.")
            if room.is_playing:
                raise Refusal(
                    WireCode.GAME_IN_PLAY,
                    f"Game {game} goes on: a rematch follows its end.",
                )
            with self._opening():
                return await self._open_next(room)

    # What only the host may ask.

    async def start_autoplay(self, room: str) -> Committed:
        """Let the beats follow each other."""
        return await self._ask(room, StartAutoplay())

    async def pause_autoplay(self, room: str) -> Committed:
        """Stop between two beats."""
        return await self._ask(room, PauseAutoplay())

    async def change_tempo(self, room: str, tempo: Tempo) -> Committed:
        """Go at another tempo from the next beat on."""
        return await self._ask(room, ChangeTempo(tempo=tempo))

    async def play_round(self, room: str) -> Committed:
        """Play one round by hand; answered when its first beat is durable."""
        return await self._ask(room, PlayBeat())

    async def close_game(self, room: str) -> Committed:
        """End the game before its cards do."""
        return await self._ask(room, EndGame(reason=EndReason.CLOSED_BY_HOST))

    async def add_bot(self, room: str, seat: int) -> Committed:
        """Let a bot take a seat that nobody sits on."""
        async with self._visit(room) as visited:
            return await visited.add_bot(seat)

    async def remove_seat(self, room: str, seat: int) -> Committed:
        """Take a seat from its holder."""
        async with self._visit(room) as visited:
            return await visited.remove_seat(seat)

    async def start_game(self, room: str) -> Committed:
        """Lock the seats, so that the deal begins."""
        async with self._visit(room) as visited:
            return await visited.start_game()

    async def change_turn_seconds(self, room: str, turn_seconds: int) -> Committed:
        """Choose how long a card waits for its holder."""
        async with self._visit(room) as visited:
            return await visited.change_turn_seconds(turn_seconds)

    def stop(self) -> None:
        """Stop all writers between two beats; their tasks end, their games stay unfinished."""
        self._is_stopping = True
        for room in self._rooms.values():
            if room.writer is not None:
                room.writer.stop()

    async def stopped(self) -> None:
        """Return when no writer runs any more, after `stop`."""
        if self._running_count:
            await self._emptied.wait()

    async def _ask(self, room: str, command: Command) -> Committed:
        """Hand a command to a room's writer.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: there is no such room, its game failed, or nothing could be stored.
        """
        async with self._visit(room) as visited:
            return await visited.running().ask(command)

    # Rooms in memory.

    async def _find(self, room: str) -> Room:
        """Give a room, recalled from the log and the vault where nobody is in it.

        Raises:
            Refusal: there is no such room, or its game failed.
        """
        if room in self._failed:
            raise _game_failed(room)
        if known := self._rooms.get(room):
            return known
        head = await in_thread(partial(self._store.latest_game, room))
        if head is None:
            raise _unknown_room(room)
        recalled = await in_thread(partial(recall, self._store, self._vault, head.game))
        if recalled is None:
            raise _unknown_room(room)
        # Somebody else may have come while this one was recalled.
        if known := self._rooms.get(room):
            return known
        company = self._company_of(room, head.game, recalled)
        company.is_game_over = True
        found = Room(company=company, vault=self._vault, head_seq=head.seq)
        self._rooms[room] = found
        return found

    def _visited(self, room: str) -> Room:
        """Give a room in which somebody is.

        Raises:
            Refusal: nobody is there, so whoever asks is not.
        """
        known = self._rooms.get(room)
        if known is None:
            raise _not_seated(room)
        return known

    @asynccontextmanager
    async def _visit(self, room: str, guest: Guest | None = None) -> AsyncIterator[Room]:
        """Keep a room in memory while something is asked of it, and while a connection is in it."""
        visited = await self._find(room)
        visited.visits += 1
        try:
            yield visited
        finally:
            visited.visits -= 1
            if guest is not None and guest in visited.company.guests:
                self._visits.setdefault(guest, set()).add(room)
            self._drop_if_idle(visited)

    def _drop_if_idle(self, room: Room) -> None:
        if room.writer is None and not room.visits and not room.company.guests:
            self._rooms.pop(room.company.room, None)

    def _company_of(self, room: str, game: str, recalled: Recollection) -> Company:
        record = recalled.record or RoomRecord(
            turn_seconds=self._around.limits.turn_seconds, is_autoplay_wanted=True
        )
        company = self._new_company(room, game, recalled.host, recalled.invitation, record)
        company.chairs, company.names = recalled.chairs, recalled.names
        return company

    def _new_company(
        self,
        room: str,
        game: str,
        host: bytes | None,
        invitation: bytes | None,
        record: RoomRecord,
    ) -> Company:
        return Company(
            room=room,
            game=game,
            clock=self._around.clock,
            tell=self._around.tell,
            host=host,
            invitation=invitation,
            turn_seconds=record.turn_seconds,
            is_autoplay_wanted=record.is_autoplay_wanted,
        )

    # Games.

    async def _recover(self, game: str) -> None:
        state, stream = await in_thread(partial(recover, self._store, self._vault, game))
        recalled = await in_thread(partial(recall, self._store, self._vault, game))
        assert recalled is not None  # noqa: S101  the game has just been read
        room = room_of(game)
        company = self._company_of(room, game, recalled)
        writer = GameWriter(state=state, stream=stream, company=company, surroundings=self._around)
        self._rooms[room] = Room(company=company, vault=self._vault, head_seq=stream.seq)
        self._start(self._rooms[room], writer)

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """Count an opening among the running games while it goes on.

        Raises:
            Refusal: the server stops, or too many games run.
        """
        if self._is_stopping:
            raise Refusal(WireCode.DRAINING, "The server is stopping: open the room after a while.")
        if self._running_count + self._openings >= self._around.limits.games_running_max:
            raise Refusal(
                WireCode.TOO_MANY_ROOMS,
                "The server runs as many games as it may: try again in a minute.",
                retry_after_ms=60_000,
            )
        self._openings += 1
        try:
            yield
        finally:
            self._openings -= 1

    async def _open(self, request: requests.OpenRoom, rules: RuleSet, guest: Guest) -> OpenedRoom:
        identities = self._around.identities
        room, host_secret = identities.room(), identities.link_secret()
        invite_secret, secret = identities.link_secret(), self._draw_secret(request.seed)
        record = RoomRecord(
            turn_seconds=self._around.limits.turn_seconds, is_autoplay_wanted=request.autoplay
        )
        host, invitation = secret_digest(host_secret), secret_digest(invite_secret)
        company = self._new_company(room, f"{room}-1", host, invitation, record)
        company.chairs = [Chair() for _ in range(rules.players)]
        vault = self._vault

        def keep() -> None:
            vault.keep_digest(room, HOST, host)
            vault.keep_digest(room, INVITATION, invitation)
            vault.keep_room(room, record)

        bots = range(request.people, rules.players)
        commands = opening(company.game, rules, secret, tempo=request.tempo, bots=bots)
        try:
            await in_thread(keep)
            writer = await self._first_append(company, company.game, secret, commands)
        except (Refusal, StoreError):
            await self._forget(partial(vault.forget_room, room), room)
            raise
        opened = self._rooms[room] = Room(company=company, vault=vault, head_seq=writer.seq)
        company.welcome_host(guest)
        if guest in company.guests:
            self._visits.setdefault(guest, set()).add(room)
        self._start(opened, writer)
        return OpenedRoom(
            room=room,
            game=company.game,
            seq=writer.seq,
            host_secret=host_secret,
            invite_secret=invite_secret,
        )

    async def _open_next(self, room: Room) -> Committed:
        """Open a room's next game, by the same rules, with bots on the same seats."""
        company = room.company
        former = company.game
        was = await in_thread(partial(read_opening, self._store, former))
        assert was is not None  # noqa: S101  the room's newest game has a first event
        game = f"{company.room}-{number_of(former) + 1}"
        secret = self._draw_secret(None)
        bots = [seat for seat, chair in enumerate(company.chairs) if chair.kind is SeatKind.BOT]
        commands = opening(game, was.opened.rules, secret, tempo=was.opened.tempo, bots=bots)
        writer = await self._first_append(company, game, secret, commands)
        company.reserve(game, self._around.limits.reserve_seconds)
        self._start(room, writer)
        self._around.tell(former, company.view())
        return room.committed()

    def _draw_secret(self, seed: str | None) -> GameSecret:
        if seed is None:
            return GameSecret(deal=DealScheme.FAIR, secret=self._around.identities.secret())
        return GameSecret(deal=DealScheme.SEEDED, secret=seed.encode())

    async def _first_append(
        self, company: Company, game: str, secret: GameSecret, commands: Iterable[Command]
    ) -> GameWriter:
        """Store how a game opens, after its secret, without which it could never be dealt.

        Raises:
            Refusal: the events could not be stored; the game does not exist.
            StoreError: the secret could not.
        """
        writer = GameWriter(
            state=initial_state(game, secret.dealer()),
            stream=Stream(game=game),
            company=company,
            surroundings=self._around,
        )
        keep = partial(self._vault.keep_secret, game, secret.commitment(game), secret.secret)
        await in_thread(keep)
        try:
            await writer.open(commands)
        except Refusal:
            await self._forget(partial(self._vault.forget_game, game), game)
            raise
        return writer

    def _forget_public(self) -> None:
        """Drop what a kill left in the vault of games that have ended or never began."""
        for game in self._vault.games():
            head = self._store.head(game)
            if head is None or head.is_ended:
                self._vault.forget_game(game)

    def _start(self, room: Room, writer: GameWriter) -> None:
        if self._is_stopping:
            return  # the game is durable and goes on when it is recovered
        room.begin(writer)
        self._running_count += 1
        self._tasks.start_soon(self._play, room, writer, name=f"game {writer.game}")

    async def _play(self, room: Room, writer: GameWriter) -> None:
        """Run a writer; a fault of ours ends its game and nothing else."""
        name = room.company.room
        try:
            await writer.run()
        except Exception:  # a fault in one game must not end the others' task group
            logger.exception("Game %s failed and is ended", writer.game)
            self._failed.add(name)
            await self._end_failed(writer)
        finally:
            self._leave(room, writer)
        if writer.is_over:
            self._failed.discard(name)
            await self._forget(partial(self._vault.forget_game, writer.game), writer.game)

    async def _forget(self, forget: Callable[[], None], name: str) -> None:
        """Drop what the vault no longer has to keep; it is harmless where that fails."""
        try:
            await in_thread(forget)
        except StoreError as error:
            logger.warning("The vault keeps more of %s than it need: %s", name, error)

    def _leave(self, room: Room, writer: GameWriter) -> None:
        room.finish(writer)
        self._drop_if_idle(room)
        self._running_count -= 1
        if not self._running_count:
            self._emptied.set()
            self._emptied = anyio.Event()

    async def _end_failed(self, writer: GameWriter) -> None:
        try:
            await writer.end_technically()
        except Exception:  # the game stands still; its room says so to whoever asks
            logger.exception("Game %s could not be ended either", writer.game)


def _check_people(request: requests.OpenRoom, rules: RuleSet) -> None:
    if request.people > rules.players:
        raise RuleViolation(
            RuleCode.WRONG_PLAYER_COUNT,
            f"There are {rules.players} seats and {request.people} people: "
            "ask for more players or invite fewer people.",
        )
    if request.people and request.seed is not None:
        raise Refusal(
            WireCode.SEEDED_WITH_PEOPLE,
            "Whoever chooses the seed knows the deal, so such a game is for bots: leave `seed` "
            "out, and let people type words of their own when they take their seats.",
        )


def _unknown_room(room: str) -> Refusal:
    return Refusal(
        WireCode.UNKNOWN_ROOM, f"There is no room {room}: check the link you were given."
    )


def _not_seated(room: str) -> Refusal:
    return Refusal(
        WireCode.NOT_SEATED,
        f"This connection is not in room {room}: take or resume a seat there first.",
    )


def _game_failed(room: str) -> Refusal:
    return Refusal(
        WireCode.GAME_FAILED,
        f"The game of room {room} met a fault of the server; its operator finds it in the log.",
    )
