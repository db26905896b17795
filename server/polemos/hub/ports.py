"""What the hub needs from others: the rooms, the clock, the tables, the list of games."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from polemos.log.store import GameHead
from polemos.rules.events import Tempo
from polemos.wire.requests import OpenRoom

T = TypeVar("T")


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


class Changed(Protocol):
    """A host's request that is durable; see `rooms.writers.Committed`."""

    @property
    def game(self) -> str:
        """Whose events."""
        ...

    @property
    def seq(self) -> int:
        """The seq of the last of them."""
        ...


class Rooms(Protocol):
    """The running games; every method raises `RuleViolation` or `Refusal` to refuse."""

    async def open_room(self, request: OpenRoom, /) -> Opened:
        """Open a room and its first game."""
        ...

    async def is_host(self, room: str, host_secret: str, /) -> bool:
        """Tell whether a secret controls a room."""
        ...

    async def current_game(self, room: str, /) -> str:
        """Name a room's newest game."""
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
    """Lists running and recent games and describes players; blocks, so it is called in a thread."""

    def games(self, limit: int) -> Sequence[Mapping[str, Any]]:
        """Describe at most `limit` games as JSON objects, the newest first."""
        ...

    def player(self, player: str) -> Mapping[str, Any]:
        """Describe a player, known or not, as a JSON object."""
        ...
