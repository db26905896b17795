"""A connection's protocol state, without input or output: frames in, steps held until asked.

Rules that this file keeps:
1. Every request gets exactly one answer, unless its connection ends first.
2. One request is carried out at a time, in their order, and what waits is bounded. A refusal that
   needs nobody may overtake; answers bear the requests' ids.
3. A host's request passes only after `take_control` of its room on the same connection, a seat's
   only after `take_seat` or `resume_seat`, a rematch after any of them, and codes are drawn after
   any of them for whatever room.
4. Tolls are taken from whoever may ask at all, in the moment in which the request's turn comes.
5. Whoever floods is refused first and closed later; whoever breaks the framing is told and closed.
6. After a hang-up, or the connection's end, nothing is heeded and nothing that waits is carried
   out, whatever still comes. The request in progress is completed all the same: it pays its tolls.
"""

from collections import deque
from dataclasses import dataclass

from polemos.hub import refusals
from polemos.hub.buckets import Bucket
from polemos.hub.limits import HubLimits
from polemos.hub.tolls import Fare, Tolls, fare_of
from polemos.rules.names import room_of
from polemos.wire.codes import CloseCode, WireCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import (
    AnyRequest,
    DrawCode,
    HostRequest,
    LeaveSeat,
    OpenRoom,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
)
from polemos.wire.translation import BadRequest, read_request

NO_ROOMS: frozenset[str] = frozenset()
"""One for all who have none: each that is made takes 216 bytes."""


@dataclass(frozen=True, slots=True)
class Say:
    """Send an answer."""

    answer: Accepted | Refused


@dataclass(frozen=True, slots=True)
class CarryOut:
    """Carry out a request, then call `Session.complete` with its answer."""

    request: AnyRequest


@dataclass(frozen=True, slots=True)
class HangUp:
    """Close the socket; nothing further is read from it."""

    close_code: int
    reason: str


Step = Say | CarryOut | HangUp


