"""Carries out requests by the methods that rooms have for them."""

from typing import Protocol, assert_never

from polemos.rooms.company import Guest
from polemos.rooms.grants import Grant
from polemos.rules.events import Tempo
from polemos.wire.pushes import Company
from polemos.wire.requests import (
    AddBot,
    ChangeName,
    ChangeTempo,
    ChangeTurnSeconds,
    CloseGame,
    HostRequest,
    LeaveSeat,
    OpenRoom,
    PauseAutoplay,
    PlayRound,
    Rematch,
    RemoveSeat,
    ResumeSeat,
    RevealEntropy,
    SeatRequest,
    StartAutoplay,
    StartGame,
    TakeControl,
    TakeSeat,
    TurnCard,
)


class Opened(Protocol):
    """A room that was opened; see `registry.OpenedRoom`."""

    @property
    def room(self) -> str:
        """The public id."""
        ...

    @property
    def game(self) -> str:
        """Its first game."""
        ...

    @property
    def seq(self) -> int:
        """The seq of the game's last event."""
        ...

    @property
    def host_secret(self) -> str:
        """What controls the room."""
        ...

    @property
    def invite_secret(self) -> str:
        """What lets somebody take a free seat."""
        ...


class Changed(Protocol):
    """A request that was carried out; see `asks.Committed`."""

    @property
    def game(self) -> str:
        """The room's newest game."""
        ...

    @property
    def seq(self) -> int:
        """The seq of its last event."""
        ...


class Seated(Protocol):
    """A seat that the connection holds now; see `room.Seated`."""

    @property
    def room(self) -> str:
        """The room."""
        ...

    @property
    def game(self) -> str:
        """Its newest game."""
        ...

    @property
    def seq(self) -> int:
        """The seq of the game's last event."""
        ...

    @property
    def seat(self) -> int:
        """The seat, from 0."""
        ...

    @property
    def player(self) -> str:
        """The public player id of its holder."""
        ...

    @property
    def grant(self) -> Grant:
        """When the connection was given it."""
        ...


class Asked(Protocol):
    """Rooms with a method for each request; each raises `RuleViolation` or `Refusal` to refuse."""

    async def open_room(self, request: OpenRoom, guest: Guest, /) -> Opened:
        """Open a room and its first game."""
        ...

    async def take_control(self, room: str, host_secret: str, guest: Guest, /) -> Changed:
        """Let a connection control a room."""
        ...

    async def take_seat(self, request: TakeSeat, guest: Guest, /) -> Seated:
        """Let a connection take a seat."""
        ...

    async def resume_seat(self, room: str, seat_secret: str, guest: Guest, /) -> Seated:
        """Let a connection hold its seat again."""
        ...

    async def reveal_entropy(self, room: str, entropy: str, guest: Guest, /) -> Changed:
        """Open a seat's commitment."""
        ...

    async def turn_card(self, room: str, place: tuple[int, int], guest: Guest, /) -> Changed:
        """Turn a seat's card, in a round and a step."""
        ...

    async def leave_seat(self, room: str, guest: Guest, /) -> Changed:
        """Give a seat up."""
        ...

    async def change_name(self, room: str, name: str, guest: Guest, /) -> Changed:
        """Show a seat's holder under another name."""
        ...

    async def rematch(self, game: str, guest: Guest, /) -> Changed:
        """Open the next game of a room."""
        ...

    async def start_autoplay(self, room: str, /) -> Changed:
        """Let the beats follow each other."""
        ...

    async def pause_autoplay(self, room: str, /) -> Changed:
        """Stop between two beats."""
        ...

    async def change_tempo(self, room: str, tempo: Tempo, /) -> Changed:
        """Go at another tempo."""
        ...

    async def play_round(self, room: str, /) -> Changed:
        """Play one round by hand."""
        ...

    async def close_game(self, room: str, /) -> Changed:
        """End the game."""
        ...

    async def add_bot(self, room: str, seat: int, /) -> Changed:
        """Let a bot take a free seat."""
        ...

    async def remove_seat(self, room: str, seat: int, /) -> Changed:
        """Take a seat from its holder."""
        ...

    async def start_game(self, room: str, /) -> Changed:
        """Lock the seats."""
        ...

    async def change_turn_seconds(self, room: str, turn_seconds: int, /) -> Changed:
        """Choose how long a card waits for its holder."""
        ...

    async def current_game(self, room: str, /) -> str:
        """Name a room's newest game."""
        ...

    def company(self, room: str, /) -> Company | None:
        """Show the people of a room, or none where nobody is in it and nothing plays."""
        ...

    def part(self, guest: Guest, /) -> None:
        """Forget a connection that is gone."""
        ...


