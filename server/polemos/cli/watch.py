"""`polemos watch ADDRESS`: a game in this terminal, to its end."""

import argparse
import asyncio
import os
import sys

from polemos.cli.refusals import refuse
from polemos_demo.client.addresses import Address, BadAddress, export_url, parse_address
from polemos_demo.client.connecting import CannotConnect
from polemos_demo.client.games import WatchedGame, watch
from polemos_demo.terminal.exports import fetch_export
from polemos_demo.terminal.outcomes import Outcome, outcome_of
from polemos_demo.terminal.running import has_screen, run_screen
from polemos_demo.terminal.screens import TableScreen, theme_for
from polemos_demo.terminal.showing import print_updates
from polemos_demo.terminal.viewers import Viewer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        help="the link of a room or a game, as in the browser; "
        "a room is followed from game to game while people are in it",
    )
    add_plain_argument(parser)


def add_plain_argument(parser: argparse.ArgumentParser) -> None:
    """Declare how it is shown."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print one line a beat instead of the table, as is done where there is no terminal",
    )


def run(arguments: argparse.Namespace) -> int:
    """Watch until the game ends.

    Returns:
        0 at the end of the game, 2 where it cannot be watched; the reason is on standard error.
    """
    try:
        address = parse_address(arguments.address)
        if arguments.plain or not has_screen():
            return finish(asyncio.run(_print(watch(arguments.address))))
        return finish(asyncio.run(show(address, arguments.address, is_replay=False)))
    except (BadAddress, CannotConnect) as error:
        return refuse(error)


def finish(outcome: Outcome) -> int:
    """Say how it ended, and give the exit code."""
    if outcome.code:
        return refuse(outcome.sentence, outcome.code) if outcome.sentence else outcome.code
    if outcome.sentence:
        print(outcome.sentence)
    return outcome.code


async def _print(game: WatchedGame) -> Outcome:
    async with game:
        return outcome_of(await print_updates(game, sys.stdout))


async def show(address: Address, link: str, *, is_replay: bool) -> Outcome:
    """Show a live game on the screen.

    Args:
        address: what the link names.
        link: of a room or a game.
        is_replay: whether to begin at the deal.
    """
    screen = TableScreen(
        Viewer(is_replay=is_replay),
        watch(link),
        fetch=lambda game: fetch_export(export_url(address, game)),
        theme=theme_for(os.environ),
    )
    return await run_screen(screen)
