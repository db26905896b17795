"""A token bucket lets so many through and no more; many of them do so in bounded memory."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.buckets import ROUNDING_SECONDS, Bucket, Buckets, Rate


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


class Oracle:
    """Token buckets as the books have them, in fractions, for however many keys."""

    def __init__(self, burst: int, per_second: int) -> None:
        self.burst, self.per_second = burst, per_second
        self.tokens: dict[str, Fraction] = {}
        self.now = Fraction(0)

    def pass_time(self, seconds: Fraction) -> None:
        self.now += seconds
        for key, tokens in self.tokens.items():
            self.tokens[key] = min(Fraction(self.burst), tokens + seconds * self.per_second)

    def level(self, key: str) -> Fraction:
        return self.tokens.get(key, Fraction(self.burst))

    def wait_seconds(self, key: str) -> Fraction:
        return max(Fraction(0), (1 - self.level(key)) / self.per_second)

    def charge(self, key: str) -> None:
        self.tokens[key] = self.level(key) - 1

    def give_back(self, key: str) -> None:
        self.tokens[key] = min(Fraction(self.burst), self.level(key) + 1)


KEYS = [f"192.0.2.{number}" for number in range(12)]
keys = st.sampled_from(KEYS)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("take"), keys),
        st.tuples(st.just("charge"), keys),
        st.tuples(st.just("give back"), keys),
        st.tuples(st.just("pass"), st.integers(0, 40)),
    ),
    max_size=150,
)
rates = st.tuples(st.integers(1, 6), st.sampled_from([1, 2, 4, 8]))
"""Powers of two and eighths of seconds: floats and fractions then agree to the last bit."""


@given(steps, rates)
def test_as_long_as_all_keys_are_kept_the_buckets_do_what_the_books_say(taken, rate):
    burst, per_second = rate
    ours, oracle = Buckets(Rate(burst, per_second), len(KEYS)), Oracle(burst, per_second)
    for step, argument in taken:
        now = float(oracle.now)
        match step:
            case "pass":
                oracle.pass_time(Fraction(argument, 8))
            case "take":
                expected = oracle.wait_seconds(argument)
                assert ours.take(argument, now) == float(expected)
                if expected == 0:
                    oracle.charge(argument)
            case "charge":
                ours.charge(argument, now)
                oracle.charge(argument)
            case "give back":
                ours.give_back(argument, now)
                oracle.give_back(argument)
    for key in KEYS:
        assert ours.wait_seconds(key, float(oracle.now)) == float(oracle.wait_seconds(key))


@given(steps, rates, st.integers(1, 6))
def test_in_bounded_memory_nobody_is_refused_whom_the_books_let_through(taken, rate, keys_max):
    burst, per_second = rate
    ours, oracle = Buckets(Rate(burst, per_second), keys_max), Oracle(burst, per_second)
    for step, argument in taken:
        if step == "pass":
            oracle.pass_time(Fraction(argument, 8))
            continue
        waits = ours.take(argument, float(oracle.now)) > 0
        if oracle.wait_seconds(argument) == 0:
            assert not waits
        if not waits:
            oracle.charge(argument)
        assert len(ours) <= keys_max


@given(st.integers(1, 50), st.integers(2, 20), st.lists(st.integers(0, 200), max_size=400))
def test_an_empty_bucket_outlives_any_number_of_fuller_ones(keys_max, burst, strangers):
    buckets = Buckets(Rate(burst, 1.0), keys_max)
    for _ in range(burst):
        assert buckets.take("spent", 0.0) == 0.0
    for stranger in strangers:
        if strangers.count(stranger) < burst:
            buckets.take(f"stranger {stranger}", 0.0)
    assert buckets.wait_seconds("spent", 0.0) == 1.0


@given(st.lists(st.tuples(keys, st.floats(0, 2)), max_size=100), st.integers(1, 5))
def test_whoever_waits_as_long_as_told_is_let_through_at_any_moment(taken, burst):
    buckets, now = Buckets(Rate(burst, 3.7), len(KEYS)), 1e6
    for key, pause in taken:
        now += pause
        wait_seconds = buckets.take(key, now)
        if wait_seconds:
            assert buckets.take(key, now + wait_seconds / 2) > 0 or wait_seconds < ROUNDING_SECONDS
            now += wait_seconds
            assert buckets.take(key, now) == 0.0


def test_a_full_bucket_is_not_remembered():
    buckets = Buckets(Rate(5, 1.0), 100)
    for key in KEYS:
        buckets.take(key, 0.0)
    assert len(buckets) == len(KEYS)
    buckets.take("another", 1.0)
    assert len(buckets) == 1


def test_what_a_busy_key_leaves_behind_is_bounded_too():
    buckets = Buckets(Rate(1_000_000, 1.0), 10)
    for _ in range(10_000):
        buckets.take("busy", 0.0)
        buckets.give_back("busy", 0.0)
        buckets.take("busy", 0.0)
    assert len(buckets) == 1
    assert len(buckets._order) < 100
