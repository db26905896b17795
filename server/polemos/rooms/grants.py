"""When connections were given their seats, so that of two that claim one the later has it.

A connection that takes a seat over, at any node, is granted it by whoever runs the room. The one
that it replaces may not have heard of that when the room changes its node; the new node then hears
both claims, in any order.
"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple


class Grant(NamedTuple):
    """When a connection was given a seat; a later one is greater, whichever node gave it.

    Args:
        fence: of the lease under which the room was run, 0 where a server is alone.
        number: counts what that server has granted.
    """

    fence: int
    number: int


NEVER = Grant(0, 0)
"""Before every other one."""


def _alone(_room: str) -> int:
    """Run all rooms for ever."""
    return 0


class Grants:
    """Numbers what one server grants.

    Args:
        fence_of: gives the fence under which a room is run.
    """

    def __init__(self, fence_of: Callable[[str], int] = _alone) -> None:
        self._fence_of = fence_of
        self._numbers = count(1)

    def next(self, room: str) -> Grant:
        """Grant a seat of a room."""
        return Grant(self._fence_of(room), next(self._numbers))
