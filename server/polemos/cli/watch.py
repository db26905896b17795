"""`polemos watch ADDRESS`: a game in this terminal, to its end."""

import argparse
import asyncio
import random
import sys

from rich.console import Console

from polemos.cli.refusals import refuse
from polemos_demo.terminal import following
from polemos_demo.terminal.addresses import BadAddress, parse_address
from polemos_demo.terminal.client import CannotConnect, Client, ClientLimits
from polemos_demo.terminal.conversation import Exit, Finished
from polemos_demo.terminal.following import Following
from polemos_demo.terminal.showing import LiveDisplay, PlainDisplay, live_on, show_all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        help="the link of a room or a game, as in the browser; "
        "a room is followed from game to game while people are in it",
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
        client = Client(
            address.socket_url,
            following.begin(address),
            following.react,
            ClientLimits(),
            random.random,
        )
        finished = asyncio.run(_watch(client, is_plain=arguments.plain))
    except (BadAddress, CannotConnect) as error:
        return refuse(error)
    return refuse(finished.sentence, finished.code) if finished.code else Exit.DONE


async def _watch(client: Client[Following], *, is_plain: bool) -> Finished:
    if is_plain or not sys.stdout.isatty():
        return await show_all(client.updates(), PlainDisplay(sys.stdout, sys.stderr))
    with live_on(Console()) as live:
        return await show_all(client.updates(), LiveDisplay(live))
