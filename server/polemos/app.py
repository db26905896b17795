"""Puts a running server together, and takes it apart again.

This is the only place that knows all parts. Things are made in the order in which they need each
other and closed in the opposite one.
"""

import asyncio
import logging
import random
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import anyio
from anyio.abc import TaskGroup

from polemos.hub.files import Files, page_contents
from polemos.hub.hub import Hub
from polemos.hub.limits import HubLimits
from polemos.log.codec import decode
from polemos.log.group_commit import GroupCommit
from polemos.projections.following import Following
from polemos.projections.tables import Table, fold, initial_table, table_json
from polemos.rooms.clock import SystemClock
from polemos.rooms.commits import ReportedCommits
from polemos.rooms.identities import SystemIdentities
from polemos.rooms.limits import RoomLimits
from polemos.rooms.registry import Rooms
from polemos.rooms.writers import Surroundings
from polemos.settings import Settings
from polemos.stores import Stores, opened_stores
from polemos.wire.schemas import schema_files

logger = logging.getLogger(__name__)


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
    with opened_stores(settings) as stores:
        async with running(settings, stores) as app:
            loop = asyncio.get_running_loop()
            server = await loop.create_server(
                app.hub.protocol_factory, settings.host, settings.port
            )
            say(f"Polemos listens on {_address(server)}")
            await _told_to_stop()
            logger.info("Stopping; %d games rest until the next start", app.rooms.running_count)
            server.close()
            app.rooms.stop()
            await app.hub.drain(window_ms=int(settings.drain_seconds * 1_000))


@asynccontextmanager
async def running(settings: Settings, stores: Stores) -> AsyncIterator[App]:
    """Run rooms and hub on opened stores; every unfinished game of the log goes on."""
    group_commit = GroupCommit(stores.events)
    commits = ReportedCommits(group_commit)
    following = Following(stores.projector)
    hub: Hub

    def publish(game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        hub.publish(game, first_seq, lines, head)
        following.hint()

    try:
        async with anyio.create_task_group() as tasks:
            rooms = _rooms(settings, stores, tasks, commits, publish)
            hub = _hub(settings, stores, rooms, commits)
            tasks.start_soon(following.run)
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
    publish: Callable[[str, int, tuple[bytes, ...], str], None],
) -> Rooms:
    return Rooms(
        store=stores.events,
        vault=stores.vault,
        surroundings=Surroundings(
            commits=commits,
            publish=publish,
            clock=SystemClock(),
            identities=SystemIdentities(),
            limits=RoomLimits(
                games_running_max=settings.games_running_max,
                abandon_after_seconds=settings.abandon_after_seconds,
            ),
        ),
        tasks=tasks,
    )


def _hub(settings: Settings, stores: Stores, rooms: Rooms, commits: ReportedCommits) -> Hub:
    return Hub(
        rooms=rooms,
        store=stores.events,
        limits=HubLimits(connections_max=settings.connections_max),
        clock=SystemClock(),
        tables=PublicTables(),
        lobby=stores.views,
        draw=random.random,
        files=Files(page_contents()),
        schemas=schema_files(),
        origins=settings.origins,
        trouble=lambda: commits.trouble,
    )


class PublicTables:
    """Folds stored lines into the table that anybody may see; the hub's port to it."""

    def begin(self, game: str) -> object:
        """Give the table before the first event."""
        return initial_table(game)

    def fold(self, table: object, line: bytes) -> object:
        """Give the table after one more event."""
        return fold(cast(Table, table), decode(line))

    def show(self, table: object) -> Mapping[str, Any]:
        """Show a table as the JSON object of a snapshot."""
        return table_json(cast(Table, table))


async def _told_to_stop() -> None:
    """Return at the first SIGTERM or SIGINT."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for received in signals:
            logger.info("Received %s", received.name)
            return


def _address(server: asyncio.Server) -> str:
    host, port = server.sockets[0].getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
