"""What every client of the chaos campaign does: it reaches a node, asks, and lets go."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

PAUSE_SECONDS_MAX = 1.5
ANSWER_SECONDS_MAX = 20.0

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
"""How a connection ends that a node, a bus or a balancer took away."""


@asynccontextmanager
async def reached(address: str) -> AsyncIterator[ClientConnection]:
    """Connect to whichever node the balancer gives, and let go of it without a goodbye."""
    socket = await connect(
        f"ws://{address}/socket",
        subprotocols=[Subprotocol("polemos.v1")],
        compression=None,
        open_timeout=10,
        close_timeout=1,
    )
    try:
        yield socket
    finally:
        # It may be frozen: whoever waited for its goodbye would wait long.
        socket.transport.abort()


@dataclass
class Asked:
    """What became of the requests of many clients."""

    refusals: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0

    async def ask(self, socket: ClientConnection, kind: str, **fields: object) -> dict[str, Any]:
        """Ask, and give the answer, be it a refusal."""
        await socket.send(json.dumps({"type": kind, **fields, "id": 7}))
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                while True:
                    answer: dict[str, Any] = json.loads(await socket.recv())
                    if answer.get("id") == 7:
                        break
        except LOST:
            self.unanswered += 1
            raise
        if answer["type"] == "refused":
            self.refusals[answer["code"]] += 1
        return answer
