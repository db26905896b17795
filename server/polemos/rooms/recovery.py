"""Comes back to where the log ends: a stream is read, checked and folded into a state."""

from polemos.log.chain import linked
from polemos.log.entries import Entry
from polemos.log.store import EventStore, StoreCorrupt
from polemos.log.vault import Vault
from polemos.rooms.game_secrets import GameSecret, dealer_of
from polemos.rooms.streams import Stream
from polemos.rules.chance import Dealer
from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import GameOpened
from polemos.rules.evolve import evolve
from polemos.rules.state import State, initial_state


def recover(store: EventStore, vault: Vault, game: str) -> tuple[State, Stream]:
    """Fold one game's stream. Blocks: call it from a thread.

    Raises:
        StoreCorrupt: the stream is no unbroken chain of events that follow from each other, or the
            vault lacks the game's secret.
        StoreError: it could not be read.
    """
    state: State | None = None
    stream = Stream(game=game)
    while lines := store.load(game, stream.seq):
        for entry, head in linked(lines, game=game, seq=stream.seq, head=stream.head):
            if state is None:
                state = initial_state(game, _dealer(vault, entry))
            state = _evolved(state, entry)
            stream = Stream(game=game, seq=entry.seq, head=head, at=entry.at)
    if state is None:
        raise StoreCorrupt(f"Game {game} has no events: restore events.db from a backup.")
    return state, stream


def _evolved(state: State, entry: Entry) -> State:
    try:
        return evolve(state, entry.event)
    except ImpossibleEvent as error:
        raise StoreCorrupt(
            f"Event {entry.seq} of game {entry.game} cannot have happened ({error}): restore "
            "events.db and vault.db from one backup."
        ) from error


def _dealer(vault: Vault, entry: Entry) -> Dealer:
    """Give the dealer of a game with every secret that the vault has for its attempts."""
    opened = entry.event
    if not isinstance(opened, GameOpened):
        raise StoreCorrupt(f"Game {entry.game} does not begin with GameOpened: restore a backup.")
    secrets = [
        GameSecret(deal=opened.deal, secret=kept)
        for commitment, kept in vault.secrets(entry.game)
        if GameSecret(deal=opened.deal, secret=kept).opens(entry.game, commitment)
    ]
    if not any(secret.opens(entry.game, opened.commitment) for secret in secrets):
        raise StoreCorrupt(
            f"The vault holds no secret that opens game {entry.game}: restore the vault.db that "
            "belongs to this events.db."
        )
    return dealer_of(opened.deal, secrets)
