"""An opened database: of the right version, with its questions and its connections."""

import logging
from collections.abc import Callable

import psycopg

from polemos.log.postgres.address import read_address
from polemos.log.postgres.cluster import Cluster, found_cluster
from polemos.log.postgres.connections import Connection, Connections
from polemos.log.postgres.migrations import bring_up_to_date, refuse_other_version
from polemos.log.postgres.rights import (
    APPENDING,
    READING,
    Rights,
    may_read_version,
    refuse_missing_rights,
)
from polemos.log.store import StoreError

logger = logging.getLogger(__name__)

READERS_MAX = 8
"""Connections of one process that ask questions at the same time."""

SERVER_VERSION_MIN = 14
"""The oldest PostgreSQL whose functions the schema uses."""

_SETTINGS = """
    SELECT set_config('client_min_messages', 'warning', false),
        -- What is answered is on the disk, even where this server's other users do not wait for it.
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""


class Database:
    """A database that holds the log, the vault and the leases.

    Make one with `open`.

    Args:
        text: the address, `postgresql://…`.
    """

    def __init__(self, text: str) -> None:
        self._address = read_address(text)
        self.shown = self._address.shown
        """The address for people, without a password."""
        self.readers = self.connections(READERS_MAX)
        """Connections for questions and for what may be done twice."""
        self.cluster_id = ""
        """What tells this cluster of nodes from every other, drawn with its tables."""

    @classmethod
    def open(
        cls,
        text: str,
        *,
        read_only: bool = False,
        rights: Rights | None = None,
        check: Callable[[Cluster], None] | None = None,
    ) -> "Database":
        """Open a database, making or migrating its tables unless it is only read.

        Args:
            text: the address, `postgresql://user:password@host:port/database`.
            read_only: whether to leave the tables as they are.
            rights: what this user must be allowed, or none for reading the log or appending to it.
            check: looks at the cluster before the tables are made or migrated for good.

        Raises:
            StoreNewer: a newer version made the tables.
            StoreError: the address is wrong, the database cannot be reached, this user may not use
                it, the tables are older than this version and may not be migrated, or the check
                refuses; nothing has changed then.
        """
        database = cls(text)
        needed = rights or (READING if read_only else APPENDING)

        def check_all(one: Connection) -> None:
            refuse_missing_rights(one, needed, database.shown)
            if check is not None:
                check(found_cluster(one))

        try:
            with database.readers.using() as one:
                if not may_read_version(one):
                    refuse_missing_rights(one, needed, database.shown)
                if read_only:
                    refuse_other_version(one, database.shown)
                    check_all(one)
                else:
                    bring_up_to_date(one, database.shown, check_all)
            asked = "SELECT id, current_setting('server_version') FROM polemos.cluster"
            ((database.cluster_id, version),) = database.readers.rows(asked)
        except BaseException:
            database.close()
            raise
        logger.info("The database %s is open, PostgreSQL %s", database.shown, version)
        return database

    def connections(self, count_max: int) -> Connections:
        """Give connections of one's own, which are opened when they are first used."""
        return Connections(self._address, count_max, self._prepare)

    def close(self) -> None:
        """Close the connections for questions; those of others are closed by their owners."""
        self.readers.close()

    def _prepare(self, connection: Connection) -> None:
        version = connection.info.server_version // 10_000
        if version < SERVER_VERSION_MIN:
            raise StoreError(
                f"The database {self.shown} is PostgreSQL {version}: "
                f"install version {SERVER_VERSION_MIN} or newer."
            )
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError(
                f"The database {self.shown} has the encoding {encoding}: "
                "create it with the encoding UTF8."
            )
        connection.execute(_SETTINGS)
        connection.add_notice_handler(_log_notice)


def _log_notice(notice: psycopg.errors.Diagnostic) -> None:
    logger.warning("PostgreSQL says: %s", notice.message_primary)
