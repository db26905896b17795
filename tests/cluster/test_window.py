"""A window against a plain set of all that was ever heard."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.cluster.window import WINDOW_NUMBERS, Window

NEAR = st.integers(-3, 3)
FAR = st.integers(WINDOW_NUMBERS - 2, WINDOW_NUMBERS + 2)
BACK = FAR.map(lambda step: -step)
VERY_FAR = st.just(1 << 62)


@given(st.lists(st.one_of(NEAR, FAR, BACK, VERY_FAR), max_size=60))
def test_a_number_counts_once_and_too_old_a_one_never(steps):
    """Each number is drawn by how far it is from the newest, behind it or ahead."""
    window, heard, newest = Window(), set[int](), 0
    for step in steps:
        number = max(0, newest + step)
        counts = number not in heard and number > newest - WINDOW_NUMBERS
        assert window.take(number) == counts
        heard.add(number)
        newest = max(newest, number)


def test_what_comes_in_order_always_counts():
    """Twice as many numbers as the window has, one after the other."""
    window = Window()
    assert all(window.take(number) for number in range(1, 2 * WINDOW_NUMBERS))
