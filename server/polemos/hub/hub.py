"""The hub: all connections and channels of one server, and what they share."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from anyio import CapacityLimiter

from polemos.hub.addresses import Network
from polemos.hub.catch_up import CatchUp
from polemos.hub.channels import Channels
from polemos.hub.connection import Connection
from polemos.hub.counters import Counters
from polemos.hub.desk import Desk
from polemos.hub.files import Files
from polemos.hub.limits import HubLimits
from polemos.hub.pages import Pages
from polemos.hub.phases import Peer, Phase
from polemos.hub.ports import Clock, Lobby, NoOthers, Others, Reading, Rooms, Tables
from polemos.hub.qr_codes import Codes
from polemos.hub.reception import Reception
from polemos.hub.shared import Shared
from polemos.hub.tolls import Tolls
from polemos.hub.upkeep import Upkeep
from polemos.wire.codes import CloseCode, WireCode
from polemos.wire.pushes import Company

logger = logging.getLogger(__name__)

READING_BUFFER_BYTES = 65_536


class Hub:
    """Serves sockets and pages; make it on the loop that it will run on.

    Args:
        rooms: the running games.
        store: read in threads.
        limits: every bound.
        clock: the time.
        tables: folds snapshots.
        lobby: lists games.
        draw: gives a fraction from 0 to below 1, for jitter.
        files: the page.
        schemas: schema files by name.
        origins: origins besides the server's own whose pages may open sockets.
        hosts: names in small letters that the server answers to besides addresses and `localhost`.
        trusted_proxies: whose `X-Forwarded-For` is heeded.
        trouble: says in a sentence why the server should get no new connections, or gives none.
        standings: tells how far each game has come that is being played.
        level: brings the lobby level with the store; called in threads.
        others: the other nodes of this server, if there are any.
    """

    def __init__(
        self,
        *,
        rooms: Rooms,
        store: Reading,
        limits: HubLimits,
        clock: Clock,
        tables: Tables[Any],
        lobby: Lobby,
        draw: Callable[[], float],
        files: Files,
        schemas: Mapping[str, bytes],
        origins: tuple[str, ...] = (),
        hosts: tuple[str, ...] = (),
        trusted_proxies: tuple[Network, ...] = (),
        trouble: Callable[[], str | None] = lambda: None,
        standings: Callable[[], Mapping[str, Mapping[str, Any]]] = dict,
        level: Callable[[], object] = lambda: None,
        others: Others | None = None,
    ) -> None:
        others = self._others = others or NoOthers()
        # The core would log the opening of every page and socket.
        core_logger = logging.getLogger("polemos.hub.core")
        core_logger.setLevel(logging.WARNING)
        self.limits = limits
        self.counters = Counters()
        self.is_draining = False
        self._trouble = trouble
        self._draw = draw
        self._loop = asyncio.get_running_loop()
        self._ticking: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        reads = CapacityLimiter(limits.store_reads_max)
        self.upkeep = Upkeep(
            limits=limits,
            clock=clock,
            counters=self.counters,
            draw=draw,
            trusted_proxies=trusted_proxies,
        )
        tolls = Tolls(limits)
        self.channels = Channels(
            store=store,
            tables=tables,
            limits=limits,
            counters=self.counters,
            reads=reads,
            catch_up=CatchUp(
                store=store,
                clock=clock,
                limits=limits,
                counters=self.counters,
                reads=reads,
                start=self.start,
            ),
            others=others,
        )
        reception = Reception(
            hub=self,
            upkeep=self.upkeep,
            counters=self.counters,
            pages=Pages(
                files=files,
                schemas=schemas,
                store=store,
                lobby=lobby,
                spectators=lambda: others.spectators(self.channels.spectators()),
                standings=lambda: others.standings(standings()),
                level=level,
                clock=clock,
                limits=limits,
                reads=reads,
                trouble=self.trouble,
                metrics=self.metrics,
            ),
            tolls=tolls,
            clock=clock,
            origins=origins,
            hosts=hosts,
            trusted_proxies=trusted_proxies,
            draw=draw,
        )
        self._shared = Shared(
            limits=limits,
            clock=clock,
            counters=self.counters,
            upkeep=self.upkeep,
            reception=reception,
            desk=Desk(
                rooms=rooms,
                channel=self.channels.open,
                codes=Codes(limits.codes_kept_max),
            ),
            tolls=tolls,
            start=self.start,
            reading_buffer=memoryview(bytearray(READING_BUFFER_BYTES)),
            core_logger=core_logger,
        )

    def protocol_factory(self) -> Connection:
        """Make the protocol of one accepted socket, for `loop.create_server`."""
        if self._ticking is None:
            self._ticking = self._loop.call_later(self.limits.tick_ms / 1_000, self._keep_ticking)
        return Connection(self._shared)

    def publish(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        """Fan out events that have just been stored; call it on the loop.

        Args:
            game: the stream.
            first_seq: the first line's seq.
            lines: canonical bytes, contiguous.
            head: the hash of the last line.
        """
        self.counters.events_published += len(lines)
        channel = self.channels.find(game)
        if channel is not None:
            channel.publish(first_seq, lines, head)

    def tell(self, game: str, company: Company) -> None:
        """Show whoever watches a game the people of its room; call it on the loop.

        Args:
            game: what is watched, which the room may play no more.
            company: replaces the one before.
        """
        channel = self.channels.find(game)
        if channel is not None:
            channel.tell_company(company)

    def spectators(self) -> dict[str, int]:
        """Tell how many watch each game here without a seat."""
        return self.channels.spectators()

    def trouble(self) -> str | None:
        """Say in a sentence why no new connection is welcome, or give none."""
        return "The server is stopping." if self.is_draining else self._trouble()

    def metrics(self) -> str:
        """Show counters and gauges."""
        return self.counters.text(
            connections=len(self.upkeep.connections),
            connections_paused=len(self.upkeep.paused),
            channels=self.channels.count,
            spectators=self.channels.spectators_count,
            seats_held=self.counters.seats_held,
            unsent_bytes=self.upkeep.unsent_bytes(),
            is_draining=int(self.is_draining),
            **self._others.gauges(),
        )

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine until it is done, and log its fault if it has one."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def tick(self) -> None:
        """Look at every deadline; runs each `tick_ms`."""
        self.upkeep.tick()
        self.channels.tick()

    async def drain(self, window_ms: int) -> None:
        """Say goodbye to everybody, and return when all are gone or were dropped.

        The listening socket is the caller's to close first; sockets that are opened all the same
        are answered with 503.

        Args:
            window_ms: the span over which the clients come back, as the next server can bear.
        """
        self.is_draining = True
        for index, connection in enumerate(list(self.upkeep.connections), start=1):
            self._part(connection, window_ms)
            if index % self.limits.drain_batch_connections == 0:
                await asyncio.sleep(0)
        await self._wait_until_gone()
        if self._ticking is not None:
            self._ticking.cancel()
        self.channels.close()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=self.limits.drain_ms_max / 1_000)

    def _part(self, connection: Peer, window_ms: int) -> None:
        is_answered = connection.phase is Phase.CLOSING and connection.unsent_bytes == 0
        if connection.phase is Phase.OPENING or is_answered:
            connection.abort()
            return
        connection.part(
            WireCode.DRAINING.value,
            "The server is stopping; games go on after its restart: connect again.",
            reconnect_after_ms=int(self._draw() * window_ms),
            close_code=CloseCode.RESTART,
        )

    async def _wait_until_gone(self) -> None:
        if not self.upkeep.connections:
            return
        try:
            async with asyncio.timeout(self.limits.drain_ms_max / 1_000):
                await self.upkeep.emptied.wait()
        except TimeoutError:
            for connection in list(self.upkeep.connections):
                connection.abort()
            await self.upkeep.emptied.wait()

    def _keep_ticking(self) -> None:
        self._ticking = self._loop.call_later(self.limits.tick_ms / 1_000, self._keep_ticking)
        self.tick()

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A task of the hub failed", exc_info=task.exception())
