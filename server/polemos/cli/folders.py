"""The `--data` argument of the commands that work on a data folder without a server."""

import argparse
from pathlib import Path

from pydantic import ValidationError

from polemos.log.store import StoreError
from polemos.rules.shown import shown
from polemos.settings import Settings


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """Declare `--data`."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the server's data folder (default: POLEMOS_DATA, or polemos-data)",
    )


def chosen_folder(arguments: argparse.Namespace) -> Path:
    """Give the folder that was named, or the setting's.

    Raises:
        StoreError: none was named, and the environment holds a setting that cannot be used.
    """
    named: Path | None = arguments.data
    if named is not None:
        return named
    try:
        return Settings().data
    except ValidationError as error:
        fault = error.errors()[0]
        setting = ".".join(map(str, fault["loc"]))
        raise StoreError(
            f"The environment's setting {setting} cannot be {shown(fault['input'])} "
            f"({fault['msg']}): mend it, or name the data folder with --data."
        ) from None
