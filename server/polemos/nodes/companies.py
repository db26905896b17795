"""Companies: those of this node's rooms, put in order, and what is heard of other nodes' rooms.

Only the newest counts: what was told under a later lease, or later under the same one. What is told
of one company, to whomever and however often, bears one number.
"""

from collections.abc import Callable, Collection

from polemos.nodes.messages import Told, Version
from polemos.rules.names import number_of, room_of
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
        self._own: dict[str, Told] = {}
        self._number = 0

    def view(self, room: str) -> Company | None:
        """Show the newest company that is known of another node's room, or none."""
        told = self._by_room.get(room)
        return None if told is None else told.company

    def outgoing(self, game: str, company: Company, fence: int) -> Told:
        """Put a company of this node's own into what others can put in order."""
        last = self._own.get(company.room)
        if last is None or last.fence != fence or last.company != company:
            self._number += 1
            last = Told(game=game, fence=fence, number=self._number, company=company)
            self._own[company.room] = last
        return last if last.game == game else last.model_copy(update={"game": game})

    def own_version(self, room: str, fence: int) -> Version | None:
        """Tell how new a room's company is that was told last under a lease, if one was."""
        last = self._own.get(room)
        return None if last is None or last.fence != fence else (last.fence, last.number)

    def forget_own_but(self, rooms: Collection[str]) -> None:
        """Forget what was told of this node's own rooms but these."""
        for room in [room for room in self._own if room not in rooms]:
            del self._own[room]

    def is_behind(self, room: str, version: Version, watched: Collection[str]) -> bool:
        """Tell whether something newer was told of a room than is shown here.

        Args:
            room: the room.
            version: of its newest company.
            watched: its games that are watched here.
        """
        known = self._by_room.get(room)
        if known is None or _version(known) < version:
            return True
        # The watchers of the newest game and of the one before are told, each by themselves.
        return any(
            game in watched and not self._is_level(game, version)
            for game in _told_games(known.company)
        )

    def _is_level(self, game: str, version: Version) -> bool:
        known = self._by_game.get(game)
        return known is not None and _version(known) >= version

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

    def learn_for_all(self, told: Told, watched: Collection[str]) -> None:
        """Show what was answered to whoever would have been told of it.

        Args:
            told: the answer.
            watched: the room's games that are watched here.
        """
        self.learn(told)
        for game in _told_games(told.company):
            if game in watched:
                self.learn(told.model_copy(update={"game": game}))

    def forget(self, room: str) -> None:
        """Forget a room that nobody watches here any more, or that is this node's own by now."""
        if self._by_room.pop(room, None) is not None:
            for game in [game for game in self._by_game if room_of(game) == room]:
                del self._by_game[game]


def _is_newer(told: Told, known: Told | None) -> bool:
    return known is None or _version(told) > _version(known)


def _version(told: Told) -> Version:
    return told.fence, told.number


def _told_games(company: Company) -> tuple[str, str]:
    return company.game, f"{company.room}-{number_of(company.game) - 1}"
