"""What every writer of a server shares."""

from collections.abc import Callable
from dataclasses import dataclass, field

import anyio

from polemos.log.vault import Vault
from polemos.rooms.clock import Clock
from polemos.rooms.commits import Commits
from polemos.rooms.grants import Grants
from polemos.rooms.identities import Identities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.tempos import LIGHTNING_GAMES_MAX
from polemos.wire import pushes

Publish = Callable[[str, int, tuple[bytes, ...], str], None]
"""Tells the hub of durable events: game, the first one's seq, their lines, the head after them."""

Tell = Callable[[str, pushes.Company], None]
"""Tells the hub of a company: the game whose watchers it concerns, and the whole of it."""


def _allow(_game: str) -> None:
    """Refuse nothing: nobody else runs a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every writer of a server shares.

    Args:
        commits: makes appends durable.
        vault: keeps what must not stand in the log; written in threads.
        publish: tells the hub of durable events.
        tell: tells the hub of companies.
        clock: the time.
        identities: draws ids and secrets.
        limits: every bound.
        check: refuses to write anything of a game that another node may run by now.
        grants: numbers whom seats are given to.
        lightning: lets so many games at lightning take a turn at the same time.
    """

    commits: Commits
    vault: Vault
    publish: Publish
    tell: Tell
    clock: Clock
    identities: Identities
    limits: RoomLimits
    check: Callable[[str], None] = _allow
    grants: Grants = field(default_factory=Grants)
    lightning: anyio.Semaphore = field(default_factory=lambda: anyio.Semaphore(LIGHTNING_GAMES_MAX))
