"""`polemos rebuild`: remakes the projections from the log, or checks the kept ones against it."""

import argparse
import sys
from pathlib import Path

from polemos.cli.folders import add_data_argument, chosen_folder
from polemos.cli.refusals import refuse
from polemos.log.folder import DataFolder, events_path, views_path
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreError
from polemos.projections.projector import check, rebuild


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--check",
        action="store_true",
        help="only compare, byte for byte; a server may run on the folder meanwhile",
    )
    add_data_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rebuild or check.

    Returns:
        0, 1 where a check finds a difference, or 2 where the folder cannot be used; the reason is
        on standard error.
    """
    try:
        folder = chosen_folder(arguments)
        return _check(folder) if arguments.check else _rebuild(folder)
    except StoreError as error:
        return refuse(error)


def _check(folder: Path) -> int:
    store = SqliteStore.open(events_path(folder), read_only=True)
    try:
        differences = check(store, views_path(folder))
    finally:
        store.close()
    for difference in differences:
        print(difference, file=sys.stderr)
    if not differences:
        print("The projections are what the log says, byte for byte.")
    return 1 if differences else 0


def _rebuild(path: Path) -> int:
    # Looked at before the folder is locked, for locking creates it.
    SqliteStore.open(events_path(path), read_only=True).close()
    folder = DataFolder.open(path)
    try:
        store = SqliteStore.open(folder.events)
        try:
            position = rebuild(store, folder.views)
        finally:
            store.close()
    finally:
        folder.close()
    print(f"The projections are remade from {position} events.")
    return 0
