"""Connections of other nodes, as the rooms of this one see them."""

from collections.abc import Callable

from polemos.rooms.clock import Clock

SILENT_SECONDS_MAX = 6.0
"""A node that has not called its roll for so long has nobody here any more."""


class RemoteGuest:
    """A connection of another node.

    What becomes of it in a room is told to its node by the answer to the next roll; here it is only
    remembered that the node should call it soon.

    Args:
        node: whose connection it is.
        number: as that node numbers it.
        changed: called when it should learn something.
    """

    __slots__ = ("_changed", "is_here", "node", "number", "word")

    def __init__(self, node: str, number: int, changed: Callable[[str], None]) -> None:
        self.node = node
        self.number = number
        self.word = 0
        """The last errand or roll that told of it, as its node counts them."""
        self.is_here = True
        self._changed = changed

    def be_replaced(self, room: str) -> None:
        """Let its node learn that another connection has its seat."""
        self._changed(self.node)

    def is_of(self, room: str) -> bool:
        """Say nothing of its own rights, which its node has checked."""
        return False

    def be_removed(self, room: str) -> None:
        """Let its node learn that it has lost its seat."""
        self._changed(self.node)


class RemoteGuests:
    """All connections of other nodes that are in rooms of this one.

    Args:
        clock: the steady clock.
        part: called with one that is gone.
        changed: called with a node that should call its roll soon.
    """

    def __init__(
        self, *, clock: Clock, part: Callable[[RemoteGuest], None], changed: Callable[[str], None]
    ) -> None:
        self._clock = clock
        self._part = part
        self._changed = changed
        self._nodes: dict[str, dict[int, RemoteGuest]] = {}
        self._heard_seconds: dict[str, float] = {}
        self._rolls: dict[str, int] = {}

    def find(self, node: str, number: int, word: int) -> RemoteGuest:
        """Give a connection of a node, always the same one while it is here.

        Args:
            node: whose it is.
            number: as that node numbers it.
            word: the errand or roll that tells of it.
        """
        self._heard_seconds[node] = self._clock.steady_seconds()
        guests = self._nodes.setdefault(node, {})
        if number not in guests:
            guests[number] = RemoteGuest(node, number, self._changed)
        guests[number].word = max(guests[number].word, word)
        return guests[number]

    def is_news(self, node: str, word: int) -> bool:
        """Tell whether a roll is newer than every other one of its node, and note it."""
        self._heard_seconds[node] = self._clock.steady_seconds()
        if word <= self._rolls.get(node, 0):
            return False
        self._rolls[node] = word
        return True

    def forget_gone(
        self, node: str, word: int, is_in_a_room: Callable[[RemoteGuest], bool]
    ) -> None:
        """Forget a node's connections that are in no room, unless an errand came after its roll."""
        guests = self._nodes.get(node, {})
        for number, guest in list(guests.items()):
            if guest.word <= word and not is_in_a_room(guest):
                del guests[number]
                self._lose(guest)

    def forget_silent(self) -> None:
        """Forget the connections of nodes that have been silent for too long."""
        now_seconds = self._clock.steady_seconds()
        for node, heard_seconds in list(self._heard_seconds.items()):
            if now_seconds - heard_seconds > SILENT_SECONDS_MAX:
                del self._heard_seconds[node]
                self._rolls.pop(node, None)
                for guest in self._nodes.pop(node, {}).values():
                    self._lose(guest)

    def _lose(self, guest: RemoteGuest) -> None:
        guest.is_here = False
        self._part(guest)
