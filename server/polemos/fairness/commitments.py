"""Commitments: a hash that fixes a secret now and is opened by showing the secret later.

Each is bound to its game, and a seat's to its seat, so none can be copied to another place.
"""

from polemos.fairness.hashing import DIGEST_BYTES, tagged_hash
from polemos.rules.encoding import b64url, from_b64url

ENTROPY_BYTES = DIGEST_BYTES
SECRET_BYTES = DIGEST_BYTES


def commit_secret(game: str, secret: bytes) -> str:
    """Commit the server to the secret of a `fair/1` game.

    Args:
        game: the game's id.
        secret: 32 bytes.

    Returns:
        The commitment, base64url without padding.
    """
    return b64url(tagged_hash("fair/1 server", game, secret))


def commit_seat(game: str, seat: int, entropy: bytes) -> str:
    """Commit a seat to its entropy.

    Args:
        game: the game's id.
        seat: counts from 0.
        entropy: 32 bytes.

    Returns:
        The commitment, base64url without padding.
    """
    return b64url(tagged_hash("fair/1 seat", game, seat, entropy))


def commit_seed(game: str, seed: str) -> str:
    """Commit a `seeded/1` game to its seed, which hides it only as well as it is hard to guess."""
    return b64url(tagged_hash("seeded/1 server", game, seed))


def bot_entropy(game: str, seat: int) -> bytes:
    """Give the public entropy of a bot: it adds no chance, it only keeps the construction whole."""
    return tagged_hash("fair/1 bot", game, seat)


def seat_opens(game: str, seat: int, entropy: str, commitment: str) -> bool:
    """Tell whether a seat's entropy is 32 bytes and opens the seat's commitment.

    Args:
        game: the game's id.
        seat: counts from 0.
        entropy: base64url without padding; anything else opens nothing.
        commitment: as published.
    """
    try:
        message = from_b64url(entropy)
    except ValueError:
        return False
    return len(message) == ENTROPY_BYTES and commit_seat(game, seat, message) == commitment
