"""What becomes of a request head: a websocket, a page, an export, or a refusal."""

import logging
from collections.abc import Callable, Coroutine
from typing import Protocol

from websockets.http11 import Request

from polemos.hub.counters import Counters
from polemos.hub.http import Response, sentence
from polemos.hub.pages import Export, Pages
from polemos.hub.responding import Responding
from polemos.hub.routes import OpenSocket, Route, is_own_origin, route
from polemos.hub.upkeep import Upkeep
from polemos.log.store import StoreError

logger = logging.getLogger(__name__)

RETRY_SECONDS_MAX = 10


class Doorkeeper(Protocol):
    """Who knows whether new connections are served."""

    @property
    def is_draining(self) -> bool:
        """Whether the server stops."""
        ...

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine until it is done."""
        ...


class Caller(Protocol):
    """Whoever sent a request head: exactly one of these is called, once."""

    def respond(self, response: Response, *, is_body_wanted: bool = True) -> None:
        """Answer with a whole response and end."""
        ...

    def begin_response(self) -> Responding:
        """Answer later."""
        ...

    def open_socket(self, request: Request) -> None:
        """Answer a handshake."""
        ...


class Reception:
    """Receives request heads.

    Args:
        hub: says whether it drains, and runs what takes time.
        upkeep: knows the connections.
        counters: what is counted.
        pages: answers plain requests.
        origins: origins besides the server's own whose pages may open sockets.
        draw: gives a fraction from 0 to below 1, for jitter.
    """

    def __init__(
        self,
        *,
        hub: Doorkeeper,
        upkeep: Upkeep,
        counters: Counters,
        pages: Pages,
        origins: tuple[str, ...],
        draw: Callable[[], float],
    ) -> None:
        self._hub = hub
        self._upkeep = upkeep
        self._counters = counters
        self._pages = pages
        self._origins = origins
        self._draw = draw

    def receive(self, caller: Caller, request: Request) -> None:
        """Answer a request head, at once or later."""
        wanted = route(request.method, request.path)
        if isinstance(wanted, Response):
            caller.respond(wanted, is_body_wanted=request.method != "HEAD")
        elif isinstance(wanted, OpenSocket):
            self._open_socket(caller, request)
        elif self._upkeep.is_full:
            caller.respond(self._turned_away("holds as many connections as it may"))
        else:
            self._hub.start(self._respond(caller.begin_response(), wanted, request))

    def _open_socket(self, caller: Caller, request: Request) -> None:
        origin, host = _header(request, "Origin"), _header(request, "Host")
        if self._hub.is_draining:
            caller.respond(self._turned_away("is stopping"))
        elif self._upkeep.is_full:
            caller.respond(self._turned_away("holds as many connections as it may"))
        elif request.method != "GET":
            caller.respond(
                sentence(405, "A socket is opened with GET.", ("Allow", "GET")),
                is_body_wanted=False,
            )
        elif is_own_origin(origin, host, self._origins):
            caller.open_socket(request)
        else:
            caller.respond(
                sentence(
                    403,
                    "Pages of another origin may not open sockets here: "
                    "the server's operator can allow it.",
                )
            )

    def _turned_away(self, reason: str) -> Response:
        self._counters.connections_turned_away += 1
        seconds = 1 + int(self._draw() * RETRY_SECONDS_MAX)
        return sentence(
            503, f"The server {reason}: come back later.", ("Retry-After", str(seconds))
        )

    async def _respond(self, responding: Responding, wanted: Route, request: Request) -> None:
        response = await self._pages.respond(wanted, _header(request, "If-None-Match"))
        is_body_wanted = request.method != "HEAD"
        if isinstance(response, Response):
            responding.respond(response, is_body_wanted=is_body_wanted)
        elif await responding.write_part(response.head):
            responding.take_time()
            if is_body_wanted:
                await self._stream(responding, response)
            responding.finish()

    async def _stream(self, responding: Responding, export: Export) -> None:
        """Send a game page by page; a cut one lacks its last chunk, so the reader can tell."""
        try:
            async for chunk in export.chunks:
                if not await responding.write_part(chunk):
                    return
        except StoreError as error:
            logger.error("An export was cut: %s", error)


def _header(request: Request, name: str) -> str | None:
    """Give a header's values as one, or none; repeated ones are a list (RFC 9110, section 5.3)."""
    values = request.headers.get_all(name)
    return ", ".join(values) if values else None
