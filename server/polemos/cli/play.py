"""`polemos play LINK`: sits at a table in this terminal."""

import argparse
import asyncio
import os
import secrets
import sys
from pathlib import Path

from polemos.cli.refusals import refuse
from polemos.cli.watch import add_plain_argument, finish
from polemos.wire.requests import NAME_LOOKED_AT_CHARACTERS_MAX
from polemos_demo.client.addresses import BadAddress, export_url, parse_ticket
from polemos_demo.client.connecting import CannotConnect
from polemos_demo.client.games import PlayedGame, play
from polemos_demo.client.people import invited, seated
from polemos_demo.client.player_secrets import BadPlayerSecret, player_path, player_secret
from polemos_demo.client.seat_state import Player
from polemos_demo.terminal.exports import fetch_export
from polemos_demo.terminal.outcomes import Outcome
from polemos_demo.terminal.running import STANDARD_INPUT, has_screen, run_screen
from polemos_demo.terminal.screens import TableScreen, theme_for
from polemos_demo.terminal.sitting import sit
from polemos_demo.terminal.telling import LINK_WARNING, SEAT_STAYS
from polemos_demo.terminal.viewers import Viewer

SEATS = (1, 2, 3, 4)
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "link", metavar="LINK", help="the link of an invitation, or of your seat to come back to it"
    )
    parser.add_argument("--name", help="the name to be shown to the others")
    parser.add_argument(
        "--seat", type=int, choices=SEATS, help="the seat to take if it is free, counted from 1"
    )
    parser.add_argument(
        "--words", help="your own luck: words to shuffle with, in place of a drawn key"
    )
    add_plain_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play until the person leaves.

    Returns:
        0 when they leave, 2 where they cannot play, 3 when the seat was taken over elsewhere; the
        reason is on standard error.
    """
    try:
        game = play(_player(arguments))
        if arguments.plain or not has_screen():
            return finish(asyncio.run(sit(game, sys.stdout, sys.stderr, STANDARD_INPUT)))
        outcome = asyncio.run(_show(game))
    except (BadAddress, BadOption, BadPlayerSecret, CannotConnect) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return refuse(SEAT_STAYS, INTERRUPTED)
    if game.held.seat is not None and game.player.ticket.seat is None:
        # The screen is gone, and a new seat's link would be with it.
        print(LINK_WARNING, game.seat_link, sep="\n")
    return finish(outcome)


class BadOption(Exception):  # noqa: N818  the sentence is the person's
    """An option's value cannot be used; the sentence says why."""


def _player(arguments: argparse.Namespace) -> Player:
    name = arguments.name
    # What else a name may be is the server's to say.
    is_short = name is None or 0 < len(name) <= NAME_LOOKED_AT_CHARACTERS_MAX
    if name is not None and not (is_short and name.isprintable()):
        raise BadOption("--name is no name: give some letters, without line breaks and the like.")
    if parse_ticket(arguments.link).seat is not None:
        return seated(arguments.link, name=name)
    secret = player_secret(player_path(os.environ, Path.home()), secrets.token_bytes)
    try:
        return invited(
            arguments.link,
            secret,
            name=name,
            wanted_seat=None if arguments.seat is None else arguments.seat - 1,
            words=arguments.words,
        )
    except BadAddress:
        raise
    except ValueError:
        raise BadOption("--words are no words: give some letters.") from None


async def _show(game: PlayedGame) -> Outcome:
    address = game.player.ticket.address
    screen = TableScreen(
        Viewer(),
        game,
        fetch=lambda name: fetch_export(export_url(address, name)),
        theme=theme_for(os.environ),
    )
    return await run_screen(screen)
