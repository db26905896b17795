"""A game watched over the wire: resume, back-off, gaps and silence; how it is shown is not here."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Subprotocol

from polemos.log.entries import Entry
from polemos.projections.tables import Table
from polemos_demo.terminal.addresses import Address
from polemos_demo.terminal.backoff import delay_seconds
from polemos_demo.terminal.cursor import Cursor, Step, advance

PROTOCOL = Subprotocol("polemos.v1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The connection stands, and what is missing is on its way."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The connection is gone; the next attempt follows by itself."""

    wait_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarted:
    """Forget what was held, and begin with this table, or with nothing where there is none."""

    table: Table | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """These events come next."""

    entries: tuple[Entry, ...]


Update = Joined | Lost | Restarted | Followed


class CannotWatch(Exception):  # noqa: N818  it says what cannot be done
    """The game cannot be watched; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchLimits:
    """What a watcher waits for at most.

    Args:
        attempts_max: attempts before the first connection; afterwards it never gives up.
        opening_seconds_max: for the handshake.
        silence_seconds_max: without any frame; the server's heartbeat comes every 15 to 25.
        frame_size_bytes_max: a push is refused above this.
    """

    attempts_max: int = 6
    opening_seconds_max: float = 10.0
    silence_seconds_max: float = 60.0
    frame_size_bytes_max: int = 16 << 20


class Watcher:
    """Follows one game, over as many connections as it takes.

    Args:
        address: what to watch.
        limits: what to wait for at most.
        draw: draws evenly from 0 to 1, for the waits between attempts.
    """

    def __init__(self, address: Address, limits: WatchLimits, draw: Callable[[], float]) -> None:
        self._address = address
        self._limits = limits
        self._draw = draw
        self._cursor = Cursor(game=address.game)
        self._was_joined = False
        self._attempt = 0
        self._request_id = 0
        self._bye_seconds: float | None = None

    async def updates(self) -> AsyncIterator[Update]:
        """Give what happens, until the caller has seen enough.

        Raises:
            CannotWatch: there is no server, no such room or game, or it speaks another protocol.
        """
        while True:
            try:
                async with connect(
                    self._address.socket_url,
                    subprotocols=[PROTOCOL],
                    compression=None,
                    open_timeout=self._limits.opening_seconds_max,
                    max_size=self._limits.frame_size_bytes_max,
                ) as connection:
                    async for update in self._follow(connection):
                        yield update
            except InvalidMessage as error:
                self._give_up_unless_joined(error)
            except InvalidHandshake as error:
                self._refuse_stranger(error)
            except (OSError, TimeoutError, ConnectionClosed) as error:
                self._give_up_unless_joined(error)
            wait_seconds = self._next_wait_seconds()
            yield Lost(wait_seconds=wait_seconds)
            await asyncio.sleep(wait_seconds)

    async def _follow(self, connection: ClientConnection) -> AsyncIterator[Update]:
        if connection.subprotocol != PROTOCOL:
            raise CannotWatch(f"The server at {self._address.socket_url} is no Polemos server.")
        await self._ask(connection)
        while True:
            async with asyncio.timeout(self._limits.silence_seconds_max):
                push = json.loads(await connection.recv())
            match push["type"]:
                case "accepted":
                    pass
                case "refused":
                    await self._bear_refusal(connection, push)
                case "bye":
                    self._bye_seconds = push["reconnect_after_ms"] / 1_000
                case _:
                    step = advance(self._cursor, push)
                    self._cursor = step.cursor
                    for update in self._updates_of(push, step):
                        yield update
                    if step.is_behind:
                        await self._ask(connection)

    def _updates_of(self, push: dict[str, Any], step: Step) -> list[Update]:
        updates: list[Update] = []
        if push["type"] == "welcome":
            self._was_joined, self._attempt = True, 0
            updates.append(Joined(game=push["game"]))
        if step.is_reset or step.table is not None:
            updates.append(Restarted(table=step.table))
        if step.entries:
            updates.append(Followed(entries=step.entries))
        return updates

    async def _ask(self, connection: ClientConnection) -> None:
        self._request_id += 1
        cursor = self._cursor
        target = self._address.target if cursor.game is None else {"game": cursor.game}
        request = {"type": "watch", "id": self._request_id, "after_seq": cursor.seq, **target}
        await connection.send(json.dumps(request))

    async def _bear_refusal(self, connection: ClientConnection, refused: dict[str, Any]) -> None:
        retry_after_ms = refused.get("retry_after_ms")
        if retry_after_ms is None:
            raise CannotWatch(refused["sentence"])
        await asyncio.sleep(retry_after_ms / 1_000)
        await self._ask(connection)

    def _refuse_stranger(self, error: InvalidHandshake) -> None:
        """Give up on a server that answers, but not as ours does; ours may be overloaded (503)."""
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status is not None and status < 500:
            raise CannotWatch(
                f"The server at {self._address.socket_url} is no Polemos server: "
                f"it answered {status}."
            ) from None
        self._give_up_unless_joined(error)

    def _give_up_unless_joined(self, error: Exception) -> None:
        if not self._was_joined and self._attempt + 1 >= self._limits.attempts_max:
            raise CannotWatch(
                f"No server answers at {self._address.socket_url} "
                f"(tried {self._limits.attempts_max} times): check the address, "
                "or start one with `polemos serve`."
            ) from error

    def _next_wait_seconds(self) -> float:
        wait, self._bye_seconds = self._bye_seconds, None
        if wait is None:
            wait = delay_seconds(self._attempt, self._draw())
        self._attempt += 1
        return wait
