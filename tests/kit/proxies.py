"""A TCP proxy that a test cuts, mends and makes deaf, in a thread of its own."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

ORDER_SECONDS_MAX = 30.0


class Proxy:
    """Carries bytes between clients of its own port and a server's, until it is told not to.

    Args:
        target_port: where the server listens, on this machine.
    """

    def __init__(self, target_port: int) -> None:
        self.target_port = target_port
        self.port = 0
        self.swallows_from_clients = False
        self.swallows_from_server = False
        self._ends: set[_End] = set()
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="proxy", daemon=True)

    def start(self) -> "Proxy":
        """Listen on a free port, which stays the same from now on."""
        self._thread.start()
        self._do(self._listen())
        return self

    def cut(self) -> None:
        """End every connection, and refuse new ones until `mend`."""
        self._do(self._cut())

    def drop(self) -> None:
        """End every connection, but let new ones come at once."""
        self._do(self._drop())

    def mend(self) -> None:
        """Accept connections and carry every byte again."""
        self.swallow()
        self._do(self._listen())

    def swallow(self, *, from_clients: bool = False, from_server: bool = False) -> None:
        """Lose the bytes of one direction or both, while the connections seem to live."""
        self.swallows_from_clients = from_clients
        self.swallows_from_server = from_server

    def targets(self) -> Sequence[int]:
        """Give the ports that a new connection tries, the first one that takes it being its own."""
        return [self.target_port]

    def close(self) -> None:
        """End it; afterwards nothing may be called."""
        self._do(self._cut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> "Proxy":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(ORDER_SECONDS_MAX)

    async def _listen(self) -> None:
        if self._server is None:
            self._server = await self._loop.create_server(
                self._accepted, "127.0.0.1", self.port, reuse_address=True
            )
            self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        await self._drop()

    async def _drop(self) -> None:
        for end in list(self._ends):
            end.abort()
        while self._ends:  # noqa: ASYNC110  they go in the loop's next turns
            await asyncio.sleep(0)

    def _accepted(self) -> "_End":
        client = _End(self._ends, lambda: self.swallows_from_clients)
        client.connecting = self._loop.create_task(self._connect(client))
        return client

    async def _connect(self, client: "_End") -> None:
        server = _End(self._ends, lambda: self.swallows_from_server)
        server.peer = client
        for port in self.targets():
            with contextlib.suppress(OSError):
                await self._loop.create_connection(lambda: server, "127.0.0.1", port)
                client.meet(server)
                return
        client.abort()


class _End(asyncio.Protocol):
    """One end of a carried connection."""

    def __init__(self, ends: "set[_End]", is_swallowed: Callable[[], bool]) -> None:
        self._ends = ends
        self._is_swallowed = is_swallowed
        self._early: list[bytes] = []
        self.peer: _End | None = None
        self.connecting: asyncio.Task[None] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._ends.add(self)

    def data_received(self, data: bytes) -> None:
        if self._is_swallowed():
            return
        if self.peer is None or self.peer.transport is None:
            self._early.append(data)
        else:
            self.peer.transport.write(data)

    def meet(self, peer: "_End") -> None:
        self.peer = peer
        if self.transport is None or self.transport.is_closing():
            peer.abort()
            return
        early, self._early = self._early, []
        for data in early:
            self.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ends.discard(self)
        if self.peer is not None:
            self.peer.abort()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()
