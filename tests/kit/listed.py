"""What the server lists, and games of bots opened by the dozen for whoever looks at lists."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import connect

from kit.browser import until
from kit.server import ServerProcess


def told(server: ServerProcess, path: str) -> Any:
    """Read a path of the server as JSON."""
    with urllib.request.urlopen(server.url + path) as response:  # noqa: S310  our own server
        return json.loads(response.read())


def open_games(server: ServerProcess, count: int, **fields: object) -> list[str]:
    """Open so many rooms of bots over one socket; gives their games."""
    wish = {"preset": "war", "tempo": "lightning", **fields}
    with connect(server.websocket_url, subprotocols=["polemos.v1"]) as socket:  # type: ignore[list-item]
        games = []
        for number in range(count):
            socket.send(json.dumps({"type": "open_room", "id": number + 1, **wish}))
            answer = json.loads(socket.recv())
            assert answer["type"] == "accepted", answer
            games.append(answer["game"])
        return games


def until_told(page: Page, server: ServerProcess, path: str, is_so: Callable[[Any], bool]) -> Any:
    """Read a path again at every frame of a page until what it tells is so."""
    until(page, lambda: is_so(told(server, path)))
    return told(server, path)


def until_ended(page: Page, server: ServerProcess, games: list[str]) -> None:
    """Wait until games have ended, and the lists know it."""
    for game in games:
        until_told(page, server, f"/games/{game}/summary", lambda one: one["ended_at"] is not None)
