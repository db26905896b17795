"""The live screen shows the table at any width."""

import io

import pytest
from rich.console import Console

from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.projections.tables import fold, initial_table
from polemos.rules.events import SeatKind
from polemos.wire.pushes import SeatStanding
from polemos_demo.terminal.company import Company, Member
from polemos_demo.terminal.screen import Around, screen

ALONE = Around()
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


def drawn(events: int, width: int, around: Around = ALONE) -> str:
    table = initial_table("abc-1")
    for line in lines_of(played("abc-1", "war", 2, seed="page 112"))[:events]:
        table = fold(table, decode(line))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(screen(table, "the newest words", "live", around))
    text: str = console.file.getvalue()
    return text


def test_seats_piles_hidden_cards_and_counters_are_shown() -> None:
    text = drawn(17, 100)
    for shown in ("Seat 1", "Seat 2", "22", "9♦", "9♣", "▒▒ ▒▒ ▒▒", "wars 1", "on the table 8"):
        assert shown in text
    assert "the newest words" in text
    assert "2 beats a second" in text


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    full = Around(company=COMPANY, spectators=12, seat=0, note="to you alone " * 9)
    for events in (0, 1, 9, 17, 60):
        for around in (ALONE, full):
            assert max(map(len, drawn(events, width, around).splitlines())) <= width


def test_names_whose_turn_it_is_the_audience_and_the_keys_are_shown() -> None:
    text = drawn(17, 120, Around(company=COMPANY, spectators=12, seat=0, note="to you alone"))
    for shown in ("Seat 1 (you) Ann · to turn", "N" * 24 + " · away", "watching 12"):
        assert shown in text
    assert f"Waiting for Ann and {'N' * 24}." in text
    assert "to you alone" in text
    assert "r rematch" in text
    assert "r rematch" not in drawn(17, 120, Around(company=COMPANY))


def test_a_finished_game_shows_the_places() -> None:
    assert "place 2" in drawn(10_000, 100)
