"""A plain TCP balancer: each connection goes to the next node that takes it, whatever it is for."""

from collections.abc import Callable, Sequence
from itertools import count

from kit.proxies import Proxy


class Balancer(Proxy):
    """Listens on a port of its own; use it as a context.

    Args:
        ports: gives the nodes' ports as they are now.
    """

    def __init__(self, ports: Callable[[], Sequence[int]]) -> None:
        super().__init__(0)
        self._ports = ports
        self._turns = count()

    @property
    def address(self) -> str:
        """Where the nodes are reached together."""
        return f"127.0.0.1:{self.port}"

    def targets(self) -> Sequence[int]:
        ports = self._ports()
        first = next(self._turns) % len(ports)
        return [*ports[first:], *ports[:first]]
