"""Who pays for which request, and who does not."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.limits import HubLimits
from polemos.hub.tolls import Due, Fare, Tolls, fare_of, seat_key
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import (
    CloseGame,
    ResumeSeat,
    TakeControl,
    TakeSeat,
    TurnCard,
)

SECRET = "A" * 43
OTHER = "B" * 43
LIMITS = replace(
    HubLimits(),
    address_rooms_burst=3,
    address_secrets_burst=4,
    room_requests_burst=10,
    seat_requests_burst=2,
)
HOME, STRANGER = "192.0.2.1", "198.51.100.7"
TURN = TurnCard(id=1, room="a", round=1, step=0)
RESUME = ResumeSeat(id=1, room="a", seat_secret=SECRET)
ACCEPTED = Accepted(id=1)


def refused(code: str) -> Refused:
    return Refused(id=1, code=code, sentence="No.")


def seat_fare(secret: str = SECRET) -> Fare:
    return fare_of(TURN, seat_key("a", secret))


def paid(tolls: Tolls, fare: Fare, address: str, answer: Any = ACCEPTED) -> Due | None:
    """Carry a request out at the beginning of time, if it may begin."""
    due = tolls.take(fare, address, 0.0)
    if due is None:
        tolls.settle(fare, address, answer, 0.0)
    return due


def turns_left(tolls: Tolls, secret: str = SECRET) -> int:
    """Count how often a seat may still ask."""
    count = 0
    while tolls.take(seat_fare(secret), HOME, 0.0) is None:
        count += 1
    return count


strangers = st.lists(
    st.tuples(
        st.sampled_from(["resume", "take", "control"]),
        st.sampled_from([SECRET, OTHER]),
        st.sampled_from(["198.51.100.7", "198.51.100.8", HOME]),
        st.booleans(),
    ),
    max_size=60,
)


@given(strangers)
def test_nothing_that_strangers_try_takes_anything_from_a_room_or_a_seat(tries):
    """Some never learn their answers; the seat's own secret is tried for another room's too."""
    tolls = Tolls(LIMITS)
    for kind, secret, address, is_answered in tries:
        request = {
            "resume": ResumeSeat(id=1, room="a", seat_secret=secret),
            "take": TakeSeat(id=1, game="a-1", seat=0, seat_secret=secret, commitment=SECRET),
            "control": TakeControl(id=1, room="a", host_secret=secret),
        }[kind]
        fare = fare_of(request, None)
        if tolls.take(fare, address, 0.0) is None and is_answered:
            tolls.settle(fare, address, refused("wrong_secret"), 0.0)
    assert turns_left(tolls) == LIMITS.seat_requests_burst


def test_wrong_secrets_are_paid_by_the_address_that_shows_them():
    tolls, fare = Tolls(LIMITS), fare_of(RESUME, None)
    for _ in range(LIMITS.address_secrets_burst):
        assert paid(tolls, fare, STRANGER, refused("wrong_secret")) is None
    due = paid(tolls, fare, STRANGER, refused("wrong_secret"))
    assert due is not None
    assert due.code is WireCode.TOO_MANY_WRONG_SECRETS
    assert due.wait_seconds == pytest.approx(1.0)
    assert paid(tolls, fare, HOME) is None


def test_no_more_secrets_are_looked_at_at_once_than_may_be_wrong():
    tolls, fare = Tolls(LIMITS), fare_of(RESUME, None)
    begun = 0
    while tolls.take(fare, STRANGER, 0.0) is None:
        begun += 1
    assert begun == LIMITS.address_secrets_burst


@pytest.mark.parametrize("code", ["wrong_secret", "unknown_room", "seat_is_taken", "room_busy"])
def test_a_guess_is_not_given_back(code):
    tolls, fare = Tolls(LIMITS), fare_of(RESUME, None)
    for _ in range(100):
        paid(tolls, fare, STRANGER, refused(code))
    assert tolls.take(fare, STRANGER, 0.0) is not None


@pytest.mark.parametrize("answer", [ACCEPTED, refused("storage_full"), refused("draining")])
def test_a_right_secret_costs_its_address_nothing(answer):
    tolls = Tolls(replace(LIMITS, seat_requests_burst=1_000, room_requests_burst=1_000))
    for _ in range(100):
        assert paid(tolls, fare_of(RESUME, None), HOME, answer) is None


def test_a_seat_that_comes_back_again_and_again_pays_for_it_on_every_connection():
    tolls = Tolls(LIMITS)
    for _ in range(LIMITS.seat_requests_burst):
        assert paid(tolls, fare_of(RESUME, None), STRANGER) is None
    for fare in (fare_of(RESUME, None), seat_fare()):
        due = tolls.take(fare, HOME, 0.0)
        assert due is not None
        assert due.code is WireCode.RATE_LIMITED
        assert "seat" in due.reason
    assert turns_left(tolls, OTHER) == LIMITS.seat_requests_burst


def test_a_room_is_paid_by_all_its_people_together():
    tolls, host = Tolls(LIMITS), fare_of(CloseGame(id=1, room="a"), None)
    for number in range(LIMITS.room_requests_burst):
        assert tolls.take(host, f"192.0.2.{number}", 0.0) is None
    due = tolls.take(host, HOME, 0.0)
    assert due is not None
    assert due.reason.endswith("room a")
    assert tolls.take(seat_fare(), HOME, 0.0) is not None
    assert tolls.take(Fare(room="b"), HOME, 0.0) is None


def test_a_room_or_rematch_counts_for_its_address_unless_it_is_refused():
    tolls, fare = Tolls(LIMITS), Fare(opens_room=True)
    for _ in range(50):
        assert paid(tolls, fare, HOME, refused("unknown_preset")) is None
    for _ in range(LIMITS.address_rooms_burst):
        assert paid(tolls, fare, HOME) is None
    due = paid(tolls, fare, HOME)
    assert due is not None
    assert due.code is WireCode.TOO_MANY_ROOMS_OPENED
    assert paid(tolls, fare, STRANGER) is None


def test_whoever_is_refused_one_toll_pays_no_other():
    tolls = Tolls(LIMITS)
    rematch = Fare(room="a", seat=seat_key("a", SECRET), opens_room=True)
    while tolls.take(Fare(opens_room=True), HOME, 0.0) is None:
        continue
    for _ in range(100):
        assert tolls.take(rematch, HOME, 0.0) is not None
    assert turns_left(tolls) == LIMITS.seat_requests_burst


def test_requests_of_an_address_have_a_bound_of_their_own():
    tolls = Tolls(replace(LIMITS, address_requests_burst=2))
    assert [tolls.take_request(HOME, 0.0) is None for _ in range(3)] == [True, True, False]
    assert tolls.take_request(STRANGER, 0.0) is None
    assert tolls.take_request(HOME, 1.0) is None


def test_four_busy_seats_leave_the_room_to_its_host():
    limits = HubLimits()
    assert 4 * limits.seat_requests_per_second < limits.room_requests_per_second
    assert 4 * limits.seat_requests_burst < limits.room_requests_burst


def test_the_secret_itself_is_in_no_key():
    assert SECRET not in seat_key("a", SECRET)
    assert len({seat_key("a", SECRET), seat_key("b", SECRET), seat_key("a", OTHER)}) == 3
