from hypothesis import given
from hypothesis import strategies as st

from polemos.projections.histories import EMPTY_HISTORY, POINTS_MAX, note


def history_of(rounds):
    history = EMPTY_HISTORY
    for number in range(rounds + 1):
        history = note(history, number, (number, 52 - number))
    return history


@given(st.integers(0, 5_000))
def test_points_are_evenly_spaced_from_the_deal_on_and_never_too_many(rounds):
    history = history_of(rounds)

    between = history.rounds_between
    assert [point[0] for point in history.points] == list(range(0, rounds + 1, between))
    assert all(point[1:] == (point[0], 52 - point[0]) for point in history.points)
    assert len(history.points) <= POINTS_MAX


def test_no_point_is_dropped_as_long_as_all_fit():
    assert len(history_of(POINTS_MAX - 1).points) == POINTS_MAX


def test_one_point_too_many_halves_them():
    assert len(history_of(POINTS_MAX).points) == POINTS_MAX // 2 + 1
