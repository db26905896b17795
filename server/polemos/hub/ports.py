"""What the hub needs from others: the rooms, the clock, the tables, the list of games."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from polemos.log.store import GameHead
from polemos.rules.events import Tempo
from polemos.wire.pushes import Company
from polemos.wire.requests import OpenRoom, TakeSeat

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


class Opened(Protocol):
    """A room that was opened; see `rooms.registry.OpenedRoom`."""

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
    """A request that was carried out; see `rooms.asks.Committed`."""

    @property
    def game(self) -> str:
        """The room's newest game."""
        ...

    @property
    def seq(self) -> int:
        """The seq of its last event."""
        ...


class Seated(Protocol):
    """A seat that the connection holds now; see `rooms.room.Seated`."""

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


class Rooms(Protocol):
    """The rooms; every coroutine raises `RuleViolation` or `Refusal` to refuse."""

    async def open_room(self, request: OpenRoom, guest: Guest, /) -> Opened:
        """Open a room and its first game."""
        ...

    async def take_control(self, room: str, host_secret: str, guest: Guest, /) -> Changed:
        """Let a connection control a room."""
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
