"""`polemos replay TARGET`: a finished or running game from its events, as slowly as one likes."""

import argparse
import asyncio
import os
import re
import sys

from polemos.cli.logs import add_log_arguments, chosen_log
from polemos.cli.refusals import refuse
from polemos.cli.targets import Unreadable, read_target
from polemos.cli.watch import add_plain_argument, finish, show
from polemos.log.store import StoreError
from polemos_demo.client.addresses import BadAddress, export_url, parse_address
from polemos_demo.client.connecting import CannotConnect
from polemos_demo.client.conversation import Finished, Joined
from polemos_demo.client.games import watch
from polemos_demo.terminal.outcomes import Outcome, outcome_of
from polemos_demo.terminal.recorded import NothingToReplay, Recorded, recorded
from polemos_demo.terminal.running import has_screen, run_screen
from polemos_demo.terminal.screens import TableScreen, theme_for
from polemos_demo.terminal.telling import FILE_OVER, tell_beat
from polemos_demo.terminal.viewers import Viewer

WRONG = 1
"""The exit code where the game is shown only up to a wrong line."""

_LINK = re.compile(r"(https?|wss?)://", re.IGNORECASE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="an exported file, - for standard input, the link of a game or a room, "
        "or the id of a game in the data folder",
    )
    add_plain_argument(parser)
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay until the person leaves, or print the whole game.

    Returns:
        0, 1 where a line is wrong, 2 where there is nothing to replay; the reason is on standard
        error.
    """
    is_plain = arguments.plain or not has_screen()
    try:
        if _LINK.match(arguments.target):
            link: str = arguments.target
            address = parse_address(link)
            if not is_plain:
                return finish(asyncio.run(show(address, link, is_replay=True)))
            named = asyncio.run(_newest_game(link))
            if isinstance(named, Outcome):
                return finish(named)
            arguments.target = export_url(address, named)
        game = recorded(read_target(arguments.target, lambda: chosen_log(arguments)).lines)
        return _print(game) if is_plain else finish(asyncio.run(_show(game)))
    except (BadAddress, CannotConnect, NothingToReplay, StoreError, Unreadable) as error:
        return refuse(error)


async def _newest_game(link: str) -> str | Outcome:
    """Ask the server which game a link means."""
    async with watch(link) as game:
        async for update in game:
            match update:
                case Joined(game=name):
                    return name
                case Finished():
                    return outcome_of(update)
                case _:
                    pass
    raise AssertionError("updates end only by raising or with the last one")


def _print(game: Recorded) -> int:
    for place in range(1, game.recording.last + 1):
        print(tell_beat(game.recording.beat(place)), file=sys.stdout)
    return refuse(game.fault, WRONG) if game.fault else 0


async def _show(game: Recorded) -> Outcome:
    viewer = Viewer(game.recording, last_words=game.fault or FILE_OVER)
    return await run_screen(TableScreen(viewer, theme=theme_for(os.environ)))
