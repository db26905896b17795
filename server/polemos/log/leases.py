"""Who may write to the games of a room, where there are several nodes.

Words: a node is one server process; the owner of a room is the node that holds its lease; a fence
is a number that grows with every grant, and stands in every append (see `store`).

Rules that every kind of leases keeps:
1. A lease lives as long as its node does, and a node until it has not renewed itself for
   `lease_seconds`. Nobody's clock counts but the one of whoever keeps the leases.
2. A room without a lease, or whose node has died, belongs to whoever claims it first.
3. A fence is never granted twice, whatever is released or forgotten meanwhile.
4. A node that comes back starts with nothing: what it held is free, under whatever fence.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from polemos.log.store import EventStore, StoreError
from polemos.rules.names import room_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to write to the games of a room.

    Args:
        room: whose games.
        node: who has it.
        fence: stands in every append under this lease.
    """

    room: str
    node: str
    fence: int


class NodeExpired(StoreError):  # noqa: N818
    """This node has not renewed itself in time, or never joined."""

    def __init__(self, node: str) -> None:
        super().__init__(node)
        self.node = node

    def __str__(self) -> str:
        return (
            f"The node {self.node} has not renewed itself in time and owns nothing any more: "
            "it must join again."
        )


class Leases(Protocol):
    """The leases as one node sees them. Methods block: call them from a thread.

    Raises:
        StoreError: whatever keeps the leases cannot be reached; for how long, nobody knows.
    """

    @property
    def node(self) -> str:
        """This node's id."""
        ...

    def join(self, lease_seconds: float) -> None:
        """Become a node that owns nothing, even where this id owned rooms before.

        Args:
            lease_seconds: how long this node lives without renewing itself.
        """
        ...

    def renew(self) -> bool:
        """Live on for another `lease_seconds`.

        Returns:
            False where this node had died already: every lease is lost, and it must join again.
        """
        ...

    def claim(self, room: str) -> Lease:
        """Take a room unless a living node has it.

        Once this has returned, no append under an older fence of the room is stored any more.

        Returns:
            The lease in force: this node's own, old or new, or another living node's.

        Raises:
            NodeExpired: the room is free and this node has died.
        """
        ...

    def owner(self, room: str) -> Lease | None:
        """Give the lease of a room, or none where no living node has it."""
        ...

    def held(self) -> list[Lease]:
        """List this node's own leases, none where it has died."""
        ...

    def orphans(self, limit: int) -> list[str]:
        """List games that have not ended and whose room no living node has, oldest first."""
        ...

    def release(self, room: str) -> None:
        """Give a room up, if this node has it."""
        ...

    def leave(self) -> None:
        """Give everything up and be no node any more."""
        ...

    def nodes(self) -> list[str]:
        """List the living nodes, ascending."""
        ...

    def clock_offset_ms(self, unix_ms: int) -> int:
        """Tell how far the clock that counts is ahead of a time, in milliseconds."""
        ...

    def close(self) -> None:
        """Release connections; afterwards nothing may be called. It leaves nothing."""
        ...


class MemoryBoard:
    """What the nodes of one process share: their leases, for tests and for trying things out.

    Args:
        store: the log, which knows the games.
        unix_ms: the clock that counts.
    """

    def __init__(self, store: EventStore, unix_ms: Callable[[], int]) -> None:
        self.store = store
        self.unix_ms = unix_ms
        self.lock = Lock()
        self.lease_ms: dict[str, int] = {}
        self.expires_at: dict[str, int] = {}
        """Unix milliseconds by node."""
        self.leases: OrderedDict[str, Lease] = OrderedDict()
        self.fence = 0

    def is_alive(self, node: str) -> bool:
        """Tell whether a node has renewed itself in time."""
        return self.expires_at.get(node, 0) > self.unix_ms()

    def in_force(self, room: str) -> Lease | None:
        """Give the lease of a room whose node is alive."""
        lease = self.leases.get(room)
        return lease if lease is not None and self.is_alive(lease.node) else None

    def forget(self, node: str) -> None:
        """Remove a node with everything that it holds."""
        self.expires_at.pop(node, None)
        for room in [room for room, lease in self.leases.items() if lease.node == node]:
            del self.leases[room]


class MemoryLeases:
    """One node's view of a `MemoryBoard`; see `Leases` for the methods.

    Args:
        board: what it shares with the others.
        node: its id.
    """

    def __init__(self, board: MemoryBoard, node: str) -> None:
        self._board = board
        self._node = node

    @property
    def node(self) -> str:
        """This node's id."""
        return self._node

    def join(self, lease_seconds: float) -> None:
        """Become a node that owns nothing."""
        with self._board.lock:
            self._board.forget(self._node)
            self._board.lease_ms[self._node] = round(lease_seconds * 1_000)
            self._extend()

    def renew(self) -> bool:
        """Live on for another `lease_seconds`."""
        with self._board.lock:
            is_alive = self._board.is_alive(self._node)
            if is_alive:
                self._extend()
            return is_alive

    def claim(self, room: str) -> Lease:
        """Take a room unless a living node has it."""
        board = self._board
        with board.lock:
            lease = board.in_force(room)
            if lease is not None:
                return lease
            if not board.is_alive(self._node):
                raise NodeExpired(self._node)
            board.fence += 1
            board.leases[room] = Lease(room=room, node=self._node, fence=board.fence)
            return board.leases[room]

    def owner(self, room: str) -> Lease | None:
        """Give the lease of a room."""
        with self._board.lock:
            return self._board.in_force(room)

    def held(self) -> list[Lease]:
        """List this node's own leases."""
        with self._board.lock:
            leases = [self._board.in_force(room) for room in self._board.leases]
            return [lease for lease in leases if lease and lease.node == self._node]

    def orphans(self, limit: int) -> list[str]:
        """List games that nobody writes."""
        with self._board.lock:
            running = [head.game for head in self._board.store.running_games()]
            return [g for g in running if self._board.in_force(room_of(g)) is None][:limit]

    def release(self, room: str) -> None:
        """Give a room up."""
        with self._board.lock:
            lease = self._board.leases.get(room)
            if lease is not None and lease.node == self._node:
                del self._board.leases[room]

    def leave(self) -> None:
        """Give everything up and be no node any more."""
        with self._board.lock:
            self._board.forget(self._node)

    def nodes(self) -> list[str]:
        """List the living nodes."""
        with self._board.lock:
            return sorted(node for node in self._board.expires_at if self._board.is_alive(node))

    def clock_offset_ms(self, unix_ms: int) -> int:
        """Tell how far the clock that counts is ahead of a time."""
        return self._board.unix_ms() - unix_ms

    def close(self) -> None:
        """Do nothing: there are no connections."""

    def _extend(self) -> None:
        board = self._board
        board.expires_at[self._node] = board.unix_ms() + board.lease_ms[self._node]
