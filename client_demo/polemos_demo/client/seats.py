"""The two secrets of a seat: one for the server to know it by, and a key that never leaves here."""

from collections.abc import Callable
from dataclasses import dataclass, field

from polemos.fairness.commitments import commit_seat
from polemos.fairness.seat_entropy import seat_entropy, words_key
from polemos.rules.encoding import b64url

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSecrets:
    """What makes a seat one's own.

    Args:
        seat_secret: what the server knows the seat by, 43 letters of base64url.
        key: 32 bytes that the entropy of every deal is derived from; sent to nobody.
    """

    seat_secret: str = field(repr=False)
    key: bytes = field(repr=False)

    def entropy(self, game: str, commitment: str) -> str:
        """Give the entropy of one attempt to deal, which `commitment` of the server begins."""
        return b64url(seat_entropy(self.key, game, commitment))

    def commit(self, game: str, seat: int, commitment: str) -> str:
        """Commit a seat to that entropy."""
        return commit_seat(game, seat, seat_entropy(self.key, game, commitment))


def draw_seat(draw: Callable[[int], bytes], words: str | None = None) -> SeatSecrets:
    """Make the secrets of a new seat.

    Args:
        draw: gives so many bytes that nobody can guess.
        words: a person's own luck in place of the drawn key.
    """
    key = draw(SECRET_BYTES) if words is None else words_key(words)
    return SeatSecrets(seat_secret=b64url(draw(SECRET_BYTES)), key=key)
