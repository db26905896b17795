"""Whole games stay as they were written down; `kit.golden` says how to write them anew."""

import pytest

from kit.golden import FOLDER, GAMES, golden_text


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was_written_down(name):
    assert golden_text(*GAMES[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_game_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
