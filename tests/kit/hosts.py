"""Somebody who opens a room for people and keeps the host's connection."""

import json
from contextlib import ExitStack
from types import TracebackType

from websockets.sync.client import connect

from kit.server import ServerProcess

ANSWER_SECONDS_MAX = 60


class Host:
    """A room's host at the wire; what comes besides answers is passed over."""

    def __init__(self, server: ServerProcess, **fields: object) -> None:
        self._server = server
        self._id = 0
        self._closing = ExitStack()
        self._connect()
        opened = self.ask("open_room", **{"preset": "war", "autoplay": False} | fields)
        self.room: str = opened["room"]
        self.game: str = opened["game"]
        self.host_secret: str = opened["host_secret"]
        self.url = f"{server.url}/rooms/{self.room}"
        self.invitation = f"{self.url}#invite={opened['invite_secret']}"

    def _connect(self) -> None:
        url = self._server.websocket_url
        connection = connect(url, subprotocols=["polemos.v1"], proxy=None)
        self._socket = self._closing.enter_context(connection)

    def come_back(self) -> None:
        """Take control again after the server was restarted."""
        self._closing.close()
        self._connect()
        self.order("take_control", host_secret=self.host_secret)

    def ask(self, kind: str, **fields: object) -> dict:
        """Ask for something; give the answer, which must not be a refusal."""
        self._id += 1
        self._socket.send(json.dumps({"type": kind, "id": self._id} | fields))
        while True:
            push = json.loads(self._socket.recv(timeout=ANSWER_SECONDS_MAX))
            if push.get("id") == self._id:
                assert push["type"] == "accepted", push
                return push

    def order(self, kind: str, **fields: object) -> dict:
        """Ask for something of the room."""
        return self.ask(kind, room=self.room, **fields)

    def __enter__(self) -> "Host":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.close()
