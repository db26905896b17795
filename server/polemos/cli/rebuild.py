"""`polemos rebuild`: remakes the projections from the log, or checks the kept ones against it."""

import argparse
import sys
from contextlib import ExitStack, closing

from polemos.cli.logs import add_log_arguments, chosen_log
from polemos.cli.places import Address, InDatabase, InFolder
from polemos.cli.refusals import refuse
from polemos.log.folder import DataFolder, events_path, views_path
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreError
from polemos.projections.projector import check, rebuild


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--check",
        action="store_true",
        help="only compare, byte for byte; a server may run meanwhile",
    )
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rebuild or check.

    Returns:
        0, 1 where a check finds a difference, or 2 where the log cannot be used; the reason is
        on standard error.
    """
    try:
        log = chosen_log(arguments)
        return _check(log) if arguments.check else _rebuild(log)
    except StoreError as error:
        return refuse(error)


def _check(log: Address) -> int:
    with ExitStack() as stack:
        match log:
            case InFolder(path=folder):
                store = SqliteStore.open(events_path(folder), read_only=True)
                differences = check(stack.enter_context(closing(store)), views_path(folder))
            case InDatabase(address=text):
                database = stack.enter_context(closing(Database.open(text, read_only=True)))
                kept = stack.enter_context(closing(PostgresStore(database)))
                differences = check(kept, database)
    for difference in differences:
        print(difference, file=sys.stderr)
    if not differences:
        print("The projections are what the log says, byte for byte.")
    return 1 if differences else 0


def _rebuild(log: Address) -> int:
    with ExitStack() as stack:
        match log:
            case InFolder(path=path):
                # Looked at before the folder is locked, for locking creates it.
                SqliteStore.open(events_path(path), read_only=True).close()
                folder = stack.enter_context(closing(DataFolder.open(path)))
                store = stack.enter_context(closing(SqliteStore.open(folder.events)))
                position = rebuild(store, folder.views)
            case InDatabase(address=text):
                database = stack.enter_context(closing(Database.open(text)))
                kept = stack.enter_context(closing(PostgresStore(database)))
                position = rebuild(kept, database)
    print(f"The projections are remade from {position} events.")
    return 0
