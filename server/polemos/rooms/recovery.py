"""Comes back to where the log ends: the stream is read, checked and folded into a state."""

from polemos.log.chain import check_links
from polemos.log.codec import decode
from polemos.log.store import EventStore, StoreCorrupt
from polemos.log.vault import Vault
from polemos.rooms.openings import GameSecret
from polemos.rooms.streams import Stream
from polemos.rules.chance import Dealer
from polemos.rules.events import DealScheme, GameOpened
from polemos.rules.evolve import evolve
from polemos.rules.state import State, initial_state


def recover(store: EventStore, vault: Vault, game: str) -> tuple[State, Stream]:
    """Fold one game's stream. Blocks: call it from a thread.

    Raises:
        StoreCorrupt: the stream is not an unbroken chain of events that the rules allow, or the
            vault lacks the game's secret.
        StoreError: it could not be read.
    """
    state: State | None = None
    stream = Stream(game=game)
    while lines := store.load(game, stream.seq):
        for line in lines:
            entry = decode(line)
            if state is None:
                state = initial_state(game, _dealer(vault, game, entry.event))
            state = evolve(state, entry.event)
        ...
    return state, stream


def _dealer(vault: Vault, game: str, opened: object) -> Dealer:
    if not isinstance(opened, GameOpened):
        raise StoreCorrupt(f"Game {game} does not begin with GameOpened: restore it from a backup.")
    for commitment, secret in vault.secrets(game):
        if commitment == opened.commitment:
            return GameSecret(deal=DealScheme(opened.deal), secret=secret).dealer()
    raise StoreCorrupt(
        f"The vault holds no secret that opens game {game}: restore vault.db from the backup that "
        "belongs to this events.db."
    )
