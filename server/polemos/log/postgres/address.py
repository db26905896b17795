"""Where a database is, as an operator writes it, and as it may be shown to anybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from polemos.log.store import StoreError

SCHEMES = ("postgresql://", "postgres://")
"""What an address of a database begins with."""

CONNECT_SECONDS_MAX = 5
ANSWER_SECONDS_MAX = 30
"""No question of ours takes so long; one that does is given up by the server itself."""

IDLE_TRANSACTION_SECONDS_MAX = 10
"""A node that hangs inside a transaction holds up the others for so long at most."""

_DEFAULTS: dict[str, str | int | None] = {
    "application_name": "polemos",
    "connect_timeout": CONNECT_SECONDS_MAX,
    # A peer that is cut off is noticed in this time, for questions and for idle connections.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
_OPTIONS = (
    # None of our questions is large enough to be worth compiling.
    "-c jit=off"
    f" -c statement_timeout={ANSWER_SECONDS_MAX}s"
    f" -c idle_in_transaction_session_timeout={IDLE_TRANSACTION_SECONDS_MAX}s"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresAddress:
    """An address that was read.

    Args:
        conninfo: what the driver takes, with our bounds; it may hold a password.
        shown: for people, without a password.
    """

    conninfo: str
    shown: str


def read_address(text: str) -> PostgresAddress:
    """Read an address of the form `postgresql://user:password@host:port/database`.

    Raises:
        StoreError: it has another form.
    """
    try:
        parts = conninfo_to_dict(text)
    except ProgrammingError:
        # The library's words quote the text, and a password with it.
        raise _unreadable() from None
    if _is_password_misread(parts):
        raise _unreadable()
    options = f"{_OPTIONS} {parts.get('options') or ''}".rstrip()
    return PostgresAddress(
        conninfo=make_conninfo("", **_DEFAULTS | parts | {"options": options}),
        shown=_shown(parts),
    )


def _unreadable() -> StoreError:
    return StoreError(
        "The address of the database cannot be read: write it as "
        "postgresql://user:password@host:5432/database, with %40 for an @ and %2F for a / "
        "in the password."
    )


def _is_password_misread(parts: Mapping[str, str | int | None]) -> bool:
    """Tell whether a part holds what must be the end of a password, which would then be shown."""
    port = str(parts.get("port") or "").replace(",", "")
    names = f"{parts.get('host') or ''}{parts.get('dbname') or ''}"
    return "@" in names or not (port.isdecimal() or port == "")


def _shown(parts: Mapping[str, str | int | None]) -> str:
    user = f"{parts['user']}@" if parts.get("user") else ""
    host = str(parts.get("host") or "")
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{host}{port}/{parts.get('dbname') or ''}"
