"""Public player ids."""

import re
import string
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rooms.errors import Refusal
from polemos.rooms.players import PLAYER_PATTERN, player_of
from polemos.rules.encoding import b64url
from polemos.wire.codes import WireCode

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS)
def test_the_id_is_the_beginning_of_a_digest_of_the_secret(secret):
    player = player_of(b64url(secret))
    digest = int.from_bytes(sha256(b"polemos player\x00" + secret).digest(), "big")

    assert re.fullmatch(PLAYER_PATTERN, player)
    assert player == "".join(LETTERS[digest >> (250 - 6 * n) & 63] for n in range(22))


def test_the_id_of_a_known_secret_is_the_published_one():
    assert player_of(b64url(bytes(range(32)))) == "ffkV5hYYVvIncm-NnL5LzR"


@given(st.binary(max_size=64).filter(lambda secret: len(secret) != 32))
def test_what_is_not_32_bytes_is_refused(secret):
    with pytest.raises(Refusal, match="draw 32 random bytes") as refused:
        player_of(b64url(secret))
    assert refused.value.code == WireCode.BAD_REQUEST


@pytest.mark.parametrize(
    "text", ["A" * 42 + "B", "A" * 43 + "=", "é" * 43, "A" * 42 + "\n", "*" * 43]
)
def test_what_is_not_the_one_encoding_of_its_bytes_is_refused(text):
    with pytest.raises(Refusal) as refused:
        player_of(text)
    assert refused.value.code == WireCode.BAD_REQUEST
