"""A connection whose request head is being read: it becomes a websocket or gets a response."""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from polemos.hub.addresses import Address, address_of
from polemos.hub.heads import bad_head
from polemos.hub.http import NOWHERE, Response, sentence
from polemos.hub.phases import Peer, Phase, Stage
from polemos.hub.responding import Responding
from polemos.hub.shared import Shared
from polemos.hub.websocket import Websocket

SUBPROTOCOL = Subprotocol("polemos.v1")


class Opening:
    """Reads a request head, and has it answered.

    Args:
        peer: whose stage it is.
        transport: for what follows.
        shared: what all connections share.
        enter: makes another stage follow.
    """

    __slots__ = ("_core", "_enter", "_head_size_bytes", "_peer", "_shared", "_transport")

    def __init__(
        self,
        *,
        peer: Peer,
        transport: asyncio.Transport,
        shared: Shared,
        enter: Callable[[Stage], None],
    ) -> None:
        self._peer = peer
        self._transport = transport
        self._shared = shared
        self._enter = enter
        self._head_size_bytes = 0
        self._core = ServerProtocol(
            subprotocols=(SUBPROTOCOL,),
            max_size=shared.limits.request_size_bytes_max,
            logger=shared.core_logger,
        )

    # What the connection calls.

    @property
    def phase(self) -> Phase:
        """The phase that it is."""
        return Phase.OPENING

    def receive(self, received: bytes) -> None:
        """Read on in the head."""
        core = self._core
        core.receive_data(received)
        self._head_size_bytes += len(received)
        events = core.events_received()
        if events:
            request = cast(Request, events[0])
            # Frames behind the request, before its answer: no client that knows RFC 6455 does it.
            if len(events) > 1 or core.writes:
                self.respond(sentence(400, "Wait for the handshake's answer before you send."))
            else:
                self._shared.reception.receive(self, request)
        elif core.handshake_exc is not None or core.writes:
            self.respond(bad_head(core))
        elif self._head_size_bytes > self._shared.limits.request_head_size_bytes_max:
            self.respond(sentence(431, "The request's head is too large: send fewer headers."))

    def end(self) -> bool:
        """Close: nothing was asked."""
        return False

    def pause(self) -> None:
        """Have written nothing yet."""

    def resume(self) -> None:
        """Have written nothing yet."""

    def lose(self) -> None:
        """Have nothing to leave."""

    # What the reception calls, once.

    @property
    def peer(self) -> Peer:
        """Whose connection it is."""
        return self._peer

    @property
    def peer_address(self) -> Address | None:
        """The other end of the socket."""
        return address_of(self._transport)

    def respond(
        self, response: Response, *, is_body_wanted: bool = True, path: str = NOWHERE
    ) -> None:
        """Answer with a whole response and end."""
        self.begin_response(path).respond(response, is_body_wanted=is_body_wanted)

    def begin_response(self, path: str, *, is_kept: bool = False) -> Responding:
        """Read nothing more: what follows is a response, and perhaps another request."""
        responding = Responding(
            peer=self._peer,
            transport=self._transport,
            upkeep=self._shared.upkeep,
            path=path,
            listen_on=self._listen_on if is_kept else None,
        )
        self._enter(responding)
        return responding

    def _listen_on(self) -> None:
        opening = Opening(
            peer=self._peer, transport=self._transport, shared=self._shared, enter=self._enter
        )
        self._enter(opening)
        self._shared.upkeep.expect_request(self._peer)

    def open_socket(self, request: Request, address: str) -> None:
        """Answer a handshake of a peer that is counted by an address."""
        core = self._core
        response = core.accept(request)
        if response.status_code != 101:
            text = bytes(response.body).decode().partition("\n")[0]
            headers = tuple(
                (name, value)
                for name, value in response.headers.raw_items()
                if name in ("Upgrade", "Allow")
            )
            self.respond(sentence(response.status_code, text, *headers))
            return
        core.send_response(response)
        # The core's parser keeps the request for as long as it runs: 2 KiB a watcher.
        request.headers.clear()
        websocket = Websocket(
            peer=self._peer,
            transport=self._transport,
            core=core,
            shared=self._shared,
            address=address,
        )
        self._enter(websocket)
        websocket.open()
