"""The rooms in memory, and which connections are in them.

Rules that this file keeps:
1. A room stays in memory while its newest game has a writer, while something is asked of it, and
   while a connection is in it; then it sleeps, and the log and the vault have all of it.
2. A connection that is lost while it is let into a room is forgotten there and then, because nobody
   will say so again.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from polemos.rooms import refusals
from polemos.rooms.company import Guest, Readmitted, Standing
from polemos.rooms.room import Room


class AwakeRooms(Mapping[str, Room]):
    """The rooms in memory, by their ids.

    Args:
        left: called with a room's id when it is in memory no more.
    """

    def __init__(self, left: Callable[[str], None]) -> None:
        self._left = left
        self._rooms: dict[str, Room] = {}
        self._visits: dict[Guest, set[str]] = {}

    def __getitem__(self, room: str) -> Room:
        return self._rooms[room]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rooms)

    def __len__(self) -> int:
        return len(self._rooms)

    def occupied(self, room: str) -> Room:
        """Give a room in which somebody is.

        Raises:
            Refusal: nobody is there, so whoever asks is not.
        """
        known = self.get(room)
        if known is None:
            raise refusals.not_seated(room)
        return known

    # How rooms come and go.

    def add(self, room: Room) -> None:
        """Keep a room in memory from now on."""
        self._rooms[room.company.room] = room

    def discard(self, room: Room) -> None:
        """Forget a room and whoever is in it, for another node runs it."""
        name = room.company.room
        if self.get(name) is room:
            del self._rooms[name]
        for guest in room.company.guests:
            self._visits.get(guest, set()).discard(name)

    def drop_if_idle(self, room: Room) -> None:
        """Let a room sleep unless there is something to keep it awake."""
        name = room.company.room
        is_idle = room.writer is None and not room.visits and not room.company.guests
        if is_idle and self.get(name) is room:
            del self._rooms[name]
            self._left(name)

    @contextmanager
    def visit(self, room: Room, guest: Guest | None = None) -> Iterator[Room]:
        """Keep a room awake while something is asked of it.

        Args:
            room: is in memory.
            guest: whoever asks, if it may be in the room from then on.
        """
        room.visits += 1
        try:
            yield room
        finally:
            room.visits -= 1
            if guest is not None:
                self.note_visit(room, guest)
            self.drop_if_idle(room)

    # Who is in them.

    def note_visit(self, room: Room, guest: Guest) -> None:
        """Remember that a connection is in a room, if it is."""
        if guest not in room.company.guests:
            return
        if guest.is_here:
            self._visits.setdefault(guest, set()).add(room.company.room)
        else:
            room.company.part(guest)

    def is_visiting(self, guest: Guest) -> bool:
        """Tell whether a connection is in any room."""
        return bool(self._visits.get(guest))

    def present(self, room: str) -> dict[Guest, Standing]:
        """Tell which connections are in a room, and as what; nobody where it sleeps."""
        known = self.get(room)
        return {} if known is None else known.company.present()

    def readmit(self, room: Room, standings: Mapping[Guest, Standing]) -> dict[Guest, Readmitted]:
        """Let connections be in a room that another node let into it."""
        readmitted = {
            guest: room.company.readmit(guest, standing) for guest, standing in standings.items()
        }
        for guest in standings:
            self.note_visit(room, guest)
        return readmitted

    def part(self, guest: Guest) -> None:
        """Forget a connection that is gone."""
        for room in self._visits.pop(guest, ()):
            self._part(room, guest)

    def part_from(self, room: str, guest: Guest) -> None:
        """Forget a connection in one room."""
        self._visits.get(guest, set()).discard(room)
        self._part(room, guest)

    def _part(self, room: str, guest: Guest) -> None:
        if known := self.get(room):
            known.company.part(guest)
            self.drop_if_idle(known)
