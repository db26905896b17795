"""A connection that is a websocket: websockets' sans-IO core, a session, and the games it watches.

The core does everything that is received, and the control frames. Events go past it: their frames
are prepared once for all connections and written as they are (RFC 6455 lets a server send a frame
whenever no other is half sent, and each of ours is one write).
"""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from polemos.hub.desk import Reply, bounded
from polemos.hub.frames import heartbeat_frame, text_frame
from polemos.hub.phases import Peer, Phase
from polemos.hub.session import CarryOut, HangUp, Say, Session
from polemos.hub.shared import Shared
from polemos.hub.watching import Watching
from polemos.wire.codes import CloseCode
from polemos.wire.pushes import Accepted, AnyPush, Bye, Welcome, encode_push
from polemos.wire.requests import AnyRequest


class Websocket:
    """Speaks `polemos.v1` with one peer.

    Args:
        peer: whose stage it is.
        transport: written to.
        core: has accepted the handshake.
        shared: what all connections share.
        address: what the peer is counted by.
    """

    __slots__ = (
        "_core",
        "_heartbeats_unanswered",
        "_peer",
        "_session",
        "_shared",
        "_transport",
        "phase",
        "watchings",
    )

    def __init__(
        self,
        *,
        peer: Peer,
        transport: asyncio.Transport,
        core: ServerProtocol,
        shared: Shared,
        address: str,
    ) -> None:
        self._peer = peer
        self._transport = transport
        self._core = core
        self._shared = shared
        self._session = Session(
            shared.limits, shared.clock.steady_seconds(), address=address, tolls=shared.tolls
        )
        self._heartbeats_unanswered = 0
        self.phase = Phase.OPEN
        self.watchings: tuple[Watching, ...] = ()

    def open(self) -> None:
        """Send the answer to the handshake and begin."""
        self._write_core()
        self._shared.upkeep.note_handshake(self._peer)

    # What the connection calls.

    def receive(self, received: bytes) -> None:
        """Read frames."""
        self._heartbeats_unanswered = 0
        self._core.receive_data(received)
        if self.phase is Phase.OPEN:
            self._read_frames()
        else:
            self._core.events_received()
            self._write_core()

    def end(self) -> bool:
        """Close; what is still in the buffer is sent first."""
        return False

    def pause(self) -> None:
        """Keep the cursors."""
        for watching in self.watchings:
            watching.channel.pause(watching)

    def resume(self) -> None:
        """Go on from the cursors."""
        for watching in self.watchings:
            watching.channel.advance(watching)

    def lose(self) -> None:
        """Leave every channel."""
        self._leave_all()
        self.phase = Phase.LOST

    def beat(self) -> bool:
        """Send a heartbeat for each watched game, and a ping that a living peer answers.

        Returns:
            Whether the peer lives.
        """
        if self._heartbeats_unanswered >= self._shared.limits.heartbeats_unanswered_max:
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
        self._core.send_ping(b"")
        self._write_core()
        return True

    def part(self, code: str, sentence: str, *, reconnect_after_ms: int, close_code: int) -> None:
        """Say goodbye and close."""
        if self.phase is not Phase.OPEN:
            return
        self._say(Bye(code=code, sentence=sentence, reconnect_after_ms=reconnect_after_ms))
        self._leave_all()
        self._core.send_close(close_code, code)
        self.phase = Phase.CLOSING
        self._write_core()
        self._shared.upkeep.expect_close(self._peer)

    # What the channels call.

    @property
    def is_paused(self) -> bool:
        """Whether the buffer is full."""
        return self._peer.paused_at_seconds is not None

    def fail(self, code: str, sentence: str) -> None:
        """Tell the peer that the server cannot go on, and close."""
        self.part(code, sentence, reconnect_after_ms=1_000, close_code=CloseCode.FAILED)

    # What the peer sends.

    def _read_frames(self) -> None:
        core, session = self._core, self._session
        now_seconds = self._shared.clock.steady_seconds()
        for frame in core.events_received():
            if not session.receive_frame(now_seconds):
                break
            _pass_on(cast(Frame, frame), session, now_seconds)
        if isinstance(core.parser_exc, PayloadTooBig):
            session.receive_oversized()
        self._take_steps()
        self._write_core()

    def _take_steps(self, follow: Callable[[], None] | None = None) -> None:
        """Do what the session holds.

        Args:
            follow: what the first answer promises, done before the next request begins.
        """
        for step in self._session.steps():
            match step:
                case Say(answer):
                    self._shared.counters.count_answer(is_accepted=isinstance(answer, Accepted))
                    self._say(answer)
                    if follow is not None:
                        follow()
                        follow = None
                case CarryOut(request):
                    self._shared.start(self._carry_out(request))
                case HangUp(close_code, reason):
                    self._hang_up(close_code, reason)

    async def _carry_out(self, request: AnyRequest) -> None:
        reply = await self._shared.desk.carry_out(request)
        # From here on nothing is awaited: the channel's head in the answer, the welcome and the
        # first events belong to one moment.
        if self.phase is not Phase.OPEN:
            return
        games = [watching.channel.game for watching in self.watchings]
        answer = bounded(reply, games, self._shared.limits.watches_per_connection_max)
        is_accepted = isinstance(answer, Accepted)
        self._session.complete(
            answer,
            self._shared.clock.steady_seconds(),
            hosted_room=reply.hosted_room if is_accepted else None,
        )
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
        self._say(Welcome(game=channel.game, seq=channel.head_seq, head=channel.head, mode=mode))
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

    # What the peer is sent.

    def _say(self, push: AnyPush) -> None:
        if self.phase is Phase.OPEN:
            self._transport.write(text_frame(encode_push(push)))

    def _hang_up(self, close_code: int, reason: str) -> None:
        if self.phase is not Phase.OPEN:
            return
        if close_code == CloseCode.FLOOD:
            self._shared.counters.floods += 1
        # After `fail` the core reads nothing more, whatever still comes from this peer.
        self._core.fail(close_code, reason)
        self._write_core()

    def _write_core(self) -> None:
        """Write what the core holds; its empty bytes are the end of the stream."""
        if not self._core.writes or self.phase is Phase.LOST:
            return
        writes = self._core.data_to_send()
        if self._transport.is_closing():
            return
        self._transport.write(b"".join(writes))
        if self._core.close_expected() and self.phase is Phase.OPEN:
            self._leave_all()
            self.phase = Phase.CLOSING
            self._shared.upkeep.expect_close(self._peer)
        if b"" in writes:
            self._transport.write_eof()


def _pass_on(frame: Frame, session: Session, now_seconds: float) -> None:
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
