"""A program's own requests, each with its answer, on a connection that comes back by itself."""

import asyncio
import itertools
import random
from collections.abc import Callable
from contextlib import aclosing
from types import TracebackType
from typing import Self

from polemos.wire.codes import Retry
from polemos.wire.requests import AnyRequest, RequestId, Unwatch, Watch
from polemos_demo.client.addresses import parse_server
from polemos_demo.client.answers import Accepted, Answer, Refused
from polemos_demo.client.connecting import USUAL_LIMITS, CannotConnect, Client, ClientLimits
from polemos_demo.client.conversation import Answered, Finished, Lost, Requested, Update
from polemos_demo.client.requesting import Requesting, react

REQUESTS_MAX = 16
"""Requests on their way at once; the server lets no more wait on one connection."""

NEW = 1
"""Stands for the id of a request, which the session chooses itself."""


class RequestRefused(Exception):  # noqa: N818  it says what the server did
    """The server refused; nothing has changed.

    Args:
        refused: its answer, with a code and a sentence.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.refused = refused

    @property
    def retry(self) -> Retry:
        """Whether the same request is worth sending again."""
        return self.refused.retry

    def __str__(self) -> str:
        return f"{self.refused.code}: {self.refused.sentence}"


class Interrupted(Exception):  # noqa: N818  it says what happened
    """The connection ended before the answer: the request was carried out, or it was not."""

    def __str__(self) -> str:
        return "The connection ended before the answer, so nobody knows whether it was carried out."


class SessionEnded(Exception):  # noqa: N818  it says what happened
    """Nothing can be asked any more; the sentence says why."""


class Session:
    """One connection for requests, used as an async context manager.

    It shows its secrets again after a loss: it stays the host of the rooms that it opened or took
    control of, and the holder of its seats.

    Args:
        server_url: the server's page, for example http://127.0.0.1:8765.
        limits: what to wait for at most.
        draw: draws evenly from 0 to 1, for the waits between attempts.

    Raises:
        BadAddress: the address is none of a server.
    """

    def __init__(
        self,
        server_url: str,
        *,
        limits: ClientLimits = USUAL_LIMITS,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self._client = Client(parse_server(server_url), Requesting(), react, limits, draw)
        self._numbers = itertools.count(1)
        self._answers: dict[RequestId, asyncio.Future[Answer]] = {}
        self._room = asyncio.Semaphore(REQUESTS_MAX)
        self._ended: SessionEnded | CannotConnect | None = None
        self._task: asyncio.Task[None] | None = None

    async def request(self, request: AnyRequest) -> Accepted:
        """Send a request and wait for its answer.

        Args:
            request: any but `Watch` and `Unwatch`; its id is replaced.

        Raises:
            RequestRefused: the server refused it.
            Interrupted: the connection ended before the answer.
            SessionEnded: the session is over, because a seat of its was taken over or it was
                closed.
            CannotConnect: there is no server, or it speaks another protocol.
        """
        if isinstance(request, Watch | Unwatch):
            raise ValueError("A session watches nothing: use watch().")
        async with self._room:
            if self._ended is not None:
                raise self._ended
            numbered = request.model_copy(update={"id": next(self._numbers)})
            answer = self._answers[numbered.id] = asyncio.get_running_loop().create_future()
            try:
                self._client.happen(Requested(request=numbered))
                outcome: Answer = await answer
            finally:
                del self._answers[numbered.id]
        if isinstance(outcome, Refused):
            raise RequestRefused(outcome)
        return outcome

    async def _run(self) -> None:
        try:
            async with aclosing(self._client.updates()) as updates:
                async for update in updates:
                    self._take(update)
        except CannotConnect as error:
            self._end(error)
        finally:
            self._end(SessionEnded("The session was closed."))

    def _take(self, update: Update) -> None:
        match update:
            case Answered(answer=answer):
                self._settle(answer.id, answer)
            case Lost():
                for number in self._client.state.waiting:
                    self._settle(number, Interrupted())
            case Finished(sentence=sentence):
                self._end(SessionEnded(sentence))
            case _:
                pass

    def _settle(self, number: RequestId | None, outcome: Answer | Exception) -> None:
        answer = None if number is None else self._answers.get(number)
        if answer is None or answer.done():
            return
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)

    def _end(self, reason: SessionEnded | CannotConnect) -> None:
        self._ended = self._ended or reason
        for number in self._answers:
            self._settle(number, self._ended)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
