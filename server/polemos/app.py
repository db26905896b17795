"""Puts a running server together, and takes it apart again.

This is the only place that knows all parts. Things are made in the order in which they need each
other and closed in the opposite one.
"""

import asyncio
import logging
import os
import random
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.feeds import Feeds
from polemos.hub.addresses import read_networks
from polemos.hub.files import Files, page_contents
from polemos.hub.hub import Hub
from polemos.hub.packing import pack
from polemos.hub.ports import Others
from polemos.hub.ports import Rooms as ServedRooms
from polemos.hub.tables import PublicTables
from polemos.joining import Link, Membership, joined, linked, refuse_to_join
from polemos.log.group_commit import GroupCommit
from polemos.nodes.commits import FencedCommits
from polemos.nodes.node import Node
from polemos.nodes.tenure import Tenure
from polemos.projections.following import Following
from polemos.rooms.clock import Clock, SystemClock
from polemos.rooms.commits import Commits, ReportedCommits
from polemos.rooms.grants import Grants
from polemos.rooms.identities import SystemIdentities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms
from polemos.rooms.surroundings import Publish, Surroundings, Tell
from polemos.settings import Settings
from polemos.stores import Stores, opened_stores
from polemos.wire.pushes import Company
from polemos.wire.schemas import schema_files

logger = logging.getLogger(__name__)

FOLLOWING_SECONDS = 5.0
"""How far behind lists may be whose events a node stored that died before it folded them."""

BACKLOG_CONNECTIONS = 1_024
"""Connections that the kernel keeps for us while the loop is busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """A server without its socket.

    Args:
        rooms: the running games.
        hub: the connections.
        node: this server among others, or none where it is alone.
    """

    rooms: Rooms
    hub: Hub
    node: Node | None = None


async def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT, then drain.

    Args:
        settings: the operator's choices.
        say: receives one line once the server answers.

    Raises:
        StoreError: the stores cannot be used, or this process may not be a node of theirs.
        BusError: the bus between the nodes cannot be used.
        OSError: the address cannot be listened on.
    """
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        # Before anything is opened, so that a taken address is told at once and a signal is heeded.
        listener = stack.enter_context(_bound(settings.host, settings.port))
        signals = stack.enter_context(anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT))
        # The stores come last: whatever is refused has made neither a file nor a table.
        link = await stack.enter_async_context(linked(settings))
        check = partial(refuse_to_join, settings, clock)
        stores = stack.enter_context(opened_stores(settings, check))
        async with running(settings, stores, clock, link) as app:
            loop = asyncio.get_running_loop()
            server = await loop.create_server(
                app.hub.protocol_factory, sock=listener, backlog=BACKLOG_CONNECTIONS
            )
            say(f"Polemos listens on {_address(listener)}{_in_network(listener)}")
            logger.info("Received %s", (await anext(aiter(signals))).name)
            logger.info(
                "Stopping; %d games %s",
                app.rooms.running_count,
                "rest until the next start" if app.node is None else "go to other nodes",
            )
            server.close()
            app.rooms.stop()
            if app.node is not None:
                # Others go on with the games while the connections still say goodbye.
                await app.rooms.stopped()
                await app.node.hand_over()
            await app.hub.drain(window_ms=int(settings.reconnect_window_seconds * 1_000))


@asynccontextmanager
async def running(
    settings: Settings, stores: Stores, clock: Clock, link: Link | None
) -> AsyncIterator[App]:
    """Run rooms and hub on opened stores; every unfinished game of the log goes on.

    Raises:
        StoreError: the stores fail.
    """
    async with joined(settings, stores, clock, link) as membership:
        if membership is None:
            alone = _alone(settings, stores, clock)
        else:
            alone = _among_others(settings, stores, clock, membership)
        async with alone as app:
            yield app


@asynccontextmanager
async def _alone(settings: Settings, stores: Stores, clock: Clock) -> AsyncIterator[App]:
    hub: Hub

    def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        hub.publish(game, first_seq, lines, head)
        following.hint()

    def tell(game: str, company: Company) -> None:
        hub.tell(game, company)

    async with _writing(stores) as (group_commit, following), _tasks() as tasks:
        commits = ReportedCommits(group_commit, clock)
        around = _surroundings(settings, stores, commits, publish, tell, clock)
        rooms = Rooms(store=stores.events, surroundings=around, tasks=tasks)
        trouble = partial(_trouble, commits)
        hub = _hub(settings, stores, Performing(rooms), rooms, trouble, clock)
        tasks.start_soon(following.run)
        await anyio.to_thread.run_sync(stores.projector.catch_up)
        logger.info("%d games go on", await rooms.recover())
        yield App(rooms=rooms, hub=hub)
        rooms.stop()
        await rooms.stopped()


