"""What the hub needs from others: the rooms, the clock, the tables, the list of games."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from polemos.log.store import GameHead
from polemos.rooms.asks import Committed
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.room import Seated
from polemos.wire.pushes import Company
from polemos.wire.requests import (
    HostRequest,
    OpenRoom,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
)

T = TypeVar("T")


class Guest(Protocol):
    """A connection, as the rooms see it; see `rooms.company.Guest`."""

    @property
    def is_here(self) -> bool:
        """Whether the connection is open."""
        ...

    def be_replaced(self, room: str, /) -> None:
        """Learn that another connection took over the seat, and close."""
        ...

    def is_of(self, room: str, /) -> bool:
        """Tell whether it holds a seat of a room or controls it."""
        ...

    def be_removed(self, room: str, /) -> None:
        """Learn that the seat is no longer this connection's."""
        ...


class Rooms(Protocol):
    """The rooms; every coroutine raises `RuleViolation` or `Refusal` to refuse."""

    async def open_room(self, request: OpenRoom, guest: Guest, /) -> OpenedRoom:
        """Open a room and its first game."""
        ...

    async def take_control(self, request: TakeControl, guest: Guest, /) -> Committed:
        """Let a connection control a room."""
        ...

    async def seat(self, request: TakeSeat | ResumeSeat, guest: Guest, /) -> Seated:
        """Let a connection hold a seat."""
        ...

    async def change(
        self, request: SeatRequest | Rematch | HostRequest, guest: Guest, /
    ) -> Committed:
        """Change a game or its company."""
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


class Reading(Protocol):
    """The part of `log.store.EventStore` that the hub reads; blocks, so it is called in threads."""

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines in order, from `after_seq` + 1 on."""
        ...

    def head(self, game: str) -> GameHead | None:
        """Tell where a game ends, or none for an unknown game."""
        ...


class Others(Protocol):
    """The other nodes of a server, as the hub of one needs them."""

    async def open(self, game: str, /) -> None:
        """Bring what others publish of a game to `Hub.publish` from now on."""
        ...

    async def catch_up(self, game: str, /) -> None:
        """Bring now whatever is stored of a game that is open; raises `StoreError`."""
        ...

    def close(self, game: str, /) -> None:
        """Bring it no more."""
        ...

    def gauges(self) -> Mapping[str, int]:
        """Tell how this node stands among them, as numbers for whoever watches the server."""
        ...

    def spectators_elsewhere(self, game: str, /) -> int:
        """Tell how many watch a game on other nodes."""
        ...

    def spectators(self, own: Mapping[str, int], /) -> Mapping[str, int]:
        """Add to this node's spectators, by game, those of the others."""
        ...

    def standings(self, own: Mapping[str, Mapping[str, Any]], /) -> Mapping[str, Mapping[str, Any]]:
        """Add to how far this node's games have come those of the others."""
        ...


class NoOthers:
    """A server of one node: everything happens here."""

    async def open(self, game: str) -> None:
        """Have nothing to bring."""

    async def catch_up(self, game: str) -> None:
        """Have nothing to bring."""

    def close(self, game: str) -> None:
        """Have nothing to stop."""

    def gauges(self) -> Mapping[str, int]:
        """Have nothing to tell."""
        return {}

    def spectators_elsewhere(self, game: str) -> int:
        """Count nobody."""
        return 0

    def spectators(self, own: Mapping[str, int]) -> Mapping[str, int]:
        """Add nobody."""
        return own

    def standings(self, own: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
        """Add nothing."""
        return own


class Clock(Protocol):
    """A wall clock for what is told, a steady one for what is waited for."""

    def unix_ms(self) -> int:
        """Tell the milliseconds since 1970."""
        ...

    def steady_seconds(self) -> float:
        """Tell the seconds since an arbitrary moment."""
        ...


class Tables(Protocol[T]):
    """Folds a game's stored lines into the table that anybody may see."""

    def begin(self, game: str) -> T:
        """Give the table before the first event."""
        ...

    def fold(self, table: T, line: bytes) -> T:
        """Give the table after one more event."""
        ...

    def show(self, table: T) -> Mapping[str, Any]:
        """Show a table as the JSON object of a snapshot."""
        ...


class Lobby(Protocol):
    """Describes games, players and presets as JSON objects; blocks, so it is called in a thread."""

    def games(self, limit: int, first: Sequence[str], /) -> Sequence[Mapping[str, Any]]:
        """Describe at most `limit` games, running ones and those among them named `first` first."""
        ...

    def game(self, game: str, /) -> Mapping[str, Any] | None:
        """Describe a game, or give none for an unknown one."""
        ...

    def preset_statistics(self) -> Mapping[str, Any]:
        """Describe what games are like, by preset and number of players."""
        ...

    def player(self, player: str) -> Mapping[str, Any]:
        """Describe a player, known or not."""
        ...
