"""Which log a command works on: that of a data folder, or that of a database."""

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from pydantic import ValidationError

from polemos.cli.places import Address, InDatabase, InFolder
from polemos.log.folder import DataFolder, events_path, vault_path
from polemos.log.postgres.address import SCHEMES
from polemos.log.postgres.database import Database
from polemos.log.postgres.rights import FORGETTING
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.sqlite import SqliteStore
from polemos.log.store import EventStore, StoreError
from polemos.log.vault import SqliteVault, Vault
from polemos.rules.shown import shown
from polemos.settings import Settings
from polemos.unknown_settings import UnknownSettings, refuse_unknown_settings


def add_log_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare `--data` and `--store`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the server's data folder (default: POLEMOS_DATA, or polemos-data)",
    )
    where.add_argument(
        "--store",
        metavar="ADDRESS",
        help="the server's database, postgresql://… (default: POLEMOS_STORE, or the data folder)",
    )


def chosen_log(arguments: argparse.Namespace) -> Address:
    """Tell which log was named, or that of the settings.

    Raises:
        StoreError: none was named, and the environment holds a setting that cannot be used; or what
            was named is no database.
    """
    if arguments.data is not None:
        return InFolder(path=arguments.data)
    if arguments.store is not None:
        return _database(arguments.store)
    settings = _settings()
    if settings.store.startswith(SCHEMES):
        return InDatabase(address=settings.store)
    return InFolder(path=settings.data)


@contextmanager
def opened_log(log: Address) -> Iterator[tuple[EventStore, str]]:
    """Open a log for reading alone, a server running on it or not; give it with its name.

    Raises:
        StoreError: there is none, it is of another version, or it cannot be read.
    """
    with ExitStack() as stack:
        match log:
            case InFolder(path=folder):
                path = events_path(folder)
                store = stack.enter_context(closing(SqliteStore.open(path, read_only=True)))
                yield store, str(path)
            case InDatabase(address=text):
                database = stack.enter_context(closing(Database.open(text, read_only=True)))
                yield stack.enter_context(closing(PostgresStore(database))), database.shown


@contextmanager
def written_log(log: Address) -> Iterator[EventStore]:
    """Open a log for appending: a folder that no server runs on, or a database that some may.

    Raises:
        StoreError: a server runs on the folder, or the log cannot be used.
    """
    with ExitStack() as stack:
        match log:
            case InFolder(path=path):
                folder = stack.enter_context(closing(DataFolder.open(path)))
                yield stack.enter_context(closing(SqliteStore.open(folder.events)))
            case InDatabase(address=text):
                database = stack.enter_context(closing(Database.open(text)))
                yield stack.enter_context(closing(PostgresStore(database)))


@contextmanager
def opened_vault(log: Address) -> Iterator[Vault]:
    """Open the vault beside a log, a server running on it or not.

    Raises:
        StoreError: there is none, it is of another version, or it cannot be written to.
    """
    with ExitStack() as stack:
        match log:
            case InFolder(path=folder):
                # Not locked as a whole: the log stays as it is, and SQLite guards each row.
                vault = SqliteVault.open_existing(vault_path(folder))
                yield stack.enter_context(closing(vault))
            case InDatabase(address=text):
                database = Database.open(text, read_only=True, rights=FORGETTING)
                yield PostgresVault(stack.enter_context(closing(database)))


def _database(text: str) -> InDatabase:
    if not text.startswith(SCHEMES):
        # Not in whole: it may hold a password.
        raise StoreError(
            f"{shown(text.partition(':')[0])} is no kind of database: write "
            "postgresql://user@host/database, or name a data folder with --data."
        )
    return InDatabase(address=text)


def _settings() -> Settings:
    try:
        refuse_unknown_settings(os.environ)
        return Settings()
    except UnknownSettings as error:
        raise StoreError(str(error)) from None
    except ValidationError as error:
        fault = error.errors()[0]
        setting = ".".join(map(str, fault["loc"]))
        raise StoreError(
            f"The environment's setting {setting} cannot be {shown(fault['input'])} "
            f"({fault['msg']}): mend it, or name the data folder with --data."
        ) from None
