"""The parts of the screen show the table at any size, and none of it by a colour alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual.content import Content

from kit.viewing import recorded_viewer
from polemos.rules.events import SeatKind
from polemos.wire.pushes import SeatStanding
from polemos_demo.client.company import Company, Member
from polemos_demo.client.held import NOTHING_HELD, Held
from polemos_demo.terminal import pictures
from polemos_demo.terminal.cards import card_line, card_lines
from polemos_demo.terminal.layouts import HEIGHT_MIN, WIDTH_MIN, layout
from polemos_demo.terminal.pictures import View

COMPANY = Company(
    game="abc-1",
    is_rematch_possible=False,
    turn_seconds=20,
    turned_at=None,
    members=tuple(
        Member(
            seat=seat,
            standing=SeatStanding.TAKEN,
            kind=SeatKind.HUMAN,
            player=f"p{seat}",
            name=name,
            is_here=seat == 0,
            is_due=True,
            has_turned=False,
        )
        for seat, name in enumerate(["Ann", "N" * 24])
    ),
)
sizes = st.tuples(st.integers(WIDTH_MIN, 400), st.integers(HEIGHT_MIN, 200))


def view(events: int | None = None, players: int = 2, **held: object) -> View:
    shown = recorded_viewer(events, players).view(200)
    table = replace(NOTHING_HELD.table, setting=shown.table.setting)
    return replace(shown, held=Held(**{"table": table} | held))


def drawn(shown: View, width: int, height: int) -> list[Content]:
    """Draw all parts of the main column."""
    plan = layout(width, height, len(shown.table.piles))
    columns = plan.main_columns

    def parts() -> Iterator[Content]:
        yield pictures.title(shown, columns)
        yield from pictures.seats(shown, plan)
        yield pictures.counters(shown, columns)
        yield from pictures.note(shown, columns, plan.note_lines)
        yield from pictures.events(shown, columns, plan.events_lines)
        yield from pictures.course(shown, plan)
        yield pictures.place(shown, columns)
        yield pictures.keys(shown, columns)

    return list(parts())


def text(shown: View, width: int, height: int) -> str:
    return "\n".join(line.plain for line in drawn(shown, width, height))


@pytest.mark.parametrize(("width", "height"), [(40, 15), (80, 24), (200, 60)])
def test_seats_piles_cards_and_counters_are_shown_at_every_size(width: int, height: int) -> None:
    shown = text(view(17), width, height)
    for part in ("Seat 1", "Seat 2", "22", "▒▒▒", "wars 1", "pot 8", "Round 1: War!", "? keys"):
        assert part in shown


def test_a_card_always_has_its_rank_and_its_suit() -> None:
    faces = ["Th", None, "As", "2d", "Qc"]
    for has_four_colours in (False, True):
        line = card_line(faces, 40, has_four_colours=has_four_colours).plain
        assert line == "10♥ ▒▒ A♠ 2♦ Q♣ "
        middle = card_lines(faces, 40, has_four_colours=has_four_colours)[1].plain
        assert middle == "│10♥│▒▒▒│A♠ │2♦ │Q♣ │"


@given(st.lists(st.sampled_from(["Th", "As", None]), max_size=60), st.integers(12, 120))
def test_the_newest_cards_fit_and_the_others_are_counted(faces: list, columns: int) -> None:
    for lines in (
        [card_line(faces, columns, has_four_colours=False)],
        card_lines(faces, columns, has_four_colours=False),
    ):
        assert len({line.cell_length for line in lines}) == 1
        assert lines[0].cell_length <= columns
        row = lines[len(lines) // 2].plain
        left_out = int(row.split()[0]) if row.startswith("+") else 0
        assert left_out + sum(row.count(mark) for mark in ("10♥", "A♠")) + (
            row.count("▒▒▒") if len(lines) == 3 else row.count("▒▒")
        ) == len(faces)


@given(sizes, st.sampled_from([0, 1, 9, 17, 60, None]), st.sampled_from([2, 3, 4]), st.booleans())
@example((WIDTH_MIN, HEIGHT_MIN), 60, 4, True)
def test_nothing_is_wider_or_higher_than_the_terminal(
    size: tuple[int, int], events: int | None, players: int, is_met: bool
) -> None:
    width, height = size
    held = {"company": COMPANY, "spectators": 12_345, "seat": 0} if is_met and players == 2 else {}
    shown = replace(view(events, players, **held), note="to you alone " * 20, state="live")
    lines = drawn(shown, width, height)
    plan = layout(width, height, len(shown.table.piles))
    assert max(line.cell_length for line in lines) <= plan.main_columns <= width
    assert len(lines) <= height
    assert plan.lines(len(shown.table.piles)) <= height


def test_names_whose_turn_it_is_and_the_audience_are_shown() -> None:
    shown = view(17, company=COMPANY, spectators=12, seat=0)
    drawn_text = text(replace(shown, note="to you alone"), 140, 40)
    for part in ("Seat 1 (you) Ann · to turn", "N" * 20, "12 watching", "to you alone"):
        assert part in drawn_text
    assert f"Waiting for Ann and {'N' * 24}." in drawn_text
    assert "r rematch" in drawn_text
    assert "r rematch" not in text(view(17), 140, 40)


def test_a_finished_game_shows_the_places() -> None:
    assert "place 2" in text(view(), 100, 30)


def test_the_chart_marks_wars_lead_changes_eliminations_and_the_place() -> None:
    viewer = recorded_viewer(players=4)
    viewer.go_to_round(3)
    shown = viewer.view(1)
    rows = pictures.course(shown, layout(300, 15, 4))
    assert [row.plain[:6] for row in rows[:4]] == [f"Seat {seat}" for seat in (1, 2, 3, 4)]
    marks = rows[4].plain[len("Seat 1 ") :]
    course = shown.course
    assert marks[3] == "▲"
    assert {index for index, mark in enumerate(marks) if mark == "x"} == {
        out.round for out in course.outs
    }
    leads = {lead.round for lead in course.leads} - {out.round for out in course.outs} - {3}
    assert {index for index, mark in enumerate(marks) if mark == "l"} == leads
    assert marks.count("w") > 0
