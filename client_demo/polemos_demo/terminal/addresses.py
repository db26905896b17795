"""What a person can name: the address of a room's or a game's page."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from polemos.rules.names import GAME_PATTERN, ROOM_PATTERN

_PATH = re.compile(
    rf"/(?:rooms/(?P<room>{ROOM_PATTERN})"
    rf"|games/(?P<game>{GAME_PATTERN})(?:/events\.jsonl)?)/?"
)
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


class BadAddress(ValueError):  # noqa: N818  the sentence is the person's, not the program's
    """A text that is no address of a room or a game; the sentence says what one looks like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where to connect and what to watch; exactly one of `room` and `game` is given.

    Args:
        socket_url: the server's socket.
        room: a room, for its newest game, or none.
        game: a game, or none.
    """

    socket_url: str
    room: str | None = None
    game: str | None = None

    @property
    def target(self) -> dict[str, str]:
        """The field of a `watch` request that names what to watch."""
        return {"room": self.room} if self.room is not None else {"game": str(self.game)}


def parse_address(text: str) -> Address:
    """Read an address; a host's secret in its fragment is left out, for watching needs none.

    Raises:
        BadAddress: it is no address of a room or a game.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _bad(text) from None
    found = _PATH.fullmatch(parts.path)
    if parts.scheme not in _SCHEMES or not parts.hostname or found is None:
        raise _bad(text)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    socket_url = f"{_SCHEMES[parts.scheme]}://{place}/socket"
    return Address(socket_url=socket_url, room=found["room"], game=found["game"])


def _bad(text: str) -> BadAddress:
    return BadAddress(
        f"{text!r} is not the address of a room or a game: give its link as in the browser, "
        "for example http://127.0.0.1:8765/rooms/k7m2q9x4wd."
    )
