"""The cluster of nodes on a database, as whoever might join it finds it."""

from collections.abc import Sequence
from dataclasses import dataclass

from polemos.log.postgres.connections import Connection
from polemos.log.store import StoreError

_FOUND = """
    SELECT (extract(epoch FROM polemos.clock()) * 1000)::bigint,
        ARRAY(SELECT node FROM polemos.nodes WHERE expires_at > polemos.clock() ORDER BY node)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """What is found at one moment.

    Args:
        unix_ms: the database's clock.
        nodes: those that live.
    """

    unix_ms: int
    nodes: tuple[str, ...]


def found_cluster(connection: Connection) -> Cluster:
    """Look at the clock and the nodes; the tables are of this version."""
    ((unix_ms, nodes),) = connection.execute(_FOUND).fetchall()
    return Cluster(unix_ms=unix_ms, nodes=tuple(nodes))


def refuse_other_nodes(nodes: Sequence[str], lease_seconds: float) -> None:
    """Refuse to be a node without a bus where others are.

    Args:
        nodes: those that live.
        lease_seconds: within what one that was killed is forgotten.

    Raises:
        StoreError: there is one.
    """
    if nodes:
        raise StoreError(
            f"Node {nodes[0]} runs on this database already: give every node the same --bus, or "
            "wait until it has stopped (one that was killed is forgotten after "
            f"{lease_seconds:g} s)."
        )
