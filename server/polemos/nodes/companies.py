"""The companies of rooms that other nodes run, as far as somebody here watches.

Only the newest counts: what was told under a later lease, or later under the same one.
"""

from collections.abc import Callable

from polemos.nodes.messages import Told
from polemos.rules.names import room_of
from polemos.wire.pushes import Company

ROOMS_MAX = 65_536


class Companies:
    """What this node tells of its own rooms' companies, and what it was told of others'.

    Args:
        tell: shows a company to whoever watches a game here.
    """

    def __init__(self, tell: Callable[[str, Company], None]) -> None:
        self._tell = tell
        self._by_room: dict[str, Told] = {}
        self._by_game: dict[str, Told] = {}
        self._number = 0

    def view(self, room: str) -> Company | None:
        """Show the newest company that is known of another node's room, or none."""
        told = self._by_room.get(room)
        return None if told is None else told.company

    def outgoing(self, game: str, company: Company, fence: int) -> Told:
        """Put a company of this node's own into what others can put in order."""
        self._number += 1
        return Told(game=game, fence=fence, number=self._number, company=company)

    def learn(self, told: Told) -> None:
        """Show what another node tells, unless something newer is known."""
        room = told.company.room
        if room not in self._by_room and len(self._by_room) >= ROOMS_MAX:
            return
        if _is_newer(told, self._by_room.get(room)):
            self._by_room[room] = told
        # The watchers of a game and of the one before are told apart, and may be in either order.
        if _is_newer(told, self._by_game.get(told.game)):
            self._by_game[told.game] = told
            self._tell(told.game, told.company)

    def forget(self, room: str) -> None:
        """Forget a room that nobody watches here any more, or that is this node's own by now."""
        if self._by_room.pop(room, None) is not None:
            for game in [game for game in self._by_game if room_of(game) == room]:
                del self._by_game[game]


def _is_newer(told: Told, known: Told | None) -> bool:
    return known is None or (told.fence, told.number) > (known.fence, known.number)
