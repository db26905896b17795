"""All rooms of one server: opens and finds them, recovers them, asks their writers."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import anyio
from anyio.abc import TaskGroup

from polemos.log.store import EventStore, StoreError
from polemos.log.vault import Vault
from polemos.rooms.asks import Committed
from polemos.rooms.errors import Refusal
from polemos.rooms.identities import secret_digest
from polemos.rooms.openings import GameSecret, opening
from polemos.rooms.recovery import recover
from polemos.rooms.streams import Stream
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
from polemos.rules.events import DealScheme, EndReason, Tempo
from polemos.rules.names import room_of
from polemos.rules.presets import rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import initial_state
from polemos.wire.codes import WireCode
from polemos.wire.requests import OpenRoom

logger = logging.getLogger(__name__)

HOST = "host"
"""The role in the vault whose secret controls a room."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRoom:
    """A room was opened and its first game is durable.

    Args:
        room: the public id.
        game: its first game.
        seq: the seq of the game's last event so far.
        host_secret: what controls the room; told once, kept nowhere but as a digest.
    """

    room: str
    game: str
    seq: int
    host_secret: str = field(repr=False)


class Rooms:
    """The running games of one server.

    Args:
        store: read by recovery and by look-ups of finished games.
        vault: secrets until their reveal, digests of hosts' secrets.
        surroundings: what the writers share.
        tasks: the group in which the writers run.
    """

    def __init__(
        self, *, store: EventStore, vault: Vault, surroundings: Surroundings, tasks: TaskGroup
    ) -> None:
        self._store = store
        self._vault = vault
        self._around = surroundings
        self._tasks = tasks
        self._writers: dict[str, GameWriter] = {}
        self._failed: set[str] = set()
        self._openings = 0
        self._is_stopping = False
        self._emptied = anyio.Event()

    @property
    def running_count(self) -> int:
        """How many games play or are paused."""
        return len(self._writers)

    async def recover(self) -> int:
        """Go on with every game that the log holds unfinished.

        A game whose stream cannot be folded stands still with a logged reason; the others go on.

        Returns:
            How many go on.
        """
        await _in_thread(self._forget_public)
        for head in await _in_thread(self._store.running_games):
            try:
                state, stream = await _in_thread(
                    partial(recover, self._store, self._vault, head.game)
                )
            except StoreError as error:
                logger.error("Game %s is not recovered: %s", head.game, error)
                self._failed.add(room_of(head.game))
            else:
                self._start(
                    room_of(head.game),
                    GameWriter(state=state, stream=stream, surroundings=self._around),
                )
        return len(self._writers)

    async def open_room(self, request: OpenRoom) -> OpenedRoom:
        """Open a room and its first game, with bots on all seats, and deal.

        Raises:
            RuleViolation: the rules contradict each other, or there is no such preset.
            Refusal: too many games run, the server stops, or nothing could be stored.
        """
        self._refuse_opening()
        rules = rule_set(request.preset, request.players, request.rules)
        self._openings += 1
        try:
            return await self._open(request, rules)
        finally:
            self._openings -= 1

    async def is_host(self, room: str, host_secret: str) -> bool:
        """Tell whether a secret controls a room; takes the same time either way."""
        digest = secret_digest(host_secret)
        return await _in_thread(partial(self._vault.holds_digest, room, HOST, digest))

    async def current_game(self, room: str) -> str:
        """Name a room's newest game.

        Raises:
            Refusal: there is no such room.
        """
        if writer := self._writers.get(room):
            return writer.game
        head = await _in_thread(partial(self._store.latest_game, room))
        if head is None:
            raise Refusal(
                WireCode.UNKNOWN_ROOM, f"There is no room {room}: check the link you were given."
            )
        return head.game

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

    def stop(self) -> None:
        """Stop all writers between two beats; their tasks end, their games stay unfinished."""
        self._is_stopping = True
        for writer in self._writers.values():
            writer.stop()

    async def stopped(self) -> None:
        """Return when no writer runs any more, after `stop`."""
        if self._writers:
            await self._emptied.wait()

    async def _ask(self, room: str, command: Command) -> Committed:
        """Hand a command to a room's writer.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: there is no such room, its game failed, or nothing could be stored.
        """
        if writer := self._writers.get(room):
            return await writer.ask(command)
        if room in self._failed:
            raise _game_failed(room)
        game = await self.current_game(room)
        raise RuleViolation(RuleCode.GAME_IS_OVER, f"Game {game} has ended.")

    def _refuse_opening(self) -> None:
        if self._is_stopping:
            raise Refusal(WireCode.DRAINING, "The server is stopping: open the room after a while.")
        if len(self._writers) + self._openings >= self._around.limits.games_running_max:
            raise Refusal(
                WireCode.TOO_MANY_ROOMS,
                "The server runs as many games as it may: try again in a minute.",
                retry_after_ms=60_000,
            )

    async def _open(self, request: OpenRoom, rules: RuleSet) -> OpenedRoom:
        identities = self._around.identities
        room, host_secret = identities.room(), identities.host_secret()
        game = f"{room}-1"
        secret = self._draw_secret(request.seed)
        commands = opening(
            game, rules, secret, tempo=request.tempo, is_autoplay_wanted=request.autoplay
        )
        writer = GameWriter(
            state=initial_state(game, secret.dealer()),
            stream=Stream(game=game),
            surroundings=self._around,
        )
        await _in_thread(partial(self._keep, room, game, secret, host_secret))
        try:
            committed = await writer.open(commands)
        except Refusal:
            await self._forget_opening(room, game)
            raise
        self._start(room, writer)
        return OpenedRoom(room=room, game=game, seq=committed.seq, host_secret=host_secret)

    def _draw_secret(self, seed: str | None) -> GameSecret:
        if seed is None:
            return GameSecret(deal=DealScheme.FAIR, secret=self._around.identities.secret())
        return GameSecret(deal=DealScheme.SEEDED, secret=seed.encode())

    def _keep(self, room: str, game: str, secret: GameSecret, host_secret: str) -> None:
        """Make the secret durable before its commitment is, or the game could never be dealt."""
        self._vault.keep_secret(game, secret.commitment(game), secret.secret)
        self._vault.keep_digest(room, HOST, secret_digest(host_secret))

    async def _forget_opening(self, room: str, game: str) -> None:
        await self._forget(game)
        try:
            await _in_thread(partial(self._vault.forget_room, room))
        except StoreError as error:
            logger.warning("The vault keeps room %s, which never was: %s", room, error)

    def _forget_public(self) -> None:
        """Drop what a kill left in the vault of games that have ended or never began."""
        for game in self._vault.games():
            head = self._store.head(game)
            if head is None or head.is_ended:
                self._vault.forget_game(game)

    def _start(self, room: str, writer: GameWriter) -> None:
        if self._is_stopping:
            return  # the game is durable and goes on when it is recovered
        self._writers[room] = writer
        self._tasks.start_soon(self._play, room, writer, name=f"game {writer.game}")

    async def _play(self, room: str, writer: GameWriter) -> None:
        """Run a writer; a fault of ours ends its game and nothing else."""
        try:
            await writer.run()
        except Exception:  # a fault in one game must not end the others' task group
            logger.exception("Game %s failed and is ended", writer.game)
            self._failed.add(room)
            await self._end_failed(writer)
        finally:
            self._leave(room)
        if writer.is_over:
            self._failed.discard(room)
            await self._forget(writer.game)

    async def _forget(self, game: str) -> None:
        """Drop what the reveal has made public; it is harmless where that fails."""
        try:
            await _in_thread(partial(self._vault.forget_game, game))
        except StoreError as error:
            logger.warning("The vault keeps the revealed secret of game %s: %s", game, error)

    def _leave(self, room: str) -> None:
        del self._writers[room]
        if not self._writers:
            self._emptied.set()
            self._emptied = anyio.Event()

    async def _end_failed(self, writer: GameWriter) -> None:
        try:
            await writer.end_technically()
        except Exception:  # the game stands still; its room says so to whoever asks
            logger.exception("Game %s could not be ended either", writer.game)


def _game_failed(room: str) -> Refusal:
    return Refusal(
        WireCode.GAME_FAILED,
        f"The game of room {room} met a fault of the server; its operator finds it in the log.",
    )


async def _in_thread(call: Callable[[], T]) -> T:
    return await anyio.to_thread.run_sync(call)
