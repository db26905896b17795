"""The role of those who read and may do nothing else: analysts, reports, a backup of the log.

Roles belong to the whole server, not to a database, so whether one can be made is the operator's
business: without it everything works, and nobody but the owner reads.
"""

import logging

from psycopg import sql
from psycopg.errors import DuplicateObject, InsufficientPrivilege, UniqueViolation

from polemos.log.postgres.connections import Connection

logger = logging.getLogger(__name__)

READER = "polemos_reader"
"""A group role: `GRANT polemos_reader TO somebody` lets them read the log and the projections."""

_IS_WAITING = """
    SELECT CASE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = %(role)s) THEN
        NOT has_schema_privilege(%(role)s, %(schema)s, 'USAGE')
        AND pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = %(schema)s), 'USAGE')
    ELSE false END
"""


def are_readers_waiting(connection: Connection, schema: str) -> bool:
    """Tell whether there are readers now whom this user can let in and nobody has yet."""
    row = connection.execute(_IS_WAITING, {"role": READER, "schema": schema}).fetchone()
    return row is not None and bool(row[0])


def let_readers_in(connection: Connection, schema: str) -> None:
    """Let the readers read all tables of a schema, making their role where that is allowed.

    Args:
        connection: in a transaction, as the owner of the schema.
        schema: whose tables they may read.
    """
    if not _is_there(connection) and not _make(connection):
        return
    role, its = sql.Identifier(READER), sql.Identifier(schema)
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(its, role))
    connection.execute(sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}").format(its, role))


def _is_there(connection: Connection) -> bool:
    found = connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [READER]).fetchone()
    return found is not None


def _make(connection: Connection) -> bool:
    try:
        with connection.transaction():
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(READER)))
    except InsufficientPrivilege:
        logger.info(
            "This user may not make roles, so nobody else can read the log: CREATE ROLE %s NOLOGIN "
            "as a superuser and start again to allow it",
            READER,
        )
        return False
    except (DuplicateObject, UniqueViolation):
        pass  # a node of another database on this server was quicker
    return True
