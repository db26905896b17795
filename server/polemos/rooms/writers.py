"""One running game, one writer: it decides, appends, and only then changes its state and publishes.

Rules that this file keeps:
1. Nobody else appends to the game's stream, so the state in memory is the stream's fold.
2. State and subscribers change after the append is durable, never before.
3. Between two beats the writer looks at what is asked of it; a pause, a tempo change, a stop or
   a kill can fall there, in the middle of a war too.
4. A request is answered when its events are durable, or refused with nothing changed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import anyio

from polemos.log.store import Append, StoreError, StoreFull
from polemos.rooms.clock import Clock
from polemos.rooms.commits import Commits
from polemos.rooms.errors import Refusal
from polemos.rooms.identities import Identities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.rounds import is_round_open
from polemos.rooms.streams import Stream, record
from polemos.rooms.tempos import LIGHTNING_BEATS_MAX, kept_beat_seconds, seconds_per_beat
from polemos.rules.commands import Command, EndGame, PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import EndReason, Event, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.state import Control, Ended, Playing, State
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)

Publish = Callable[[str, int, tuple[bytes, ...], str], None]
"""Tells the hub of durable events: game, the first one's seq, their lines, the head after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """A request's events are durable.

    Args:
        game: whose events.
        seq: the seq of the last of them.
    """

    game: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every writer of a server shares."""

    commits: Commits
    publish: Publish
    clock: Clock
    identities: Identities
    limits: RoomLimits


@dataclass(frozen=True, slots=True)
class _Ask:
    command: Command
    answer: "asyncio.Future[Committed]"


