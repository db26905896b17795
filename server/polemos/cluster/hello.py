"""Each node says hello, so that two clusters on one bus, or two nodes of one name, are found out.

Two clusters on one bus do not disturb each other, for their subjects differ. But whoever put them
there mostly did not mean to: he gave a test the bus of the real thing, or took two databases where
he wanted one.
"""

import json
import logging

from polemos.cluster.bus import Bus
from polemos.cluster.subjects import HELLO, is_name

logger = logging.getLogger(__name__)

TOLD_MAX = 64
"""Strangers of whom one line each is logged; a flood of names stops there."""


class Hello:
    """Says hello at the start, when the bus is back, and once to each stranger.

    Args:
        bus: the plain one, which other clusters hear.
        cluster: the id of this one.
        node: the id of this node.
        birth: what tells this process from every other, drawn at its start.
    """

    def __init__(self, bus: Bus, *, cluster: str, node: str, birth: str) -> None:
        self._bus = bus
        self._cluster = cluster
        self._node = node
        self._birth = birth
        self._told: set[tuple[str, str]] = set()

    async def start(self) -> None:
        """Listen first, then say hello."""
        await self._bus.subscribe(HELLO, self._hear)
        self._bus.call_when_back(self._say)
        self._say()

    def _say(self) -> None:
        told = {"cluster": self._cluster, "node": self._node, "birth": self._birth}
        self._bus.publish(HELLO, json.dumps(told).encode())

    def _hear(self, subject: str, payload: bytes) -> None:
        heard = _read(payload)
        if heard is None:
            return
        cluster, node, birth = heard
        if cluster != self._cluster:
            self._tell(("cluster", cluster), _OTHER_CLUSTER, cluster, self._cluster)
        elif node == self._node and birth != self._birth:
            self._tell(("node", birth), _SAME_NODE, node)

    def _tell(self, stranger: tuple[str, str], sentence: str, *names: str) -> None:
        """Log a stranger once, and let him hear of us, who may have come before him."""
        if stranger not in self._told and len(self._told) < TOLD_MAX:
            self._told.add(stranger)
            logger.error(sentence, *names)
            self._say()


_OTHER_CLUSTER = (
    "Another cluster, %s, is on the bus of this one, %s: they do not hear each other's games. If "
    "they were meant to be one, give all nodes the same database; if not, give each cluster a bus, "
    "or an account on the bus, of its own."
)
_SAME_NODE = (
    "Another process on the bus calls itself %s, as this one does, so leases and questions meet "
    "the wrong one: give each node a name of its own and start it again."
)


def _read(payload: bytes) -> tuple[str, str, str] | None:
    """Read a hello, or give none for what is no hello of ours."""
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    match told:
        case {"cluster": str(cluster), "node": str(node), "birth": str(birth)} if all(
            map(is_name, (cluster, node, birth))
        ):
            return cluster, node, birth
        case _:
            return None
