"""People of the chaos campaign: they take seats, reveal, and come back wherever they can."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

from kit.conversing import LOST, PAUSE_SECONDS_MAX, Asked, reached
from polemos.fairness.commitments import commit_seat
from polemos.rules.encoding import b64url
from polemos.rules.names import room_of


@dataclass(eq=False)
class Sitter:
    """Somebody with a seat in one game, over as many connections as it takes.

    Args:
        address: the balancer's.
        game: what is played.
        invite_secret: lets them take the seat.
        seat: which one.
        chance: draws their secrets and what they do.
        asked: counts what became of their requests.
    """

    address: str
    game: str
    invite_secret: str
    seat: int
    chance: Random
    asked: Asked
    seated_at: int | None = None
    """The seq that the seat was acknowledged with."""
    turned_away: bool = False
    """Whether a node said that the secret of the acknowledged seat holds none."""
    has_revealed: bool = False
    connections: int = 0
    entropy: bytes = field(init=False, repr=False)
    seat_secret: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.entropy = self.chance.randbytes(32)
        self.seat_secret = b64url(self.chance.randbytes(32))

    async def sit(self, is_over: Callable[[], bool]) -> None:
        """Be there until it is over, now at one node and now at another."""
        while not is_over():
            with contextlib.suppress(*LOST):
                async with reached(self.address) as socket:
                    if await self._is_let_in(socket):
                        self.connections += 1
                        for _ in range(self.chance.randint(2, 8)):
                            await self._stay(socket)
            await asyncio.sleep(self.chance.uniform(0.05, PAUSE_SECONDS_MAX))

    async def _is_let_in(self, socket: ClientConnection) -> bool:
        if self.seated_at is None:
            answer = await self.asked.ask(socket, "take_seat", **self._seating())
            if answer["type"] == "accepted":
                self.seated_at = answer["seq"]
        else:
            answer = await self.asked.ask(
                socket, "resume_seat", room=room_of(self.game), seat_secret=self.seat_secret
            )
            if answer["type"] == "refused" and answer["code"] == "wrong_secret":
                self.turned_away = True
        return bool(answer["type"] == "accepted")

    async def _stay(self, socket: ClientConnection) -> None:
        if not self.has_revealed:
            answer = await self.asked.ask(
                socket, "reveal_entropy", room=room_of(self.game), entropy=b64url(self.entropy)
            )
            self.has_revealed = answer["type"] == "accepted"
        await asyncio.sleep(self.chance.uniform(0.3, 1.0))

    def _seating(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seat": self.seat,
            "seat_secret": self.seat_secret,
            "invite_secret": self.invite_secret,
            "player_secret": b64url(self.entropy[::-1]),
            "commitment": commit_seat(self.game, self.seat, self.entropy),
            "name": None,
        }
