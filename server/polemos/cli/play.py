"""`polemos play LINK`: sits at a table in this terminal."""

import argparse
import asyncio
import os
import random
import secrets
import sys
from pathlib import Path

from rich.console import Console

from polemos.cli.refusals import refuse
from polemos.wire.requests import NAME_CHARACTERS_MAX
from polemos_demo.terminal.addresses import BadAddress, parse_ticket
from polemos_demo.terminal.client import CannotConnect, Client, ClientLimits
from polemos_demo.terminal.conversation import Finished
from polemos_demo.terminal.keys import Lines, quiet_terminal, typed_by_keys
from polemos_demo.terminal.player_secrets import BadPlayerSecret, player_path, player_secret
from polemos_demo.terminal.playing import react
from polemos_demo.terminal.seat_state import Player, Playing, begin
from polemos_demo.terminal.seats import draw_seat
from polemos_demo.terminal.showing import LiveDisplay, PlainDisplay, live_on
from polemos_demo.terminal.sitting import sit
from polemos_demo.terminal.telling import SEAT_STAYS

SEATS = (1, 2, 3, 4)
INTERRUPTED = 130
STANDARD_INPUT = 0


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
    parser.add_argument(
        "--plain", action="store_true", help="print one line a beat instead of a live screen"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the person leaves.

    Returns:
        0 when they leave, 2 where they cannot play, 3 when the seat was taken over elsewhere; the
        reason is on standard error.
    """
    try:
        player = _player(arguments)
        # The waits need no secret chance, only that not all clients draw the same.
        client = Client(
            player.ticket.address.socket_url,
            begin(player),
            react,
            ClientLimits(),
            random.random,
        )
        finished = asyncio.run(_play(client, player, is_plain=arguments.plain))
    except (BadAddress, BadOption, BadPlayerSecret, CannotConnect) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return refuse(SEAT_STAYS, INTERRUPTED)
    if finished.code:
        return refuse(finished.sentence, finished.code) if finished.sentence else finished.code
    if finished.sentence:
        print(finished.sentence)
    return finished.code


class BadOption(Exception):  # noqa: N818  the sentence is the person's
    """An option's value cannot be used; the sentence says why."""


def _player(arguments: argparse.Namespace) -> Player:
    ticket = parse_ticket(arguments.link)
    name = arguments.name
    # What else a name may be is the server's to say.
    if name is not None and not (0 < len(name) <= NAME_CHARACTERS_MAX and name.isprintable()):
        raise BadOption("--name is no name: give some letters, without line breaks and the like.")
    if ticket.seat is not None:
        return Player(ticket=ticket, secrets=ticket.seat, name=name)
    try:
        drawn = draw_seat(secrets.token_bytes, arguments.words)
    except ValueError:
        raise BadOption("--words are no words: give some letters.") from None
    return Player(
        ticket=ticket,
        secrets=drawn,
        player_secret=player_secret(player_path(os.environ, Path.home()), secrets.token_bytes),
        name=name,
        wanted_seat=None if arguments.seat is None else arguments.seat - 1,
    )


async def _play(client: Client[Playing], player: Player, *, is_plain: bool) -> Finished:
    if is_plain or not sys.stdout.isatty():
        display = PlainDisplay(sys.stdout, sys.stderr)
        return await sit(client, player, display, STANDARD_INPUT, Lines().typed)
    with live_on(Console()) as live:
        if not os.isatty(STANDARD_INPUT):
            return await sit(client, player, LiveDisplay(live), STANDARD_INPUT, Lines().typed)
        with quiet_terminal(STANDARD_INPUT):
            return await sit(client, player, LiveDisplay(live), STANDARD_INPUT, typed_by_keys)
