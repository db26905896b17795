"""What the connections of one node hold in rooms, wherever those are run.

A room's own node keeps the company; this is the other half, kept where the connections are, so that
a room that changes its node finds its people again without asking them for their secrets.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

from polemos.rooms.company import Guest, Standing
from polemos.rooms.room import Seated

NOBODY: Mapping[Guest, Standing] = {}


class Holdings:
    """The connections of one node that are in rooms."""

    def __init__(self) -> None:
        self._numbers: dict[Guest, int] = {}
        self._guests: dict[int, Guest] = {}
        self._next = count(1)
        self._words = count(1)
        self._rooms: dict[str, dict[Guest, Standing]] = {}
        self._rooms_of: dict[Guest, set[str]] = {}
        self._asking: dict[Guest, int] = {}
        self._vacated: set[str] = set()

    @property
    def rooms(self) -> list[str]:
        """List the rooms in which somebody of this node is, or was until just now."""
        return sorted({*self._rooms, *self._vacated})

    @property
    def asking(self) -> list[int]:
        """List the connections that have something under way."""
        return sorted(self._numbers[guest] for guest in self._asking)

    def next_word(self) -> int:
        """Number what is told to other nodes, so that what comes late is known as such."""
        return next(self._words)

    def number(self, guest: Guest) -> int:
        """Number a connection, always the same while it is here."""
        if guest not in self._numbers:
            number = self._numbers[guest] = next(self._next)
            self._guests[number] = guest
        return self._numbers[guest]

    def guest(self, number: int) -> Guest | None:
        """Give a connection by its number, or none that is here no more."""
        return self._guests.get(number)

    def standings(self, room: str) -> Mapping[Guest, Standing]:
        """Tell who is in a room, and as what."""
        return self._rooms.get(room, NOBODY)

    @contextmanager
    def asked(self, guest: Guest) -> Iterator[int]:
        """Number a connection while something of it is under way."""
        number = self.number(guest)
        self._asking[guest] = self._asking.get(guest, 0) + 1
        try:
            yield number
        finally:
            self._asking[guest] -= 1
            if not self._asking[guest]:
                del self._asking[guest]
            self._forget_idle(guest)

    def host(self, room: str, guest: Guest) -> None:
        """Note that a connection controls a room."""
        self._note(room, guest, replace(self._standing(room, guest), is_host=True))

    def seat(self, guest: Guest, seated: Seated) -> None:
        """Note that a connection holds a seat."""
        was = self._standing(seated.room, guest)
        standing = replace(was, seat=seated.seat, player=seated.player, grant=seated.grant)
        self._note(seated.room, guest, standing)

    def unseat(self, room: str, guest: Guest) -> None:
        """Note that a connection holds no seat of a room."""
        if guest in self.standings(room):
            self._note(room, guest, Standing(is_host=self._standing(room, guest).is_host))

    def part(self, guest: Guest) -> list[str]:
        """Forget a connection that is gone, and tell the rooms that it was in."""
        left = sorted(self._rooms_of.get(guest, ()))
        for room in left:
            self._note(room, guest, Standing())
        self._forget_idle(guest)
        return left

    def settle(self, room: str) -> None:
        """Note that a room's node knows who of this node is there, which may be nobody."""
        if room not in self._rooms:
            self._vacated.discard(room)

    def _standing(self, room: str, guest: Guest) -> Standing:
        return self.standings(room).get(guest, Standing())

    def _note(self, room: str, guest: Guest, standing: Standing) -> None:
        standings = self._rooms.setdefault(room, {})
        if standing == Standing() or not guest.is_here:
            standings.pop(guest, None)
            if (visited := self._rooms_of.get(guest)) is not None:
                visited.discard(room)
                if not visited:
                    del self._rooms_of[guest]
        else:
            standings[guest] = standing
            self._rooms_of.setdefault(guest, set()).add(room)
            self.number(guest)
        if standings:
            self._vacated.discard(room)
        else:
            del self._rooms[room]
            self._vacated.add(room)

    def _forget_idle(self, guest: Guest) -> None:
        is_in = guest in self._asking or guest in self._rooms_of
        if not is_in and guest in self._numbers:
            del self._guests[self._numbers.pop(guest)]
