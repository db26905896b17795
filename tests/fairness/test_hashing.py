"""The tagged hash keeps every two different inputs apart."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from polemos.fairness.hashing import tagged_hash

TAGS = st.text(st.characters(min_codepoint=1, max_codepoint=127), min_size=1, max_size=8)
FIELDS = st.lists(st.text(max_size=4).map(str.encode), max_size=4)


@given(st.tuples(TAGS, FIELDS), st.tuples(TAGS, FIELDS))
def test_different_inputs_have_different_hashes(one, other):
    assert (tagged_hash(one[0], *one[1]) == tagged_hash(other[0], *other[1])) == (one == other)


def test_moving_a_byte_over_a_border_changes_the_hash():
    hashes = {
        tagged_hash("t", "ab", "c"),
        tagged_hash("t", "a", "bc"),
        tagged_hash("t", "abc"),
        tagged_hash("t", "abc", ""),
        tagged_hash("t", "", "abc"),
        tagged_hash("ta", "b", "c"),
    }
    assert len(hashes) == 6


def test_the_bytes_are_tag_zero_and_fields_behind_their_lengths():
    laid_out = b"tag\0" + b"\0\0\0\2" + "π".encode() + b"\0\0\0\2" + b"12" + b"\0\0\0\1" + b"\xff"
    assert tagged_hash("tag", "π", 12, b"\xff") == hashlib.sha256(laid_out).digest()
