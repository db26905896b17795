"""Joins one process to the nodes of its cluster, and leaves them again.

What an operator can have got wrong is found here, before anything is made or taken: a bus without
a database that several nodes can share, a bus that cannot be used, nodes without a bus, a clock
that is wrong.
"""

import logging
import os
import random
import re
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio

from polemos.authorities import refuse_unusable_authorities
from polemos.cluster.bus import Bus
from polemos.cluster.hello import Hello
from polemos.cluster.memory_bus import MemoryExchange
from polemos.cluster.nats_bus import NatsBus
from polemos.cluster.publications import Publications
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.cluster.subjects import Subjects
from polemos.log.leases import Leases
from polemos.log.postgres.cluster import Cluster, refuse_other_nodes
from polemos.log.store import StoreError
from polemos.nodes.node import Node
from polemos.rooms.clock import Clock
from polemos.settings import Settings
from polemos.stores import Shared, Stores, is_shared

logger = logging.getLogger(__name__)

CLOCK_OFFSET_MS_MAX = 60_000
"""Events bear the time of the node that stores them; a game that moves must not jump by more."""

CLOCK_OFFSET_MS_TOLD = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """This process among the nodes of its cluster.

    Args:
        node: runs the rooms of all nodes together with the others.
        bus: carries what they say.
        subjects: what they call each other.
        publications: tells the others what this node has stored.
    """

    node: Node
    bus: Bus
    subjects: Subjects
    publications: Publications


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """This process's line to the other nodes.

    Args:
        node: what it is called among them, as no other process ever is.
        bus: carries what they say.
    """

    node: str
    bus: Bus


@asynccontextmanager
async def linked(settings: Settings) -> AsyncIterator[Link | None]:
    """Connect to the bus, or give none where this process has its store to itself.

    Nothing is opened before, so whoever is refused here has made nothing.

    Raises:
        StoreError: the settings contradict each other.
        BusError: the bus cannot be used.
    """
    if not is_shared(settings.store):
        if settings.bus is not None:
            raise StoreError(
                f"--bus carries events between several nodes, but the store {settings.store} is "
                "one process's own: use --store postgresql://…, or leave --bus out."
            )
        yield None
        return
    if settings.bus is not None:
        refuse_unusable_authorities(os.environ)
    node = _name()
    bus = await _bus(settings, node)
    try:
        yield Link(node=node, bus=bus)
    finally:
        with anyio.CancelScope(shield=True):
            await bus.close()


@asynccontextmanager
async def joined(
    settings: Settings, stores: Stores, clock: Clock, link: Link | None
) -> AsyncIterator[Membership | None]:
    """Find this process its place among the others, or none where it is alone on its store."""
    shared = stores.shared
    if shared is None or link is None:
        yield None
        return
    leases = shared.leases(link.node, is_alone=settings.bus is None)
    try:
        hello = Hello(link.bus, cluster=shared.cluster, node=link.node, birth=secrets.token_hex(8))
        sealed = SealedBus(link.bus, shared.bus_key, secrets.token_bytes(SPEAKER_BYTES))
        await hello.start()
        yield _membership(settings, stores, shared, leases, sealed, link.node, clock)
    finally:
        with anyio.CancelScope(shield=True):
            # Before the stores are, which it is still asked for.
            await link.bus.close()
        leases.close()


def _membership(
    settings: Settings,
    stores: Stores,
    shared: Shared,
    leases: Leases,
    bus: Bus,
    name: str,
    clock: Clock,
) -> Membership:
    subjects = Subjects(shared.cluster)
    logger.info("This is node %s of cluster %s", name, shared.cluster)
    return Membership(
        node=Node(
            name=name,
            leases=leases,
            store=stores.events,
            bus=bus,
            subjects=subjects,
            clock=clock,
            lease_seconds=settings.lease_seconds,
        ),
        bus=bus,
        subjects=subjects,
        publications=Publications(bus, subjects),
    )


async def _bus(settings: Settings, name: str) -> Bus:
    if settings.bus is None:
        return MemoryExchange().connect()
    return await NatsBus.connect(settings.bus, name=name, draw=random.random)


def refuse_to_join(settings: Settings, clock: Clock, cluster: Cluster) -> None:
    """Refuse what would harm the other nodes.

    Raises:
        StoreError: this machine's clock is wrong, or other nodes are there and no bus.
    """
    offset_ms = cluster.unix_ms - clock.unix_ms()
    if abs(offset_ms) > CLOCK_OFFSET_MS_MAX:
        raise StoreError(
            f"This machine's clock is {abs(offset_ms) / 1_000:,.0f} s "
            f"{'behind' if offset_ms > 0 else 'ahead of'} the database's: set both by a time "
            "server and start again."
        )
    if abs(offset_ms) > CLOCK_OFFSET_MS_TOLD:
        logger.warning("This machine's clock and the database's differ by %d ms", offset_ms)
    if settings.bus is None:
        # Again when it joins, for another one may be starting at this moment.
        refuse_other_nodes(cluster.nodes, settings.lease_seconds)


def _name() -> str:
    """Name this process as no other one is named, so that an operator recognises it."""
    host = re.sub(r"[^A-Za-z0-9_-]", "-", socket.gethostname())[:32]
    return f"{host}-{os.getpid()}-{secrets.token_hex(4)}"
