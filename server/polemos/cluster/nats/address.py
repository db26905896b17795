"""Where the bus is, as an operator writes it: `nats://user:password@host:4222`.

A user without a password is a token, as NATS's own tools have it. Several addresses of one cluster
of NATS servers are separated by commas. No sentence of ours ever shows a password or a token.
"""

from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from polemos.cluster.bus import BusError

PORT = 4222
ADDRESSES_MAX = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class NatsAddress:
    """One server.

    Args:
        host: a name, or an IPv4 or IPv6 address without brackets.
        port: where it listens.
        must_encrypt: whether the server has to offer TLS.
        user: with a password, or empty.
        password: with a user, or empty.
        token: instead of both, or empty.
    """

    host: str
    port: int = PORT
    must_encrypt: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)

    def __str__(self) -> str:
        scheme = "tls" if self.must_encrypt else "nats"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"


def read_addresses(text: str) -> tuple[NatsAddress, ...]:
    """Read one address, or several with commas between them.

    Raises:
        BusError: one of them is no such address.
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) > ADDRESSES_MAX:
        raise BusError(f"The bus has {len(words)} addresses: give at most {ADDRESSES_MAX}.")
    return tuple(_read(word) for word in words)


def _read(word: str) -> NatsAddress:
    try:
        parts = urlsplit(word)
        port = parts.port
    except ValueError:
        raise _bad("its host or its port cannot be read") from None
    if parts.scheme not in ("nats", "tls"):
        raise _bad("it begins with neither nats:// nor tls://")
    if not parts.hostname:
        raise _bad("it names no host")
    if port == 0:
        raise _bad("port 0 is none")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise _bad("something follows the host and port")
    return _address(parts, port or PORT)


def _address(parts: SplitResult, port: int) -> NatsAddress:
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    is_token = parts.password is None
    return NatsAddress(
        host=parts.hostname or "",
        port=port,
        must_encrypt=parts.scheme == "tls",
        user="" if is_token else user,
        password=password,
        token=user if is_token else "",
    )


def _bad(reason: str) -> BusError:
    return BusError(
        f"The bus's address cannot be used, for {reason}: "
        "write it as nats://host:4222, nats://user:password@host:4222 or tls://host:4222, and in a "
        "password @ , / ? and # as %40 %2C %2F %3F and %23."
    )
