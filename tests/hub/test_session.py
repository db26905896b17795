"""The protocol state of one connection, without any connection."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.hub import TEST_LIMITS
from polemos.hub.limits import HubLimits
from polemos.hub.session import CarryOut, HangUp, Say, Session
from polemos.hub.tolls import Tolls
from polemos.wire.pushes import Accepted, Refused

LIMITS = replace(
    TEST_LIMITS, requests_waiting_max=3, hosted_rooms_max=4, held_seats_max=4, fragments_max=8
)


def session(limits: HubLimits = LIMITS, tolls: Tolls | None = None) -> Session:
    return Session(limits, 0.0, address="192.0.2.1", tolls=tolls or Tolls(limits))


def frame(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def play_round(number: int) -> bytes:
    return frame(id=number, type="play_round", room="a")


def take_control(hosted: Session) -> None:
    hosted.receive_text(frame(id=1, type="take_control", room="a", host_secret="s"), 0.0)
    hosted.steps()
    hosted.complete(Accepted(id=1), 0.0, hosted_room="a")
    hosted.steps()


actions = st.lists(
    st.sampled_from(["watch", "malformed", "unknown", "host", "complete"]), max_size=40
)


@given(actions)
def test_every_request_is_answered_exactly_once_and_one_is_carried_out_at_a_time(actions):
    ours, asked, answered, in_progress = session(), list[int](), list[int](), list[int]()
    texts = {
        "watch": lambda n: frame(id=n, type="watch", game="a-1"),
        "unknown": lambda n: frame(id=n, type="fly"),
        "malformed": lambda n: frame(id=n, type="watch", game="?"),
        "host": lambda n: frame(id=n, type="close_game", room="a"),
    }
    for action in [*actions, *["complete"] * 5]:
        if action == "complete":
            if in_progress:
                ours.complete(Accepted(id=in_progress.pop()), 0.0)
        else:
            asked.append(len(asked) + 1)
            ours.receive_text(texts[action](asked[-1]), 0.0)
        for step in ours.steps():
            match step:
                case Say(answer):
                    answered.append(answer.id)
                case CarryOut(request):
                    in_progress.append(request.id)
                case HangUp():
                    raise AssertionError("nobody floods here")
        assert len(in_progress) <= 1
    assert sorted(answered) == asked


def test_a_request_that_waits_for_control_passes_once_control_is_there():
    ours = session()
    ours.receive_text(frame(id=1, type="take_control", room="a", host_secret="s"), 0.0)
    ours.receive_text(play_round(2), 0.0)
    assert [type(step) for step in ours.steps()] == [CarryOut]
    ours.complete(Accepted(id=1), 0.0, hosted_room="a")
    answer, following = ours.steps()
    assert isinstance(answer, Say)
    assert isinstance(following, CarryOut)
    assert following.request.id == 2


def test_control_of_one_room_is_none_of_another():
    ours = session()
    take_control(ours)
    ours.receive_text(frame(id=2, type="play_round", room="b"), 0.0)
    (step,) = ours.steps()
    assert isinstance(step, Say)
    assert step.answer.code == "not_host"


def test_no_more_wait_than_may():
    ours = session()
    take_control(ours)
    for number in range(2, 7):
        ours.receive_text(play_round(number), 0.0)
    carried, refused = ours.steps()
    assert isinstance(carried, CarryOut)
    assert isinstance(refused, Say)
    assert (refused.answer.id, refused.answer.code) == (6, "rate_limited")


@given(st.lists(st.binary(max_size=3), max_size=2 * LIMITS.fragments_max))
def test_a_message_comes_whole_or_the_session_hangs_up(parts):
    ours, request = session(), frame(id=1, type="watch", game="a-1")
    parts = [request, *(b" " * len(part) for part in parts)]
    for part in parts[:-1]:
        ours.receive_fragment(part, 0.0, is_last=False)
    ours.receive_fragment(parts[-1], 0.0, is_last=True)
    steps = ours.steps()
    if len(parts) <= LIMITS.fragments_max:
        assert [type(step) for step in steps] == [CarryOut]
    else:
        refused, hang_up = steps
        assert isinstance(refused, Say)
        assert (refused.answer.code, hang_up.close_code) == ("frame_too_large", 1009)


def test_one_connection_controls_so_many_rooms_and_no_more():
    ours = session()
    for number in range(LIMITS.hosted_rooms_max):
        ours.receive_text(frame(id=number + 1, type="open_room", preset="war"), 0.0)
        (step,) = ours.steps()
        assert isinstance(step, CarryOut)
        ours.complete(Accepted(id=number + 1), 0.0, hosted_room=f"r{number}")
        ours.steps()
    for request in (
        frame(id="open", type="open_room", preset="war"),
        frame(id="take", type="take_control", room="another", host_secret="s"),
    ):
        ours.receive_text(request, 0.0)
        (step,) = ours.steps()
        assert isinstance(step, Say)
        assert step.answer.code == "too_many_rooms_hosted"
    ours.receive_text(frame(id="again", type="take_control", room="r0", host_secret="s"), 0.0)
    assert [type(step) for step in ours.steps()] == [CarryOut]


def test_one_connection_holds_so_many_seats_and_no_more():
    ours = session()
    for number in range(LIMITS.held_seats_max):
        sit(ours, f"r{number}")
    for kind, fields in SEATING.items():
        assert asked(ours, type=kind, **fields) == "too_many_seats_held"
    assert asked(ours, type="resume_seat", room="r0", seat_secret=SEAT_SECRET) == "carried out"
    ours.complete(Accepted(id=9, room="r0", seat=0), 0.0)
    ours.steps()
    ours.lose_seat("r3")
    for kind, fields in SEATING.items():
        assert asked(ours, type=kind, **fields) == "carried out"
        ours.complete(Refused(id=9, code="wrong_secret", sentence="No."), 0.0)
        ours.steps()


def test_codes_are_drawn_for_hosts_and_seats_and_for_no_spectator():
    ours = session()
    text = "https://war.example/rooms/a#invite=b"
    assert asked(ours, type="draw_code", text=text) == "not_seated"
    sit(ours)
    assert asked(ours, type="draw_code", text=text) == "carried out"
    ours.complete(Accepted(id=9, modules=["1"]), 0.0)
    ours.steps()
    ours.lose_seat("a")
    assert asked(ours, type="draw_code", text=text) == "not_seated"
    take_control(ours)
    assert asked(ours, type="draw_code", text=text) == "carried out"


def test_steps_are_given_once():
    ours = session()
    ours.receive_binary()
    assert [type(step) for step in ours.steps()] == [Say, HangUp]
    assert ours.steps() == []


def binary(ours: Session) -> None:
    ours.receive_binary()


def endless(ours: Session) -> None:
    for _ in range(LIMITS.fragments_max):
        ours.receive_fragment(b"", 0.0, is_last=False)


def not_utf8(ours: Session) -> None:
    ours.receive_text(b'{"\xff": 1}', 0.0)


def oversized(ours: Session) -> None:
    ours.receive_oversized()


def frame_flood(ours: Session) -> None:
    while ours.receive_frame(0.0):
        pass


def request_flood(ours: Session) -> None:
    for _ in range(LIMITS.requests_burst + LIMITS.flood_refusals_max + 1):
        ours.receive_text(b"?", 0.0)


HANG_UPS = [binary, endless, not_utf8, oversized, frame_flood, request_flood]


@pytest.mark.parametrize("hang_up", HANG_UPS)
def test_nothing_that_comes_after_a_hang_up_is_heeded(hang_up):
    ours = session()
    hang_up(ours)
    ours.steps()
    ours.receive_text(frame(id=1, type="open_room", preset="war"), 1_000.0)
    ours.receive_text(b"?", 1_000.0)
    ours.receive_fragment(b"", 1_000.0, is_last=False)
    ours.receive_binary()
    ours.receive_oversized()
    assert not ours.receive_frame(1_000.0)
    assert ours.steps() == []


def end(ours: Session) -> None:
    ours.end()


@pytest.mark.parametrize("hang_up", [*HANG_UPS, end])
def test_what_waits_when_the_connection_ends_is_not_carried_out_and_what_is_begun_pays(hang_up):
    limits = replace(LIMITS, address_rooms_burst=1)
    tolls = Tolls(limits)
    ours, other = session(limits, tolls), session(limits, tolls)
    ours.receive_text(frame(id=2, type="open_room", preset="none"), 0.0)
    ours.receive_text(frame(id=3, type="open_room", preset="war"), 0.0)
    hang_up(ours)
    ours.steps()
    assert asked(other, type="open_room", preset="war") == "too_many_rooms_opened"
    ours.complete(Refused(id=2, code="unknown_preset", sentence="No."), 0.0)
    assert ours.steps() == []
    assert asked(other, type="open_room", preset="war") == "carried out"


SEAT_SECRET = f"{'S' * 42}A"
ENTROPY = "E" * 43


def sit(ours: Session, room: str = "a") -> None:
    ours.receive_text(frame(id=1, type="resume_seat", room=room, seat_secret=SEAT_SECRET), 0.0)
    ours.steps()
    ours.complete(Accepted(id=1, room=room, seat=0), 0.0)
    ours.steps()


SEATING = {
    "resume_seat": {"room": "another", "seat_secret": SEAT_SECRET},
    "take_seat": {
        "game": "another-1",
        "seat": 0,
        "seat_secret": SEAT_SECRET,
        "commitment": ENTROPY,
        "invite_secret": "i",
    },
}
SEATED = {
    "reveal_entropy": {"entropy": ENTROPY},
    "leave_seat": {},
    "turn_card": {"round": 1, "step": 0},
    "change_name": {"name": "Ana"},
}


def asked(ours: Session, **fields: Any) -> str:
    """Ask, and give the code of the refusal, or "carried out"."""
    ours.receive_text(frame(id=9, **fields), 0.0)
    (step,) = ours.steps()
    if isinstance(step, CarryOut):
        return "carried out"
    assert isinstance(step, Say)
    assert isinstance(step.answer, Refused)
    return step.answer.code


@pytest.mark.parametrize("kind", [*SEATED, "rematch"])
def test_only_who_sits_in_a_room_may_ask_what_seats_may(kind):
    fields = SEATED.get(kind, {})

    def named(room: str) -> dict[str, Any]:
        return {"game": f"{room}-1"} if kind == "rematch" else {"room": room, **fields}

    ours = session()
    assert asked(ours, type=kind, **named("a")) == "not_seated"
    sit(ours)
    assert asked(ours, type=kind, **named("b")) == "not_seated"
    assert asked(ours, type=kind, **named("a")) == "carried out"


def test_a_host_may_ask_for_a_rematch_and_for_nothing_else_that_seats_may():
    ours = session()
    take_control(ours)
    assert asked(ours, type="turn_card", room="a", round=1, step=0) == "not_seated"
    assert asked(ours, type="rematch", game="a-1") == "carried out"


def test_a_request_that_waits_for_a_seat_passes_once_the_seat_is_held():
    ours = session()
    ours.receive_text(frame(id=1, type="resume_seat", room="a", seat_secret=SEAT_SECRET), 0.0)
    ours.receive_text(frame(id=2, type="turn_card", room="a", round=1, step=0), 0.0)
    ours.steps()
    ours.complete(Accepted(id=1, room="a", seat=0), 0.0)
    assert [type(step) for step in ours.steps()] == [Say, CarryOut]


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("leave_seat", Accepted(id=9)),
        ("turn_card", Refused(id=9, code="not_seated", sentence="Another holds it.")),
    ],
)
def test_a_seat_that_was_left_or_lost_is_held_no_more(kind, answer):
    ours = session()
    sit(ours)
    assert asked(ours, type=kind, room="a", **SEATED[kind]) == "carried out"
    ours.complete(answer, 0.0)
    ours.steps()
    assert asked(ours, type="turn_card", room="a", round=1, step=0) == "not_seated"


def test_a_seat_that_is_refused_for_now_is_still_held():
    ours = session()
    sit(ours)
    assert asked(ours, type="turn_card", room="a", round=1, step=0) == "carried out"
    ours.complete(Refused(id=9, code="nothing_to_turn", sentence="Not yet."), 0.0)
    ours.steps()
    assert asked(ours, type="turn_card", room="a", round=1, step=0) == "carried out"


def test_a_seat_pays_over_all_its_connections():
    limits = replace(LIMITS, seat_requests_burst=4, seat_requests_per_second=2)
    tolls = Tolls(limits)
    one, two = session(limits, tolls), session(limits, tolls)
    sit(one)
    sit(two)
    for ours in (one, two):
        assert asked(ours, type="leave_seat", room="a") == "carried out"
        ours.complete(Refused(id=9, code="room_busy", sentence="Later."), 0.0)
        ours.steps()
    for ours in (one, two):
        ours.receive_text(frame(id=9, type="leave_seat", room="a"), 0.0)
        (step,) = ours.steps()
        assert isinstance(step, Say)
        assert (step.answer.code, step.answer.retry_after_ms) == ("rate_limited", 501)


def test_what_waits_pays_when_its_turn_comes_and_not_when_it_arrives():
    """Nobody pays for what is refused because others were not carried out yet."""
    limits = replace(LIMITS, host_requests_burst=2, host_requests_per_second=1)
    tolls = Tolls(limits)
    ours, other = session(limits, tolls), session(limits, tolls)
    take_control(ours)
    take_control(other)
    ours.receive_text(play_round(2), 0.0)
    (step,) = ours.steps()
    assert isinstance(step, Say)
    assert step.answer.code == "rate_limited"
    ours.receive_text(play_round(3), 1.0)
    ours.receive_text(play_round(4), 1.0)
    assert [type(step) for step in ours.steps()] == [CarryOut]
    ours.complete(Accepted(id=3), 2.5)
    answer, following = ours.steps()
    assert isinstance(answer, Say)
    assert isinstance(following, CarryOut)
