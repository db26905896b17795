"""What becomes of a request head: a websocket, a page, an export, or a refusal."""

import logging
from collections.abc import Callable, Coroutine
from typing import Protocol

from websockets.http11 import Request

from polemos.hub.connection import Connection
from polemos.hub.counters import Counters
from polemos.hub.http import Response, sentence
from polemos.hub.pages import Export, Pages
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

    def receive(self, connection: Connection, request: Request) -> None:
        """Answer a request head, at once or later."""
        wanted = route(request.method, request.path)
        if isinstance(wanted, Response):
            connection.respond(wanted, is_body_wanted=request.method != "HEAD")
        elif isinstance(wanted, OpenSocket):
            self._open_socket(connection, request)
        elif self._upkeep.is_full:
            connection.respond(self._turned_away("holds as many connections as it may"))
        else:
            connection.begin_response()
            self._hub.start(self._respond(connection, wanted, request))

    def _open_socket(self, connection: Connection, request: Request) -> None:
        origin, host = _header(request, "Origin"), _header(request, "Host")
        if self._hub.is_draining:
            connection.respond(self._turned_away("is stopping"))
        elif self._upkeep.is_full:
            connection.respond(self._turned_away("holds as many connections as it may"))
        elif request.method != "GET":
            connection.respond(
                sentence(405, "A socket is opened with GET.", ("Allow", "GET")),
                is_body_wanted=False,
            )
        elif is_own_origin(origin, host, self._origins):
            connection.open_socket(request)
        else:
            connection.respond(
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

    async def _respond(self, connection: Connection, wanted: Route, request: Request) -> None:
        response = await self._pages.respond(wanted, _header(request, "If-None-Match"))
        is_body_wanted = request.method != "HEAD"
        if isinstance(response, Response):
            connection.respond(response, is_body_wanted=is_body_wanted)
        elif await connection.write_part(response.head):
            self._upkeep.note_stream(connection)
            if is_body_wanted:
                await self._stream(connection, response)
            connection.end_response()

    async def _stream(self, connection: Connection, export: Export) -> None:
        """Send a game page by page; a cut one lacks its last chunk, so the reader can tell."""
        try:
            async for chunk in export.chunks:
                if not await connection.write_part(chunk):
                    return
        except StoreError as error:
            logger.error("An export was cut: %s", error)


def _header(request: Request, name: str) -> str | None:
    """Give a header's values as one, or none; repeated ones are a list (RFC 9110, section 5.3)."""
    values = request.headers.get_all(name)
    return ", ".join(values) if values else None
