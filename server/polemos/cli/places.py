"""The addresses of logs, as `polemos copy` takes them, and what is opened there."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from polemos.log.copying import Place
from polemos.log.folder import DataFolder, events_path, vault_path
from polemos.log.postgres.address import SCHEMES
from polemos.log.postgres.database import Database
from polemos.log.postgres.leases import PostgresLeases
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreError
from polemos.log.vault import SqliteVault
from polemos.rules.shown import shown

FOLDER_SCHEME = "sqlite:"


@dataclass(frozen=True, slots=True, kw_only=True)
class InFolder:
    """A log in the SQLite files of a data folder.

    Args:
        path: the folder.
    """

    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class InDatabase:
    """A log in PostgreSQL.

    Args:
        address: as it was written; it may hold a password.
    """

    address: str


Address = InFolder | InDatabase
"""Where a log is."""


def read_address(text: str) -> Address:
    """Read `sqlite:///absolute/folder`, `sqlite:relative/folder` or `postgresql://…`.

    Raises:
        StoreError: it is none of them.
    """
    if text.startswith(SCHEMES):
        return InDatabase(address=text)
    folder = text.removeprefix(FOLDER_SCHEME)
    if folder.startswith("///"):
        folder = folder[2:]
    if not text.startswith(FOLDER_SCHEME) or not folder or folder.startswith("//"):
        # What may hold a password is not quoted.
        quoted = shown(text) if text.startswith(FOLDER_SCHEME) or "@" not in text else "This"
        raise StoreError(
            f"{quoted} is no address of a log: write sqlite:///absolute/folder, "
            "sqlite:relative/folder or postgresql://user:password@host:5432/database."
        )
    return InFolder(path=Path(folder))


@contextmanager
def opened_source(address: Address) -> Iterator[Place]:
    """Open a log for reading alone; servers may run on it meanwhile.

    Raises:
        StoreError: there is none, it is of another version, or it cannot be read.
    """
    with ExitStack() as stack:
        match address:
            case InFolder(path=folder):
                events = SqliteStore.open(events_path(folder), read_only=True)
                stack.enter_context(closing(events))
                vault = SqliteVault.open(vault_path(folder), read_only=True)
                yield Place(events=events, vault=stack.enter_context(closing(vault)))
            case InDatabase(address=text):
                yield _in_database(stack, Database.open(text, read_only=True))


@contextmanager
def opened_target(address: Address) -> Iterator[Place]:
    """Open a log for writing, making it if need be.

    Raises:
        StoreError: a server runs on the folder, or the place cannot be used.
    """
    with ExitStack() as stack:
        match address:
            case InFolder(path=path):
                folder = stack.enter_context(closing(DataFolder.open(path)))
                events = stack.enter_context(closing(SqliteStore.open(folder.events)))
                vault = stack.enter_context(closing(SqliteVault.open(folder.vault)))
                yield Place(events=events, vault=vault)
            case InDatabase(address=text):
                database = Database.open(text)
                place = _in_database(stack, database)
                _refuse_served(database)
                yield place


def _refuse_served(database: Database) -> None:
    with closing(PostgresLeases(database, "copy")) as leases:
        nodes = leases.nodes()
    if nodes:
        raise StoreError(
            f"Nodes run on the database {database.shown} ({len(nodes)} of them): "
            "stop them first, or name another database."
        )


def _in_database(stack: ExitStack, database: Database) -> Place:
    stack.enter_context(closing(database))
    events = stack.enter_context(closing(PostgresStore(database)))
    return Place(events=events, vault=PostgresVault(database))
