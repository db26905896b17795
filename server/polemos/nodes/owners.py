"""Finds the node that runs a room; a room that nobody runs is taken by whoever needs it."""

from collections.abc import Awaitable, Callable
from functools import partial

from polemos.log.leases import Lease, Leases
from polemos.log.store import EventStore
from polemos.nodes.tenure import Tenure
from polemos.rooms import refusals
from polemos.rooms.threads import in_thread

KNOWN_MAX = 65_536


class Owners:
    """Remembers which node runs which room.

    Args:
        leases: say who does.
        store: knows which rooms there are.
        tenure: knows which are this node's.
        is_taking: whether this node takes rooms now; one that stops does not.
        take: takes a room for this node and goes on with its game, or tells who owns it.
    """

    def __init__(
        self,
        *,
        leases: Leases,
        store: EventStore,
        tenure: Tenure,
        is_taking: Callable[[], bool],
        take: Callable[[str], Awaitable[Lease]],
    ) -> None:
        self._leases = leases
        self._store = store
        self._tenure = tenure
        self._is_taking = is_taking
        self._take = take
        self._known: dict[str, str] = {}

    @property
    def is_sure(self) -> bool:
        """Tell whether a room whose node is not found has none."""
        return self._tenure.is_sure

    def known(self, room: str) -> str | None:
        """Name the node that runs a room, as far as that is remembered."""
        return self._tenure.node if self._tenure.owns(room) else self._known.get(room)

    async def find(self, room: str, *, is_taking: bool = True) -> str | None:
        """Name the node that runs a room, which may be this one from now on, or none for now.

        Args:
            room: the room.
            is_taking: whether this node takes it where nobody runs it.

        Raises:
            Refusal: there is no such room.
            StoreError: the database did not answer.
        """
        if self._tenure.owns(room):
            return self._tenure.node
        if room in self._known:
            return self._known[room]
        if not self._tenure.is_sure:
            return None
        lease = await in_thread(partial(self._leases.owner, room))
        if lease is None and await in_thread(partial(self._store.latest_game, room)) is None:
            raise refusals.unknown_room(room)
        if lease is None or lease.node == self._tenure.node:
            # Nobody's, or this node's own that it does not know of, for an answer was lost.
            if not (is_taking and self._is_taking()):
                return None
            lease = await self._take(room)
        if lease.node == self._tenure.node:
            return self._tenure.node if self._tenure.owns(room) else None
        if len(self._known) >= KNOWN_MAX:
            self._known.clear()
        self._known[room] = lease.node
        return lease.node

    def forget(self, room: str) -> None:
        """Look again the next time."""
        self._known.pop(room, None)
