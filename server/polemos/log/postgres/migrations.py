"""Brings the schema up to date: each step once, whoever comes first, and nobody backwards.

A step, once released, is never changed: a new version appends another file.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import LiteralString

from psycopg.errors import InsufficientPrivilege
from psycopg.rows import TupleRow

from polemos.log.postgres.connections import Connection
from polemos.log.postgres.roles import are_readers_waiting, let_readers_in
from polemos.log.store import StoreError, StoreNewer

logger = logging.getLogger(__name__)

SCHEMA = "polemos"
"""The schema of the log; readers may read all of it."""

_LOCK = 0x504C4D4D  # PLMM


@cache
def steps() -> Sequence[str]:
    """Read the steps; each takes a schema from the version that is its index to the next one."""
    folder = files("polemos.log.postgres") / "steps"
    names = sorted(
        (file.name for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda name: int(name.partition("-")[0]),
    )
    return [(folder / name).read_text(encoding="utf-8") for name in names]


def bring_up_to_date(
    connection: Connection, shown: str, check: Callable[[Connection], None]
) -> None:
    """Take the steps that are missing, in one transaction, and let readers in.

    Args:
        connection: in autocommit.
        shown: the address, without a password.
        check: looks at the schema as it will be; what it refuses has changed nothing.

    Raises:
        StoreNewer: a newer version made the schema.
        StoreError: steps are missing and this user may not take them, or the check refuses.
    """
    version = _version(connection)
    _refuse_newer(version, shown)
    if version == len(steps()) and not are_readers_waiting(connection, SCHEMA):
        check(connection)
        return
    try:
        with connection.transaction():
            # Several nodes may start at once: the first one takes the steps, the others find them.
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
            version = _version(connection)
            _refuse_newer(version, shown)
            for number, step in enumerate(steps()[version:], start=version + 1):
                connection.execute(step)
                connection.execute("INSERT INTO polemos.steps (version) VALUES (%s)", [number])
            let_readers_in(connection, SCHEMA)
            check(connection)
    except InsufficientPrivilege as error:
        raise StoreError(
            f"{_older(version, shown)} and this user may not change that "
            f"({error.diag.message_primary}): start one node as the owner of the schema polemos, "
            "or of the database if it is new."
        ) from error
    if version < len(steps()):
        logger.info("The database %s was brought to version %d", shown, len(steps()))


def refuse_other_version(connection: Connection, shown: str) -> None:
    """Check that the schema is of this version, for whoever only reads.

    Raises:
        StoreNewer: a newer version made it.
        StoreError: an older version did, or there is none.
    """
    version = _version(connection)
    _refuse_newer(version, shown)
    if version < len(steps()):
        raise StoreError(
            f"{_older(version, shown)}: start the server on it once, which brings it up to date."
        )


def _older(version: int, shown: str) -> str:
    if version == 0:
        return f"The database {shown} has no log yet"
    return f"The log in the database {shown} has version {version}, older than {len(steps())},"


def _refuse_newer(version: int, shown: str) -> None:
    if version > len(steps()):
        raise StoreNewer(
            f"The log in the database {shown} has version {version} and this program knows "
            f"versions up to {len(steps())}: install a newer Polemos."
        )


def _version(connection: Connection) -> int:
    """Tell how many steps were taken, 0 where there is no schema."""
    # Read from the table: a name's look-up may be remembered from before the lock was waited for.
    (is_there,) = _row(
        connection, "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'polemos')"
    )
    if not is_there:
        return 0
    (version,) = _row(connection, "SELECT coalesce(max(version), 0) FROM polemos.steps")
    return int(version)


def _row(connection: Connection, query: LiteralString) -> TupleRow:
    row = connection.execute(query).fetchone()
    if row is None:
        raise AssertionError(f"{query} gives a row")
    return row
