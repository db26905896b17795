"""One running game, one writer: it decides, appends, and only then changes its state and publishes.

Rules that this file keeps:
1. Nobody else appends to the game's stream, so the state in memory is the stream's fold.
2. State and subscribers change after the append is durable, never before.
3. Between two beats the writer looks at what is asked of it; a pause, a tempo change, a stop or
   a kill can fall there, in the middle of a war too.
4. A request is answered `accepted` as soon as its events are durable, whatever goes wrong after
   that, or refused with nothing changed.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from polemos.log.store import Append, StoreError, StoreFull
from polemos.rooms.asks import Ask, Asks, Committed
from polemos.rooms.clock import Clock
from polemos.rooms.commits import Commits
from polemos.rooms.errors import Refusal
from polemos.rooms.identities import Identities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.paces import fresh_pace
from polemos.rooms.rounds import is_round_open
from polemos.rooms.streams import Recording, Stream, record
from polemos.rooms.tempos import LIGHTNING_BEATS_MAX
from polemos.rules.commands import ChangeTempo, Command, EndGame, PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import EndReason, Event, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.state import Control, Ended, Playing, State
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)

Publish = Callable[[str, int, tuple[bytes, ...], str], None]
"""Tells the hub of durable events: game, the first one's seq, their lines, the head after them."""

Decision = tuple[State, tuple[Event, ...]]
"""Events that were decided, and the state after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every writer of a server shares."""

    commits: Commits
    publish: Publish
    clock: Clock
    identities: Identities
    limits: RoomLimits


