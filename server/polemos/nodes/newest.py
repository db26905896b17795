"""Tells how new the companies of this node's rooms are, so that whoever missed one asks for it.

A company that was lost on the bus is told again by nobody, and asking for all of them again and
again would cost every room that nothing happens in. So a node says in one word, for all its rooms
together, which is the newest of each: what has changed soon, and all of them now and then.
"""

from typing import Protocol

from polemos.nodes.companies import Companies
from polemos.nodes.messages import Newest, Version
from polemos.rooms.clock import Clock
from polemos.wire.pushes import Company

TELL_SECONDS = 2.0
"""How often those are told that have changed."""

REPEAT_SECONDS = 10.0
"""How often all are told."""

TOLD_BYTES, ROOM_BYTES = 128, 64
"""More than a message without rooms, and one room in it, take up."""


class OwnRooms(Protocol):
    """This node's rooms, as far as their companies go."""

    @property
    def awake(self) -> list[str]:
        """Name the rooms in memory."""
        ...

    def company(self, room: str) -> Company | None:
        """Show the people of a room, or none where it is not in memory."""
        ...


class Fences(Protocol):
    """Knows which rooms are this node's."""

    def fence_of(self, room: str) -> int:
        """Give the fence of a room, 0 where it is not this node's."""
        ...


class NewestCompanies:
    """Knows what is to be told of this node's rooms.

    Args:
        node: this node's id.
        rooms: its rooms.
        fences: say which of them are its own.
        companies: put in order what is told of them.
        clock: the steady clock.
    """

    def __init__(
        self, *, node: str, rooms: OwnRooms, fences: Fences, companies: Companies, clock: Clock
    ) -> None:
        self._node = node
        self._rooms = rooms
        self._fences = fences
        self._companies = companies
        self._clock = clock
        self._told: dict[str, Version] = {}
        self._all_told_seconds = float("-inf")

    def due(self, bytes_max: int) -> list[Newest]:
        """Give what is to be told now, in parts that fit.

        Args:
            bytes_max: what the bus carries in one message.
        """
        newest = self._versions()
        self._companies.forget_own_but(newest)
        now_seconds = self._clock.steady_seconds()
        if now_seconds - self._all_told_seconds >= REPEAT_SECONDS:
            self._all_told_seconds = now_seconds
            due = newest
        else:
            due = {
                room: version for room, version in newest.items() if self._told.get(room) != version
            }
        self._told = newest
        return [Newest(node=self._node, rooms=part) for part in _parts(due, bytes_max)]

    def _versions(self) -> dict[str, Version]:
        versions = ((room, self._version(room)) for room in self._rooms.awake)
        return {room: version for room, version in versions if version is not None}

    def _version(self, room: str) -> Version | None:
        fence = self._fences.fence_of(room)
        if not fence:
            return None
        version = self._companies.own_version(room, fence)
        if version is None and (company := self._rooms.company(room)) is not None:
            # Nothing was told yet under this lease; what was told under others counts no more.
            told = self._companies.outgoing(company.game, company, fence)
            version = told.fence, told.number
        return version


def _parts(rooms: dict[str, Version], bytes_max: int) -> list[dict[str, Version]]:
    rooms_max = max(1, (bytes_max - TOLD_BYTES) // ROOM_BYTES)
    names = list(rooms)
    return [
        {room: rooms[room] for room in names[first : first + rooms_max]}
        for first in range(0, len(names), rooms_max)
    ]
