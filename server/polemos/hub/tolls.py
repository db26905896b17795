"""What requests cost beyond their own connection: tolls by address, room and seat.

Rules that this file keeps (decision 0009 says why):
1. Every request costs its address one.
2. A room, or a rematch, costs its address one more, unless it is refused.
3. A secret that is shown costs its address one more, unless it opens what it was shown for.
4. What only a room's people may ask costs the room, and what a seat's holder asks costs the seat.
   Whether the connection may ask it at all is looked at before, so a stranger costs no room
   anything; and a right secret costs room and seat when it has turned out to be right.
5. A request that is refused for one toll pays no other.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import assert_never

from polemos.hub.buckets import Buckets, Rate
from polemos.hub.limits import HubLimits
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import (
    AnyRequest,
    DrawCode,
    HostRequest,
    OpenRoom,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
    Unwatch,
    Watch,
)

SECONDS_A_MINUTE = 60
OWN_FAULTS = (
    WireCode.STORAGE_FULL,
    WireCode.STORAGE_FAILED,
    WireCode.SERVER_FAILED,
    WireCode.DRAINING,
)
"""What is no fault of whoever showed a secret; any other refusal could have met a guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fare:
    """What a request costs besides its address's one.

    Args:
        room: whose people ask it.
        seat: the key of the seat whose holder asks it; see `seat_key`.
        opens_room: whether it opens a room or a rematch.
        shows_secret: whether it is only accepted with a secret; then the room pays afterwards.
    """

    room: str | None = None
    seat: str | None = None
    opens_room: bool = False
    shows_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A toll that cannot be paid now.

    Args:
        code: of the refusal.
        reason: the refusal's sentence up to what to do.
        wait_seconds: until it can.
    """

    code: WireCode
    reason: str
    wait_seconds: float


def seat_key(room: str, seat_secret: str) -> str:
    """Name a seat by its secret, without keeping it: the same on every connection and device."""
    return f"{room} {sha256(seat_secret.encode()).hexdigest()[:32]}"


def fare_of(request: AnyRequest, seat: str | None) -> Fare:
    """Tell what a request costs.

    Args:
        request: has passed the connection's own checks.
        seat: the key of the seat that its connection holds in the room that it names, or none.
    """
    match request:
        case OpenRoom():
            return Fare(opens_room=True)
        case TakeControl(room=room):
            return Fare(room=room, shows_secret=True)
        case ResumeSeat(room=room, seat_secret=secret):
            return Fare(room=room, seat=seat_key(room, secret), shows_secret=True)
        case TakeSeat(game=game, seat_secret=secret):
            room = room_of(game)
            return Fare(room=room, seat=seat_key(room, secret), shows_secret=True)
        case Rematch(game=game):
            return Fare(room=room_of(game), seat=seat, opens_room=True)
        case Watch() | Unwatch() | DrawCode():
            return Fare()
        case _ if isinstance(request, HostRequest):
            return Fare(room=request.room)
        case _ if isinstance(request, SeatRequest):
            return Fare(room=request.room, seat=seat)
        case _:
            assert_never(request)


class Tolls:
    """Takes the tolls of all connections of a hub.

    Args:
        limits: the rates.
    """

    def __init__(self, limits: HubLimits) -> None:
        self._limits = limits
        self._connections = Buckets(
            Rate(limits.address_connections_burst, limits.address_connections_per_second),
            limits.addresses_max,
        )
        self._requests = Buckets(
            Rate(limits.address_requests_burst, limits.address_requests_per_second),
            limits.addresses_max,
        )
        self._openings = Buckets(
            Rate(limits.address_rooms_burst, limits.address_rooms_per_minute / SECONDS_A_MINUTE),
            limits.addresses_max,
        )
        self._secrets = Buckets(
            Rate(
                limits.address_secrets_burst, limits.address_secrets_per_minute / SECONDS_A_MINUTE
            ),
            limits.addresses_max,
        )
        self._rooms = Buckets(
            Rate(limits.room_requests_burst, limits.room_requests_per_second),
            limits.rooms_counted_max,
        )
        self._seats = Buckets(
            Rate(limits.seat_requests_burst, limits.seat_requests_per_second),
            limits.rooms_counted_max,
        )

    def take_connection(self, address: str, now_seconds: float) -> Due | None:
        """Let an address open a connection, or tell when it may."""
        wait_seconds = self._connections.take(address, now_seconds)
        if wait_seconds == 0.0:
            return None
        per_second = self._limits.address_connections_per_second
        return Due(
            code=WireCode.RATE_LIMITED,
            reason=f"More than {per_second:g} connections a second were opened from your address",
            wait_seconds=wait_seconds,
        )

    def take_request(self, address: str, now_seconds: float) -> Due | None:
        """Let an address send a request of any kind, a bad one too, or tell when it may."""
        wait_seconds = self._requests.take(address, now_seconds)
        if wait_seconds == 0.0:
            return None
        return Due(
            code=WireCode.RATE_LIMITED,
            reason=f"More than {self._limits.address_requests_per_second:g} requests a second "
            "came from your address",
            wait_seconds=wait_seconds,
        )

    def take(self, fare: Fare, address: str, now_seconds: float) -> Due | None:
        """Let a request begin, or tell when it may; whatever begins is settled at its end."""
        due = self._due(fare, address, now_seconds)
        if due is not None:
            return due
        if fare.opens_room:
            self._openings.charge(address, now_seconds)
        if fare.shows_secret:
            self._secrets.charge(address, now_seconds)
        else:
            self._charge_room(fare, now_seconds)
        return None

    def settle(
        self, fare: Fare, address: str, answer: Accepted | Refused, now_seconds: float
    ) -> None:
        """Give back what a request did not cost in the end."""
        code = answer.code if isinstance(answer, Refused) else None
        if fare.opens_room and code is not None:
            self._openings.give_back(address, now_seconds)
        if fare.shows_secret and (code is None or code in OWN_FAULTS):
            self._secrets.give_back(address, now_seconds)
            if code is None:
                self._charge_room(fare, now_seconds)

    def _charge_room(self, fare: Fare, now_seconds: float) -> None:
        if fare.room is not None:
            self._rooms.charge(fare.room, now_seconds)
        if fare.seat is not None:
            self._seats.charge(fare.seat, now_seconds)

    def _due(self, fare: Fare, address: str, now_seconds: float) -> Due | None:
        limits, room = self._limits, fare.room
        if fare.opens_room and (wait := self._openings.wait_seconds(address, now_seconds)):
            reason = (
                f"More than {limits.address_rooms_per_minute:g} rooms a minute were opened from "
                "your address"
            )
            return Due(code=WireCode.TOO_MANY_ROOMS_OPENED, reason=reason, wait_seconds=wait)
        if fare.shows_secret and (wait := self._secrets.wait_seconds(address, now_seconds)):
            reason = (
                f"More than {limits.address_secrets_per_minute:g} wrong secrets a minute were "
                "shown from your address"
            )
            return Due(code=WireCode.TOO_MANY_WRONG_SECRETS, reason=reason, wait_seconds=wait)
        if fare.seat is not None and (wait := self._seats.wait_seconds(fare.seat, now_seconds)):
            reason = (
                f"More than {limits.seat_requests_per_second:g} requests a second came for the seat"
            )
            return Due(code=WireCode.RATE_LIMITED, reason=reason, wait_seconds=wait)
        if room is not None and (wait := self._rooms.wait_seconds(room, now_seconds)):
            reason = (
                f"More than {limits.room_requests_per_second:g} requests a second came for room "
                f"{room}"
            )
            return Due(code=WireCode.RATE_LIMITED, reason=reason, wait_seconds=wait)
        return None
