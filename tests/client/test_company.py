"""The people of a room are told by their names, and only what has changed about them."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.events import SeatKind
from polemos.wire import pushes
from polemos.wire.pushes import SeatStanding, encode_push
from polemos_demo.client.company import Company, Member, company_of
from polemos_demo.terminal.telling import tell_awaited, tell_company, tell_turned

seats = st.builds(
    pushes.CompanySeat,
    seat=st.just(0),
    standing=st.sampled_from(SeatStanding),
    kind=st.none() | st.sampled_from(SeatKind),
    player=st.none() | st.sampled_from(["p1", "p2"]),
    name=st.none() | st.sampled_from(["Ann", "Ben"]),
    is_here=st.booleans(),
    is_due=st.booleans(),
    has_turned=st.booleans(),
)
companies = st.lists(seats, min_size=2, max_size=4).map(
    lambda chosen: pushes.Company(
        room="abc",
        game="abc-1",
        is_rematch_possible=False,
        turn_seconds=20,
        turned_at=None,
        reserved_until=None,
        seats=[seat.model_copy(update={"seat": place}) for place, seat in enumerate(chosen)],
    )
)


def read(push: pushes.Company, **added: object) -> Company:
    return company_of(json.loads(encode_push(push)) | added)


@given(companies)
def test_a_company_is_read_as_it_was_sent(push: pushes.Company) -> None:
    company = read(push, confetti=True)
    assert (company.game, company.turn_seconds) == (push.game, push.turn_seconds)
    for member, seat in zip(company.members, push.seats, strict=True):
        for field in pushes.CompanySeat.model_fields:
            assert getattr(member, field) == getattr(seat, field)


@given(companies, companies)
def test_what_has_not_changed_is_not_told_and_every_line_is_one(
    one: pushes.Company, other: pushes.Company
) -> None:
    company = read(one)
    assert tell_company(company, company) == ()
    for line in tell_company(company, read(other)):
        assert line.endswith(".")
        assert line.isprintable()


def member(seat: int, **fields: object) -> Member:
    shape = {"standing": SeatStanding.TAKEN, "kind": SeatKind.HUMAN, "player": f"p{seat}"}
    rest = {"name": None, "is_here": True, "is_due": False, "has_turned": False}
    return Member(**{"seat": seat} | shape | rest | fields)


def company(*members: Member) -> Company:
    return Company(
        game="abc-1",
        is_rematch_possible=False,
        turn_seconds=20,
        turned_at=None,
        members=members,
    )


def test_coming_going_and_giving_up_are_told() -> None:
    ann, bot = member(0, name="Ann"), member(1, kind=SeatKind.BOT, player="bot")
    here, away = company(ann, bot), company(replace(ann, is_here=False), bot)
    assert tell_company(None, here) == ("Seat 1 is Ann.",)
    assert tell_company(here, away) == ("Ann is away.",)
    assert tell_company(away, here) == ("Ann is back.",)
    left = company(replace(ann, standing=SeatStanding.LEFT), bot)
    assert tell_company(here, left) == ("Ann has given up; their cards turn by themselves.",)
    kept = company(replace(ann, standing=SeatStanding.RESERVED, is_here=False), bot)
    assert tell_company(here, kept) == ("Seat 1 is kept for Ann.",)


def test_who_is_waited_for_is_told() -> None:
    due = [member(seat, is_due=True, name=name) for seat, name in enumerate(["Ann", None, "Cem"])]
    assert tell_awaited(company(*due)) == "Waiting for Ann, Seat 2 and Cem."
    assert tell_turned(company(*due), 0) == "You turned; waiting for Seat 2 and Cem."
    turned = [replace(one, has_turned=True) for one in due]
    assert tell_awaited(company(*turned)) == ""
    assert tell_turned(company(*turned), 0) == "You turned."


def test_what_a_terminal_would_obey_is_in_no_name() -> None:
    push = pushes.Company(
        room="abc",
        game="abc-1",
        is_rematch_possible=False,
        turn_seconds=20,
        turned_at=None,
        reserved_until=None,
        seats=[
            pushes.CompanySeat(
                seat=0,
                standing=SeatStanding.TAKEN,
                kind=SeatKind.HUMAN,
                player="p",
                name="A\x1b[2Jnn\n",
                is_here=True,
                is_due=False,
                has_turned=False,
            )
        ],
    )
    assert read(push).members[0].name == "A[2Jnn"
