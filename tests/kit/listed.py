"""What the server lists, and games of bots: their hosts and spectators need no browser."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, cast

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kit.browser import until
from kit.server import ServerProcess


def told(server: ServerProcess, path: str) -> Any:
    """Read a path of the server as JSON."""
    with urllib.request.urlopen(server.url + path) as response:  # noqa: S310  our own server
        return json.loads(response.read())


def until_told(page: Page, server: ServerProcess, path: str, is_so: Callable[[Any], bool]) -> Any:
    """Read a path again at every frame of a page until what it tells is so."""
    until(page, lambda: is_so(told(server, path)))
    return told(server, path)


def until_ended(page: Page, server: ServerProcess, games: list[str]) -> None:
    """Wait until games have ended and the list, which is a little behind, knows it."""
    until_told(page, server, "/games", lambda listed: set(games) <= _ended(listed))


def _ended(listed: Any) -> set[str]:
    return {game["game"] for game in listed["games"] if game["ended_at"] is not None}


class Company:
    """Hosts and spectators of one server, each on a socket of its own."""

    def __init__(self, server: ServerProcess, sockets: ExitStack) -> None:
        self._server = server
        self._sockets = sockets
        self._host = self._connect()
        self._count = 0

    def open(self, **fields: object) -> str:
        """Open a room of bots; gives its game, which this company's host controls."""
        return str(self._ask("open_room", **{"preset": "war", "tempo": "1", **fields})["game"])

    def open_many(self, count: int, **fields: object) -> list[str]:
        """Open so many rooms."""
        return [self.open(**fields) for _ in range(count)]

    def ask(self, kind: str, game: str, **fields: object) -> None:
        """Ask for something that only a room's host may."""
        self._ask(kind, room=game.partition("-")[0], **fields)

    def rematch(self, game: str) -> str:
        """Open the next game of a room; gives it."""
        return str(self._ask("rematch", game=game)["game"])

    def watch(self, game: str, spectators: int) -> None:
        """Let so many more watch a game."""
        for _ in range(spectators):
            socket = self._connect()
            socket.send(json.dumps({"type": "watch", "id": 1, "game": game}))

    def _connect(self) -> ClientConnection:
        protocols = [Subprotocol("polemos.v1")]
        return self._sockets.enter_context(
            connect(self._server.websocket_url, subprotocols=protocols, ping_interval=None)
        )

    def _ask(self, kind: str, **fields: object) -> dict[str, Any]:
        self._count += 1
        self._host.send(json.dumps({"type": kind, "id": self._count, **fields}))
        answer = cast("dict[str, Any]", json.loads(self._host.recv()))
        assert answer["type"] == "accepted", answer
        return answer


@contextmanager
def company(server: ServerProcess) -> Iterator[Company]:
    """Let a company come, and go."""
    with ExitStack() as sockets:
        yield Company(server, sockets)
