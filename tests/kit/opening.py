"""Rooms opened over the wire, as any client may."""

import json
from dataclasses import dataclass

from websockets.sync.client import connect

from kit.server import ServerProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An open room: its address for people, its game and what controls it."""

    address: str
    room: str
    game: str
    host_secret: str


def open_room(server: ServerProcess, **fields: object) -> Opened:
    """Open a room; `fields` are those of the `open_room` request."""
    with connect(server.websocket_url, subprotocols=["polemos.v1"], proxy=None) as socket:
        socket.send(json.dumps({"type": "open_room", "id": 1, "preset": "war"} | fields))
        answer = json.loads(socket.recv(timeout=30))
    assert answer["type"] == "accepted", answer
    return Opened(
        address=f"{server.url}/rooms/{answer['room']}",
        room=answer["room"],
        game=answer["game"],
        host_secret=answer["host_secret"],
    )
