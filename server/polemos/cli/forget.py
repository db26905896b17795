"""`polemos forget PLAYER`: removes the name that a player is shown by."""

import argparse
import re

from polemos.cli.folders import add_data_argument, chosen_folder
from polemos.cli.refusals import refuse
from polemos.log.folder import vault_path
from polemos.log.store import StoreError
from polemos.log.vault import SqliteVault
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
    add_data_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Remove the name; a server may run on the folder meanwhile.

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
        # Not locked as a whole: the log stays as it is, and SQLite guards the one row.
        vault = SqliteVault.open_existing(vault_path(chosen_folder(arguments)))
        try:
            was_known = vault.forget_name(player)
        finally:
            vault.close()
    except StoreError as error:
        return refuse(error)
    print(
        f"The name of player {player} is forgotten."
        if was_known
        else f"Player {player} has no name here."
    )
    return 0
