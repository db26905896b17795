"""What PostgreSQL's refusals mean, in sentences for whoever runs the server.

A refused connection has no code, only the server's words, which depend on its language; the ones
that are known are told apart and the others are quoted.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import Error, OperationalError

from polemos.log.store import StoreCorrupt, StoreError, StoreFull

WORDS_MAX = 300
"""So much of the server's own words is quoted."""

_UNTRUSTED = (
    (
        "root certificate",
        "cannot prove itself to us: mend the file of authorities that sslrootcert in the address, "
        "or PGSSLROOTCERT, names",
    ),
    (
        "certificate verify failed",
        "has a certificate that is not trusted: name the certificate of its authority with "
        "sslrootcert in the address",
    ),
    (
        "does not match host name",
        "has a certificate for another name: correct the host in the address, or the certificate",
    ),
    (
        "private key file",
        "gets no certificate of ours: mend the files that sslcert and sslkey in the address name",
    ),
    (
        "certificate file",
        "gets no certificate of ours: mend the files that sslcert and sslkey in the address name",
    ),
    (
        "does not support SSL",
        "offers no TLS: turn ssl on in its postgresql.conf, or take sslmode out of the address",
    ),
    ("invalid sslmode value", "cannot be reached so: correct sslmode in the address"),
)
"""Told with the library's words, which name the file. First, for a file may be called anything."""

_REFUSED = (
    (
        ("password authentication failed", "no password supplied", "authentication failed"),
        "does not take this user and password: check both in the address",
    ),
    (
        ("too many clients", "too many connections", "connection slots are reserved"),
        "has too many connections: raise its max_connections, or run fewer nodes on it",
    ),
    (
        ("starting up", "shutting down", "recovery mode", "not yet accepting connections"),
        "is starting or stopping: try again in a moment",
    ),
    (
        ("no pg_hba.conf entry", "pg_hba.conf rejects"),
        "does not let this user in from this machine: allow it in its pg_hba.conf",
    ),
    (
        ("permission denied for database",),
        "may not be opened by this user: GRANT CONNECT on it",
    ),
    (("database", "does not exist"), "does not exist: create it, or name another"),
    (("role", "does not exist"), "knows no such user: create the role, or name another"),
)
_ALL_OF = {"database", "role"}
"""The words of these rows mean something only together with the ones after them."""

_MEANINGS = {
    "42501": "lacks a right: run `polemos serve` once as the owner of the schema polemos, "
    "or GRANT what is missing",
    "25006": "only reads, as a replica does: name the primary server",
    "57014": "took too long to answer and nothing was stored: see what keeps it busy",
    "55P03": "is locked by somebody else: see what keeps it busy",
    "53200": "is out of memory: give it more, or run fewer nodes on it",
    "25P03": "ended a transaction in which this process had hung: nothing of it was stored",
}
_UNKNOWN_TO_SCHEMA = {"3F000", "42P01", "42883", "42703"}
_CORRUPT = {"XX001", "XX002"}
_FULL = {"53100", "53000"}


@contextmanager
def told_in_sentences(shown: str) -> Iterator[None]:
    """Turn what the driver raises into a `StoreError` that says what to do."""
    try:
        yield
    except Error as error:
        raise failure(error, shown) from error


def failure(error: Error, shown: str) -> StoreError:
    """Say what an error of the database means.

    Args:
        error: as it was raised by a statement.
        shown: the address, without a password.
    """
    code, words = error.sqlstate, _words(error)
    if code is None:
        return StoreError(f"The connection to the database {shown} is gone: {words}")
    if code in _FULL:
        return StoreFull(
            f"There is no room in the database {shown}: free some space; nothing was half stored."
        )
    if code in _CORRUPT:
        return StoreCorrupt(
            f"The database {shown} is damaged ({words}): stop the nodes and restore its backup."
        )
    if code in _UNKNOWN_TO_SCHEMA:
        return StoreError(
            f"The database {shown} has no log of this version ({words}): name the database of a "
            "server, or restore its backup."
        )
    meaning = _MEANINGS.get(code)
    if meaning is not None:
        return StoreError(f"The database {shown} {meaning} ({words}).")
    return StoreError(f"The database {shown} failed: {words} (SQLSTATE {code}).")


def refusal(error: OperationalError, shown: str) -> StoreError:
    """Say why there is no connection."""
    words = _words(error)
    for phrase, meaning in _UNTRUSTED:
        if phrase in words:
            reason = words.rpartition(" failed: ")[2].partition(" Either provide ")[0]
            return StoreError(f"The database {shown} {meaning} ({reason}).")
    for phrases, meaning in _REFUSED:
        matched = [phrase in words for phrase in phrases]
        if all(matched) if phrases[0] in _ALL_OF else any(matched):
            return StoreError(f"The database {shown} {meaning}.")
    return StoreError(
        f"The database {shown} cannot be reached: check the address and that the server runs "
        f"({words})."
    )


def _words(error: Error) -> str:
    """Give the server's own words on one line: the last is the one that the others led to."""
    message = error.diag.message_primary or str(error)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return " ".join(lines)[:WORDS_MAX].rstrip(".") if lines else type(error).__name__
