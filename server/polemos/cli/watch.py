"""`polemos watch ADDRESS`: a game in this terminal, to its end."""

import argparse
import asyncio
import random
import sys

from polemos_demo.terminal.watching import CannotWatch, Watcher, WatchLimits
from rich.console import Console

from polemos_demo.terminal.addresses import BadAddress, parse_address
from polemos_demo.terminal.showing import watch_live, watch_plainly


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "address", metavar="ADDRESS", help="the link of a room or a game, as in the browser"
    )
    parser.add_argument(
        "--plain", action="store_true", help="print one line a beat instead of a live screen"
    )


def run(arguments: argparse.Namespace) -> int:
    """Watch until the game ends.

    Returns:
        0 at the end of the game, 2 where it cannot be watched; the reason is on standard error.
    """
    try:
        address = parse_address(arguments.address)
        # The waits need no secret chance, only that not all clients draw the same.
        watcher = Watcher(address, WatchLimits(), random.random)
        if arguments.plain or not sys.stdout.isatty():
            asyncio.run(watch_plainly(watcher, sys.stdout))
        else:
            asyncio.run(watch_live(watcher, Console()))
    except (BadAddress, CannotWatch) as error:
        print(error, file=sys.stderr)
        return 2
    return 0
