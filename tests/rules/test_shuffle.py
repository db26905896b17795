"""Permutations: exact streams, rejection, and what a swap from the last index down gives."""

from hmac import digest
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.shuffle import byte_stream, draw, draw_first_seat, shuffle

KEY = bytes(range(32))


def test_the_stream_is_hmac_over_a_64_bit_big_endian_counter_from_0():
    blocks = [digest(KEY, bytes(7) + bytes([counter]), "sha256") for counter in range(3)]
    assert bytes(islice(byte_stream(KEY), 96)) == b"".join(blocks)


@pytest.mark.parametrize(
    ("size", "stream", "drawn"),
    [
        (3, [255, 254], 2),  # 255 is beyond 3 × 85 and refused, 254 is the last accepted
        (52, [208, 255, 207], 51),  # 4 × 52 = 208
        (52, [0], 0),
        (2, [255], 1),
        (1, [77], 0),
        (256, [255], 255),
    ],
)
def test_a_byte_beyond_the_last_whole_multiple_is_refused(size, stream, drawn):
    assert draw(iter(stream), size) == drawn


def test_every_number_of_a_range_is_drawn_by_equally_many_bytes():
    for size in range(1, 257):
        accepted = [byte for byte in range(256) if byte < 256 - 256 % size]
        drawn = [draw(iter([byte]), size) for byte in accepted]
        assert {drawn.count(number) for number in range(size)} == {len(accepted) // size}


def test_a_stream_without_an_acceptable_byte_is_an_error():
    with pytest.raises(ValueError, match="ended"):
        draw(iter([255]), 3)


@given(st.lists(st.integers(), max_size=60), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_item(items, key):
    assert sorted(shuffle(items, key)) == sorted(items)


@given(st.permutations(range(20)), st.binary(min_size=32, max_size=32))
def test_a_shuffle_moves_places_whatever_lies_there(items, key):
    places = shuffle(range(20), key)
    assert shuffle(items, key) == tuple(items[place] for place in places)


def test_the_indices_are_swapped_from_the_last_down_to_1():
    for number in range(30):
        key = bytes([number]) * 32
        stream = byte_stream(key)
        order = [0, 1, 2, 3]
        for last in (3, 2, 1):
            chosen = draw(stream, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        assert shuffle(range(4), key) == tuple(order)


def test_the_first_seat_is_one_draw():
    assert draw_first_seat(KEY, 3) == draw(byte_stream(KEY), 3)