class Session:
    """What one connection may do, and what has to be done for it.

    Args:
        limits: the hub's bounds.
        now_seconds: the steady clock.
        address: what the peer is counted by.
        tolls: what all connections pay.
    """

    __slots__ = (
        "_address",
        "_fare",
        "_flood_refusals",
        "_fragments",
        "_frames",
        "_has_ended",
        "_hosted_rooms",
        "_in_progress",
        "_limits",
        "_requests",
        "_seats",
        "_steps",
        "_tolls",
        "_waiting",
    )

    def __init__(
        self, limits: HubLimits, now_seconds: float, *, address: str, tolls: Tolls
    ) -> None:
        self._limits = limits
        self._address = address
        self._tolls = tolls
        self._frames = Bucket(limits.frames_burst, now_seconds)
        self._requests = Bucket(limits.requests_burst, now_seconds)
        self._flood_refusals = 0
        self._fragments: list[bytes] | None = None
        self._has_ended = False
        self._hosted_rooms = NO_ROOMS
        # By room, the seat that the connection holds there; few hold any.
        self._seats: dict[str, int] | None = None
        self._in_progress: AnyRequest | None = None
        self._fare: Fare | None = None
        # A watcher seldom asks: what waits is made when it is needed and dropped when it is done.
        self._waiting: deque[AnyRequest] | None = None
        self._steps: list[Step] | None = None

    @property
    def hosted_rooms(self) -> frozenset[str]:
        """The rooms that this connection controls."""
        return self._hosted_rooms

    @property
    def is_carrying_out(self) -> bool:
        """Whether a request has been given out that is not completed yet."""
        return self._in_progress is not None

    def end(self) -> None:
        """Heed nothing more, because the connection ends."""
        self._has_ended = True
        self._waiting = self._fragments = None

    def lose_seat(self, room: str) -> None:
        """Hold a seat no more."""
        if self._seats is not None:
            self._seats = {known: seat for known, seat in self._seats.items() if known != room}

    def steps(self) -> list[Step]:
        """Take what has to be done now, in order."""
        steps, self._steps = self._steps, None
        return steps if steps is not None else []

    def receive_frame(self, now_seconds: float) -> bool:
        """Count a frame of any kind.

        Returns:
            Whether it may be read; if not, the connection is to be closed.
        """
        if self._has_ended:
            return False
        limits = self._limits
        wait_seconds = self._frames.take(
            now_seconds, burst=limits.frames_burst, per_second=limits.frames_per_second
        )
        if wait_seconds == 0.0:
            return True
        self._hang_up(
            CloseCode.FLOOD,
            refusals.too_many_frames(limits, wait_seconds),
        )
        return False

    def receive_text(self, payload: bytes, now_seconds: float) -> None:
        """Read one whole text message."""
        if self._has_ended:
            return
        try:
            payload.decode()
        except UnicodeDecodeError:
            self._hang_up(CloseCode.NOT_UTF8, refusals.not_utf8())
            return
        try:
            request = read_request(payload)
        except BadRequest as bad:
            if self._passes_bucket(bad.id, now_seconds):
                self._hold(Say(Refused(id=bad.id, code=bad.code, sentence=bad.sentence)))
            return
        if self._passes_bucket(request.id, now_seconds):
            self._queue(request, now_seconds)

    def receive_fragment(self, payload: bytes, now_seconds: float, *, is_last: bool) -> None:
        """Read one part of a text message; the websocket core sees to their order and size."""
        if self._has_ended:
            return
        fragments = self._fragments = self._fragments or []
        fragments.append(payload)
        if is_last:
            self._fragments = None
            self.receive_text(b"".join(fragments), now_seconds)
        elif len(fragments) >= self._limits.fragments_max:
            self._hang_up(CloseCode.TOO_LARGE, refusals.too_many_fragments(self._limits))

    def receive_binary(self) -> None:
        """Refuse a binary message."""
        self._hang_up(CloseCode.BINARY, refusals.binary())

    def receive_oversized(self) -> None:
        """Refuse a message that is too large; the websocket core has closed by itself."""
        self._hang_up(CloseCode.TOO_LARGE, refusals.oversized(self._limits))

    def complete(
        self, answer: Accepted | Refused, now_seconds: float, *, hosted_room: str | None = None
    ) -> None:
        """Answer the request in progress.

        Args:
            answer: bears the request's id.
            now_seconds: the steady clock.
            hosted_room: a room that the connection controls from now on.
        """
        request, fare = self._in_progress, self._fare
        assert request is not None  # noqa: S101  whoever completes was told to carry out
        assert fare is not None  # noqa: S101
        assert answer.id == request.id  # noqa: S101
        self._in_progress = self._fare = None
        self._tolls.settle(fare, self._address, answer, now_seconds)
        if self._has_ended:
            return
        self._note_seat(request, answer)
        if hosted_room is not None:
            self._hosted_rooms |= {hosted_room}
        self._hold(Say(answer))
        self._take_next(now_seconds)

    def _queue(self, request: AnyRequest, now_seconds: float) -> None:
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) >= self._limits.requests_waiting_max:
            self._hold(Say(refusals.too_many_waiting(request, len(self._waiting))))
            return
        self._waiting.append(request)
        self._take_next(now_seconds)

    def _take_next(self, now_seconds: float) -> None:
        while self._in_progress is None and self._waiting:
            request = self._waiting.popleft()
            refusal = self._refusal(request) or self._begin(request, now_seconds)
            self._hold(CarryOut(request) if refusal is None else Say(refusal))
        if not self._waiting:
            self._waiting = None

    def _refusal(self, request: AnyRequest) -> Refused | None:
        """Refuse what this connection may not do, whatever the rooms would say."""
        if isinstance(request, HostRequest) and request.room not in self._hosted_rooms:
            return refusals.not_host(request)
        if isinstance(request, SeatRequest | Rematch) and not self._may_ask(request):
            return refusals.not_seated(request, _room_named(request))
        if isinstance(request, DrawCode) and not (self._hosted_rooms or self._seats):
            return refusals.nothing_to_share(request)
        hosts_enough = len(self._hosted_rooms) >= self._limits.hosted_rooms_max
        if hosts_enough and self._wants_room(request):
            return refusals.too_many_rooms_hosted(request, self._limits)
        holds_enough = len(self._seats or ()) >= self._limits.held_seats_max
        if holds_enough and self._wants_seat(request):
            return refusals.too_many_seats_held(request, self._limits)
        return None

    def _may_ask(self, request: SeatRequest | Rematch) -> bool:
        room = _room_named(request)
        is_host = isinstance(request, Rematch) and room in self._hosted_rooms
        return is_host or room in (self._seats or ())

    def _begin(self, request: AnyRequest, now_seconds: float) -> Refused | None:
        """Let a request be carried out, unless a toll is due."""
        fare = fare_of(request, self._seat_for(request))
        due = self._tolls.take(fare, self._address, now_seconds)
        if due is not None:
            return refusals.toll(request.id, due)
        self._in_progress, self._fare = request, fare
        return None

    def _seat_for(self, request: AnyRequest) -> int | None:
        if self._seats is None or not isinstance(request, SeatRequest | Rematch | TakeSeat):
            return None
        return self._seats.get(_room_named(request))

    def _note_seat(self, request: AnyRequest, answer: Accepted | Refused) -> None:
        """Learn from an answer which seat the connection holds, or holds no more."""
        match request:
            case TakeSeat() | ResumeSeat() if isinstance(answer, Accepted):
                self._hold_seat(_room_named(request), answer)
            case LeaveSeat(room=room) if isinstance(answer, Accepted):
                self.lose_seat(room)
            case _ if isinstance(answer, Refused) and answer.code == WireCode.NOT_SEATED:
                if isinstance(request, SeatRequest | Rematch):
                    self.lose_seat(_room_named(request))
            case _:
                pass

    def _hold_seat(self, room: str, answer: Accepted) -> None:
        assert answer.seat is not None  # noqa: S101  whoever is seated is told where
        self._seats = {**(self._seats or {}), room: answer.seat}

    def _wants_room(self, request: AnyRequest) -> bool:
        match request:
            case OpenRoom():
                return True
            case TakeControl(room=room):
                return room not in self._hosted_rooms
            case _:
                return False

    def _wants_seat(self, request: AnyRequest) -> bool:
        if not isinstance(request, TakeSeat | ResumeSeat):
            return False
        return _room_named(request) not in (self._seats or ())

    def _passes_bucket(self, request_id: int | str | None, now_seconds: float) -> bool:
        limits = self._limits
        wait_seconds = self._requests.take(
            now_seconds, burst=limits.requests_burst, per_second=limits.requests_per_second
        )
        if wait_seconds == 0.0:
            self._flood_refusals = 0
            due = self._tolls.take_request(self._address, now_seconds)
            if due is not None:
                self._hold(Say(refusals.toll(request_id, due)))
            return due is None
        self._flood_refusals += 1
        refusal = refusals.too_many_requests(request_id, limits, wait_seconds)
        if self._flood_refusals > limits.flood_refusals_max:
            self._hang_up(CloseCode.FLOOD, refusal)
        else:
            self._hold(Say(refusal))
        return False

    def _hang_up(self, close_code: int, refusal: Refused) -> None:
        if self._has_ended:
            return
        self.end()
        self._hold(Say(refusal))
        self._hold(HangUp(close_code, refusal.code))

    def _hold(self, step: Step) -> None:
        if self._steps is None:
            self._steps = []
        self._steps.append(step)


def _room_named(request: SeatRequest | Rematch | TakeSeat | ResumeSeat) -> str:
    return room_of(request.game) if isinstance(request, Rematch | TakeSeat) else request.room
