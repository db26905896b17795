"""Opens what a server must not forget: the log, the vault and the projections."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from polemos.log.folder import DataFolder, views_path
from polemos.log.leases import Leases
from polemos.log.memory import MemoryStore
from polemos.log.postgres.cluster import Cluster
from polemos.log.postgres.database import Database
from polemos.log.postgres.leases import PostgresLeases
from polemos.log.postgres.rights import APPENDING, LEASING, VAULT
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.sqlite import SqliteStore
from polemos.log.store import EventStore, StoreError
from polemos.log.vault import MemoryVault, SqliteVault, Vault
from polemos.projections.places import Place
from polemos.projections.projector import Projector
from polemos.projections.views import Views
from polemos.projections.views_tables import RIGHTS as FOLDING
from polemos.settings import Settings

logger = logging.getLogger(__name__)

SERVING = {**APPENDING, **LEASING, **VAULT, **FOLDING}
"""What a node must be allowed in its database."""

SCHEMES = ("postgresql:", "postgres:")


class LeasesOf(Protocol):
    """Gives leases as one node sees them."""

    def __call__(self, node: str, *, is_alone: bool = False) -> Leases:
        """Give a node's leases; see `PostgresLeases`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What the nodes on one store share.

    Args:
        cluster: the id of all of them.
        bus_key: with what they seal what they say to each other.
        leases: gives the leases as a node of that name sees them, which may have to be alone.
    """

    cluster: str
    bus_key: bytes = field(repr=False)
    leases: LeasesOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """What a server keeps.

    Args:
        events: the log.
        vault: secrets until their reveal.
        projector: keeps the projections level with the log.
        views: reads the projections.
        shared: what several nodes need, or none where the store is one process's own.
    """

    events: EventStore
    vault: Vault
    projector: Projector
    views: Views
    shared: Shared | None = None


def is_shared(store: str) -> bool:
    """Tell whether several nodes can share a store.

    Args:
        store: its address, as the settings have it.

    Raises:
        StoreError: it is of no known kind.
    """
    if store in ("sqlite:", "memory:"):
        return False
    if store.startswith(SCHEMES):
        return True
    # Not in whole: it may hold a password.
    raise StoreError(
        f"There is no kind of store {store.partition(':')[0]!r}: use sqlite: (in the data folder), "
        "memory: or postgresql://user@host/database."
    )


@contextmanager
def opened_stores(
    settings: Settings, check: Callable[[Cluster], None] | None = None
) -> Iterator[Stores]:
    """Open the stores that the settings name, and close them at the end.

    Args:
        settings: the operator's choices.
        check: looks at the cluster that the store is shared with; where it refuses, nothing was
            made.

    Raises:
        StoreError: the address is of no known kind, or what it names cannot be used.
    """
    shared: Shared | None = None
    place: Place
    with ExitStack() as stack:
        match settings.store:
            case "sqlite:":
                folder = stack.enter_context(closing(DataFolder.open(settings.data)))
                events: EventStore = stack.enter_context(
                    closing(SqliteStore.open(folder.events, pages_max=settings.log_pages_max))
                )
                vault: Vault = stack.enter_context(closing(SqliteVault.open(folder.vault)))
                place = folder.views
                logger.info("SQLite %s keeps the log in %s", sqlite3.sqlite_version, folder.path)
            case "memory:":
                events = stack.enter_context(
                    closing(MemoryStore(events_max=settings.memory_events_max))
                )
                vault = stack.enter_context(closing(MemoryVault()))
                place = views_path(Path(stack.enter_context(TemporaryDirectory())))
                logger.warning("The log is in memory: every game ends with this process")
            case address if is_shared(address):
                database = stack.enter_context(
                    closing(Database.open(address, rights=SERVING, check=check))
                )
                events = stack.enter_context(closing(PostgresStore(database)))
                vault = kept = stack.enter_context(closing(PostgresVault(database)))
                place = database
                shared = Shared(
                    cluster=database.cluster_id,
                    bus_key=kept.bus_key,
                    leases=partial(PostgresLeases, database),
                )
                logger.info("%s keeps the log", database.shown)
            case own:
                raise AssertionError(f"{own} is a kind of store that nodes do not share")
        projector = stack.enter_context(closing(Projector(events, place)))
        yield Stores(
            events=events,
            vault=vault,
            projector=projector,
            views=Views(place, vault.names),
            shared=shared,
        )
