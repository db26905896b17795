"""`polemos export GAME`: prints a game's stored bytes, one event a line."""

import argparse
import re
import sys
from typing import BinaryIO

from polemos.cli.logs import add_log_arguments, chosen_log, opened_log
from polemos.cli.refusals import refuse
from polemos.log.store import EventStore, StoreError
from polemos.rules.names import GAME_PATTERN

_GAME = re.compile(GAME_PATTERN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", help="the game's id, like k7m2q9x4wd-1")
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the game; a server may run on the log meanwhile.

    Returns:
        0, or 2 where there is no such game or the log cannot be read; the reason is on standard
        error.
    """
    try:
        with opened_log(chosen_log(arguments)) as (store, name):
            # What is no game's id need not even be a text that the log can be asked for.
            is_id = _GAME.fullmatch(arguments.game)
            if is_id is None or store.head(arguments.game) is None:
                raise StoreError(f"There is no game {arguments.game} in {name}.")
            _print(store, arguments.game, sys.stdout.buffer)
    except StoreError as error:
        return refuse(error)
    return 0


def _print(store: EventStore, game: str, output: BinaryIO) -> None:
    seq = 0
    while lines := store.load(game, seq):
        output.write(b"\n".join(lines) + b"\n")
        seq += len(lines)
    output.flush()