class Performing:
    """Passes each request to the method that rooms have for it.

    Args:
        rooms: carry it out.
    """

    def __init__(self, rooms: Asked) -> None:
        self._rooms = rooms

    async def current_game(self, room: str) -> str:
        """Name a room's newest game."""
        return await self._rooms.current_game(room)

    def company(self, room: str) -> Company | None:
        """Show the people of a room, or none where nobody is in it and nothing plays."""
        return self._rooms.company(room)

    def part(self, guest: Guest) -> None:
        """Forget a connection that is gone."""
        self._rooms.part(guest)

    async def open_room(self, request: OpenRoom, guest: Guest) -> Opened:
        """Open a room and its first game."""
        return await self._rooms.open_room(request, guest)

    async def take_control(self, request: TakeControl, guest: Guest) -> Changed:
        """Let a connection control a room."""
        return await self._rooms.take_control(request.room, request.host_secret, guest)

    async def seat(self, request: TakeSeat | ResumeSeat, guest: Guest) -> Seated:
        """Let a connection hold a seat."""
        match request:
            case TakeSeat():
                return await self._rooms.take_seat(request, guest)
            case ResumeSeat(room=room, seat_secret=seat_secret):
                return await self._rooms.resume_seat(room, seat_secret, guest)
            case _:
                assert_never(request)

    async def change(self, request: SeatRequest | Rematch | HostRequest, guest: Guest) -> Changed:
        """Change a game or its company."""
        match request:
            case Rematch(game=game):
                return await self._rooms.rematch(game, guest)
            case RevealEntropy() | LeaveSeat() | TurnCard() | ChangeName():
                return await self._change_seat(request, guest)
            case _:
                return await self._change_room(request)

    async def _change_seat(self, request: SeatRequest, guest: Guest) -> Changed:
        match request:
            case RevealEntropy(room=room, entropy=entropy):
                return await self._rooms.reveal_entropy(room, entropy, guest)
            case TurnCard(room=room, round=number, step=step):
                return await self._rooms.turn_card(room, (number, step), guest)
            case LeaveSeat(room=room):
                return await self._rooms.leave_seat(room, guest)
            case ChangeName(room=room, name=name):
                return await self._rooms.change_name(room, name, guest)
            case _:
                assert_never(request)

    async def _change_room(self, request: HostRequest) -> Changed:
        match request:
            case StartAutoplay():
                return await self._rooms.start_autoplay(request.room)
            case PauseAutoplay():
                return await self._rooms.pause_autoplay(request.room)
            case ChangeTempo():
                return await self._rooms.change_tempo(request.room, request.tempo)
            case PlayRound():
                return await self._rooms.play_round(request.room)
            case CloseGame():
                return await self._rooms.close_game(request.room)
            case AddBot():
                return await self._rooms.add_bot(request.room, request.seat)
            case RemoveSeat():
                return await self._rooms.remove_seat(request.room, request.seat)
            case StartGame():
                return await self._rooms.start_game(request.room)
            case ChangeTurnSeconds():
                return await self._rooms.change_turn_seconds(request.room, request.turn_seconds)
            case _:
                assert_never(request)
