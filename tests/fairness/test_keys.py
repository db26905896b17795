"""One key a use, and no two uses share one."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.fairness.keys import Keys, fair_keys, seeded_keys
from polemos.rules.chance import Use

USES = st.one_of(
    st.tuples(st.just(Use.DECK), st.just(0)),
    st.tuples(st.just(Use.FIRST_SEAT), st.just(0)),
    st.tuples(st.just(Use.RETURN), st.integers(0, 2**64 - 1)),
)
ROOT = Keys(bytes(range(32)))


@given(USES, USES)
def test_distinct_uses_have_distinct_keys(one, other):
    assert (ROOT.key(*one) == ROOT.key(*other)) == (one == other)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), USES)
def test_distinct_deals_have_distinct_keys(one, other, use):
    assert (Keys(one).key(*use) == Keys(other).key(*use)) == (one == other)


def test_the_first_hundred_thousand_rounds_have_keys_of_their_own():
    assert len({ROOT.key(Use.RETURN, number) for number in range(100_000)}) == 100_000


def test_a_key_is_asked_for_in_any_order_and_is_always_the_same():
    forwards = [ROOT.key(Use.RETURN, number) for number in range(10)]
    backwards = [ROOT.key(Use.RETURN, number) for number in reversed(range(10))]
    assert forwards == backwards[::-1]


def test_a_secret_and_a_seed_of_the_same_bytes_have_different_keys():
    text = "a" * 32
    assert fair_keys(text.encode(), bytes(32)) != seeded_keys(text, bytes(32))


def test_a_zero_byte_behind_a_seed_is_another_seed():
    assert seeded_keys("a", bytes(32)) != seeded_keys("a\0", bytes(32))
