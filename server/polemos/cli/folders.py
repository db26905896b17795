"""The `--data` argument of the commands that work on a data folder without a server."""

import argparse
from pathlib import Path

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
    """Give the folder that was named, or the setting's."""
    named: Path | None = arguments.data
    return Settings().data if named is None else named