class GameWriter:
    """Plays one game to its end.

    Args:
        state: the fold of the stream, at least opened.
        stream: where the stream ends.
        surroundings: what it shares with the other writers.
    """

    def __init__(self, *, state: State, stream: Stream, surroundings: Surroundings) -> None:
        self._state = state
        self._stream = stream
        self._around = surroundings
        self._asks: deque[_Ask] = deque()
        self._woken = anyio.Event()
        self._is_stopping = False
        self._is_round_by_hand = False
        self._last_beat_seconds = surroundings.clock.steady_seconds()
        self._last_ask_seconds = self._last_beat_seconds
        self._storage_retry_seconds = self._last_beat_seconds

    @property
    def game(self) -> str:
        """The game's id."""
        return self._stream.game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._state, Ended)

    async def open(self, commands: Iterable[Command]) -> Committed:
        """Decide the commands of a new game and store their events as one append.

        Raises:
            Refusal: they could not be stored; the game does not exist.
        """
        state, events = self._state, list[Event]()
        for command in commands:
            for event in (decided := decide(state, command)):
                state = evolve(state, event)
            events.extend(decided)
        return await self._commit_asked(state, tuple(events))

    async def ask(self, command: Command) -> Committed:
        """Have a command decided between two beats.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: the room is busy, or the events could not be stored.
        """
        if self._is_stopping or self.is_over:
            raise self._closed()
        if len(self._asks) >= self._around.limits.asks_waiting_max:
            raise _busy()
        answer: asyncio.Future[Committed] = asyncio.get_running_loop().create_future()
        self._asks.append(_Ask(command, answer))
        self._woken.set()
        return await answer

    def stop(self) -> None:
        """Stop after the append under way; the game goes on when it is recovered."""
        self._is_stopping = True
        self._woken.set()

    async def run(self) -> None:
        """Play until the game ends or `stop` is called."""
        try:
            while not self.is_over and not self._is_stopping:
                await self._take_turn()
        finally:
            self.stop()
            self._refuse_waiting()

    async def end_technically(self) -> None:
        """End the game after a fault of ours, with its reveal, so that nobody waits for it.

        Raises:
            StoreError: not even that could be stored.
        """
        await self._commit(*self._decided(EndGame(reason=EndReason.STOPPED)))

    async def _take_turn(self) -> None:
        now = self._around.clock.steady_seconds()
        deadline = self._deadline_seconds()
        if self._asks:
            await self._answer(self._asks.popleft())
        elif now < deadline:
            self._woken = anyio.Event()
            await self._around.clock.wait(self._woken, deadline)
        else:
            await self._play()

    async def _answer(self, ask: _Ask) -> None:
        """Decide one request; it is carried out even if whoever asked is gone."""
        self._last_ask_seconds = self._around.clock.steady_seconds()
        try:
            committed = await self._carry_out(ask.command)
        except (RuleViolation, Refusal) as refusal:
            if not ask.answer.done():
                ask.answer.set_exception(refusal)
        except Exception:  # ours: whoever asked is told before it ends this game
            self._asks.appendleft(ask)
            raise
        else:
            if not ask.answer.done():
                ask.answer.set_result(committed)

    async def _carry_out(self, command: Command) -> Committed:
        if isinstance(command, PlayBeat):
            self._refuse_second_round()
        committed = await self._commit_asked(*self._decided(command))
        if isinstance(command, PlayBeat):
            self._note_beat()
            self._is_round_by_hand = is_round_open(self._state)
        return committed

    def _refuse_second_round(self) -> None:
        if isinstance(self._state, Playing) and self._state.control.is_autoplay_on:
            raise RuleViolation(
                RuleCode.AUTOPLAY_IS_ON,
                "The game plays by itself: pause it before you play a round by hand.",
            )
        if self._is_round_by_hand:
            raise Refusal(
                WireCode.ROUND_IN_PLAY,
                "The round that was asked for is still being played: ask again when it is over.",
            )

    async def _play(self) -> None:
        """Play what is due; a store that fails is tried again after a pause, with nothing lost."""
        try:
            await self._commit(*self._decided_next())
        except StoreError as error:
            logger.error("Game %s waits for the storage: %s", self.game, error)
            self._storage_retry_seconds = (
                self._around.clock.steady_seconds() + self._around.limits.storage_retry_seconds
            )
            return
        self._note_beat()
        self._is_round_by_hand = self._is_round_by_hand and is_round_open(self._state)

    def _decided(self, command: Command) -> tuple[State, tuple[Event, ...]]:
        events = decide(self._state, command)
        state = self._state
        for event in events:
            state = evolve(state, event)
        return state, events

    def _decided_next(self) -> tuple[State, tuple[Event, ...]]:
        if self._is_moving():
            return self._decided_beats()
        return self._decided(EndGame(reason=EndReason.ABANDONED))

    def _decided_beats(self) -> tuple[State, tuple[Event, ...]]:
        """Decide the beats of one append: one, or at lightning as many as an append may carry."""
        state, decided = self._state, list[Event]()
        for _ in range(self._beats_max()):
            for event in (beat := decide(state, PlayBeat())):
                state = evolve(state, event)
            decided.extend(beat)
            if not isinstance(state, Playing):
                break
        return state, tuple(decided)

    async def _commit_asked(self, state: State, events: tuple[Event, ...]) -> Committed:
        try:
            await self._commit(state, events)
        except StoreError as error:
            raise _unstored(error, self._around.limits) from error
        return Committed(game=self.game, seq=self._stream.seq)

    async def _commit(self, state: State, events: tuple[Event, ...]) -> None:
        around = self._around
        recording = record(self._stream, events, around.clock.unix_ms())
        await around.commits.append(
            Append(
                command_id=around.identities.command_id(),
                game=self.game,
                expected_seq=self._stream.seq,
                lines=recording.lines,
                types=recording.types,
                head=recording.stream.head,
            )
        )
        first_seq = self._stream.seq + 1
        self._state, self._stream = state, recording.stream
        around.publish(self.game, first_seq, recording.lines, recording.stream.head)

    def _is_moving(self) -> bool:
        """Whether beats follow without being asked for."""
        return isinstance(self._state, Playing) and (
            self._state.control.is_autoplay_on or self._is_round_by_hand
        )

    def _beats_max(self) -> int:
        match self._state:
            case Playing(control=Control(tempo=Tempo.LIGHTNING, is_autoplay_on=True)):
                return LIGHTNING_BEATS_MAX
            case _:
                return 1

    def _deadline_seconds(self) -> float:
        if isinstance(self._state, Playing) and self._is_moving():
            return max(self._due_seconds(self._state.control.tempo), self._storage_retry_seconds)
        idle_seconds = self._around.limits.abandon_after_seconds
        return max(self._last_ask_seconds + idle_seconds, self._storage_retry_seconds)

    def _due_seconds(self, tempo: Tempo) -> float:
        return self._last_beat_seconds + seconds_per_beat(tempo)

    def _note_beat(self) -> None:
        now = self._around.clock.steady_seconds()
        if isinstance(self._state, Playing):
            tempo = self._state.control.tempo
            self._last_beat_seconds = kept_beat_seconds(self._due_seconds(tempo), now, tempo)

    def _refuse_waiting(self) -> None:
        while self._asks:
            ask = self._asks.popleft()
            if not ask.answer.done():
                ask.answer.set_exception(self._closed())

    def _closed(self) -> RuleViolation | Refusal:
        if self.is_over:
            return RuleViolation(RuleCode.GAME_IS_OVER, f"Game {self.game} has ended.")
        return Refusal(
            WireCode.DRAINING, f"Game {self.game} rests now: ask again after a few seconds."
        )


def _busy() -> Refusal:
    return Refusal(
        WireCode.ROOM_BUSY,
        "Too many requests wait for this room: try again in a second.",
        retry_after_ms=1_000,
    )


def _unstored(error: StoreError, limits: RoomLimits) -> Refusal:
    is_full = isinstance(error, StoreFull)
    return Refusal(
        WireCode.STORAGE_FULL if is_full else WireCode.STORAGE_FAILED,
        f"Nothing was changed, because it could not be stored: {error}",
        retry_after_ms=int(limits.storage_retry_seconds * 1_000),
    )
