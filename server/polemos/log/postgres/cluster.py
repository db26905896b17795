"""The cluster of nodes on a database, as whoever might join it finds it."""

from dataclasses import dataclass

from polemos.log.postgres.connections import Connection

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