@asynccontextmanager
async def _among_others(
    settings: Settings, stores: Stores, clock: Clock, membership: Membership
) -> AsyncIterator[App]:
    node, publications = membership.node, membership.publications
    hub: Hub
    feeds: Feeds

    def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        hub.publish(game, first_seq, lines, head)
        feeds.note(game, first_seq, lines)
        publications.publish(game, first_seq, lines, head)
        following.hint()

    def tell(game: str, company: Company) -> None:
        hub.tell(game, company)
        node.tell(game, company)

    async with _writing(stores) as (group_commit, following), _tasks() as tasks:
        commits = ReportedCommits(FencedCommits(group_commit, node.tenure, node.stray), clock)
        around = replace(
            _surroundings(settings, stores, commits, publish, tell, clock),
            check=node.tenure.check,
            grants=Grants(node.tenure.fence_of),
        )
        rooms = Rooms(
            store=stores.events,
            surroundings=around,
            tasks=tasks,
            left=node.left,
            recovered=node.recovered,
        )
        trouble = partial(_trouble, commits, node.tenure)
        hub = _hub(settings, stores, node.serve(rooms), rooms, trouble, clock, others=node)
        feeds = Feeds(
            bus=membership.bus,
            store=stores.events,
            subjects=membership.subjects,
            publish=hub.publish,
            tasks=tasks,
        )
        tasks.start_soon(following.run)
        tasks.start_soon(_follow_others, following)
        tasks.start_soon(feeds.run)
        await anyio.to_thread.run_sync(stores.projector.catch_up)
        await rooms.tidy()
        await node.start(tasks, hub, feeds)
        yield App(rooms=rooms, hub=hub, node=node)
        rooms.stop()
        await rooms.stopped()


async def _follow_others(following: Following) -> None:
    """Look now and then whether other nodes have stored what no projection has yet."""
    while True:
        await anyio.sleep(FOLLOWING_SECONDS)
        following.hint()


@asynccontextmanager
async def _writing(stores: Stores) -> AsyncIterator[tuple[GroupCommit, Following]]:
    """Store what is handed in, to the last of it, and let the projections follow."""
    group_commit = GroupCommit(stores.events)
    try:
        yield group_commit, Following(stores.projector)
    finally:
        with anyio.CancelScope(shield=True):
            await group_commit.close()
        stores.projector.catch_up()


@asynccontextmanager
async def _tasks() -> AsyncIterator[TaskGroup]:
    """Run tasks until the end of the block, and cancel those that have none of their own."""
    async with anyio.create_task_group() as tasks:
        yield tasks
        tasks.cancel_scope.cancel()


def _trouble(commits: ReportedCommits, tenure: Tenure | None = None) -> str | None:
    if tenure is not None and not tenure.is_sure:
        return "This node could not renew its leases; its log says why."
    return commits.trouble


def _surroundings(
    settings: Settings,
    stores: Stores,
    commits: Commits,
    publish: Publish,
    tell: Tell,
    clock: Clock,
) -> Surroundings:
    return Surroundings(
        commits=commits,
        vault=stores.vault,
        publish=publish,
        tell=tell,
        clock=clock,
        identities=SystemIdentities(),
        limits=RoomLimits(
            games_running_max=settings.games_running_max,
            abandon_after_seconds=settings.abandon_after_seconds,
            absent_seconds_max=settings.absent_seconds_max,
            reveal_seconds=settings.reveal_seconds,
            reserve_seconds=settings.reserve_seconds,
            turn_seconds=settings.turn_seconds,
        ),
    )


def _hub(
    settings: Settings,
    stores: Stores,
    served: ServedRooms,
    rooms: Rooms,
    trouble: Callable[[], str | None],
    clock: Clock,
    others: Others | None = None,
) -> Hub:
    return Hub(
        rooms=served,
        store=stores.events,
        limits=settings.hub_limits(),
        clock=clock,
        tables=PublicTables(),
        lobby=stores.views,
        draw=random.random,
        files=_files(is_packed=settings.packed_page),
        schemas=schema_files(),
        origins=settings.origins,
        hosts=(settings.host.lower(), *settings.hosts),
        trusted_proxies=read_networks(settings.trusted_proxies),
        trouble=trouble,
        standings=rooms.standings,
        level=stores.projector.catch_up,
        others=others,
    )


def _files(*, is_packed: bool) -> Files:
    contents = page_contents()
    return Files(contents, pack(contents) if is_packed else None)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG_CONNECTIONS)
    except OSError as error:
        raise OSError(
            f"{host} port {port} cannot be listened on ({_cause(error)}): "
            "choose others with --host and --port."
        ) from error


def _cause(error: OSError) -> str:
    """Name the system's reason, without what the library adds to it."""
    if isinstance(error, socket.gaierror) or error.errno is None:
        return str(error.strerror)
    return os.strerror(error.errno)


def _in_network(listener: socket.socket) -> str:
    """Say where other devices of the network find a server that listens on all addresses."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):  # noqa: S104  it is compared, not listened on
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only tells which of its addresses it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return f"; other devices of this network open http://{probe.getsockname()[0]}:{port}"


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
