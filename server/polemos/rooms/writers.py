"""One running game, one writer: it decides what is asked or due, and has it stored and told.

Rules that this file keeps:
1. Between two beats the writer looks at what is asked of it; a pause, a tempo change, a stop or
   a kill can fall there, in the middle of a war too.
2. A request is answered `accepted` as soon as its events are durable, whatever goes wrong after
   that, or refused with nothing changed.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from polemos.log.store import AppendUnknown, Fenced, StoreError
from polemos.rooms import refusals
from polemos.rooms.agendas import Agenda, Due
from polemos.rooms.asks import Ask, Asks, Committed
from polemos.rooms.chronicles import Chronicle
from polemos.rooms.company import Company
from polemos.rooms.decisions import beats, decided, decided_with_follow_ups
from polemos.rooms.deeds import Plan, Wish, plan_of
from polemos.rooms.errors import Refusal
from polemos.rooms.game_secrets import NextSecrets
from polemos.rooms.releases import Releases
from polemos.rooms.standings import standing_json
from polemos.rooms.streams import Recording, Stream
from polemos.rooms.surroundings import Surroundings
from polemos.rooms.tempos import LIGHTNING_BEATS_MAX
from polemos.rules.commands import Command, EndGame, PauseAutoplay, PlayBeat, StartAutoplay
from polemos.rules.errors import RuleViolation
from polemos.rules.events import EndReason, Tempo
from polemos.rules.names import room_of
from polemos.rules.state import Control, Ended, Lobby, Playing, State

logger = logging.getLogger(__name__)


class GameWriter:
    """Plays one game to its end.

    Args:
        state: the fold of the stream.
        stream: where the stream ends.
        company: the people of its room.
        surroundings: what it shares with the other writers.
    """

    def __init__(
        self, *, state: State, stream: Stream, company: Company, surroundings: Surroundings
    ) -> None:
        self._chronicle = Chronicle(state=state, stream=stream, surroundings=surroundings)
        self._company = company
        self._around = surroundings
        self._asks = Asks(surroundings.limits.asks_waiting_max)
        self._agenda = Agenda(company, surroundings.clock, surroundings.limits)
        self._is_stopping = False
        self._is_dealt = False
        self._releases = Releases(company, surroundings.vault, self._next_secrets)

    @property
    def game(self) -> str:
        """The game's id."""
        return self._chronicle.committed.game

    @property
    def seq(self) -> int:
        """The seq of the game's last event."""
        return self._chronicle.committed.seq

    @property
    def standing(self) -> dict[str, Any] | None:
        """How far the game has come, or none while nothing is played; all of it is durable."""
        return standing_json(self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._state, Ended)

    @property
    def _state(self) -> State:
        return self._chronicle.state

    async def open(self, commands: Iterable[Command]) -> Committed:
        """Decide the commands of a new game and store their events as one append.

        Raises:
            AppendUnknown: the game exists or not.
            Refusal: they could not be stored; the game does not exist.
        """
        try:
            opening = await self._perform(Plan(commands=commands), self._next_secrets())
            self._chronicle.publish(opening)
        except AppendUnknown:
            raise
        except Fenced as error:
            raise refusals.moving(room_of(self.game)) from error
        except StoreError as error:
            raise refusals.unstored(self.game, error, self._around.limits) from error
        return self._chronicle.committed

    async def ask(self, wish: Wish) -> Committed:
        """Have a wish carried out between two beats.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: the room is busy or does not grant it, or the events could not be stored.
        """
        return await self._asks.put(wish).answered()

    def look_around(self) -> None:
        """Have the writer look again at what is due, because something around it has changed."""
        self._asks.ring()

    def stop(self) -> None:
        """Stop after the append under way; the game goes on when it is recovered."""
        self._is_stopping = True
        self._asks.ring()

    def move(self) -> None:
        """Stop as well, because another node runs the game from now on."""
        self._asks.close(refusals.moving(room_of(self.game)))
        self.stop()

    def rest(self) -> None:
        """Refuse whatever is asked: the game goes on when it is recovered."""
        self._asks.close(refusals.resting(self.game))

    async def run(self) -> None:
        """Play until the game ends or `stop` is called; then nobody is left without an answer."""
        try:
            self._seat_company()
            self._agenda.await_turns(self._state)
            while not self.is_over and not self._is_stopping:
                await self._take_turn()
        except (Fenced, AppendUnknown):
            self._asks.close(refusals.moving(room_of(self.game)))
            raise
        except Exception:
            self._asks.close(refusals.failed(self.game))
            raise
        finally:
            is_over, game = self.is_over, self.game
            self._asks.close(refusals.over(game) if is_over else refusals.resting(game))

    async def end_technically(self) -> None:
        """End the game after a fault of ours, with its reveal, so that nobody waits for it.

        Raises:
            StoreError: not even that could be stored.
        """
        before = self._state
        recording = await self._chronicle.store(decided(before, [_END_TECHNICALLY]))
        await self._conclude(Plan(), recording, before)

    async def _take_turn(self) -> None:
        deadline, due = self._agenda.next_due(self._state)
        if ask := self._asks.take():
            await self._answer(ask)
        elif self._around.clock.steady_seconds() < deadline:
            self._asks.mute()
            await self._around.clock.wait(self._asks.bell, deadline)
        else:
            await self._act(due)

    # What somebody asks for.

    async def _answer(self, ask: Ask) -> None:
        """Carry out one wish, even if whoever asked is gone."""
        before, secrets = self._state, self._next_secrets()
        try:
            plan = self._planned(ask.wish, secrets)
            recording = await self._perform(plan, secrets)
        except (RuleViolation, Refusal) as refusal:
            ask.refuse(refusal)
            return
        except AppendUnknown:
            ask.refuse(refusals.uncertain(self.game))
            raise
        except StoreError as error:
            ask.refuse(refusals.unstored(self.game, error, self._around.limits))
            return
        except Fenced:
            ask.refuse(refusals.moving(room_of(self.game)))
            raise
        except Exception:
            ask.refuse(refusals.failed(self.game))
            raise
        self._agenda.note_ask()
        ask.accept(self._chronicle.committed)
        await self._conclude(plan, recording, before)

    def _planned(self, wish: Wish, secrets: NextSecrets) -> Plan:
        plan = plan_of(wish, self._state, secrets.draw)
        match wish:
            case PlayBeat():
                refusals.check_round_by_hand(
                    self._state, self._company, is_round_by_hand=self._agenda.is_round_by_hand
                )
                return replace(plan, remember=self._begin_round_by_hand)
            case StartAutoplay() | PauseAutoplay():
                return replace(plan, remember=self._agenda.end_round_by_hand)
            case _:
                return plan

    def _begin_round_by_hand(self) -> None:
        self._agenda.begin_round_by_hand(self._state)

    # What the writer does by itself.

    async def _act(self, due: Due) -> None:
        """Do what is due; a store that fails is tried again after a pause, with nothing lost."""
        before = self._state
        try:
            plan, recording = await self._do(due)
        except AppendUnknown:
            raise
        except StoreError as error:
            logger.error("Game %s waits for the storage: %s", self.game, error)
            self._agenda.note_failure()
            return
        await self._conclude(plan, recording, before)

    async def _do(self, due: Due) -> tuple[Plan, Recording | None]:
        match due:
            case Due.BEAT:
                return Plan(remember=self._note_beat), await self._play()
            case Due.RELEASE:
                assert isinstance(self._state, Lobby)  # noqa: S101  the agenda has seen it
                plan = self._releases.plan(self._state)
                return plan, await self._perform(plan, self._releases.secrets)
            case Due.END:
                return Plan(), await self._chronicle.store(decided(self._state, [_ABANDON]))

    async def _play(self) -> Recording:
        """Play one beat, at lightning as many as an append carries.

        Only so many games at lightning take their turns at the same time: a hundred of them would
        keep the loop from every other room for a hundred times as long as one.
        """
        match self._state:
            case Playing(control=Control(tempo=Tempo.LIGHTNING, is_autoplay_on=True)) as state:
                async with self._around.lightning:
                    return await self._chronicle.store(beats(state, LIGHTNING_BEATS_MAX))
            case state:
                return await self._chronicle.store(beats(state, 1))

    def _note_beat(self) -> None:
        self._agenda.note_beat(self._state)

    # How it is done.

    async def _perform(self, plan: Plan, secrets: NextSecrets) -> Recording | None:
        """Make durable what a plan and whatever follows it by itself come to."""
        decision = decided_with_follow_ups(
            self._state, plan.commands, is_autoplay_wanted=self._company.is_autoplay_wanted
        )
        return await self._chronicle.carry_out(plan, decision, secrets)

    async def _conclude(self, plan: Plan, recording: Recording | None, before: State) -> None:
        """Publish what is durable, remember it, and wait for whoever is waited for since."""
        self._chronicle.publish(recording)
        self._seat_company()
        plan.remember()
        self._agenda.wait_anew(before, self._state)
        if plan.tidy is not None:
            await self._chronicle.tidy(plan.tidy)

    def _seat_company(self) -> None:
        """Keep the company's seats as the log has them."""
        match self._state:
            case Lobby(seats=seats):
                self._company.follow(seats)
            case Playing(setup=setup) if not self._is_dealt:
                self._is_dealt = True
                self._company.follow(setup.seats)
            case Ended():
                self._company.end_game()
            case _:
                return

    def _next_secrets(self) -> NextSecrets:
        return NextSecrets(self.game, self._around.identities.secret)


_END_TECHNICALLY = EndGame(reason=EndReason.STOPPED)
_ABANDON = EndGame(reason=EndReason.ABANDONED)
