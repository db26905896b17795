"""The projections in PostgreSQL, in a schema of their own, as the projector writes them.

Rules that this file keeps:
1. One node at a time folds, the one that gets the lock for a transaction; the others read.
2. Whatever depends on the cursor stands in the transaction that moves it.
3. New tables are filled beside the old ones, and take their place in the same transaction.
4. Whoever may use the old tables may use the new ones.
5. Whoever needs several tables at one moment locks `cursor` first, and so does a swap, so that
   nobody sees half of one and half of the other.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import sql
from psycopg.errors import LockNotAvailable
from psycopg.rows import dict_row

from polemos.log.entries import Entry
from polemos.log.postgres.connections import Connection, Connections
from polemos.log.postgres.database import Database
from polemos.log.postgres.rights import Rights
from polemos.log.postgres.roles import are_readers_waiting, let_readers_in
from polemos.projections.views_folding import fold_entries
from polemos.projections.views_schema import (
    COLUMNS,
    KEYS,
    TABLES,
    VERSION,
    Key,
    Row,
    to_record,
    to_row,
)

SCHEMA = "polemos_views"
_NEW_SCHEMA = "polemos_views_new"

LOCK = 0x504C4D57  # PLMW
"""The lock of whoever folds."""

LOCK_SECONDS_MAX = 2
"""How long a rebuild waits for another node to finish a page."""

RIGHTS: Rights = {
    f"{SCHEMA}.{table}": privileges
    for table, privileges in (
        *((table, ("SELECT", "INSERT", "UPDATE")) for table in TABLES.values()),
        ("cursor", ("SELECT", "UPDATE")),
    )
}
"""What whoever folds must be allowed in tables that somebody else has made."""

_GRANTS = """
    WITH held AS (
        SELECT 'TABLE polemos_views_new.' || quote_ident(new.relname) AS what, held.*
        FROM pg_class AS old
        JOIN pg_class AS new USING (relname, relkind)
        CROSS JOIN aclexplode(old.relacl) AS held
        WHERE old.relnamespace = 'polemos_views'::regnamespace
            AND new.relnamespace = 'polemos_views_new'::regnamespace
            AND held.grantee <> old.relowner
        UNION ALL
        SELECT 'SCHEMA polemos_views_new', held.*
        FROM pg_namespace AS old CROSS JOIN aclexplode(old.nspacl) AS held
        WHERE old.nspname = 'polemos_views' AND held.grantee <> old.nspowner
    )
    SELECT format(
        'GRANT %s ON %s TO %s%s',
        privilege_type,
        what,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
        CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
    )
    FROM held
"""

_KINDS = {str: sql.SQL('text COLLATE "C"'), int: sql.SQL("bigint")}


class ViewsTables:
    """The tables of one schema, on a connection that somebody lends.

    Args:
        connection: in a transaction.
        schema: theirs.
    """

    def __init__(self, connection: Connection, schema: str = SCHEMA) -> None:
        self._connection = connection
        self._schema = schema

    @property
    def position(self) -> int:
        """The position of the last event that the rows include."""
        query = sql.SQL("SELECT position FROM {}").format(self._table("cursor"))
        row = self._connection.execute(query).fetchone()
        return 0 if row is None else int(row[0])

    @contextmanager
    def turn(self) -> Iterator[int]:
        """Give the position from which to go on; the transaction is the connection's."""
        yield self.position

    def take(self, entries: Iterable[tuple[int, Entry]], position: int) -> None:
        """Fold events into the rows and move the cursor; see `FilledViews`."""
        for kind, rows in fold_entries(self, entries).items():
            self._put(kind, [to_record(row) for row in rows])
        move = sql.SQL("UPDATE {} SET position = %s").format(self._table("cursor"))
        self._connection.execute(move, [position])

    def get(self, kind: type[Row], key: Key) -> Row | None:
        """Give a row, or none for one that is not there."""
        named = sql.SQL(" AND ").join(
            [sql.SQL("{} = %s").format(sql.Identifier(name)) for name in KEYS[kind]]
        )
        query = sql.SQL("SELECT * FROM {} WHERE {}").format(self._table(TABLES[kind]), named)
        with self._connection.cursor(row_factory=dict_row) as cursor:
            record = cursor.execute(query, key).fetchone()
        return None if record is None else to_row(kind, record)

    def records(self, kind: type[Row]) -> Iterator[dict[str, Any]]:
        """Give all rows of a kind, some at a time."""
        query = sql.SQL("SELECT * FROM {}").format(self._table(TABLES[kind]))
        with self._connection.cursor("records", row_factory=dict_row) as cursor:
            yield from cursor.execute(query)

    def create(self) -> None:
        """Create the schema and its tables."""
        execute = self._connection.execute
        execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(self._schema)))
        for kind, columns in COLUMNS.items():
            execute(
                sql.SQL("CREATE TABLE {} ({}, PRIMARY KEY ({}))").format(
                    self._table(TABLES[kind]),
                    sql.SQL(", ").join(
                        sql.SQL("{} {}").format(sql.Identifier(name), _KINDS[its])
                        for name, its in columns.items()
                    ),
                    sql.SQL(", ").join(map(sql.Identifier, KEYS[kind])),
                )
            )
        games = self._table("games")
        execute(
            sql.SQL(
                "CREATE INDEX games_newest ON {} (opened_position) WHERE ended_at IS NULL"
            ).format(games)
        )
        execute(
            sql.SQL(
                "CREATE INDEX games_latest ON {} (ended_position) WHERE ended_at IS NOT NULL"
            ).format(games)
        )
        execute(
            sql.SQL(
                "CREATE TABLE {} AS SELECT 0::bigint AS position, {}::integer AS version"
            ).format(self._table("cursor"), sql.Literal(VERSION))
        )
        let_readers_in(self._connection, self._schema)

    def _put(self, kind: type[Row], records: list[dict[str, Any]]) -> None:
        columns = [*COLUMNS[kind]]
        statement = sql.SQL("INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({}) DO {}").format(
            self._table(TABLES[kind]),
            sql.SQL(", ").join(map(sql.Identifier, columns)),
            sql.SQL(", ").join(map(sql.Placeholder, columns)),
            sql.SQL(", ").join(map(sql.Identifier, KEYS[kind])),
            _replacing([name for name in columns if name not in KEYS[kind]]),
        )
        with self._connection.cursor() as cursor:
            cursor.executemany(statement, [_plain(record) for record in records])

    def _table(self, name: str) -> sql.Identifier:
        return sql.Identifier(self._schema, name)


