"""Carries out requests by the methods that rooms have for them."""

from typing import assert_never

from polemos.rooms.asks import Committed
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.company import Guest
from polemos.rooms.registry import Rooms
from polemos.rooms.room import Seated
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


class Performing:
    """Passes each request to the method that rooms have for it.

    Args:
        rooms: carry it out.
    """

    def __init__(self, rooms: Rooms) -> None:
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

    async def open_room(self, request: OpenRoom, guest: Guest) -> OpenedRoom:
        """Open a room and its first game."""
        return await self._rooms.open_room(request, guest)

    async def take_control(self, request: TakeControl, guest: Guest) -> Committed:
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

    async def change(self, request: SeatRequest | Rematch | HostRequest, guest: Guest) -> Committed:
        """Change a game or its company."""
        match request:
            case Rematch(game=game):
                return await self._rooms.rematch(game, guest)
            case RevealEntropy() | LeaveSeat() | TurnCard() | ChangeName():
                return await self._change_seat(request, guest)
            case _:
                return await self._change_room(request)

    async def _change_seat(self, request: SeatRequest, guest: Guest) -> Committed:
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

    async def _change_room(self, request: HostRequest) -> Committed:
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
