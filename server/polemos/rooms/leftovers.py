"""What a kill left in the vault though nobody needs it any more. Blocks."""

from polemos.log.store import EventStore
from polemos.log.vault import Vault
from polemos.rules.names import number_of, room_of


def forget_ended(store: EventStore, vault: Vault) -> None:
    """Drop what the vault keeps of games that have ended: it is public by now."""
    for head in store.heads(vault.games()):
        if head.is_ended:
            vault.forget_game(head.game)


def forget_unborn(store: EventStore, vault: Vault) -> None:
    """Drop what the vault keeps of games that never began; for a server that is alone."""
    for game in vault.games():
        if store.head(game) is None:
            vault.forget_game(game)
            if number_of(game) == 1:
                vault.forget_room(room_of(game))
