"""Leases in PostgreSQL; what they do is in step 2 of the schema, in functions of one call each."""

from typing import Any

from polemos.log.leases import Lease, NodeExpired
from polemos.log.postgres.cluster import refuse_other_nodes
from polemos.log.postgres.connections import Connection, fetch
from polemos.log.postgres.database import Database

CONNECTIONS_MAX = 2
"""For what waits its turn among the writers; renewals have one of their own besides."""

_JOIN = "SELECT polemos.join_cluster(%b, %b)"
_OTHERS = """
    SELECT node FROM polemos.nodes WHERE node <> %b AND expires_at > polemos.clock() ORDER BY node
"""


class PostgresLeases:
    """Keeps leases in the schema `polemos`; see `Leases` for the methods.

    Everything here may be done twice, so it is done again where the connection was lost: a claim
    that is repeated finds this node's own lease.

    Args:
        database: where; it is closed by whoever opened it.
        node: this node's id, which no other process has.
        is_alone: whether it may only join where no other node lives, for it has no bus.
    """

    def __init__(self, database: Database, node: str, *, is_alone: bool = False) -> None:
        self._node = node
        self._is_alone = is_alone
        self._connections = database.connections(CONNECTIONS_MAX)
        # So that a renewal waits for no question and no claim.
        self._renewing = database.connections(1)

    @property
    def node(self) -> str:
        """This node's id."""
        return self._node

    def join(self, lease_seconds: float) -> None:
        """Become a node that owns nothing."""

        def join(connection: Connection) -> None:
            # Nodes join one after the other, so of two at once the second one sees the first.
            with connection.transaction():
                fetch(connection, _JOIN, self._node, float(lease_seconds))
                if self._is_alone:
                    others = fetch(connection, _OTHERS, self._node)
                    refuse_other_nodes([node for (node,) in others], lease_seconds)

        self._connections.ask(join)

    def renew(self) -> bool:
        """Live on for another `lease_seconds`."""
        ((is_alive,),) = self._renewing.rows("SELECT polemos.renew(%b)", self._node)
        return bool(is_alive)

    def claim(self, room: str) -> Lease:
        """Take a room unless a living node has it."""
        rows = self._rows("SELECT node, fence FROM polemos.claim(%b, %b)", self._node, room)
        for node, fence in rows:
            return Lease(room=room, node=node, fence=fence)
        raise NodeExpired(self._node)

    def owner(self, room: str) -> Lease | None:
        """Give the lease of a room."""
        rows = self._rows("SELECT node, fence FROM polemos.lease_in_force(%b)", room)
        for node, fence in rows:
            return Lease(room=room, node=node, fence=fence)
        return None

    def held(self) -> list[Lease]:
        """List this node's own leases."""
        rows = self._rows(
            "SELECT room, fence FROM polemos.leases WHERE node = %b AND polemos.is_alive(node)",
            self._node,
        )
        return [Lease(room=room, node=self._node, fence=fence) for room, fence in rows]

    def orphans(self, limit: int) -> list[str]:
        """List games that nobody writes."""
        return [game for (game,) in self._rows("SELECT * FROM polemos.orphans(%b)", limit)]

    def release(self, room: str) -> None:
        """Give a room up."""
        self._rows("SELECT polemos.release(%b, %b)", self._node, room)

    def leave(self) -> None:
        """Give everything up and be no node any more."""
        self._rows("SELECT polemos.leave_cluster(%b)", self._node)

    def nodes(self) -> list[str]:
        """List the living nodes."""
        rows = self._rows(
            "SELECT node FROM polemos.nodes WHERE expires_at > polemos.clock() ORDER BY node"
        )
        return [node for (node,) in rows]

    def clock_offset_ms(self, unix_ms: int) -> int:
        """Tell how far the database's clock is ahead of a time."""
        ((now_ms,),) = self._rows("SELECT (extract(epoch FROM polemos.clock()) * 1000)::bigint")
        return int(now_ms) - unix_ms

    def close(self) -> None:
        """Close the connections; the node lives on until it expires."""
        self._connections.close()
        self._renewing.close()

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._connections.rows(query, *values)
