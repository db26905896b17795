"""What becomes of a request head: a websocket, a page, an export, or a refusal."""

import logging
from collections.abc import Callable, Coroutine
from typing import Protocol

from websockets.http11 import Request

from polemos.hub.addresses import Address, Network, client_address, key_of
from polemos.hub.counters import Counters
from polemos.hub.hosts import host_refusal
from polemos.hub.http import Response, sentence
from polemos.hub.origins import may_open_socket
from polemos.hub.pages import Export, Pages
from polemos.hub.phases import Peer
from polemos.hub.ports import Clock
from polemos.hub.responding import Responding
from polemos.hub.routes import OpenSocket, Route, route
from polemos.hub.tolls import Tolls
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
    """Whoever sent a request head: exactly one of its methods is called, once."""

    @property
    def peer(self) -> Peer:
        """Whose connection it is."""
        ...

    @property
    def peer_address(self) -> Address | None:
        """The other end of the socket."""
        ...

    def respond(self, response: Response, *, is_body_wanted: bool = True, path: str = ...) -> None:
        """Answer with a whole response and end."""
        ...

    def begin_response(self, path: str, *, is_kept: bool = False) -> Responding:
        """Answer later, and keep the connection for another request or not."""
        ...

    def open_socket(self, request: Request, address: str) -> None:
        """Answer a handshake of a peer that is counted by an address."""
        ...


class Reception:
    """Receives request heads.

    Args:
        hub: says whether it drains, and runs what takes time.
        upkeep: knows the connections.
        counters: what is counted.
        pages: answers plain requests.
        tolls: what an address may ask for.
        clock: the time.
        origins: origins besides the server's own whose pages may open sockets.
        hosts: names that the server answers to besides addresses and `localhost`.
        trusted_proxies: whose `X-Forwarded-For` is heeded.
        draw: gives a fraction from 0 to below 1, for jitter.
    """

    def __init__(
        self,
        *,
        hub: Doorkeeper,
        upkeep: Upkeep,
        counters: Counters,
        pages: Pages,
        tolls: Tolls,
        clock: Clock,
        origins: tuple[str, ...],
        hosts: tuple[str, ...],
        trusted_proxies: tuple[Network, ...],
        draw: Callable[[], float],
    ) -> None:
        self._hub = hub
        self._upkeep = upkeep
        self._counters = counters
        self._pages = pages
        self._tolls = tolls
        self._clock = clock
        self._origins = origins
        self._hosts = hosts
        self._trusted_proxies = trusted_proxies
        self._draw = draw

    def receive(self, caller: Caller, request: Request) -> None:
        """Answer a request head, at once or later."""
        address = self._note_address(caller, request)
        wanted = self._refusal(address, request) or route(request.method, request.path)
        if isinstance(wanted, OpenSocket):
            wanted = self._socket_refusal(request) or wanted
        if isinstance(wanted, Response):
            caller.respond(wanted, is_body_wanted=request.method != "HEAD", path=request.path)
        elif isinstance(wanted, OpenSocket):
            caller.open_socket(request, address)
        else:
            is_kept = _wants_more(request) and not self._hub.is_draining
            responding = caller.begin_response(request.path, is_kept=is_kept)
            self._hub.start(self._respond(responding, wanted, request))

    def _note_address(self, caller: Caller, request: Request) -> str:
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = client_address(caller.peer_address, forwarded, self._trusted_proxies)
        key = key_of(address)
        self._upkeep.note_address(caller.peer, key)
        return key

    def _refusal(self, address: str, request: Request) -> Response | None:
        """Refuse whatever is asked for: who asks too often, who means another, who is too many."""
        due = self._tolls.take_connection(address, self._clock.steady_seconds())
        if due is not None:
            return self._told_to_wait(
                f"{due.reason}: wait before you open another.", 1 + int(due.wait_seconds)
            )
        if self._upkeep.is_crowded(address):
            return self._told_to_wait(
                f"Your address has {self._upkeep.connections_per_address_max} connections open, "
                "as many as it may: close some first.",
                self._retry_seconds(),
            )
        hosts = request.headers.get_all("Host")
        refusal = host_refusal(hosts, request.protocol, self._hosts)
        if refusal is None and self._upkeep.is_full:
            return self._turned_away("holds as many connections as it may")
        return refusal

    def _socket_refusal(self, request: Request) -> Response | None:
        if self._hub.is_draining:
            return self._turned_away("is stopping")
        if request.method != "GET":
            return sentence(405, "A socket is opened with GET.", ("Allow", "GET"))
        host = next(iter(request.headers.get_all("Host")), None)
        if may_open_socket(request.headers.get_all("Origin"), host, self._origins):
            return None
        return sentence(
            403,
            "Pages of another origin may not open sockets here: the server's operator can add "
            "theirs to the setting POLEMOS_ORIGINS.",
        )

    def _turned_away(self, reason: str) -> Response:
        self._counters.connections_turned_away += 1
        retry_after = ("Retry-After", str(self._retry_seconds()))
        return sentence(503, f"The server {reason}: come back later.", retry_after)

    def _told_to_wait(self, text: str, retry_seconds: int) -> Response:
        self._counters.connections_turned_away += 1
        return sentence(429, text, ("Retry-After", str(retry_seconds)))

    def _retry_seconds(self) -> int:
        return 1 + int(self._draw() * RETRY_SECONDS_MAX)

    async def _respond(self, responding: Responding, wanted: Route, request: Request) -> None:
        response = await self._pages.respond(
            wanted,
            if_none_match=_header(request, "If-None-Match"),
            accept_encoding=_header(request, "Accept-Encoding"),
        )
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


def _wants_more(request: Request) -> bool:
    """Tell whether the peer asks for the connection to be kept, as browsers do.

    HTTP/1.1 keeps it unless told otherwise (RFC 9112, section 9.3); a peer that says nothing may
    read to the end, and is given one.
    """
    options = (_header(request, "Connection") or "").lower().split(",")
    return request.protocol == "HTTP/1.1" and "keep-alive" in [each.strip() for each in options]


def _header(request: Request, name: str) -> str | None:
    """Give a header's values as one, or none; repeated ones are a list (RFC 9110, section 5.3)."""
    values = request.headers.get_all(name)
    return ", ".join(values) if values else None
