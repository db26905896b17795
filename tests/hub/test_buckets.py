"""A token bucket lets so many through and no more."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.buckets import Bucket


@given(st.lists(st.floats(0, 3), max_size=60), st.integers(1, 10), st.floats(0.5, 50))
def test_no_span_of_time_lets_more_through_than_burst_and_rate_allow(pauses, burst, per_second):
    bucket, now, taken = Bucket(burst, 0.0), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if bucket.take(now, burst=burst, per_second=per_second) == 0.0:
            taken.append(now)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            span = taken[last] - taken[first]
            assert last - first + 1 <= burst + span * per_second + 1e-6


def test_whoever_waits_as_long_as_told_is_let_through():
    bucket = Bucket(1, 0.0)
    assert bucket.take(0.0, burst=1, per_second=4) == 0.0
    wait_seconds = bucket.take(0.0, burst=1, per_second=4)
    assert wait_seconds == 0.25
    assert bucket.take(wait_seconds, burst=1, per_second=4) == 0.0
