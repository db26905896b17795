"""A seat's secrets: what is derived from them, and that they do not show."""

import secrets

from hypothesis import given
from hypothesis import strategies as st

from polemos.fairness.commitments import seat_opens
from polemos.rules.encoding import b64url, from_b64url
from polemos_demo.client.seats import SeatSecrets, draw_seat

keys = st.binary(min_size=32, max_size=32)
commitments = st.binary(min_size=32, max_size=32).map(b64url)


@given(keys, commitments, commitments)
def test_what_is_committed_is_opened_by_the_entropy_of_the_same_attempt_only(
    key: bytes, attempt: str, other: str
) -> None:
    seat = SeatSecrets(seat_secret="", key=key)
    commitment = seat.commit("abc-1", 2, attempt)
    assert seat_opens("abc-1", 2, seat.entropy("abc-1", attempt), commitment)
    assert seat_opens("abc-1", 2, seat.entropy("abc-1", other), commitment) == (attempt == other)
    assert not seat_opens("abc-1", 2, seat.entropy("abc-2", attempt), commitment)


def test_the_same_words_are_the_same_luck_on_a_seat_of_its_own() -> None:
    one, two = (draw_seat(secrets.token_bytes, words) for words in ("my luck", " my luck "))
    assert one.key == two.key
    assert one.seat_secret != two.seat_secret
    assert draw_seat(secrets.token_bytes).key != draw_seat(secrets.token_bytes).key


@given(keys, keys)
def test_secrets_do_not_show(key: bytes, seat_secret: bytes) -> None:
    shown = repr(SeatSecrets(seat_secret=b64url(seat_secret), key=key))
    assert b64url(seat_secret) not in shown
    assert repr(key) not in shown
    assert from_b64url(b64url(key)) == key
