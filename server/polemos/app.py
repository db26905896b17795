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
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass

import anyio
from anyio.abc import TaskGroup

from polemos.hub.addresses import read_networks
from polemos.hub.files import Files, page_contents
from polemos.hub.hub import Hub
from polemos.hub.packing import pack
from polemos.hub.tables import PublicTables
from polemos.log.group_commit import GroupCommit
from polemos.projections.following import Following
from polemos.rooms.clock import Clock, SystemClock
from polemos.rooms.commits import ReportedCommits
from polemos.rooms.identities import SystemIdentities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms
from polemos.rooms.writers import Publish, Surroundings, Tell
from polemos.settings import Settings
from polemos.stores import Stores, opened_stores
from polemos.wire.pushes import Company
from polemos.wire.schemas import schema_files

logger = logging.getLogger(__name__)

BACKLOG_CONNECTIONS = 1_024
"""Connections that the kernel keeps for us while the loop is busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """A server without its socket.

    Args:
        rooms: the running games.
        hub: the connections.
    """

    rooms: Rooms
    hub: Hub


async def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT, then drain.

    Args:
        settings: the operator's choices.
        say: receives one line once the server answers.

    Raises:
        StoreError: the folder or a file in it cannot be used.
        OSError: the address cannot be listened on.
    """
    with ExitStack() as stack:
        # Before anything is opened, so that a taken address is told at once and a signal is heeded.
        listener = stack.enter_context(_bound(settings.host, settings.port))
        signals = stack.enter_context(anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT))
        stores = stack.enter_context(opened_stores(settings))
        async with running(settings, stores) as app:
            loop = asyncio.get_running_loop()
            server = await loop.create_server(
                app.hub.protocol_factory, sock=listener, backlog=BACKLOG_CONNECTIONS
            )
            say(f"Polemos listens on {_address(listener)}{_in_network(listener)}")
            logger.info("Received %s", (await anext(aiter(signals))).name)
            logger.info("Stopping; %d games rest until the next start", app.rooms.running_count)
            server.close()
            app.rooms.stop()
            await app.hub.drain(window_ms=int(settings.reconnect_window_seconds * 1_000))


@asynccontextmanager
async def running(settings: Settings, stores: Stores) -> AsyncIterator[App]:
    """Run rooms and hub on opened stores; every unfinished game of the log goes on."""
    group_commit = GroupCommit(stores.events)
    clock = SystemClock()
    commits = ReportedCommits(group_commit, clock)
    following = Following(stores.projector)
    hub: Hub

    def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        hub.publish(game, first_seq, lines, head)
        following.hint()

    def tell(game: str, company: Company) -> None:
        hub.tell(game, company)

    try:
        async with anyio.create_task_group() as tasks:
            rooms = _rooms(settings, stores, tasks, commits, publish, tell, clock)
            hub = _hub(settings, stores, rooms, commits, clock)
            tasks.start_soon(following.run)
            await anyio.to_thread.run_sync(stores.projector.catch_up)
            logger.info("%d games go on", await rooms.recover())
            yield App(rooms=rooms, hub=hub)
            rooms.stop()
            await rooms.stopped()
            tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await group_commit.close()
        stores.projector.catch_up()


def _rooms(
    settings: Settings,
    stores: Stores,
    tasks: TaskGroup,
    commits: ReportedCommits,
    publish: Publish,
    tell: Tell,
    clock: Clock,
) -> Rooms:
    return Rooms(
        store=stores.events,
        surroundings=Surroundings(
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
        ),
        tasks=tasks,
    )


def _hub(
    settings: Settings, stores: Stores, rooms: Rooms, commits: ReportedCommits, clock: Clock
) -> Hub:
    return Hub(
        rooms=Performing(rooms),
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
        trouble=lambda: commits.trouble,
        standings=rooms.standings,
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
