"""What a person can name: the link of a room, a game, an invitation or a seat."""

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from polemos.rules.encoding import b64url, from_b64url
from polemos.rules.names import GAME_PATTERN, ROOM_PATTERN
from polemos_demo.client.seats import SECRET_BYTES, SeatSecrets

INVITE_CHARACTERS_MAX = 128

_PATH = re.compile(
    rf"/(?:rooms/(?P<room>{ROOM_PATTERN})"
    rf"|games/(?P<game>{GAME_PATTERN})(?:/events\.jsonl)?)/?"
)
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_INVITE = re.compile(rf"[A-Za-z0-9_-]{{1,{INVITE_CHARACTERS_MAX}}}")


class BadAddress(ValueError):  # noqa: N818  the sentence is the person's, not the program's
    """A text that is no such link; the sentence says what one looks like."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """What lets somebody play in a room: exactly one of `invite_secret` and `seat` is given.

    Args:
        address: the room's.
        room: the room.
        page_url: the room's page, without any secret.
        invite_secret: of the room's invitation.
        seat: of a seat that was taken before.
    """

    address: Address
    room: str
    page_url: str
    invite_secret: str | None = field(default=None, repr=False)
    seat: SeatSecrets | None = None


def parse_address(text: str) -> Address:
    """Read an address; a secret in its fragment is left out, for watching needs none.

    Raises:
        BadAddress: it is no address of a room or a game.
    """
    try:
        parts = urlsplit(text)
        _ = parts.port  # is read before it is known to be a number
    except ValueError:
        raise _bad(text) from None
    found = _PATH.fullmatch(parts.path)
    if parts.scheme not in _SCHEMES or not parts.hostname or found is None:
        raise _bad(text)
    return Address(socket_url=_socket_url(parts), room=found["room"], game=found["game"])


def parse_server(text: str) -> str:
    """Read the address of a server's page; give its socket's.

    Raises:
        BadAddress: it is no address of a server.
    """
    try:
        parts = urlsplit(text)
        is_server = parts.scheme in _SCHEMES and parts.hostname and parts.path in ("", "/")
        if is_server:
            return _socket_url(parts)
    except ValueError:
        pass
    raise BadAddress(
        f"{text.partition('#')[0]!r} is not the address of a server: give it as in the browser, "
        "for example http://127.0.0.1:8765."
    )


def export_url(address: Address, game: str) -> str:
    """Tell where a game's events are exported."""
    return f"{_origin(address)}/games/{game}/events.jsonl"


def parse_ticket(text: str) -> Ticket:
    """Read the link of an invitation or a seat.

    Raises:
        BadAddress: it is neither.
    """
    link, _, fragment = text.partition("#")
    address = parse_address(link)
    kind, _, secret = fragment.partition("=")
    if address.room is None or kind not in ("invite", "seat"):
        raise BadAddress(
            f"{link!r} lets nobody play: give a link of an invitation (…#invite=…) or of your seat "
            "(…#seat=…). To watch, use `polemos watch`."
        )
    page_url = _page_url(address, address.room)
    if kind == "invite":
        if not _INVITE.fullmatch(secret):
            raise BadAddress("The invitation in that link is cut or damaged: copy the link again.")
        return Ticket(address=address, room=address.room, page_url=page_url, invite_secret=secret)
    return Ticket(address=address, room=address.room, page_url=page_url, seat=_seat(secret))


def seat_link(page_url: str, seat: SeatSecrets) -> str:
    """Write the link that brings a seat to another device; whoever has it has the seat."""
    return f"{page_url}#seat={seat.seat_secret}.{b64url(seat.key)}"


def _seat(text: str) -> SeatSecrets:
    seat_secret, _, key = text.partition(".")
    try:
        if len(from_b64url(seat_secret)) == len(from_b64url(key)) == SECRET_BYTES:
            return SeatSecrets(seat_secret=seat_secret, key=from_b64url(key))
    except ValueError:
        pass
    raise BadAddress("The seat in that link is cut or damaged: copy the link again.")


def _socket_url(parts: SplitResult) -> str:
    name = parts.hostname or ""
    host = f"[{name}]" if ":" in name else name
    place = host if parts.port is None else f"{host}:{parts.port}"
    return f"{_SCHEMES[parts.scheme]}://{place}/socket"


def _page_url(address: Address, room: str) -> str:
    return f"{_origin(address)}/rooms/{room}"


def _origin(address: Address) -> str:
    return address.socket_url.removesuffix("/socket").replace("ws", "http", 1)


def _bad(text: str) -> BadAddress:
    return BadAddress(
        f"{text.partition('#')[0]!r} is not the address of a room or a game: give its link as in "
        "the browser, for example http://127.0.0.1:8765/rooms/k7m2q9x4wd."
    )
