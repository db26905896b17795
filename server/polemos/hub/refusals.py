"""What a connection is told when it may not do something, whatever the rooms would say."""

from polemos.hub.limits import HubLimits
from polemos.hub.tolls import Due
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Refused
from polemos.wire.requests import AnyRequest, DrawCode, HostRequest, Rematch, SeatRequest

RETRY_WHEN_MANY_WAIT_MS = 1_000
RETRY_WHEN_MANY_WATCH_MS = 10_000


def not_utf8() -> Refused:
    """Refuse a text that is none."""
    return Refused(
        id=None,
        code=WireCode.MALFORMED_FRAME,
        sentence="The text frame is not UTF-8: encode the request as UTF-8.",
    )


def binary() -> Refused:
    """Refuse a binary message."""
    return Refused(
        id=None,
        code=WireCode.BINARY_FRAME,
        sentence="The frame is binary: send one JSON object in a text frame.",
    )


def oversized(limits: HubLimits) -> Refused:
    """Refuse a message of too many bytes."""
    return Refused(
        id=None,
        code=WireCode.FRAME_TOO_LARGE,
        sentence=f"The frame holds more than {limits.request_size_bytes_max} bytes: "
        "send a smaller request.",
    )


def too_many_fragments(limits: HubLimits) -> Refused:
    """Refuse a message that does not end."""
    return Refused(
        id=None,
        code=WireCode.FRAME_TOO_LARGE,
        sentence=f"The message has more than {limits.fragments_max} fragments: "
        "send it in one frame.",
    )


def too_many_frames(limits: HubLimits, wait_seconds: float) -> Refused:
    """Refuse a flood of frames of any kind."""
    return Refused(
        id=None,
        code=WireCode.RATE_LIMITED,
        sentence=f"More than {limits.frames_per_second:g} frames a second came: send fewer.",
        retry_after_ms=_ms(wait_seconds),
    )


def too_many_requests(
    request_id: int | str | None, limits: HubLimits, wait_seconds: float
) -> Refused:
    """Refuse a request that came too soon after others."""
    return Refused(
        id=request_id,
        code=WireCode.RATE_LIMITED,
        sentence=f"More than {limits.requests_per_second:g} requests a second came over this "
        "connection: wait before you send another.",
        retry_after_ms=_ms(wait_seconds),
    )


def toll(request_id: int | str | None, due: Due) -> Refused:
    """Refuse what an address, a host or a seat has asked too often."""
    return Refused(
        id=request_id,
        code=due.code,
        sentence=f"{due.reason}: wait before you send another.",
        retry_after_ms=_ms(due.wait_seconds),
    )


def too_many_waiting(request: AnyRequest, waiting: int) -> Refused:
    """Refuse a request behind too many that wait for their turn."""
    return Refused(
        id=request.id,
        code=WireCode.RATE_LIMITED,
        sentence=f"{waiting} requests wait for their answers: wait for some before you send more.",
        retry_after_ms=RETRY_WHEN_MANY_WAIT_MS,
    )


def not_host(request: HostRequest) -> Refused:
    """Refuse what only the room's host may do."""
    return Refused(
        id=request.id,
        code=WireCode.NOT_HOST,
        sentence=f"Only the host of room {request.room} may do that: "
        "send take_control with the room's secret first.",
    )


def not_seated(request: SeatRequest | Rematch, room: str) -> Refused:
    """Refuse what only whoever holds a seat may do."""
    return Refused(
        id=request.id,
        code=WireCode.NOT_SEATED,
        sentence=f"This connection holds no seat of room {room}: "
        "send resume_seat with the seat's secret first.",
    )


def nothing_to_share(request: DrawCode) -> Refused:
    """Refuse to draw codes for somebody who is in no room."""
    return Refused(
        id=request.id,
        code=WireCode.NOT_SEATED,
        sentence="Codes are drawn for whoever controls a room or holds a seat, and this connection "
        "does neither: send take_control or resume_seat first.",
    )


def too_many_rooms_hosted(request: AnyRequest, limits: HubLimits) -> Refused:
    """Refuse the control of one room more."""
    return Refused(
        id=request.id,
        code=WireCode.TOO_MANY_ROOMS_HOSTED,
        sentence=f"One connection controls at most {limits.hosted_rooms_max} rooms: "
        "open another connection for more.",
    )


def too_many_seats_held(request: AnyRequest, limits: HubLimits) -> Refused:
    """Refuse one seat more."""
    return Refused(
        id=request.id,
        code=WireCode.TOO_MANY_SEATS_HELD,
        sentence=f"One connection holds at most {limits.held_seats_max} seats: "
        "open another connection for more.",
    )


def too_many_watchers(request_id: int | str | None, game: str, limits: HubLimits) -> Refused:
    """Refuse one spectator more."""
    return Refused(
        id=request_id,
        code=WireCode.TOO_MANY_WATCHERS,
        sentence=f"{limits.watchers_per_game_max} people watch game {game} already: "
        "try again in a while; whoever holds a seat sends resume_seat first.",
        retry_after_ms=RETRY_WHEN_MANY_WATCH_MS,
    )


def _ms(seconds: float) -> int:
    return int(seconds * 1_000) + 1
