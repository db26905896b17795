"""`polemos forget PLAYER`: removes the name that a player is shown by."""

import argparse
import re

from polemos.cli.logs import add_log_arguments, chosen_log, opened_vault
from polemos.cli.refusals import refuse
from polemos.log.store import StoreError
from polemos.rooms.players import PLAYER_LETTERS, PLAYER_PATTERN
from polemos.rules.shown import shown

_PLAYER = re.compile(PLAYER_PATTERN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help="the player's public id, as in /players/PLAYER; "
        "put -- before one that begins with a hyphen",
    )
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Remove the name; a server may run meanwhile.

    Returns:
        0, or 2 where the text is no player's id or the vault cannot be used; the reason is on
        standard error.
    """
    player: str = arguments.player
    if _PLAYER.fullmatch(player) is None:
        return refuse(
            f"{shown(player)} is no player's id: that is {PLAYER_LETTERS} letters, digits, hyphens "
            "and underscores, as in the events of a game."
        )
    try:
        with opened_vault(chosen_log(arguments)) as vault:
            was_known = vault.forget_name(player)
    except StoreError as error:
        return refuse(error)
    print(
        f"The name of player {player} is forgotten."
        if was_known
        else f"Player {player} has no name here."
    )
    return 0
