"""A commitment is opened by what was committed, in its place, and by nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.fairness.commitments import (
    bot_entropy,
    commit_seat,
    commit_secret,
    commit_seed,
    seat_opens,
)
from polemos.rules.encoding import b64url

ENTROPIES = st.binary(min_size=32, max_size=32)
GAME = "k7m2q9x4wd-1"


@given(ENTROPIES, st.integers(0, 3))
def test_a_seat_opens_its_own_commitment(entropy, seat):
    assert seat_opens(GAME, seat, b64url(entropy), commit_seat(GAME, seat, entropy))


@given(ENTROPIES, ENTROPIES)
def test_other_entropy_opens_nothing(entropy, other):
    commitment = commit_seat(GAME, 0, entropy)
    assert seat_opens(GAME, 0, b64url(other), commitment) == (entropy == other)


@given(ENTROPIES)
def test_a_commitment_copied_to_another_seat_or_game_does_not_open(entropy):
    commitment = commit_seat(GAME, 0, entropy)
    assert not seat_opens(GAME, 1, b64url(entropy), commitment)
    assert not seat_opens("k7m2q9x4wd-2", 0, b64url(entropy), commitment)


@pytest.mark.parametrize("size_bytes", [0, 31, 33, 64])
def test_entropy_of_another_size_opens_nothing(size_bytes):
    entropy = bytes(size_bytes)
    assert not seat_opens(GAME, 0, b64url(entropy), commit_seat(GAME, 0, entropy))


@pytest.mark.parametrize("text", ["", "?", "ä", "A" * 42 + "B", "A" * 43 + "=", "A" * 43 + "\n"])
def test_a_text_that_is_not_canonical_base64url_opens_nothing(text):
    assert not seat_opens(GAME, 0, text, commit_seat(GAME, 0, bytes(32)))


@given(ENTROPIES)
def test_secrets_seats_and_seeds_are_committed_to_under_different_tags(secret):
    text = secret.hex()
    commitments = {
        commit_secret(GAME, text.encode()),
        commit_seat(GAME, 0, text.encode()),
        commit_seed(GAME, text),
    }
    assert len(commitments) == 3


def test_a_commitment_is_bound_to_its_game():
    assert commit_secret("a-1", bytes(32)) != commit_secret("a-2", bytes(32))
    assert commit_seed("a-1", "seed") != commit_seed("a-2", "seed")


def test_every_bot_of_every_game_has_entropy_of_its_own():
    entropies = {bot_entropy(game, seat) for game in ("a-1", "a-2", "b-1") for seat in range(4)}
    assert len(entropies) == 12
