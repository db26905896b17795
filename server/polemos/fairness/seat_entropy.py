"""The entropy of a person's seat, derived from a key that never leaves the person's devices.

Every device that has the key derives the same entropy, and every attempt at a deal, which has a
server's commitment of its own, gets another. docs/fair-deal.md says why.
"""

import hashlib
import hmac
import unicodedata

KEY_BYTES = hashlib.sha256().digest_size

_ENTROPY_TAG = b"polemos entropy"
_WORDS_TAG = b"polemos words"
_WHITE_SPACE = (
    "\t\n\v\f\r \x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's property White_Space; what a language trims by itself differs from it and others."""


def words_key(words: str) -> bytes:
    """Derive a seat's key from words that a person chose.

    Args:
        words: as typed; white space at both ends does not matter, nor does how accents are typed.

    Returns:
        32 bytes.

    Raises:
        ValueError: there are no words, or what is there is no text that UTF-8 can hold.
    """
    trimmed = unicodedata.normalize("NFC", words).strip(_WHITE_SPACE)
    if not trimmed:
        raise ValueError("there are no words to derive a key from")
    return hashlib.sha256(_WORDS_TAG + b"\0" + trimmed.encode()).digest()


def seat_entropy(key: bytes, game: str, commitment: str) -> bytes:
    """Derive a seat's entropy for one attempt at a deal.

    Args:
        key: 32 bytes, drawn at random or by `words_key`.
        game: the game's id.
        commitment: the server's, of the present attempt, as in the events.

    Returns:
        32 bytes.
    """
    message = b"\0".join((_ENTROPY_TAG, game.encode("ascii"), commitment.encode("ascii")))
    return hmac.digest(key, message, "sha256")
