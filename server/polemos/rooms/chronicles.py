"""What has happened in one game: its state, and where its stream ends.

Rules that this file keeps:
1. Nobody else appends to the game's stream, so the state in memory is the stream's fold.
2. Beside the log first, then in it: nothing in the log lacks what it needs from the vault, and what
   a kill leaves there too much harms nobody.
3. State and subscribers change after the append is durable, never before.
"""

import logging
from collections.abc import Callable
from functools import partial

from polemos.log.store import Append, AppendUnknown, Fenced, StoreError
from polemos.rooms.asks import Committed
from polemos.rooms.decisions import Decision
from polemos.rooms.deeds import Plan
from polemos.rooms.game_secrets import NextSecrets
from polemos.rooms.streams import Recording, Stream, record
from polemos.rooms.surroundings import Surroundings
from polemos.rooms.threads import in_thread
from polemos.rules.state import State

logger = logging.getLogger(__name__)


class Chronicle:
    """Keeps what happens in one game.

    Args:
        state: the fold of the stream.
        stream: where the stream ends.
        surroundings: where it is kept, and who is told of it.
    """

    def __init__(self, *, state: State, stream: Stream, surroundings: Surroundings) -> None:
        self._state = state
        self._stream = stream
        self._around = surroundings

    @property
    def state(self) -> State:
        """The game's state, all of it durable."""
        return self._state

    @property
    def committed(self) -> Committed:
        """Where the game stands."""
        return Committed(game=self._stream.game, seq=self._stream.seq)

    async def carry_out(
        self, plan: Plan, decision: Decision, secrets: NextSecrets
    ) -> Recording | None:
        """Make durable what a plan comes to: first beside the log, then in it.

        Args:
            plan: what has to be there before the events, and how it is taken back.
            decision: what its commands came to.
            secrets: those that were drawn for it.

        Raises:
            AppendUnknown: the events are stored or not.
            StoreError: nothing was stored.
            Fenced: another node runs the game by now.
        """
        state, events = decision
        if plan.keep is not None or not secrets.is_empty:
            # The vault knows no leases: what another node may own by now must not be touched.
            self._around.check(self._stream.game)
        if not secrets.is_empty:
            await in_thread(partial(secrets.keep, self._around.vault))
        if plan.keep is not None:
            await in_thread(plan.keep)
        if not events:
            return None
        try:
            return await self.store((secrets.known_to(state), events))
        except AppendUnknown:
            raise
        except StoreError:
            if plan.undo is not None and self._is_surely_ours():
                await self.tidy(plan.undo)
            raise

    async def store(self, decision: Decision) -> Recording:
        """Make events durable, and only then let them have happened.

        Raises:
            AppendUnknown: they are stored or not.
            StoreError: nothing was stored.
            Fenced: another node runs the game by now.
            VersionConflict: somebody else wrote to the stream, against rule 1.
        """
        state, events = decision
        recording = record(self._stream, events, self._around.clock.unix_ms())
        await self._around.commits.append(
            Append(
                command_id=self._around.identities.command_id(),
                game=self._stream.game,
                expected_seq=self._stream.seq,
                lines=recording.lines,
                types=recording.types,
                head=recording.stream.head,
            )
        )
        self._state, self._stream = state, recording.stream
        return recording

    def _is_surely_ours(self) -> bool:
        """Tell whether nobody else can have begun to keep anything of the game."""
        try:
            self._around.check(self._stream.game)
        except (StoreError, Fenced):
            return False
        return True

    def publish(self, recording: Recording | None) -> None:
        """Tell the hub what has just been stored, if anything was."""
        if recording is None:
            return
        stream, lines = recording.stream, recording.lines
        self._around.publish(stream.game, stream.seq - len(lines) + 1, lines, stream.head)

    async def tidy(self, tidy: Callable[[], None]) -> None:
        """Bring the vault up to date; it is harmless where that fails."""
        try:
            await in_thread(tidy)
        except StoreError as error:
            logger.warning("The vault is not up to date with game %s: %s", self._stream.game, error)
