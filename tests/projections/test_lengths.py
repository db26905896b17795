"""Lengths in buckets, against the lengths themselves."""

from itertools import pairwise
from math import ceil

from hypothesis import example, given
from hypothesis import strategies as st

from polemos.projections.lengths import (
    FINE_BITS,
    SHOWN_BITS,
    bucket_of,
    count_length,
    first_of,
    length_at,
    shown_edges,
    shown_games,
)
from polemos.rules.state import ROUNDS_MAX

rounds = st.integers(0, 300) | st.integers(0, ROUNDS_MAX)
bits = st.sampled_from([SHOWN_BITS, FINE_BITS])


def counted(lengths):
    kept = ()
    for length in lengths:
        kept = count_length(kept, length)
    return kept


@given(rounds, bits)
@example(ROUNDS_MAX, FINE_BITS)
def test_a_length_lies_between_the_beginnings_of_its_bucket_and_the_next(length, bits):
    bucket = bucket_of(length, bits)
    assert first_of(bucket, bits) <= length < first_of(bucket + 1, bits)


@given(rounds, bits)
def test_a_bucket_holds_one_length_or_few_for_what_they_are(length, bits):
    first, next_first = (first_of(bucket_of(length, bits) + more, bits) for more in (0, 1))
    assert next_first - first == 1 or (next_first - first) * 2 ** (bits - 1) <= first


@given(rounds)
def test_a_fine_bucket_lies_within_one_that_is_shown(length):
    fine = bucket_of(length, FINE_BITS)
    first, last = first_of(fine, FINE_BITS), first_of(fine + 1, FINE_BITS) - 1
    assert bucket_of(first, SHOWN_BITS) == bucket_of(last, SHOWN_BITS)


@given(st.lists(rounds, max_size=30))
def test_what_is_shown_is_a_count_between_edges(lengths):
    edges = shown_edges()
    ends = [*edges[1:], float("inf")]
    assert shown_games(counted(lengths)) == [
        sum(first <= length < end for length in lengths)
        for first, end in zip(edges, ends, strict=True)
    ]


def test_all_lengths_together_fill_few_buckets():
    fine = {bucket_of(length, FINE_BITS) for length in range(ROUNDS_MAX + 1)}
    assert fine == set(range(1_348))


def test_the_edges_begin_at_nothing_ascend_and_pass_the_longest_game():
    edges = shown_edges()
    assert edges[0] == 0
    assert all(one < other for one, other in pairwise(edges))
    assert edges[-2] <= ROUNDS_MAX < edges[-1]


@given(st.lists(rounds, min_size=1, max_size=40), st.integers(1, 100))
@example([5], 1)
@example([1, 2], 50)
@example(list(range(1, 101)), 95)
def test_so_many_percent_of_the_games_were_not_longer(lengths, percent):
    exact = sorted(lengths)[ceil(len(lengths) * percent / 100) - 1]
    assert exact <= length_at(counted(lengths), percent) <= exact * 1.01


@given(st.lists(rounds, max_size=20), st.randoms(use_true_random=False))
def test_the_order_of_games_is_forgotten(lengths, random):
    others = random.sample(lengths, len(lengths))
    assert counted(lengths) == counted(others)
