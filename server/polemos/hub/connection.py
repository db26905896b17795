"""One socket: an asyncio protocol around websockets' sans-IO core.

The core does the handshake, everything that is received, and the control frames. Events go past
it: their frames are prepared once for all connections and written as they are (RFC 6455 lets a
server send a frame whenever no other is half sent, and each of ours is one write).

Memory counts here, because a watcher is little else than this object: slots, nothing made before
it is needed, nothing kept of the handshake.
"""

import asyncio
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, cast

from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from polemos.hub.desk import Reply, bounded
from polemos.hub.frames import heartbeat_frame, text_frame
from polemos.hub.heads import bad_head
from polemos.hub.http import Response, sentence
from polemos.hub.session import CarryOut, HangUp, Say, Session
from polemos.hub.watching import Watching
from polemos.wire.codes import CloseCode
from polemos.wire.pushes import Accepted, AnyPush, Bye, Welcome, encode_push
from polemos.wire.requests import AnyRequest

if TYPE_CHECKING:
    from polemos.hub.hub import Hub

SUBPROTOCOL = Subprotocol("polemos.v1")
BUFFER_LOW_SHARE = 4


class Phase(IntEnum):
    """Where a connection is in its life."""

    OPENING = 0
    RESPONDING = 1
    OPEN = 2
    CLOSING = 3
    LOST = 4


