"""Keeps a state machine connected: sends what it asks for, and tells it what happens.

The connection comes back by itself, after growing pauses; what is missing then is the machine's
matter, and how anything is shown is nobody's here.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any, Generic

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Subprotocol

from polemos.wire.requests import AnyRequest
from polemos_demo.client.backoff import delay_seconds
from polemos_demo.client.conversation import (
    Connected,
    Finished,
    Happening,
    Lost,
    Pause,
    Pushed,
    Reaction,
    State,
    Update,
    Waited,
)

PROTOCOL = Subprotocol("polemos.v1")
TOO_MANY_REQUESTS = 429
"""A server of ours that asks a crowded address to come later."""

HAPPENINGS_MAX = 64
"""Happenings from outside that wait for their turn; what is more is dropped."""


class CannotConnect(Exception):  # noqa: N818  it says what cannot be done
    """There is no server of ours at the address; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLimits:
    """What a client waits for at most.

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


USUAL_LIMITS = ClientLimits()


class Client(Generic[State]):
    """One state machine and its connections, one after the other.

    Args:
        socket_url: the server's socket.
        state: where the machine begins.
        react: the machine.
        limits: what to wait for at most.
        draw: draws evenly from 0 to 1, for the waits between attempts.
    """

    def __init__(
        self,
        socket_url: str,
        state: State,
        react: Callable[[State, Happening], Reaction[State]],
        limits: ClientLimits,
        draw: Callable[[], float],
    ) -> None:
        self.state = state
        self._socket_url = socket_url
        self._react = react
        self._limits = limits
        self._draw = draw
        self._happenings: asyncio.Queue[Happening] = asyncio.Queue(HAPPENINGS_MAX)
        self._was_joined = False
        self._attempt = 0
        self._bye_seconds: float | None = None

    def happen(self, happening: Happening) -> bool:
        """Tell the machine something that the server does not; called in the client's own loop.

        Returns:
            Whether there was room for it; otherwise it is dropped.
        """
        if self._happenings.full():
            return False
        self._happenings.put_nowait(happening)
        return True

    async def updates(self) -> AsyncGenerator[Update, None]:
        """Give what happens; a `Finished` is the last of it.

        Whoever wants to see less of it closes the generator, and the connection with it.

        Raises:
            CannotConnect: there is no server, or it speaks another protocol.
        """
        while True:
            try:
                async with (
                    connect(
                        self._socket_url,
                        subprotocols=[PROTOCOL],
                        compression=None,
                        open_timeout=self._limits.opening_seconds_max,
                        max_size=self._limits.frame_size_bytes_max,
                    ) as connection,
                    contextlib.aclosing(self._converse(connection)) as conversed,
                ):
                    async for update in conversed:
                        yield update
                        if isinstance(update, Finished):
                            return
            except InvalidMessage as error:
                self._give_up_unless_joined(error)
            except InvalidHandshake as error:
                self._refuse_stranger(error)
            except (OSError, TimeoutError, ConnectionClosed) as error:
                self._give_up_unless_joined(error)
            wait_seconds = self._next_wait_seconds()
            yield Lost(wait_seconds=wait_seconds)
            await asyncio.sleep(wait_seconds)

    async def _converse(self, connection: ClientConnection) -> AsyncGenerator[Update, None]:
        if connection.subprotocol != PROTOCOL:
            raise CannotConnect(f"The server at {self._socket_url} is no Polemos server.")
        ears = _Ears(connection, self._happenings, self._limits.silence_seconds_max)
        happening: Happening = Connected()
        try:
            while True:
                reaction = self._react(self.state, happening)
                self.state = reaction.state
                for request in reaction.requests:
                    await connection.send(encode_request(request))
                for pause in reaction.pauses:
                    ears.wait_for(pause)
                for update in reaction.updates:
                    yield update
                happening = await ears.next()
                if isinstance(happening, Pushed):
                    self._note(happening.push)
        finally:
            ears.close()

    def _note(self, push: dict[str, Any]) -> None:
        match push["type"]:
            case "accepted" | "welcome":
                self._was_joined, self._attempt = True, 0
            case "bye":
                self._bye_seconds = push["reconnect_after_ms"] / 1_000
            case _:
                pass

    def _refuse_stranger(self, error: InvalidHandshake) -> None:
        """Give up on a server that answers, but not as ours does; ours may be overloaded (503)."""
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status is not None and status < 500 and status != TOO_MANY_REQUESTS:
            raise CannotConnect(
                f"The server at {self._socket_url} is no Polemos server: it answered {status}."
            ) from None
        self._give_up_unless_joined(error)

    def _give_up_unless_joined(self, error: Exception) -> None:
        if not self._was_joined and self._attempt + 1 >= self._limits.attempts_max:
            raise CannotConnect(
                f"No server answers at {self._socket_url} "
                f"(tried {self._limits.attempts_max} times): check the address, "
                "or start one with `polemos serve`."
            ) from error

    def _next_wait_seconds(self) -> float:
        wait, self._bye_seconds = self._bye_seconds, None
        if wait is None:
            wait = delay_seconds(self._attempt, self._draw())
        self._attempt += 1
        return wait


def encode_request(request: AnyRequest) -> str:
    """Write a request as it goes over the wire, without the fields that hold nothing."""
    return request.model_dump_json(exclude_none=True)


class _Ears:
    """What one connection brings next: a push, something from outside, or the end of a pause.

    Args:
        connection: where pushes come from.
        happenings: what comes from outside.
        silence_seconds_max: how long nothing may come over the connection.
    """

    def __init__(
        self,
        connection: ClientConnection,
        happenings: asyncio.Queue[Happening],
        silence_seconds_max: float,
    ) -> None:
        self._connection = connection
        self._happenings = happenings
        self._silence_seconds_max = silence_seconds_max
        self._heard_at_seconds = time.monotonic()
        self._pauses: dict[int | str, float] = {}
        self._push: asyncio.Task[str | bytes] | None = None
        self._outside: asyncio.Task[Happening] | None = None

    def wait_for(self, pause: Pause) -> None:
        """Have the end of a pause come as `Waited`."""
        self._pauses[pause.request_id] = time.monotonic() + pause.seconds

    async def next(self) -> Happening:
        """Wait for what comes next.

        Raises:
            TimeoutError: the connection was silent for too long.
            ConnectionClosed: it has ended.
        """
        while True:
            push = self._push = self._push or asyncio.create_task(self._connection.recv())
            outside = self._outside = self._outside or asyncio.create_task(self._happenings.get())
            timeout = max(0.0, self._next_due() - time.monotonic())
            await asyncio.wait(
                (push, outside), timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
            if push.done():
                self._push, self._heard_at_seconds = None, time.monotonic()
                return Pushed(push=json.loads(push.result()))
            if outside.done():
                self._outside = None
                return outside.result()
            if (waited := self._elapsed()) is not None:
                return waited

    def _next_due(self) -> float:
        silent = self._heard_at_seconds + self._silence_seconds_max
        return min((silent, *self._pauses.values()))

    def _elapsed(self) -> Waited | None:
        now = time.monotonic()
        if now >= self._heard_at_seconds + self._silence_seconds_max:
            raise TimeoutError
        for request_id, due in self._pauses.items():
            if now >= due:
                del self._pauses[request_id]
                return Waited(request_id=request_id)
        return None

    def close(self) -> None:
        """Stop listening; what came from outside and was not told yet is kept."""
        if self._push is not None and not self._push.cancel():
            # How the connection ended does not matter any more.
            self._push.exception()
        if self._outside is not None and not self._outside.cancel():
            with contextlib.suppress(asyncio.QueueFull):
                self._happenings.put_nowait(self._outside.result())
