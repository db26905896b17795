"""Who is connected, and which of them is dropped: late, silent, stalled, or one too many.

Deadlines are looked at once a tick, so a second more or less is not promised to anybody. A peer
that does not read is aborted and never closed: a close would wait for it.
"""

import asyncio
import socket
from collections.abc import Callable

from polemos.hub.addresses import NOWHERE, Network, address_of, is_trusted, key_of
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.phases import Peer, Phase
from polemos.hub.ports import Clock
from polemos.hub.wheel import Wheel

PAUSES_BETWEEN_SUMS_MIN = 64
PAUSES_BETWEEN_SUMS_SHARE = 16
"""Between two ticks all buffers are added up after so many pauses, or after this share of all
connections has paused: so the cost of adding grows with the connections, not with their square."""


class Upkeep:
    """Keeps all connections of a hub.

    Args:
        limits: the hub's bounds.
        clock: the time.
        counters: what is counted.
        draw: gives a fraction from 0 to below 1, for jitter.
        trusted_proxies: whose connections are counted by the address of whoever is behind them.
    """

    def __init__(
        self,
        *,
        limits: HubLimits,
        clock: Clock,
        counters: Counters,
        draw: Callable[[], float],
        trusted_proxies: tuple[Network, ...] = (),
    ) -> None:
        self.connections: dict[Peer, str] = {}
        """Each with the address that it is counted by."""
        self.paused: set[Peer] = set()
        self.emptied = asyncio.Event()
        self._limits = limits
        self._clock = clock
        self._counters = counters
        self._draw = draw
        self._trusted_proxies = trusted_proxies
        self._counts: dict[str, int] = {}
        self._wheel: Wheel[Peer] = Wheel()
        self._pauses_since_sum = 0

    @property
    def is_full(self) -> bool:
        """Whether no further connection is served."""
        return len(self.connections) > self._limits.connections_max

    @property
    def connections_per_address_max(self) -> int:
        """How many connections of one address are served."""
        return self._limits.connections_per_address_max

    def is_crowded(self, address: str) -> bool:
        """Tell whether no further connection of an address is served."""
        return self._counts.get(address, 0) > self._limits.connections_per_address_max

    def note_address(self, connection: Peer, address: str) -> None:
        """Count a connection by its address, once it is known."""
        if connection in self.connections:
            self._uncount(self.connections[connection])
            self.connections[connection] = address
            self._count(address)

    def admit(self, connection: Peer, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection in, and give its socket its options.

        Returns:
            Whether it may stay, be it only to be told that there are too many.
        """
        limits = self._limits
        address = self._address(transport)
        if self._has_no_place(address):
            self._counters.connections_turned_away += 1
            return False
        self._counters.connections_accepted += 1
        self.connections[connection] = address
        self._count(address)
        self.emptied.clear()
        self._wake_after_ms(connection, limits.opening_ms_max)
        _set_options(transport.get_extra_info("socket"), limits)
        return True

    def forget(self, connection: Peer) -> None:
        """Count a lost connection out."""
        self._uncount(self.connections.pop(connection, NOWHERE))
        self.paused.discard(connection)
        self._wheel.forget(connection)
        if not self.connections:
            self.emptied.set()

    def note_handshake(self, connection: Peer) -> None:
        """Begin the heartbeats of a websocket."""
        self._counters.handshakes += 1
        self._wake_for_heartbeat(connection)

    def note_stream(self, connection: Peer) -> None:
        """Let a long response take its time; only a reader that stalls is dropped."""
        self._wheel.forget(connection)

    def note_pause(self, connection: Peer) -> None:
        """Keep an eye on a connection whose buffer is full."""
        self._counters.pauses += 1
        self.paused.add(connection)
        self._pauses_since_sum += 1
        if self._pauses_since_sum >= max(
            PAUSES_BETWEEN_SUMS_MIN, len(self.connections) // PAUSES_BETWEEN_SUMS_SHARE
        ):
            self.shed()

    def note_resume(self, connection: Peer) -> None:
        """Take the eye off it."""
        self.paused.discard(connection)

    def expect_request(self, connection: Peer) -> None:
        """Drop a connection that was kept for a request which does not come in time."""
        if connection in self.connections:
            self._wake_after_ms(connection, self._limits.opening_ms_max)

    def expect_close(self, connection: Peer) -> None:
        """Drop a connection whose peer does not close in time."""
        if connection in self.connections:
            self._wake_after_ms(connection, self._limits.closing_ms_max)

    def unsent_bytes(self) -> int:
        """Add up what all peers have not taken, whether they are paused or not."""
        return sum(connection.unsent_bytes for connection in self.connections)

    def tick(self) -> None:
        """Look at what is due."""
        for connection in self._wheel.turn():
            self._wake(connection)
        self._drop_stalled()
        self.shed()

    def shed(self) -> None:
        """Drop the worst laggards while all buffers together are too large."""
        self._pauses_since_sum = 0
        size_bytes_max = self._limits.buffers_size_bytes_max
        total_bytes = self.unsent_bytes()
        if total_bytes <= size_bytes_max:
            return
        sizes = {connection: connection.unsent_bytes for connection in self.connections}
        for connection in sorted(sizes, key=sizes.__getitem__, reverse=True):
            if total_bytes <= size_bytes_max:
                return
            total_bytes -= sizes[connection]
            self._counters.aborts_shed += 1
            connection.abort()

    def _address(self, transport: asyncio.BaseTransport) -> str:
        """Tell what a new connection is counted by; behind a proxy, its head will tell."""
        address = address_of(transport)
        if address is None or is_trusted(address, self._trusted_proxies):
            return NOWHERE
        return key_of(address)

    def _has_no_place(self, address: str) -> bool:
        """Tell whether a new connection cannot even be told that there are too many."""
        limits = self._limits
        more = limits.connections_turned_away_max
        if len(self.connections) >= limits.connections_max + more:
            return True
        of_address = self._counts.get(address, 0)
        return address != NOWHERE and of_address >= limits.connections_per_address_max + more

    def _count(self, address: str) -> None:
        if address != NOWHERE:
            self._counts[address] = self._counts.get(address, 0) + 1

    def _uncount(self, address: str) -> None:
        if address == NOWHERE:
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def _wake(self, connection: Peer) -> None:
        if connection.phase is not Phase.OPEN:
            self._counters.aborts_late += 1
            connection.abort()
        elif connection.beat():
            self._wake_for_heartbeat(connection)
        else:
            self._counters.aborts_silent += 1
            connection.abort()

    def _drop_stalled(self) -> None:
        now_seconds = self._clock.steady_seconds()
        for connection in list(self.paused):
            paused_at_seconds = connection.paused_at_seconds
            assert paused_at_seconds is not None  # noqa: S101  only paused ones are kept here
            if (now_seconds - paused_at_seconds) * 1_000 >= self._limits.paused_ms_max:
                self._counters.aborts_stalled += 1
                connection.abort()

    def _wake_for_heartbeat(self, connection: Peer) -> None:
        shortest_ms = self._limits.heartbeat_interval_ms_min
        longest_ms = self._limits.heartbeat_interval_ms_max
        self._wake_after_ms(connection, shortest_ms + self._draw() * (longest_ms - shortest_ms))

    def _wake_after_ms(self, connection: Peer, delay_ms: float) -> None:
        self._wheel.wake(connection, -int(-delay_ms // self._limits.tick_ms))


def _set_options(sock: socket.socket | None, limits: HubLimits) -> None:
    """Bound what the kernel keeps for a peer, in bytes and in time."""
    if sock is None:
        return
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.socket_send_buffer_bytes)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limits.unacknowledged_ms_max)
