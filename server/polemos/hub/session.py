"""A connection's protocol state, without input or output: frames in, steps held until asked.

Rules that this file keeps:
1. Every request gets exactly one answer, unless its connection ends first.
2. One request is carried out at a time, in their order, and what waits is bounded. A refusal that
   needs nobody may overtake; answers bear the requests' ids.
3. A host's request passes only after `take_control` of its room on the same connection.
4. Whoever floods is refused first and closed later; whoever breaks the framing is told and closed.
5. After a hang-up nothing is heeded and nothing that waits is carried out, whatever still comes.
"""

from collections import deque
from dataclasses import dataclass

from polemos.hub import refusals
from polemos.hub.buckets import Bucket
from polemos.hub.limits import HubLimits
from polemos.wire.codes import CloseCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import AnyRequest, HostRequest, OpenRoom, TakeControl
from polemos.wire.translation import BadRequest, read_request


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
    """

    __slots__ = (
        "_flood_refusals",
        "_fragments",
        "_frames",
        "_has_hung_up",
        "_hosted_rooms",
        "_in_progress",
        "_limits",
        "_requests",
        "_steps",
        "_waiting",
    )

    def __init__(self, limits: HubLimits, now_seconds: float) -> None:
        self._limits = limits
        self._frames = Bucket(limits.frames_burst, now_seconds)
        self._requests = Bucket(limits.requests_burst, now_seconds)
        self._flood_refusals = 0
        self._fragments: list[bytes] | None = None
        self._has_hung_up = False
        self._hosted_rooms: frozenset[str] = frozenset()
        self._in_progress: AnyRequest | None = None
        # A watcher seldom asks: what waits is made when it is needed and dropped when it is done.
        self._waiting: deque[AnyRequest] | None = None
        self._steps: list[Step] | None = None

    @property
    def hosted_rooms(self) -> frozenset[str]:
        """The rooms that this connection controls."""
        return self._hosted_rooms

    def steps(self) -> list[Step]:
        """Take what has to be done now, in order."""
        steps, self._steps = self._steps, None
        return steps if steps is not None else []

    def receive_frame(self, now_seconds: float) -> bool:
        """Count a frame of any kind.

        Returns:
            Whether it may be read; if not, the connection is to be closed.
        """
        if self._has_hung_up:
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
        if self._has_hung_up:
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
            self._queue(request)

    def receive_fragment(self, payload: bytes, now_seconds: float, *, is_last: bool) -> None:
        """Read one part of a text message; the websocket core sees to their order and size."""
        if self._has_hung_up:
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

    def complete(self, answer: Accepted | Refused, *, hosted_room: str | None = None) -> None:
        """Answer the request in progress.

        Args:
            answer: bears the request's id.
            hosted_room: a room that the connection controls from now on.
        """
        assert self._in_progress is not None  # noqa: S101  whoever completes was told to carry out
        assert answer.id == self._in_progress.id  # noqa: S101
        self._in_progress = None
        if self._has_hung_up:
            return
        if hosted_room is not None:
            self._hosted_rooms |= {hosted_room}
        self._hold(Say(answer))
        self._take_next()

    def _queue(self, request: AnyRequest) -> None:
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) >= self._limits.requests_waiting_max:
            self._hold(Say(refusals.too_many_waiting(request, len(self._waiting))))
            return
        self._waiting.append(request)
        self._take_next()

    def _take_next(self) -> None:
        while self._in_progress is None and self._waiting:
            request = self._waiting.popleft()
            refusal = self._refusal(request)
            if refusal is not None:
                self._hold(Say(refusal))
            else:
                self._in_progress = request
                self._hold(CarryOut(request))
        if not self._waiting:
            self._waiting = None

    def _refusal(self, request: AnyRequest) -> Refused | None:
        """Refuse what this connection may not do, whatever the rooms would say."""
        if isinstance(request, HostRequest) and request.room not in self._hosted_rooms:
            return refusals.not_host(request)
        hosts_enough = len(self._hosted_rooms) >= self._limits.hosted_rooms_max
        if hosts_enough and self._wants_room(request):
            return refusals.too_many_rooms_hosted(request, self._limits)
        return None

    def _wants_room(self, request: AnyRequest) -> bool:
        match request:
            case OpenRoom():
                return True
            case TakeControl(room=room):
                return room not in self._hosted_rooms
            case _:
                return False

    def _passes_bucket(self, request_id: int | str | None, now_seconds: float) -> bool:
        limits = self._limits
        wait_seconds = self._requests.take(
            now_seconds, burst=limits.requests_burst, per_second=limits.requests_per_second
        )
        if wait_seconds == 0.0:
            self._flood_refusals = 0
            return True
        self._flood_refusals += 1
        refusal = refusals.too_many_requests(request_id, limits, wait_seconds)
        if self._flood_refusals > limits.flood_refusals_max:
            self._hang_up(CloseCode.FLOOD, refusal)
        else:
            self._hold(Say(refusal))
        return False

    def _hang_up(self, close_code: int, refusal: Refused) -> None:
        if self._has_hung_up:
            return
        self._has_hung_up = True
        self._waiting = self._fragments = None
        self._hold(Say(refusal))
        self._hold(HangUp(close_code, refusal.code))

    def _hold(self, step: Step) -> None:
        if self._steps is None:
            self._steps = []
        self._steps.append(step)