class ViewsSchema:
    """The kept projections of a database, which several nodes share.

    Args:
        database: whose; it is closed by whoever opened it.
    """

    def __init__(self, database: Database) -> None:
        self._connections: Connections = database.connections(1)
        self._tables: ViewsTables | None = None

    @property
    def position(self) -> int:
        """The position of the last event that the rows include."""
        return self._connections.ask(
            lambda connection: ViewsTables(connection).position if _is_there(connection) else 0
        )

    @property
    def is_current(self) -> bool:
        """Whether there are tables and this version made them."""
        with self._connections.using() as connection, connection.transaction():
            is_current = _is_current(connection)
            # In turn, for two nodes cannot give the same right at once.
            if is_current and are_readers_waiting(connection, SCHEMA) and _is_free(connection):
                let_readers_in(connection, SCHEMA)
            return is_current

    @contextmanager
    def turn(self) -> Iterator[int | None]:
        """Begin a transaction and give the position from which to go on.

        Yields:
            The position, or none where another node has its turn, or has made other tables.
        """
        with self._connections.using() as connection, connection.transaction():
            if not (_is_free(connection) and _is_current(connection)):
                yield None
                return
            self._tables = ViewsTables(connection)
            try:
                yield self._tables.position
            finally:
                self._tables = None

    def take(self, entries: Iterable[tuple[int, Entry]], position: int) -> None:
        """Fold events into the rows and move the cursor; see `FilledViews`."""
        if self._tables is None:
            raise AssertionError("take stands inside a turn")
        self._tables.take(entries, position)

    @contextmanager
    def remade(self) -> Iterator[ViewsTables | None]:
        """Give new tables to be filled, which then take the place of the kept ones.

        Yields:
            The tables, or none where another node is at it.
        """
        with self._connections.using() as connection, connection.transaction():
            if not _is_locked(connection):
                yield None
                return
            new = ViewsTables(connection, _NEW_SCHEMA)
            new.create()
            yield new
            _swap(connection)

    @contextmanager
    def still(self) -> Iterator[ViewsTables | None]:
        """Give the kept tables as they are at one moment, or none where they are not current."""
        with self._connections.using() as connection, connection.transaction():
            if not _is_there(connection):
                yield None
                return
            connection.execute("LOCK TABLE polemos_views.cursor IN ACCESS SHARE MODE")
            yield ViewsTables(connection) if _is_current(connection) else None

    def close(self) -> None:
        """Close the connection."""
        self._connections.close()


def _replacing(columns: list[str]) -> sql.Composable:
    if not columns:
        return sql.SQL("NOTHING")
    return sql.SQL("UPDATE SET {}").format(
        sql.SQL(", ").join(
            sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in columns
        )
    )


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """Show truth values as the numbers that stand for them in every kind of table."""
    return {
        name: int(value) if isinstance(value, bool) else value for name, value in record.items()
    }


def _is_there(connection: Connection) -> bool:
    found = connection.execute(
        "SELECT FROM pg_tables WHERE schemaname = %s AND tablename = 'cursor'", [SCHEMA]
    ).fetchone()
    return found is not None


def _is_current(connection: Connection) -> bool:
    if not _is_there(connection):
        return False
    row = connection.execute("SELECT version FROM polemos_views.cursor").fetchone()
    return row == (VERSION,)


def _is_free(connection: Connection) -> bool:
    """Take the lock for this transaction, if nobody else has it."""
    row = connection.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK]).fetchone()
    return row is not None and bool(row[0])


def _is_locked(connection: Connection) -> bool:
    """Take the lock for this transaction, waiting a little for whoever folds a page."""
    try:
        with connection.transaction():
            connection.execute(
                sql.SQL("SET LOCAL lock_timeout = {}").format(f"{LOCK_SECONDS_MAX}s")
            )
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            connection.execute("SET LOCAL lock_timeout TO DEFAULT")
    except LockNotAvailable:
        return False
    return True


def _swap(connection: Connection) -> None:
    """Let the new tables take the place of the old ones, if there are any."""
    if _is_there(connection):
        connection.execute("LOCK TABLE polemos_views.cursor IN ACCESS EXCLUSIVE MODE")
        for (grant,) in connection.execute(_GRANTS).fetchall():
            connection.execute(grant)
    connection.execute("DROP SCHEMA IF EXISTS polemos_views CASCADE")
    connection.execute("ALTER SCHEMA polemos_views_new RENAME TO polemos_views")
