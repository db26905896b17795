"""`polemos schemas DIR`: writes the JSON Schemas and the AsyncAPI document."""

import argparse
import sys
from pathlib import Path

from polemos.wire.schemas import schema_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="where the files go; made when it is missing"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write every schema file, in place of what is there under its name.

    Returns:
        0 when all are written, 2 when the folder cannot be.
    """
    folder: Path = arguments.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in schema_files().items():
            folder.joinpath(name).write_bytes(content)
    except OSError as error:
        print(
            f"The schemas cannot be written to {folder} ({error.strerror}): "
            "name a folder that you may write to.",
            file=sys.stderr,
        )
        return 2
    return 0
