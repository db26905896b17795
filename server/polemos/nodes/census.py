"""Which games all nodes show and play: each tells its own, and adds up what the others tell."""

from collections.abc import Mapping
from typing import Any

from polemos.nodes.messages import Census, Crowd
from polemos.rooms.clock import Clock

GAMES_TOLD_MAX = 1_024
"""Games in one census, the most watched first."""

TELL_SECONDS = 2.0
"""How often a census is told that differs from the last one."""

REPEAT_SECONDS = 10.0
"""How often one is told that does not."""

SILENT_SECONDS_MAX = 25.0
"""A node that has been silent for so long shows and plays nothing."""


class Censuses:
    """What the nodes of a cluster tell of their games.

    Args:
        node: this node's id.
        clock: the steady clock.
    """

    def __init__(self, node: str, clock: Clock) -> None:
        self._node = node
        self._clock = clock
        self._told: dict[str, tuple[float, Census]] = {}
        self._own: Census | None = None
        self._told_seconds = float("-inf")

    def due(
        self, spectators: Mapping[str, int], standings: Mapping[str, Mapping[str, Any]]
    ) -> Census | None:
        """Give this node's census if it is to be told now, or none.

        Args:
            spectators: their number on this node, by game.
            standings: how far this node's games have come.
        """
        census = Census(node=self._node, games=_games(spectators, standings))
        now_seconds = self._clock.steady_seconds()
        if census == self._own and now_seconds - self._told_seconds < REPEAT_SECONDS:
            return None
        self._own, self._told_seconds = census, now_seconds
        return census

    def learn(self, census: Census) -> None:
        """Take in what another node tells."""
        if census.node != self._node:
            self._told[census.node] = (self._clock.steady_seconds(), census)

    def spectators_elsewhere(self, game: str) -> int:
        """Tell how many watch a game on other nodes."""
        return sum(
            census.games[game].spectators for census in self._others() if game in census.games
        )

    def spectators(self, own: Mapping[str, int]) -> dict[str, int]:
        """Add up how many watch each game.

        Args:
            own: their number on this node.
        """
        total = dict(own)
        for census in self._others():
            for game, crowd in census.games.items():
                total[game] = total.get(game, 0) + crowd.spectators
        return total

    def standings(self, own: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """Gather how far each game has come.

        Args:
            own: this node's games, which it knows best.
        """
        told = {
            game: crowd.standing
            for census in self._others()
            for game, crowd in census.games.items()
            if crowd.standing is not None
        }
        return {**told, **own}

    def _others(self) -> list[Census]:
        oldest_seconds = self._clock.steady_seconds() - SILENT_SECONDS_MAX
        self._told = {node: told for node, told in self._told.items() if told[0] >= oldest_seconds}
        return [census for _, census in self._told.values()]


def _games(
    spectators: Mapping[str, int], standings: Mapping[str, Mapping[str, Any]]
) -> dict[str, Crowd]:
    watched = {game: number for game, number in spectators.items() if number}
    games = sorted({*watched, *standings}, key=lambda game: (-watched.get(game, 0), game))
    return {
        game: Crowd(spectators=watched.get(game, 0), standing=_standing(standings.get(game)))
        for game in games[:GAMES_TOLD_MAX]
    }


def _standing(standing: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if standing is None else dict(standing)
