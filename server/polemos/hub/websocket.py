"""A connection that is a websocket: websockets' sans-IO core, a session, and the games it watches.

The core does everything that is received, and the control frames. Events go past it: their frames
are prepared once for all connections and written as they are (RFC 6455 lets a server send a frame
whenever no other is half sent, and each of ours is one write).

A websocket is what the rooms know as a guest. It parts from them once, when it is open no more; a
request that is being carried out then could still give it a seat, so it parts after the answer.
"""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from polemos.hub import refusals
from polemos.hub.channel import Channel
from polemos.hub.desk import Reply, bounded
from polemos.hub.ending import end_writing
from polemos.hub.frames import heartbeat_frame, text_frame
from polemos.hub.phases import Peer, Phase
from polemos.hub.session import NO_ROOMS, CarryOut, HangUp, Say, Session
from polemos.hub.shared import Shared
from polemos.hub.watching import Watching
from polemos.rules.names import room_of
from polemos.wire.codes import CloseCode, WireCode
from polemos.wire.pushes import Accepted, AnyPush, Bye, Refused, Welcome, encode_push
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
        "_seated_rooms",
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
        self._seated_rooms = NO_ROOMS
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
            watching.channel.resume(watching)

    def lose(self) -> None:
        """Leave every channel, and the rooms."""
        was_open, self.phase = self.phase is Phase.OPEN, Phase.LOST
        if was_open:
            self._leave_all()

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
        self._core.send_close(close_code, code)
        self._begin_close()
        self._write_core()

    # What the channels call.

    @property
    def is_paused(self) -> bool:
        """Whether the buffer is full."""
        return self._peer.paused_at_seconds is not None

    def fail(self, code: str, sentence: str) -> None:
        """Tell the peer that the server cannot go on, and close."""
        self.part(code, sentence, reconnect_after_ms=1_000, close_code=CloseCode.FAILED)

    # What the rooms call.

    @property
    def is_here(self) -> bool:
        """Whether the socket is open."""
        return self.phase is Phase.OPEN

    def be_replaced(self, room: str) -> None:
        """Say that another connection took over the seat, and close."""
        if self.phase is not Phase.OPEN:
            return
        self._shared.counters.take_overs += 1
        self.part(
            WireCode.SEAT_TAKEN_OVER.value,
            f"Your seat in room {room} was taken over from another window or device: go on there, "
            "or come back here with the seat's link.",
            reconnect_after_ms=0,
            close_code=CloseCode.SEAT_TAKEN_OVER,
        )

    def is_of(self, room: str) -> bool:
        """Tell whether the connection holds a seat of a room or controls it."""
        return room in self._seated_rooms or room in self._session.hosted_rooms

    def be_removed(self, room: str) -> None:
        """Hold a seat no more, and stay."""
        self._session.lose_seat(room)
        self._note_seat(room, is_held=False)

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
        reply = await self._shared.desk.carry_out(request, self)
        # From here on nothing is awaited: the channel's head in the answer, the welcome and the
        # first events belong to one moment.
        is_open = self.phase is Phase.OPEN
        answer = self._bounded(reply) if is_open else reply.answer
        is_accepted = isinstance(answer, Accepted)
        self._session.complete(
            answer,
            self._shared.clock.steady_seconds(),
            hosted_room=reply.hosted_room if is_accepted else None,
        )
        if is_open:
            self._take_steps(self._follow(reply) if is_accepted else None)
        else:
            self._shared.desk.part(self)

    def _bounded(self, reply: Reply) -> Accepted | Refused:
        """Refuse a watch that is one too many for the connection or for the game."""
        limits, channel = self._shared.limits, reply.joined
        games = [watching.channel.game for watching in self.watchings]
        answer = bounded(reply, games, limits.watches_per_connection_max)
        if channel is None or channel.game in games or not isinstance(answer, Accepted):
            return answer
        is_full = channel.spectators_count >= limits.watchers_per_game_max
        if not is_full or room_of(channel.game) in self._seated_rooms:
            return answer
        self._shared.counters.watchers_refused += 1
        return refusals.too_many_watchers(answer.id, channel.game, limits)

    def _follow(self, reply: Reply) -> Callable[[], None] | None:
        if reply.left_game is not None:
            left_game = reply.left_game
            return lambda: self._leave(left_game)
        if reply.joined is not None:
            return lambda: self._join(reply)
        if reply.seated_room is not None:
            seated_room = reply.seated_room
            return lambda: self._note_seat(seated_room, is_held=True)
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
        self._learn_company(channel)
        channel.join(watching)
        if room_of(channel.game) in self._seated_rooms:
            channel.notices.note_seat(watching, is_held=True)

    def _learn_company(self, channel: Channel) -> None:
        """Fetch the newest company: nobody may have been told it since the channel opened."""
        company = self._shared.desk.company(channel.game)
        if company is not None and company != channel.notices.company:
            channel.tell_company(company)

    def _note_seat(self, room: str, *, is_held: bool) -> None:
        """Hold a seat from now on, or no longer, in whatever is watched of its room."""
        if is_held == (room in self._seated_rooms):
            return
        if is_held:
            self._shared.counters.seats_gained += 1
            self._seated_rooms |= {room}
        else:
            self._shared.counters.seats_lost += 1
            self._seated_rooms -= {room}
        for watching in self.watchings:
            if room_of(watching.channel.game) == room:
                watching.channel.notices.note_seat(watching, is_held=is_held)

    def _leave(self, game: str) -> None:
        for watching in self.watchings:
            if watching.channel.game == game:
                watching.channel.leave(watching)
        self.watchings = tuple(w for w in self.watchings if not w.has_left)

    def _begin_close(self) -> None:
        """Leave while the peer is still to close its side."""
        self.phase = Phase.CLOSING
        self._leave_all()
        self._shared.upkeep.expect_close(self._peer)

    def _leave_all(self) -> None:
        """Leave every channel, and the rooms unless the answer to a request is still to come."""
        self._session.end()
        for watching in self.watchings:
            watching.channel.leave(watching)
        self.watchings = ()
        self._shared.counters.seats_lost += len(self._seated_rooms)
        self._seated_rooms = NO_ROOMS
        if not self._session.is_carrying_out:
            self._shared.desk.part(self)

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
            self._begin_close()
        if b"" in writes:
            end_writing(self._transport)


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
