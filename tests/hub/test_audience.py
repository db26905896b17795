"""The audience: how many watch, told exactly while they are few and roughly when they are many."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.audience import EXACT_MAX, coarse, most_watched

counts = st.one_of(st.integers(0, 2_000), st.integers(0, 10**9))


@given(st.integers(0, EXACT_MAX))
def test_up_to_a_hundred_are_told_exactly(spectators):
    assert coarse(spectators) == spectators


@given(counts)
def test_never_more_are_told_than_watch_and_nine_tenths_at_least(spectators):
    assert coarse(spectators) <= spectators
    assert 10 * coarse(spectators) >= 9 * spectators


@given(counts, counts)
def test_more_are_never_told_as_fewer(some, others):
    fewer, more = sorted((some, others))
    assert coarse(fewer) <= coarse(more)


@given(counts)
def test_what_is_told_stays_when_it_is_made_coarse_again(spectators):
    assert coarse(coarse(spectators)) == coarse(spectators)


@given(st.integers(EXACT_MAX, 10**9))
def test_above_a_hundred_two_digits_count_and_the_others_are_zeros(spectators):
    told = str(coarse(spectators))
    assert told[:2] == str(spectators)[:2]
    assert len(told) == len(str(spectators))
    assert set(told[2:]) == {"0"}


@given(st.dictionaries(st.text(max_size=2), st.integers(0, 2) | st.integers(0, 2_000)))
def test_games_with_an_audience_are_listed_by_what_is_told_of_it_and_equals_as_they_came(counted):
    listed = list(most_watched(counted).items())
    assert dict(listed) == {game: coarse(number) for game, number in counted.items() if number}
    order = list(counted)
    places = [(-told, order.index(game)) for game, told in listed]
    assert places == sorted(places)