class GameWriter:
    """Plays one game to its end.

    Args:
        state: the fold of the stream.
        stream: where the stream ends.
        surroundings: what it shares with the other writers.
    """

    def __init__(self, *, state: State, stream: Stream, surroundings: Surroundings) -> None:
        self._state = state
        self._stream = stream
        self._around = surroundings
        self._asks = Asks(surroundings.limits.asks_waiting_max)
        self._pace = fresh_pace(surroundings.clock.steady_seconds())
        self._is_stopping = False
        self._is_round_by_hand = False

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
        decision = _decided(self._state, commands)
        try:
            self._announce(await self._store(decision))
        except StoreError as error:
            raise self._unstored(error) from error
        return self._committed()

    async def ask(self, command: Command) -> Committed:
        """Have a command decided between two beats.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: the room is busy, or the events could not be stored.
        """
        return await self._asks.put(command).answered()

    def stop(self) -> None:
        """Stop after the append under way; the game goes on when it is recovered."""
        self._is_stopping = True
        self._asks.ring()

    async def run(self) -> None:
        """Play until the game ends or `stop` is called; then nobody is left without an answer."""
        try:
            while not self.is_over and not self._is_stopping:
                await self._take_turn()
        except Exception:
            self._asks.close(_failed(self.game))
            raise
        finally:
            self._asks.close(_over(self.game) if self.is_over else _resting(self.game))

    async def end_technically(self) -> None:
        """End the game after a fault of ours, with its reveal, so that nobody waits for it.

        Raises:
            StoreError: not even that could be stored.
        """
        self._announce(await self._store(_decided(self._state, [_END_TECHNICALLY])))

    async def _take_turn(self) -> None:
        deadline = self._deadline_seconds()
        if ask := self._asks.take():
            await self._answer(ask)
        elif self._now() < deadline:
            self._asks.mute()
            await self._around.clock.wait(self._asks.bell, deadline)
        else:
            await self._act()

    async def _answer(self, ask: Ask) -> None:
        """Carry out one request, even if whoever asked is gone."""
        self._pace = self._pace.after_ask(self._now())
        try:
            recording = await self._carry_out(ask.command)
        except (RuleViolation, Refusal) as refusal:
            ask.refuse(refusal)
            return
        except StoreError as error:
            ask.refuse(self._unstored(error))
            return
        except Exception:
            ask.refuse(_failed(self.game))
            raise
        ask.accept(self._committed())
        self._announce(recording)

    async def _carry_out(self, command: Command) -> Recording:
        if isinstance(command, PlayBeat):
            self._refuse_second_round()
        recording = await self._store(_decided(self._state, [command]))
        match command:
            case PlayBeat():
                self._note_beat()
                self._is_round_by_hand = is_round_open(self._state)
            case ChangeTempo():
                pass
            case _:
                # A pause means that nothing moves, a start that everything does.
                self._is_round_by_hand = False
        return recording

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

    async def _act(self) -> None:
        """Do what is due; a store that fails is tried again after a pause, with nothing lost."""
        try:
            recording = await self._store(self._due())
        except StoreError as error:
            logger.error("Game %s waits for the storage: %s", self.game, error)
            self._pace = self._pace.after_failure(
                self._now(), self._around.limits.storage_retry_seconds
            )
            return
        self._note_beat()
        self._is_round_by_hand = self._is_round_by_hand and is_round_open(self._state)
        self._announce(recording)

    def _due(self) -> Decision:
        """Decide what is due: one beat, at lightning as many as an append carries, or the end."""
        match self._state:
            case Playing(control=Control(tempo=Tempo.LIGHTNING, is_autoplay_on=True)):
                return _beats(self._state, LIGHTNING_BEATS_MAX)
            case _ if self._is_moving():
                return _beats(self._state, 1)
            case _:
                return _decided(self._state, [_ABANDON])

    async def _store(self, decision: Decision) -> Recording:
        """Make events durable, and only then let them have happened.

        Raises:
            StoreError: nothing was stored.
            VersionConflict: somebody else wrote to the stream, against rule 1.
        """
        state, events = decision
        recording = record(self._stream, events, self._around.clock.unix_ms())
        await self._around.commits.append(
            Append(
                command_id=self._around.identities.command_id(),
                game=self.game,
                expected_seq=self._stream.seq,
                lines=recording.lines,
                types=recording.types,
                head=recording.stream.head,
            )
        )
        self._state, self._stream = state, recording.stream
        return recording

    def _announce(self, recording: Recording) -> None:
        """Tell the hub what `_store` has just stored."""
        stream, lines = recording.stream, recording.lines
        self._around.publish(stream.game, stream.seq - len(lines) + 1, lines, stream.head)

    def _is_moving(self) -> bool:
        """Whether beats follow without being asked for."""
        return isinstance(self._state, Playing) and (
            self._state.control.is_autoplay_on or self._is_round_by_hand
        )

    def _deadline_seconds(self) -> float:
        if isinstance(self._state, Playing) and self._is_moving():
            return self._pace.due_seconds(self._state.control.tempo)
        return self._pace.idle_seconds(self._around.limits.abandon_after_seconds)

    def _note_beat(self) -> None:
        if isinstance(self._state, Playing):
            self._pace = self._pace.after_beat(self._now(), self._state.control.tempo)

    def _now(self) -> float:
        return self._around.clock.steady_seconds()

    def _committed(self) -> Committed:
        return Committed(game=self.game, seq=self._stream.seq)

    def _unstored(self, error: StoreError) -> Refusal:
        """Refuse without the store's own sentence, which names paths that are nobody's business."""
        logger.error("Game %s could not store what was asked for: %s", self.game, error)
        retry_after_ms = int(self._around.limits.storage_retry_seconds * 1_000)
        if isinstance(error, StoreFull):
            return Refusal(
                WireCode.STORAGE_FULL,
                "Nothing was changed: the server has no space to store it. Try again later.",
                retry_after_ms=retry_after_ms,
            )
        return Refusal(
            WireCode.STORAGE_FAILED,
            "Nothing was changed: the server could not store it. Try again later.",
            retry_after_ms=retry_after_ms,
        )


_END_TECHNICALLY = EndGame(reason=EndReason.STOPPED)
_ABANDON = EndGame(reason=EndReason.ABANDONED)


def _decided(state: State, commands: Iterable[Command]) -> Decision:
    """Decide commands, each after what the one before it caused."""
    decided: list[Event] = []
    for command in commands:
        events = decide(state, command)
        for event in events:
            state = evolve(state, event)
        decided.extend(events)
    return state, tuple(decided)


def _beats(state: State, beats_max: int) -> Decision:
    """Decide so many beats, fewer where the game ends."""
    decided: list[Event] = []
    for _ in range(beats_max):
        state, events = _decided(state, [PlayBeat()])
        decided.extend(events)
        if not isinstance(state, Playing):
            break
    return state, tuple(decided)


def _over(game: str) -> RuleViolation:
    return RuleViolation(RuleCode.GAME_IS_OVER, f"Game {game} has ended: open another one.")


def _resting(game: str) -> Refusal:
    return Refusal(
        WireCode.DRAINING, f"The server is stopping; game {game} goes on after its restart."
    )


def _failed(game: str) -> Refusal:
    return Refusal(
        WireCode.GAME_FAILED,
        f"Game {game} met a fault of the server, whose operator finds it in the server's log.",
    )
