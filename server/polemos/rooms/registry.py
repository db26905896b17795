"""All rooms of one server: what may be asked of them, and how its nodes hand them on."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from anyio.abc import TaskGroup

from polemos.log.store import EventStore
from polemos.rooms import refusals
from polemos.rooms.asks import Committed
from polemos.rooms.awake_rooms import AwakeRooms
from polemos.rooms.beginnings import Beginnings, OpenedRoom
from polemos.rooms.company import Guest, Readmitted, Standing
from polemos.rooms.errors import Refusal
from polemos.rooms.founding import Founder
from polemos.rooms.room import Room, Seated
from polemos.rooms.running import Running
from polemos.rooms.surroundings import Surroundings
from polemos.rooms.waking import Waking
from polemos.rules.commands import (
    ChangeTempo,
    Command,
    EndGame,
    PauseAutoplay,
    PlayBeat,
    StartAutoplay,
)
from polemos.rules.events import EndReason, Tempo
from polemos.rules.names import room_of
from polemos.wire import pushes, requests
from polemos.wire.codes import WireCode


async def _do_nothing(_game: str) -> None:
    """Do nothing: there is nobody else who could have shown something of the game."""


class Rooms:
    """The rooms of one server that play, or that somebody is in.

    Args:
        store: read by recovery and by look-ups of finished games.
        surroundings: what the writers share.
        tasks: the group in which the writers run.
        left: called with a room's id when it is in memory no more.
        recovered: called with a game that was read, before it goes on.
    """

    def __init__(
        self,
        *,
        store: EventStore,
        surroundings: Surroundings,
        tasks: TaskGroup,
        left: Callable[[str], None] = lambda _room: None,
        recovered: Callable[[str], Awaitable[None]] = _do_nothing,
    ) -> None:
        self._rooms = AwakeRooms(left)
        self._running = Running(
            vault=surroundings.vault,
            tasks=tasks,
            games_max=surroundings.limits.games_running_max,
            left=self._rooms.drop_if_idle,
        )
        founder = Founder(store=store, surroundings=surroundings, forget=self._running.forget)
        self._beginnings = Beginnings(
            founder=founder, awake=self._rooms, running=self._running, tell=surroundings.tell
        )
        self._waking = Waking(
            store=store,
            surroundings=surroundings,
            awake=self._rooms,
            running=self._running,
            founder=founder,
            recovered=recovered,
        )

    @property
    def running_count(self) -> int:
        """How many games play, are paused or wait for people."""
        return self._running.count

    async def recover(self) -> int:
        """Go on with every game that the log holds unfinished.

        A game whose stream cannot be folded stands still with a logged reason; the others go on.

        Returns:
            How many go on.
        """
        await self._waking.recover()
        return self._running.count

    def stop(self) -> None:
        """Stop all writers between two beats; their tasks end, their games stay unfinished."""
        self._running.stop()

    async def stopped(self) -> None:
        """Return when no writer runs any more, after `stop`."""
        await self._running.stopped()

    # When several nodes share the rooms.

    async def tidy(self) -> None:
        """Drop from the vault what a kill left there of games that have ended."""
        await self._waking.tidy()

    async def adopt(self, game: str) -> None:
        """Go on with an unfinished game that another node ran before.

        Raises:
            StoreError: its stream cannot be folded, or could not be read.
        """
        await self._waking.adopt(game)

    async def abandon(self, room: str) -> None:
        """Stop a room between two beats and forget it, for another node runs it from now on."""
        await self._waking.abandon(room)

    def has_failed(self, room: str) -> bool:
        """Tell whether a room stands still because its game could not be gone on with."""
        return room in self._running.failed

    def fail(self, room: str) -> None:
        """Let a room stand still whose game cannot be gone on with."""
        self._running.failed.add(room)

    async def readmit(
        self, room: str, standings: Mapping[Guest, Standing]
    ) -> dict[Guest, Readmitted]:
        """Let connections be in a room that another node let into it, as what they were there.

        Raises:
            Refusal: there is no such room, or its game failed.
        """
        async with self._visit(room) as visited:
            return self._rooms.readmit(visited, standings)

    def present(self, room: str) -> dict[Guest, Standing]:
        """Tell which connections are in a room, and as what; nobody where it sleeps."""
        return self._rooms.present(room)

    @property
    def awake(self) -> list[str]:
        """Name the rooms in memory."""
        return list(self._rooms)

    def is_awake(self, room: str) -> bool:
        """Tell whether a room is in memory."""
        return room in self._rooms

    def is_visiting(self, guest: Guest) -> bool:
        """Tell whether a connection is in any room."""
        return self._rooms.is_visiting(guest)

    def part_from(self, room: str, guest: Guest) -> None:
        """Forget a connection in one room."""
        self._rooms.part_from(room, guest)

    # What anybody may ask.

    async def open_room(self, request: requests.OpenRoom, guest: Guest) -> OpenedRoom:
        """Open a room and its first game; with bots on all seats it is dealt at once.

        Raises:
            RuleViolation: the rules contradict each other, or there is no such preset.
            Refusal: too many games run, the server stops, or nothing could be stored.
        """
        return await self._beginnings.open_room(request, guest)

    async def current_game(self, room: str) -> str:
        """Name a room's newest game.

        Raises:
            Refusal: there is no such room.
        """
        if known := self._rooms.get(room):
            return known.game
        return (await self._waking.newest(room)).game

    def company(self, room: str) -> pushes.Company | None:
        """Show the people of a room, or none where it is not in memory."""
        known = self._rooms.get(room)
        return None if known is None else known.company.view()

    def standings(self) -> dict[str, dict[str, Any]]:
        """Tell how far each game has come that is being played, by game."""
        writers = [room.writer for room in self._rooms.values() if room.writer is not None]
        told = {writer.game: writer.standing for writer in writers}
        return {game: standing for game, standing in told.items() if standing is not None}

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
            return visited.committed

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
        self._rooms.part(guest)

    # What whoever holds a seat may ask.

    async def reveal_entropy(self, room: str, entropy: str, guest: Guest) -> Committed:
        """Open a seat's commitment; the last one brings the deal."""
        return await self._rooms.occupied(room).reveal_entropy(entropy, guest)

    async def turn_card(self, room: str, place: tuple[int, int], guest: Guest) -> Committed:
        """Turn a seat's card; see `Room.turn_card`."""
        return await self._rooms.occupied(room).turn_card(place, guest)

    async def leave_seat(self, room: str, guest: Guest) -> Committed:
        """Give a seat up."""
        return await self._rooms.occupied(room).leave_seat(guest)

    async def change_name(self, room: str, name: str, guest: Guest) -> Committed:
        """Show the holder of a seat under another name."""
        return await self._rooms.occupied(room).change_name(name, guest)

    async def rematch(self, game: str, guest: Guest) -> Committed:
        """Open the next game of a room, with the same seats, unless somebody has already.

        Raises:
            Refusal: the connection neither holds a seat nor controls the room, the game goes on,
                or nothing could be stored.
        """
        room = self._rooms.occupied(room_of(game))
        if not (room.company.is_host(guest) or room.company.seat_of(guest) is not None):
            raise refusals.not_seated(room_of(game))
        async with self._visit(room.company.room):
            return await self._beginnings.rematch(room, game)

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

    async def _ask(self, room: str, command: Command) -> Committed:
        """Hand a command to a room's writer.

        Raises:
            RuleViolation: the rules do not allow it now.
            Refusal: there is no such room, its game failed, or nothing could be stored.
        """
        async with self._visit(room) as visited:
            return await visited.running().ask(command)

    @asynccontextmanager
    async def _visit(self, room: str, guest: Guest | None = None) -> AsyncIterator[Room]:
        """Keep a room in memory while something is asked of it, and while a connection is in it.

        Raises:
            Refusal: there is no such room, or its game failed.
        """
        with self._rooms.visit(await self._waking.find(room), guest) as visited:
            yield visited
