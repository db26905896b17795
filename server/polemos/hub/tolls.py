"""What requests cost beyond their own connection: tolls by address, and by share of a room.

A room's requests are paid from shares, each of which only those can use up whose it is: the host's
share, one for each seat, and one for all who take a seat that they do not hold yet.

Rules that this file keeps (decision 0009 says why):
1. Every request costs its address one.
2. A room costs its address one more, unless it is refused. So does a rematch that opened a game;
   whoever asked for it later was shown the one that was there.
3. A secret that is shown costs its address one more if it was a guess.
4. What only the host may ask costs the host's share, and what a seat's holder asks costs the
   seat's, by the seat's number: whoever takes the seat anew, with another secret, has no other
   share. Whether the connection may ask it at all is looked at before, so a stranger costs no
   share anything; and who shows a secret pays a share when it has turned out to be right.
5. A code that is drawn costs its address one more.
6. A request that is refused for one toll pays no other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from polemos.hub.buckets import Buckets, Rate
from polemos.hub.limits import HubLimits
from polemos.rules.errors import RuleCode
from polemos.rules.names import number_of, room_of
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
GUESSES: frozenset[str] = frozenset(
    {WireCode.WRONG_SECRET, WireCode.UNKNOWN_ROOM, WireCode.UNKNOWN_GAME}
)
"""What a secret is refused with that may have been guessed; any other refusal is no guess's."""

