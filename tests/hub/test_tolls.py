"""Who pays for which request, and who does not."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.limits import HubLimits
from polemos.hub.tolls import (
    GUESSES,
    RIGHTLY_ASKED,
    Due,
    Fare,
    Tolls,
    fare_of,
    seat_share,
    secret_share,
    taking_share,
)
from polemos.rules.errors import RuleCode
from polemos.wire.codes import CODES, WireCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import (
    AnyRequest,
    CloseGame,
    DrawCode,
    LeaveSeat,
    OpenRoom,
    Rematch,
    RemoveSeat,
    ResumeSeat,
    TakeControl,
    TakeSeat,
    TurnCard,
)

SECRET = "A" * 43
OTHER = "E" * 43
LIMITS = replace(
    HubLimits(),
    address_rooms_burst=3,
    address_secrets_burst=4,
    address_codes_burst=3,
    host_requests_burst=10,
    seat_requests_burst=2,
)
HOME, STRANGER = "192.0.2.1", "198.51.100.7"
TURN = TurnCard(id=1, room="a", round=1, step=0)
RESUME = ResumeSeat(id=1, room="a", seat_secret=SECRET)
REMOVE = RemoveSeat(id=1, room="a", seat=0)
CONTROL = TakeControl(id=1, room="a", host_secret=SECRET)
ACCEPTED = Accepted(id=1)
SEATED = Accepted(id=1, room="a", seat=0)


def refused(code: str) -> Refused:
    return Refused(id=1, code=code, sentence="No.")


def take_seat(seat: int = 0, secret: str = SECRET, room: str = "a") -> TakeSeat:
    return TakeSeat(
        id=1,
        game=f"{room}-1",
        seat=seat,
        seat_secret=secret,
        commitment=SECRET,
        invite_secret="the invitation",
    )


def paid(tolls: Tolls, fare: Fare, address: str, answer: Any = ACCEPTED) -> Due | None:
    """Carry a request out at the beginning of time, if it may begin."""
    due = tolls.take(fare, address, 0.0)
    if due is None:
        tolls.settle(fare, address, answer, 0.0)
    return due


def left(tolls: Tolls, request: AnyRequest, seat: int | None = None, address: str = HOME) -> int:
    """Count how often a connection that holds a seat, or none, may still have something."""
    count = 0
    while paid(tolls, fare_of(request, seat), address) is None:
        count += 1
    return count


def nothing_is_spent(tolls: Tolls) -> bool:
    """Tell whether every share of room a is as it was in the beginning; spends them."""
    others = [left(tolls, TURN, seat) for seat in range(4)]
    others += [left(tolls, take_seat()), left(tolls, RESUME)]
    shares = [left(tolls, REMOVE), *others]
    return shares == [LIMITS.host_requests_burst, *[LIMITS.seat_requests_burst] * 6]


strangers = st.lists(
    st.tuples(
        st.sampled_from(["resume", "take", "control"]),
        st.sampled_from([SECRET, OTHER]),
        st.sampled_from(["198.51.100.7", "198.51.100.8"]),
        st.sampled_from([None, *sorted({*CODES} - RIGHTLY_ASKED)]),
    ),
    max_size=60,
)


@given(strangers)
def test_nothing_that_strangers_try_takes_anything_from_a_room_or_a_seat(tries):
    """Some never learn their answers, and some are refused before the secret was looked at."""
    tolls = Tolls(LIMITS)
    for kind, secret, address, code in tries:
        request = {
            "resume": ResumeSeat(id=1, room="a", seat_secret=secret),
            "take": take_seat(secret=secret),
            "control": TakeControl(id=1, room="a", host_secret=secret),
        }[kind]
        fare = fare_of(request, None)
        if tolls.take(fare, address, 0.0) is None and code is not None:
            tolls.settle(fare, address, refused(code), 0.0)
    assert nothing_is_spent(tolls)


class Table:
    """A room as its people see it: whoever shows the invitation takes a free seat, with a secret
    of their own each time, and holds it until they leave."""

    def __init__(self, tolls: Tolls) -> None:
        self.tolls = tolls
        self.carried_out = 0
        self.secrets: list[str | None] = [None] * 4

    def take(self, seat: int, number: int, now_seconds: float) -> None:
        fare = fare_of(take_seat(seat, secret_number(number)), None)
        if self.tolls.take(fare, STRANGER, now_seconds) is not None:
            return
        self.carried_out += 1
        answer: Accepted | Refused = refused("seat_is_taken")
        if self.secrets[seat] is None:
            self.secrets[seat] = secret_number(number)
            answer = Accepted(id=1, room="a", seat=seat)
        self.tolls.settle(fare, STRANGER, answer, now_seconds)

    def ask(self, kind: str, seat: int, now_seconds: float) -> None:
        secret = self.secrets[seat]
        if secret is None:
            return
        request: AnyRequest = {
            "leave": LeaveSeat(id=1, room="a"),
            "turn": TURN,
            "resume": ResumeSeat(id=1, room="a", seat_secret=secret),
        }[kind]
        fare = fare_of(request, None if kind == "resume" else seat)
        if self.tolls.take(fare, STRANGER, now_seconds) is None:
            self.carried_out += 1
            answer = Accepted(id=1, room="a", seat=seat if kind == "resume" else None)
            self.tolls.settle(fare, STRANGER, answer, now_seconds)
            if kind == "leave":
                self.secrets[seat] = None


def secret_number(number: int) -> str:
    return f"{number:042d}A"


deeds = st.lists(
    st.tuples(
        st.sampled_from(["take", "turn", "leave", "resume"]),
        st.integers(min_value=0, max_value=2),
        st.floats(min_value=0.0, max_value=0.2),
    ),
    max_size=120,
)


@given(deeds)
def test_whatever_invited_people_do_the_host_and_the_last_seat_have_their_whole_share(deeds):
    tolls, now_seconds = Tolls(replace(LIMITS, address_secrets_burst=1_000)), 0.0
    table = Table(tolls)
    for number, (kind, seat, pause_seconds) in enumerate(deeds):
        now_seconds += pause_seconds
        if kind == "take":
            table.take(seat, number, now_seconds)
        else:
            table.ask(kind, seat, now_seconds)
    assert left(tolls, REMOVE) == LIMITS.host_requests_burst
    assert left(tolls, TURN, 3) == LIMITS.seat_requests_burst


def test_a_seat_that_is_taken_anew_with_another_secret_each_time_has_one_share():
    """Ten seconds of an invitee who takes, asks and leaves as fast as the server lets them."""
    limits = HubLimits()
    tolls = Tolls(replace(limits, address_secrets_burst=10_000))
    table, host_waited = Table(tolls), 0
    for moment in range(10_000):
        now_seconds = moment / 1_000
        table.take(1, moment, now_seconds)
        table.ask("turn", 1, now_seconds)
        table.ask("leave", 1, now_seconds)
        if moment % 100 == 0:
            host_waited += tolls.take(fare_of(REMOVE, None), HOME, now_seconds) is not None
    share = limits.seat_requests_burst + 10 * limits.seat_requests_per_second
    assert share < table.carried_out <= 2 * share
    assert host_waited == 0


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


@pytest.mark.parametrize("code", ["wrong_secret", "unknown_room", "unknown_game"])
def test_a_guess_is_not_given_back(code):
    tolls, fare = Tolls(LIMITS), fare_of(RESUME, None)
    for _ in range(100):
        paid(tolls, fare, STRANGER, refused(code))
    assert tolls.take(fare, STRANGER, 0.0) is not None


@pytest.mark.parametrize(
    "answer", [ACCEPTED, *(refused(code) for code in sorted({*CODES} - GUESSES))], ids=str
)
def test_whatever_else_a_secret_is_refused_with_costs_its_address_nothing(answer):
    tolls = Tolls(replace(LIMITS, seat_requests_burst=1_000, host_requests_burst=1_000))
    for _ in range(100):
        assert paid(tolls, fare_of(RESUME, None), HOME, answer) is None


@pytest.mark.parametrize("code", ["seat_is_taken", "bad_name", "room_busy", "game_is_over"])
def test_whoever_is_refused_with_the_invitation_pays_the_share_of_those_who_take_seats(code):
    tolls, fare = Tolls(LIMITS), fare_of(take_seat(), None)
    for _ in range(LIMITS.seat_requests_burst):
        assert paid(tolls, fare, STRANGER, refused(code)) is None
    due = paid(tolls, fare, HOME, refused(code))
    assert due is not None
    assert due.code is WireCode.RATE_LIMITED
    assert due.reason == "More than 10 requests a second came for the room's free seats"
    assert left(tolls, TURN, 0) == LIMITS.seat_requests_burst


def test_who_holds_a_seat_commits_anew_from_the_seat_s_own_share():
    """Nobody else may keep a seat from committing after an attempt that came to nothing."""
    tolls = Tolls(LIMITS)
    left(tolls, take_seat(1))
    assert left(tolls, take_seat(0), 0) == LIMITS.seat_requests_burst
    assert left(tolls, TURN, 0) == 0


def test_a_seat_that_comes_back_again_and_again_pays_for_it_on_every_connection():
    tolls = Tolls(LIMITS)
    for _ in range(LIMITS.seat_requests_burst):
        assert paid(tolls, fare_of(RESUME, None), STRANGER, SEATED) is None
    for fare in (fare_of(RESUME, None), fare_of(TURN, 0)):
        due = tolls.take(fare, HOME, 0.0)
        assert due is not None
        assert due.code is WireCode.RATE_LIMITED
        assert due.reason.endswith("the seat")
    assert left(tolls, TURN, 1) == LIMITS.seat_requests_burst


def test_the_host_s_share_is_paid_by_all_its_connections_together_and_by_nobody_else():
    tolls, host = Tolls(LIMITS), fare_of(CloseGame(id=1, room="a"), None)
    for number in range(LIMITS.host_requests_burst):
        assert tolls.take(host, f"192.0.2.{number}", 0.0) is None
    for request in (REMOVE, CONTROL):
        due = tolls.take(fare_of(request, None), HOME, 0.0)
        assert due is not None
        assert due.reason.endswith("host of room a")
    assert left(tolls, TURN, 0) == LIMITS.seat_requests_burst
    assert left(tolls, CloseGame(id=1, room="b")) == LIMITS.host_requests_burst


def test_a_room_or_rematch_counts_for_its_address_unless_it_is_refused():
    tolls, fare = Tolls(LIMITS), fare_of(OpenRoom(id=1, preset="war"), None)
    for _ in range(50):
        assert paid(tolls, fare, HOME, refused("unknown_preset")) is None
    for _ in range(LIMITS.address_rooms_burst):
        assert paid(tolls, fare, HOME) is None
    due = paid(tolls, fare, HOME)
    assert due is not None
    assert due.code is WireCode.TOO_MANY_ROOMS_OPENED
    assert paid(tolls, fare, STRANGER) is None


@pytest.mark.parametrize("count", [1, 2])
def test_of_all_who_ask_for_a_rematch_the_first_pays_for_the_game(count):
    limits = replace(LIMITS, address_rooms_burst=10)
    tolls = Tolls(limits)
    for number in range(1, count + 1):
        fares = [fare_of(Rematch(id=1, game=f"a-{number}"), seat) for seat in (0, 1, None)]
        for fare in fares:
            assert tolls.take(fare, HOME, 0.0) is None
        for fare in fares:
            tolls.settle(fare, HOME, Accepted(id=1, room="a", game=f"a-{number + 1}"), 0.0)
    late = fare_of(Rematch(id=1, game="a-1"), 3)
    assert paid(tolls, late, HOME, Accepted(id=1, room="a", game=f"a-{count + 1}")) is None
    opened = left(tolls, OpenRoom(id=1, preset="war"))
    assert opened == limits.address_rooms_burst - count


def test_whoever_is_refused_one_toll_pays_no_other():
    tolls = Tolls(LIMITS)
    rematch = fare_of(Rematch(id=1, game="a-1"), 0)
    left(tolls, OpenRoom(id=1, preset="war"))
    for _ in range(100):
        assert tolls.take(rematch, HOME, 0.0) is not None
    assert left(tolls, TURN, 0) == LIMITS.seat_requests_burst


def test_requests_of_an_address_have_a_bound_of_their_own():
    tolls = Tolls(replace(LIMITS, address_requests_burst=2))
    assert [tolls.take_request(HOME, 0.0) is None for _ in range(3)] == [True, True, False]
    assert tolls.take_request(STRANGER, 0.0) is None
    assert tolls.take_request(HOME, 1.0) is None


def test_codes_are_paid_by_the_address_that_they_are_drawn_for():
    tolls, code = Tolls(LIMITS), DrawCode(id=1, text="https://a.example")
    assert left(tolls, code) == LIMITS.address_codes_burst
    due = tolls.take(fare_of(code, None), HOME, 0.0)
    assert due is not None
    assert due.code is WireCode.RATE_LIMITED
    assert due.reason == "More than 60 codes a minute were drawn for your address"
    assert due.wait_seconds == pytest.approx(1.0)
    assert left(tolls, code, address=STRANGER) == LIMITS.address_codes_burst


def test_no_code_is_a_guess_s_and_a_right_secret_s():
    assert GUESSES.isdisjoint(RIGHTLY_ASKED)
    assert {*CODES} >= GUESSES | RIGHTLY_ASKED > {*RuleCode}


def test_every_share_has_a_key_of_its_own_and_no_key_has_the_secret():
    keys = [seat_share(room, seat) for room in "ab" for seat in range(4)]
    keys += [taking_share(room) for room in "ab"]
    keys += [secret_share(room, secret) for room in "ab" for secret in (SECRET, OTHER)]
    assert len({*keys}) == len(keys)
    assert not [key for key in keys if SECRET in key]
