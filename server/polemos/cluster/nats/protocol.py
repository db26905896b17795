"""The NATS client protocol as functions of bytes: what a server says, and what is said to it.

Rules that this file keeps:
1. However the bytes are cut on their way, the same steps come out.
2. Whatever is no NATS is refused with `NotNats` and a bounded amount of memory; nothing else is
   raised. After that the reader must not be used.

Source: the NATS documentation, "Client Protocol"; a server's lines are INFO, MSG, HMSG, PING, PONG,
+OK and -ERR, each ended by CR LF.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

LINE_BYTES_MAX = 1 << 16
"""The longest is INFO, which may list the servers of a cluster."""

MESSAGE_BYTES_MAX = 64 << 20
"""More than any server lets through."""

_END = b"\r\n"
_NOBODY = b"NATS/1.0 503"
_LINE_SHOWN_BYTES = 40


class NotNats(ValueError):  # noqa: N818  it says what the peer is
    """What came is not what a NATS server says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """A server introduces itself, and tells later when something changes.

    Args:
        payload_bytes_max: what a message may hold.
        offers_encryption: whether the connection can go on encrypted.
        demands_encryption: whether it has to.
        demands_credentials: whether a user, or a token, has to be told.
    """

    payload_bytes_max: int
    offers_encryption: bool
    demands_encryption: bool
    demands_credentials: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something was published that we subscribe to.

    Args:
        subscription: what we call the subscription.
        subject: where it was published.
        reply: where an answer goes, or empty.
        payload: what was published.
        is_unheard: whether it tells instead that nobody heard a question of ours.
    """

    subscription: str
    subject: str
    reply: str
    payload: bytes
    is_unheard: bool = False


@dataclass(frozen=True, slots=True)
class Ping:
    """The server wants to know whether we live: say `PONG`."""


@dataclass(frozen=True, slots=True)
class Pong:
    """The server has done everything that it was told before a `PING` of ours."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The server refuses something, in its own words."""

    reason: str

    @property
    def is_a_missing_right(self) -> bool:
        """Whether we may not use one subject; after any other refusal the connection ends."""
        return self.reason.lower().startswith("permissions violation")


Step = Info | Message | Ping | Pong | Refused

PING = b"PING\r\n"
PONG = b"PONG\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """A message whose payload is still to come."""

    subscription: str
    subject: str
    reply: str
    head_bytes: int
    size_bytes: int


class Reader:
    """Turns what a server sends into steps."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._start = 0
        self._header: _Header | None = None

    def receive(self, data: bytes) -> list[Step]:
        """Take in bytes and give the steps that they complete.

        Raises:
            NotNats: no server of NATS says such a thing.
        """
        self._buffer += data
        steps = list(self._complete())
        del self._buffer[: self._start]
        self._start = 0
        return steps

    def _complete(self) -> Iterator[Step]:
        while True:
            if self._header is not None:
                end = self._start + self._header.size_bytes
                if len(self._buffer) < end + len(_END):
                    return
                yield self._message(self._header, end)
                self._header = None
            else:
                line = self._line()
                if line is None:
                    return
                step = self._read(line)
                if step is not None:
                    yield step

    def _line(self) -> bytes | None:
        end = self._buffer.find(_END, self._start)
        length = (len(self._buffer) if end < 0 else end) - self._start
        if length > LINE_BYTES_MAX:
            raise _not_nats(self._buffer[self._start :])
        if end < 0:
            return None
        line = bytes(self._buffer[self._start : end])
        self._start = end + len(_END)
        return line

    def _read(self, line: bytes) -> Step | None:
        verb, _, rest = line.partition(b" ")
        match verb:
            case b"MSG" | b"HMSG":
                self._header = _read_header(line, has_head=verb == b"HMSG")
                return None
            case b"PING":
                return Ping()
            case b"PONG":
                return Pong()
            case b"INFO":
                return _read_info(rest)
            case b"-ERR":
                return Refused(rest.decode(errors="replace").strip().strip("'"))
            case b"+OK":
                return None
            case _:
                raise _not_nats(line)

    def _message(self, header: _Header, end: int) -> Message:
        if self._buffer[end : end + len(_END)] != _END:
            raise _not_nats(self._buffer[end:])
        body = self._start + header.head_bytes
        head = self._buffer[self._start : self._start + len(_NOBODY)] if header.head_bytes else b""
        payload = bytes(self._buffer[body:end])
        self._start = end + len(_END)
        return Message(
            subscription=header.subscription,
            subject=header.subject,
            reply=header.reply,
            payload=payload,
            is_unheard=head == _NOBODY,
        )


def connect(
    *, name: str, user: str = "", password: str = "", token: str = "", is_encrypted: bool
) -> bytes:
    """Introduce ourselves, after the server has.

    Args:
        name: what the server's own tools show for us.
        user: with its password, or empty.
        password: of the user.
        token: instead of both, or empty.
        is_encrypted: whether the connection is by now.
    """
    told: dict[str, object] = {
        "verbose": False,
        "pedantic": False,
        "tls_required": is_encrypted,
        "name": name,
        "lang": "python-polemos",
        "version": "1",
        "protocol": 1,
        "headers": True,
        "no_responders": True,
    }
    if user:
        told |= {"user": user, "pass": password}
    if token:
        told |= {"auth_token": token}
    return b"CONNECT " + json.dumps(told).encode() + _END


def publish(subject: str, payload: bytes, reply: str = "") -> bytes:
    """Publish, and say where an answer is awaited, if one is."""
    return f"PUB {subject} {reply} {len(payload)}\r\n".encode() + payload + _END


def subscribe(subject: str, subscription: str) -> bytes:
    """Subscribe under a name of our choice, which no other subscription has."""
    return f"SUB {subject} {subscription}\r\n".encode()


def unsubscribe(subscription: str) -> bytes:
    """Receive nothing more under a name."""
    return f"UNSUB {subscription}\r\n".encode()


def _read_header(line: bytes, *, has_head: bool) -> _Header:
    """Read `subject number [reply] [bytes of the head] bytes`."""
    words = line.decode(errors="replace").split()[1:]
    sizes = 2 if has_head else 1
    if len(words) - sizes not in (2, 3):
        raise _not_nats(line)
    try:
        numbers = [int(word) for word in words[-sizes:]]
    except ValueError:
        raise _not_nats(line) from None
    head_bytes, size_bytes = (0, *numbers)[-2:]
    if not 0 <= head_bytes <= size_bytes <= MESSAGE_BYTES_MAX:
        raise _not_nats(line)
    return _Header(
        subscription=words[1],
        subject=words[0],
        reply=words[2] if len(words) - sizes == 3 else "",
        head_bytes=head_bytes,
        size_bytes=size_bytes,
    )


def _read_info(text: bytes) -> Info:
    try:
        told = json.loads(text)
        payload_bytes_max = told["max_payload"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _not_nats(text) from None
    if not isinstance(told, dict) or not isinstance(payload_bytes_max, int):
        raise _not_nats(text)
    return Info(
        payload_bytes_max=payload_bytes_max,
        offers_encryption=bool(told.get("tls_available") or told.get("tls_required")),
        demands_encryption=bool(told.get("tls_required")),
        demands_credentials=bool(told.get("auth_required")),
    )


def _not_nats(data: bytes | bytearray) -> NotNats:
    return NotNats(f"what came is no NATS; it starts with {bytes(data[:_LINE_SHOWN_BYTES])!r}")