RIGHTLY_ASKED: frozenset[str] = frozenset(
    {
        *RuleCode,
        WireCode.SEATED_ALREADY,
        WireCode.SEAT_IS_RESERVED,
        WireCode.BAD_NAME,
        WireCode.BAD_REQUEST,
        WireCode.BAD_REQUEST,
        WireCode.ROOM_BUSY,
    }
)
"""What is only refused after the secret was found right, so that the one who asked has a share.

All others, as `game_is_old`, can meet a stranger too, and a stranger must cost no share anything.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fare:
    """What a request costs besides its address's one.

    Args:
        host_of: the room whose host's share it is paid from.
        share: the key of another share that it is paid from; see the functions below.
        opens_game: whether it opens a room or a rematch.
        is_rematch: whether somebody else may have opened that game before.
        shows_secret: whether it is only accepted with a secret; then a share is paid afterwards.
        draws_code: whether it has a code drawn.
    """

    host_of: str | None = None
    share: str | None = None
    opens_game: bool = False
    is_rematch: bool = False
    shows_secret: bool = False
    draws_code: bool = False


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


def seat_share(room: str, seat: int) -> str:
    """Name the share of a seat, whoever holds it and however often it changes hands."""
    return f"{room} {seat}"


def taking_share(room: str) -> str:
    """Name the share of all who take a seat of a room that they do not hold yet."""
    return f"{room} taking"


def secret_share(room: str, seat_secret: str) -> str:
    """Name the share of those who come back with a seat's secret, without keeping it.

    Which seat it holds is known only when it was looked at, and then the seat pays as well.
    """
    return f"{room} {sha256(seat_secret.encode()).hexdigest()[:32]}"


def fare_of(request: AnyRequest, seat: int | None) -> Fare:
    """Tell what a request costs.

    Args:
        request: has passed the connection's own checks.
        seat: the seat that its connection holds in the room that it names, or none.
    """
    match request:
        case OpenRoom():
            return Fare(opens_game=True)
        case TakeControl(room=room):
            return Fare(host_of=room, shows_secret=True)
        case DrawCode():
            return Fare(draws_code=True)
        case Watch() | Unwatch():
            return Fare()
        case _ if isinstance(request, HostRequest):
            return Fare(host_of=request.room)
        case _:
            return _fare_of_people(request, seat)


def _fare_of_people(
    request: TakeSeat | ResumeSeat | SeatRequest | Rematch, seat: int | None
) -> Fare:
    match request:
        case ResumeSeat(room=room, seat_secret=secret):
            return Fare(share=secret_share(room, secret), shows_secret=True)
        case TakeSeat(game=game, seat=wanted):
            room = room_of(game)
            share = seat_share(room, wanted) if wanted == seat else taking_share(room)
            return Fare(share=share, shows_secret=True)
        case Rematch(game=game):
            host_of = room_of(game) if seat is None else None
            held = _held_share(room_of(game), seat)
            return Fare(host_of=host_of, share=held, opens_game=True, is_rematch=True)
        case _:
            return Fare(share=_held_share(request.room, seat))


def _held_share(room: str, seat: int | None) -> str | None:
    return None if seat is None else seat_share(room, seat)


class Tolls:
    """Takes the tolls of all connections of a hub.

    Args:
        limits: the rates.
    """

    def __init__(self, limits: HubLimits) -> None:
        self._limits = limits
        self._connections = self._by_address(
            limits.address_connections_burst, limits.address_connections_per_second
        )
        self._requests = self._by_address(
            limits.address_requests_burst, limits.address_requests_per_second
        )
        self._openings = self._by_address(
            limits.address_rooms_burst, limits.address_rooms_per_minute / SECONDS_A_MINUTE
        )
        self._secrets = self._by_address(
            limits.address_secrets_burst, limits.address_secrets_per_minute / SECONDS_A_MINUTE
        )
        self._codes = self._by_address(
            limits.address_codes_burst, limits.address_codes_per_minute / SECONDS_A_MINUTE
        )
        self._hosts = Buckets(
            Rate(limits.host_requests_burst, limits.host_requests_per_second),
            limits.rooms_counted_max,
        )
        self._shares = Buckets(
            Rate(limits.seat_requests_burst, limits.seat_requests_per_second),
            limits.rooms_counted_max,
        )
        # By room, the number of the last game that a rematch was paid for; the oldest goes first.
        self._rematches: dict[str, int] = {}

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
        due = next(self._dues(fare, address, now_seconds), None)
        if due is not None:
            return due
        if fare.opens_game:
            self._openings.charge(address, now_seconds)
        if fare.draws_code:
            self._codes.charge(address, now_seconds)
        if fare.shows_secret:
            self._secrets.charge(address, now_seconds)
        else:
            self._charge_shares(fare, now_seconds)
        return None

    def settle(
        self, fare: Fare, address: str, answer: Accepted | Refused, now_seconds: float
    ) -> None:
        """Give back what a request did not cost in the end, and take what it showed to be owed."""
        if fare.opens_game and not self._has_opened(fare, answer):
            self._openings.give_back(address, now_seconds)
        if fare.shows_secret:
            self._settle_secret(fare, address, answer, now_seconds)

    def _by_address(self, burst: int, per_second: float) -> Buckets:
        return Buckets(Rate(burst, per_second), self._limits.addresses_max)

    def _has_opened(self, fare: Fare, answer: Accepted | Refused) -> bool:
        """Tell whether an answer is of a game that was not there; of each game only the first is.

        A room's next game is opened once, so of all rematches that are accepted with it one is.
        """
        if isinstance(answer, Refused):
            return False
        if not fare.is_rematch or answer.game is None:
            return True
        room, number = room_of(answer.game), number_of(answer.game)
        if number <= self._rematches.pop(room, 0):
            self._rematches[room] = number
            return False
        self._rematches[room] = number
        if len(self._rematches) > self._limits.rooms_counted_max:
            del self._rematches[next(iter(self._rematches))]
        return True

    def _settle_secret(
        self, fare: Fare, address: str, answer: Accepted | Refused, now_seconds: float
    ) -> None:
        if isinstance(answer, Refused):
            if answer.code not in GUESSES:
                self._secrets.give_back(address, now_seconds)
            if answer.code in RIGHTLY_ASKED:
                self._charge_shares(fare, now_seconds)
            return
        self._secrets.give_back(address, now_seconds)
        self._charge_shares(fare, now_seconds)
        if answer.room is not None and answer.seat is not None:
            share = seat_share(answer.room, answer.seat)
            if share != fare.share:
                self._shares.charge(share, now_seconds)

    def _charge_shares(self, fare: Fare, now_seconds: float) -> None:
        if fare.host_of is not None:
            self._hosts.charge(fare.host_of, now_seconds)
        if fare.share is not None:
            self._shares.charge(fare.share, now_seconds)

    def _dues(self, fare: Fare, address: str, now_seconds: float) -> Iterator[Due]:
        limits = self._limits
        if fare.opens_game and (wait := self._openings.wait_seconds(address, now_seconds)):
            reason = (
                f"More than {limits.address_rooms_per_minute:g} rooms a minute were opened from "
                "your address"
            )
            yield Due(code=WireCode.TOO_MANY_ROOMS_OPENED, reason=reason, wait_seconds=wait)
        if fare.draws_code and (wait := self._codes.wait_seconds(address, now_seconds)):
            reason = (
                f"More than {limits.address_codes_per_minute:g} codes a minute were drawn for "
                "your address"
            )
            yield Due(code=WireCode.RATE_LIMITED, reason=reason, wait_seconds=wait)
        if fare.shows_secret and (wait := self._secrets.wait_seconds(address, now_seconds)):
            reason = (
                f"More than {limits.address_secrets_per_minute:g} wrong secrets a minute were "
                "shown from your address"
            )
            yield Due(code=WireCode.TOO_MANY_WRONG_SECRETS, reason=reason, wait_seconds=wait)
        if fare.share is not None and (wait := self._shares.wait_seconds(fare.share, now_seconds)):
            whose = "the room's free seats" if fare.share.endswith(" taking") else "the seat"
            reason = (
                f"More than {limits.seat_requests_per_second:g} requests a second came for {whose}"
            )
            yield Due(code=WireCode.RATE_LIMITED, reason=reason, wait_seconds=wait)
        if fare.host_of is not None and (
            wait := self._hosts.wait_seconds(fare.host_of, now_seconds)
        ):
            reason = (
                f"More than {limits.host_requests_per_second:g} requests a second came from the "
                f"host of room {fare.host_of}"
            )
            yield Due(code=WireCode.RATE_LIMITED, reason=reason, wait_seconds=wait)
