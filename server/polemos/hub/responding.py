"""A connection that is answered with one HTTP response, whole or in parts."""

import asyncio
from collections.abc import Callable

from polemos.hub.ending import end_writing
from polemos.hub.http import Response
from polemos.hub.phases import Peer, Phase
from polemos.hub.upkeep import Upkeep


class Responding:
    """Writes one response; what the peer still sends is not read.

    Args:
        peer: whose stage it is.
        transport: written to.
        upkeep: sees to it that the peer ends in time.
        path: what was asked for.
        listen_on: reads the peer's next request; none where the connection ends after the response.
    """

    __slots__ = (
        "_drained",
        "_has_peer_ended",
        "_listen_on",
        "_path",
        "_peer",
        "_transport",
        "_upkeep",
        "phase",
    )

    def __init__(
        self,
        *,
        peer: Peer,
        transport: asyncio.Transport,
        upkeep: Upkeep,
        path: str,
        listen_on: Callable[[], None] | None = None,
    ) -> None:
        self._peer = peer
        self._transport = transport
        self._upkeep = upkeep
        self._path = path
        self._listen_on = listen_on
        self._drained: asyncio.Future[None] | None = None
        self._has_peer_ended = False
        self.phase = Phase.RESPONDING

    # What the connection calls.

    def receive(self, received: bytes) -> None:
        """Heed nothing: whoever does not wait for an answer is asked nothing more."""
        self._listen_on = None

    def end(self) -> bool:
        """Close when the peer has closed; what is still to be sent is sent first."""
        self._has_peer_ended = True
        return self.phase is Phase.RESPONDING

    def pause(self) -> None:
        """Let the next part wait, which asks by itself."""

    def resume(self) -> None:
        """Let the next part be written."""
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)

    def lose(self) -> None:
        """Leave everything; whoever waits to write is told."""
        self.phase = Phase.LOST
        self.resume()

    # What whoever answers calls.

    def respond(self, response: Response, *, is_body_wanted: bool = True) -> None:
        """Answer with a whole response, and end or listen on."""
        listen_on = None if self._has_peer_ended else self._listen_on
        if self._transport.is_closing():
            return
        self._transport.write(
            response.encode(
                is_body_wanted=is_body_wanted, path=self._path, is_kept=listen_on is not None
            )
        )
        if listen_on is None:
            self.finish()
        else:
            listen_on()

    def take_time(self) -> None:
        """Let the response be long; only a reader that stalls is dropped."""
        self._upkeep.note_stream(self._peer)

    async def write_part(self, part: bytes) -> bool:
        """Send a part of a response, when the peer has taken what came before.

        Returns:
            Whether the peer is still there.
        """
        if self._peer.paused_at_seconds is not None:
            self._drained = asyncio.get_running_loop().create_future()
            await self._drained
            self._drained = None
        if self.phase is not Phase.RESPONDING or self._transport.is_closing():
            return False
        self._transport.write(part)
        return True

    def finish(self) -> None:
        """Send the end and wait for the peer's: to close at once could cost it the last bytes."""
        if self.phase is not Phase.RESPONDING or self._transport.is_closing():
            return
        self.phase = Phase.CLOSING
        if self._has_peer_ended:
            self._transport.close()
        else:
            end_writing(self._transport)
        self._upkeep.expect_close(self._peer)