class Connection(asyncio.BufferedProtocol):
    """Serves one peer, from its first byte to its last.

    Args:
        hub: what it belongs to.
    """

    __slots__ = (
        "_core",
        "_drained",
        "_has_peer_ended",
        "_head_size_bytes",
        "_heartbeats_unanswered",
        "_hub",
        "_session",
        "_transport",
        "paused_at_seconds",
        "phase",
        "watchings",
    )

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._transport: asyncio.Transport
        self._core: ServerProtocol | None = None
        self._session: Session | None = None
        self._drained: asyncio.Future[None] | None = None
        self._head_size_bytes = 0
        self._has_peer_ended = False
        self._heartbeats_unanswered = 0
        self.paused_at_seconds: float | None = None
        self.phase = Phase.OPENING
        self.watchings: tuple[Watching, ...] = ()

    # What the transport calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless there are too many."""
        self._transport = cast(asyncio.Transport, transport)
        limits = self._hub.limits
        self._transport.set_write_buffer_limits(
            high=limits.buffer_size_bytes_max, low=limits.buffer_size_bytes_max // BUFFER_LOW_SHARE
        )
        if not self._hub.upkeep.admit(self, transport):
            self._transport.abort()
            return
        self._core = ServerProtocol(
            subprotocols=(SUBPROTOCOL,),
            max_size=limits.request_size_bytes_max,
            logger=self._hub.core_logger,
        )

    def get_buffer(self, sizehint: int) -> memoryview:
        """Read into the hub's one buffer: its bytes are used before anybody else reads."""
        return self._hub.reading_buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take in what was read."""
        self._heartbeats_unanswered = 0
        if self._core is None:
            return
        self._core.receive_data(bytes(self._hub.reading_buffer[:nbytes]))
        match self.phase:
            case Phase.OPENING:
                self._head_size_bytes += nbytes
                self._read_head()
            case Phase.OPEN:
                self._read_frames()
            case _:
                self._core.events_received()
                self._write_core()

    def eof_received(self) -> bool:
        """Close when the peer has closed; what is still in the buffer is sent first."""
        self._has_peer_ended = True
        return self.phase is Phase.RESPONDING

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave everything."""
        self._leave_all()
        self.phase = Phase.LOST
        self._core = None
        self._session = None
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        self._hub.upkeep.forget(self)

    def pause_writing(self) -> None:
        """Stop writing and reading: who does not read gets no answers and no pongs either."""
        self.paused_at_seconds = self._hub.clock.steady_seconds()
        self._transport.pause_reading()
        for watching in self.watchings:
            watching.channel.pause(watching)
        self._hub.upkeep.note_pause(self)

    def resume_writing(self) -> None:
        """Go on from the cursors."""
        self.paused_at_seconds = None
        self._hub.upkeep.note_resume(self)
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        if not self._transport.is_closing():
            self._transport.resume_reading()
        for watching in self.watchings:
            watching.channel.advance(watching)

    # What the hub and the channels call.

    @property
    def is_paused(self) -> bool:
        """Whether the buffer is full."""
        return self.paused_at_seconds is not None

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the peer has not taken."""
        return self._transport.get_write_buffer_size()

    def say(self, push: AnyPush) -> None:
        """Send one push."""
        if self.phase is Phase.OPEN:
            self._transport.write(text_frame(encode_push(push)))

    def fail(self, code: str, sentence: str) -> None:
        """Tell the peer that the server cannot go on, and close."""
        self.part(code, sentence, reconnect_after_ms=1_000, close_code=CloseCode.FAILED)

    def part(self, code: str, sentence: str, *, reconnect_after_ms: int, close_code: int) -> None:
        """Say goodbye and close."""
        if self.phase is not Phase.OPEN:
            return
        self.say(Bye(code=code, sentence=sentence, reconnect_after_ms=reconnect_after_ms))
        self._leave_all()
        core = self._open_core()
        core.send_close(close_code, code)
        self.phase = Phase.CLOSING
        self._write_core()
        self._hub.upkeep.expect_close(self)

    def abort(self) -> None:
        """Drop the peer; nothing is sent."""
        self._transport.abort()

    def beat(self) -> bool:
        """Send a heartbeat for each watched game, and a ping that a living peer answers.

        Returns:
            Whether the peer lives.
        """
        if self._heartbeats_unanswered >= self._hub.limits.heartbeats_unanswered_max:
            return False
        self._heartbeats_unanswered += 1
        if self.is_paused:
            return True
        for watching in self.watchings:
            channel = watching.channel
            seq = channel.cursor(watching)
            head = channel.head_at(seq) if watching.is_live else None
            if head is not None:
                watching.write(heartbeat_frame(channel.game, seq, head))
        self._open_core().send_ping(b"")
        self._write_core()
        return True

    # A plain request.

    def _read_head(self) -> None:
        core = self._open_core()
        events = core.events_received()
        if events:
            request = cast(Request, events[0])
            # Frames behind the request, before its answer: no client that knows RFC 6455 does it.
            if len(events) > 1 or core.writes:
                self.respond(sentence(400, "Wait for the handshake's answer before you send."))
            else:
                self._hub.reception.receive(self, request)
        elif core.handshake_exc is not None or core.writes:
            self.respond(bad_head(core))
        elif self._head_size_bytes > self._hub.limits.request_head_size_bytes_max:
            self.respond(sentence(431, "The request's head is too large: send fewer headers."))

    def respond(self, response: Response, *, is_body_wanted: bool = True) -> None:
        """Answer with a whole response and end."""
        self.begin_response()
        if not self._transport.is_closing():
            self._transport.write(response.encode(is_body_wanted=is_body_wanted))
        self.end_response()

    def begin_response(self) -> None:
        """Read nothing more: what follows is a response."""
        self.phase = Phase.RESPONDING
        self._core = None

    async def write_part(self, part: bytes) -> bool:
        """Send a part of a response, when the peer has taken what came before.

        Returns:
            Whether the peer is still there.
        """
        if self.is_paused:
            self._drained = asyncio.get_running_loop().create_future()
            await self._drained
            self._drained = None
        if self.phase is not Phase.RESPONDING or self._transport.is_closing():
            return False
        self._transport.write(part)
        return True

    def end_response(self) -> None:
        """Send the end and wait for the peer's: to close at once could cost it the last bytes."""
        if self.phase is not Phase.RESPONDING or self._transport.is_closing():
            return
        self.phase = Phase.CLOSING
        if self._has_peer_ended:
            self._transport.close()
        else:
            self._transport.write_eof()
        self._hub.upkeep.expect_close(self)

    # A websocket.

    def open_socket(self, request: Request) -> None:
        """Answer a handshake."""
        core = self._open_core()
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
        self.phase = Phase.OPEN
        self._session = Session(self._hub.limits, self._hub.clock.steady_seconds())
        self._write_core()
        self._hub.upkeep.note_handshake(self)

    def _read_frames(self) -> None:
        core, session = self._open_core(), self._session
        assert session is not None  # noqa: S101  made by the handshake
        now_seconds = self._hub.clock.steady_seconds()
        for frame in core.events_received():
            if not session.receive_frame(now_seconds):
                break
            self._read_frame(cast(Frame, frame), session, now_seconds)
        if isinstance(core.parser_exc, PayloadTooBig):
            session.receive_oversized()
        self._take_steps()
        self._write_core()

    def _read_frame(self, frame: Frame, session: Session, now_seconds: float) -> None:
        """Pass on what is a message, or a part of one; the core has checked their order."""
        match frame.opcode:
            case Opcode.BINARY:
                session.receive_binary()
            case Opcode.TEXT if frame.fin:
                session.receive_text(bytes(frame.data), now_seconds)
            case Opcode.TEXT | Opcode.CONT:
                session.receive_fragment(bytes(frame.data), now_seconds, is_last=frame.fin)
            case _:
                pass

    def _take_steps(self, follow: Callable[[], None] | None = None) -> None:
        """Do what the session holds.

        Args:
            follow: what the first answer promises, done before the next request begins.
        """
        if self._session is None:
            return
        for step in self._session.steps():
            match step:
                case Say(answer):
                    self._hub.counters.count_answer(is_accepted=isinstance(answer, Accepted))
                    self.say(answer)
                    if follow is not None:
                        follow()
                        follow = None
                case CarryOut(request):
                    self._hub.start(self._carry_out(request))
                case HangUp(close_code, reason):
                    self._hang_up(close_code, reason)

    async def _carry_out(self, request: AnyRequest) -> None:
        reply = await self._hub.desk.carry_out(request)
        # From here on nothing is awaited: the channel's head in the answer, the welcome and the
        # first events belong to one moment.
        session = self._session
        if session is None or self.phase is not Phase.OPEN:
            return
        games = [watching.channel.game for watching in self.watchings]
        answer = bounded(reply, games, self._hub.limits.watches_per_connection_max)
        is_accepted = isinstance(answer, Accepted)
        session.complete(answer, hosted_room=reply.hosted_room if is_accepted else None)
        follow = self._follow(reply) if is_accepted else None
        self._take_steps(follow)

    def _follow(self, reply: Reply) -> Callable[[], None] | None:
        if reply.left_game is not None:
            left_game = reply.left_game
            return lambda: self._leave(left_game)
        if reply.joined is not None:
            return lambda: self._join(reply)
        return None

    def _join(self, reply: Reply) -> None:
        channel = reply.joined
        assert channel is not None  # noqa: S101  checked by `_follow`
        self._leave(channel.game)
        mode = channel.mode(reply.after_seq)
        self.say(Welcome(game=channel.game, seq=channel.head_seq, head=channel.head, mode=mode))
        watching = Watching(
            channel=channel,
            watcher=self,
            write=self._transport.write,
            cursor=reply.after_seq if reply.after_seq <= channel.head_seq else 0,
        )
        self.watchings += (watching,)
        channel.join(watching)

    def _leave(self, game: str) -> None:
        for watching in self.watchings:
            if watching.channel.game == game:
                watching.channel.leave(watching)
        self.watchings = tuple(w for w in self.watchings if not w.has_left)

    def _leave_all(self) -> None:
        for watching in self.watchings:
            watching.channel.leave(watching)
        self.watchings = ()

    def _hang_up(self, close_code: int, reason: str) -> None:
        if self.phase is not Phase.OPEN:
            return
        if close_code == CloseCode.FLOOD:
            self._hub.counters.floods += 1
        core = self._open_core()
        # After `fail` the core reads nothing more, whatever still comes from this peer.
        core.fail(close_code, reason)
        self._write_core()

    def _write_core(self) -> None:
        """Write what the core holds; its empty bytes are the end of the stream."""
        if self._core is None or not self._core.writes:
            return
        writes = self._core.data_to_send()
        if self._transport.is_closing():
            return
        self._transport.write(b"".join(writes))
        if self._core.close_expected() and self.phase is Phase.OPEN:
            self._leave_all()
            self.phase = Phase.CLOSING
            self._hub.upkeep.expect_close(self)
        if b"" in writes:
            self._transport.write_eof()

    def _open_core(self) -> ServerProtocol:
        assert self._core is not None  # noqa: S101  kept until the connection is lost
        return self._core
