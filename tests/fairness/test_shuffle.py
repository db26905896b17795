"""The shuffle is exactly uniform over its draws, and statistically over keys."""

import hashlib
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit import fair_deal
from polemos.rules.cards import deck
from polemos.rules.shuffle import byte_stream, draw, draw_first_seat, shuffle

KEYS = st.binary(min_size=32, max_size=32)


def key_of(*parts):
    return hashlib.sha256(repr(parts).encode()).digest()


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def draws_of(key, size):
    """Give the numbers that a shuffle of this size draws, from the second implementation."""
    stream = fair_deal.Stream(key)
    return tuple(stream.below(last + 1) for last in range(size - 1, 0, -1))


@pytest.mark.parametrize("size", range(1, 257))
def test_over_all_bytes_every_number_is_drawn_equally_often_and_the_rest_is_rejected(size):
    drawn = Counter()
    for byte in range(256):
        stream = iter((byte, 0))
        number = draw(stream, size)
        if next(stream, None) is not None:  # the byte was accepted: the zero is still there
            drawn[number] += 1
    assert drawn == dict.fromkeys(range(size), 256 // size)


@pytest.mark.parametrize("size", range(6))
def test_the_draws_and_the_permutations_of_up_to_five_items_correspond_one_to_one(size):
    # With every draw uniform (above), this makes every permutation exactly equally likely.
    order_of_draws = {}
    for number in range(2_000):
        key = key_of("enumerate", size, number)
        order = shuffle(range(size), key)
        assert order_of_draws.setdefault(draws_of(key, size), order) == order
    assert sorted(order_of_draws.values()) == sorted(permutations(range(size)))


@given(KEYS, st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_every_item(key, items):
    assert sorted(shuffle(items, key)) == sorted(items)


@given(KEYS, st.permutations(range(52)))
def test_a_permuted_deck_is_permuted_in_the_same_places(key, permuted):
    places = shuffle(range(52), key)
    assert shuffle(permuted, key) == tuple(permuted[place] for place in places)


@given(KEYS, st.sampled_from([52, 36, 32]))
def test_a_second_implementation_shuffles_alike(key, size):
    assert list(shuffle(deck(size), key)) == fair_deal.shuffled(fair_deal.fresh_deck(size), key)


@given(KEYS)
def test_the_stream_goes_on_from_block_to_block(key):
    stream, second = byte_stream(key), fair_deal.Stream(key)
    assert [next(stream) for _ in range(100)] == [second.byte() for _ in range(100)]


@pytest.mark.parametrize("start", ["fresh", "reversed", "shuffled"])
def test_every_card_comes_to_every_place_equally_often(start):
    size, shuffles = 52, 5_200
    cards = {
        "fresh": deck(size),
        "reversed": deck(size)[::-1],
        "shuffled": shuffle(deck(size), key_of("start")),
    }[start]
    seen = Counter()
    for number in range(shuffles):
        seen.update(enumerate(shuffle(cards, key_of("places", number))))
    counts = [seen[place, card] for place in range(size) for card in cards]
    # 51 × 51 degrees of freedom: mean 2601, standard deviation 72. The keys are fixed, so the
    # bound of five deviations is one fact, not a chance of failing.
    assert 2_601 - 5 * 72 < chi_square(counts, shuffles / size) < 2_601 + 5 * 72


def test_neighbours_are_parted_as_often_as_chance_parts_them():
    size, shuffles = 52, 4_000
    cards, together = deck(size), 0
    for number in range(shuffles):
        order = shuffle(cards, key_of("neighbours", number))
        together += sum(
            cards.index(left) + 1 == cards.index(right) for left, right in pairwise(order)
        )
    # 51 pairs, each together in this order with probability 1/52: about Poisson, 51/52 a shuffle.
    expected = shuffles * 51 / 52
    assert abs(together - expected) < 5 * expected**0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_is_first_equally_often(players):
    games = 12_000
    seen = Counter(draw_first_seat(key_of("first", number), players) for number in range(games))
    # At most three degrees of freedom, of which 27.9 is passed once in 260,000.
    assert chi_square([seen[seat] for seat in range(players)], games / players) < 27.9
