"""Comes back to where the log ends: a stream is read, checked and folded into a state."""

from polemos.log.canonical import digest
from polemos.log.codec import Entry, decode
from polemos.log.store import EventStore, StoreCorrupt
from polemos.log.vault import Vault
from polemos.rooms.openings import GameSecret
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
        for line in lines:
            entry = decode(line)
            stream = _linked(stream, entry, line)
            if state is None:
                state = initial_state(game, _dealer(vault, entry))
            state = _evolved(state, entry)
    if state is None:
        raise StoreCorrupt(f"Game {game} has no events: restore events.db from a backup.")
    return state, stream


def _linked(stream: Stream, entry: Entry, line: bytes) -> Stream:
    if (entry.game, entry.seq, entry.prev) != (stream.game, stream.seq + 1, stream.head):
        raise StoreCorrupt(
            f"Event {stream.seq + 1} of game {stream.game} does not follow from the one before: "
            "restore events.db from a backup."
        )
    return Stream(game=stream.game, seq=entry.seq, head=digest(line), at=entry.at)


def _evolved(state: State, entry: Entry) -> State:
    try:
        return evolve(state, entry.event)
    except ImpossibleEvent as error:
        raise StoreCorrupt(
            f"Event {entry.seq} of game {entry.game} cannot have happened ({error}): restore "
            "events.db and vault.db from one backup."
        ) from error


def _dealer(vault: Vault, entry: Entry) -> Dealer:
    opened = entry.event
    if not isinstance(opened, GameOpened):
        raise StoreCorrupt(f"Game {entry.game} does not begin with GameOpened: restore a backup.")
    for commitment, secret in vault.secrets(entry.game):
        if commitment == opened.commitment:
            return GameSecret(deal=opened.deal, secret=secret).dealer()
    raise StoreCorrupt(
        f"The vault holds no secret that opens game {entry.game}: restore the vault.db that "
        "belongs to this events.db."
    )
