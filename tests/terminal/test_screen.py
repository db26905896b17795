"""The live screen shows the table at any width."""

import io

import pytest
from rich.console import Console

from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.projections.tables import fold, initial_table
from polemos_demo.terminal.screen import screen


def drawn(events: int, width: int) -> str:
    table = initial_table("abc-1")
    for line in lines_of(played("abc-1", "war", 2, seed="page 112"))[:events]:
        table = fold(table, decode(line))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(screen(table, "the newest words", "live"))
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
    for events in (0, 1, 9, 17, 60):
        assert max(map(len, drawn(events, width).splitlines())) <= width


def test_a_finished_game_shows_the_places() -> None:
    assert "place 2" in drawn(10_000, 100)
