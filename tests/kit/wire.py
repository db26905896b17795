"""A plain client of `polemos.v1` for tests: asks, watches, keeps every event it was sent."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from polemos.rules.encoding import canonical

Json = dict[str, Any]


class WireClient:
    """One connection.

    Args:
        socket: an open websocket.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = 0
        self.frames: list[bytes] = []
        self.lines: list[bytes] = []
        """The watched game's events as they would stand in an export, from the first watch on."""

    async def ask(self, kind: str, **fields: object) -> Json:
        """Send a request and return its answer; events that come first are kept."""
        self._ids += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._ids, **fields}))
        while True:
            push = await self.receive()
            if push.get("id") == self._ids:
                return push

    async def receive(self) -> Json:
        """Wait for a push; the events in it must follow from those that are held."""
        self.frames.append(await self._socket.recv(decode=False))
        push: Json = json.loads(self.frames[-1])
        if push["type"] == "events":
            assert push["events"], "a frame without an event"
            assert push["first_seq"] == len(self.lines) + 1, "a gap or a repetition"
            self.lines.extend(canonical(event) for event in push["events"])
        return push

    async def receive_until(self, *types: str) -> Json:
        """Receive until the newest event is of one of these types, and return that event."""
        while True:
            push = await self.receive()
            if push["type"] != "events":
                continue
            newest: Json = push["events"][-1]
            if newest["type"] in types:
                return newest
            assert newest["type"] != "GameEnded", "the game ended first"


@asynccontextmanager
async def connected(
    websocket_url: str, *, held: list[bytes] | None = None
) -> AsyncIterator[WireClient]:
    """Open a connection of somebody who already holds some lines."""
    async with connect(websocket_url, subprotocols=["polemos.v1"]) as socket:  # type: ignore[list-item]
        client = WireClient(socket)
        client.lines.extend(held or [])
        yield client
