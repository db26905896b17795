"""The games that run: each writer in a task of its own, which ends alone whatever it meets."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import anyio
from anyio.abc import TaskGroup

from polemos.log.store import AppendUnknown, Fenced, StoreError
from polemos.log.vault import Vault
from polemos.rooms.errors import Refusal
from polemos.rooms.room import Room
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)


class Running:
    """Runs the writers of one server.

    Args:
        vault: gives up the secrets that a game's end has revealed.
        tasks: the group in which the writers run.
        games_max: how many may run before no further room is opened.
        left: called when a room's writer has ended.
    """

    def __init__(
        self, *, vault: Vault, tasks: TaskGroup, games_max: int, left: Callable[[Room], None]
    ) -> None:
        self.count = 0
        self.is_stopping = False
        self.failed: set[str] = set()
        self._vault = vault
        self._tasks = tasks
        self._games_max = games_max
        self._openings = 0
        self._left = left
        self._writers: dict[GameWriter, anyio.Event] = {}
        self._emptied = anyio.Event()

    @contextmanager
    def opening(self, *, is_rematch: bool = False) -> Iterator[None]:
        """Count a game among the running ones while it is being opened.

        Args:
            is_rematch: whether it takes the place that its room's former game had: a room has one
                running game at most.

        Raises:
            Refusal: the server stops, or too many games run.
        """
        if self.is_stopping:
            raise Refusal(WireCode.DRAINING, "The server is stopping: open the room after a while.")
        if self.count + self._openings >= self._games_max and not is_rematch:
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

    def start(self, room: Room, writer: GameWriter) -> None:
        """Let a writer play a room's newest game."""
        room.begin(writer)
        if self.is_stopping:
            writer.rest()
            return
        self.count += 1
        self._writers[writer] = anyio.Event()
        self._tasks.start_soon(self._play, room, writer, name=f"game {writer.game}")

    def stop(self) -> None:
        """Stop all writers between two beats; their tasks end, their games stay unfinished."""
        self.is_stopping = True
        for writer in self._writers:
            writer.stop()

    async def move(self, writer: GameWriter) -> None:
        """Stop one writer, whose game another node runs from now on, and return when it has."""
        writer.move()
        if left := self._writers.get(writer):
            await left.wait()

    async def stopped(self) -> None:
        """Return when no writer runs any more, after `stop`."""
        if self.count:
            await self._emptied.wait()

    async def forget(self, forget: Callable[[], None], name: str) -> None:
        """Drop what the vault no longer has to keep; it is harmless where that fails."""
        try:
            await in_thread(forget)
        except StoreError as error:
            logger.warning("The vault keeps more of %s than it needs: %s", name, error)

    async def _play(self, room: Room, writer: GameWriter) -> None:
        """Run a writer; a fault of ours ends its game and nothing else."""
        name = room.company.room
        try:
            try:
                await writer.run()
            except (Fenced, AppendUnknown) as error:
                # Whoever has the lease reads the game again.
                logger.warning("Game %s is left alone: %s", writer.game, error)
            except Exception:
                logger.exception("Game %s failed and is ended", writer.game)
                self.failed.add(name)
                await self._end_failed(writer)
            finally:
                self._leave(room, writer)
            if writer.is_over:
                self.failed.discard(name)
                await self.forget(partial(self._vault.forget_game, writer.game), writer.game)
        except Exception:  # a fault in one game must not end the others' task group
            logger.exception("What is left of game %s could not be tidied up", writer.game)

    def _leave(self, room: Room, writer: GameWriter) -> None:
        room.finish(writer)
        left = self._writers.pop(writer)
        self._left(room)
        left.set()
        self.count -= 1
        if not self.count:
            self._emptied.set()
            self._emptied = anyio.Event()

    async def _end_failed(self, writer: GameWriter) -> None:
        try:
            await writer.end_technically()
        except Exception:  # the game stands still; its room says so to whoever asks
            logger.exception("Game %s could not be ended either", writer.game)
