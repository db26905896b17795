"""The public ids of people, who are known by a secret that their device keeps."""

import hashlib

from polemos.rooms.errors import Refusal
from polemos.rules.encoding import b64url, from_b64url
from polemos.wire.codes import WireCode

PLAYER_SECRET_BYTES = 32
PLAYER_LETTERS = 22
"""Letters of base64url, 132 bits: nobody meets the id of somebody else, by chance or by trying."""

PLAYER_PATTERN = rf"[A-Za-z0-9_-]{{{PLAYER_LETTERS}}}"
"""What the id of a person is, in full."""


def player_of(player_secret: str) -> str:
    """Derive the public id of whoever holds a secret, which cannot be found from the id.

    Args:
        player_secret: 32 bytes, base64url without padding.

    Raises:
        Refusal: the text is not the only encoding of 32 bytes, `bad_request`.
    """
    secret = _bytes(player_secret)
    if secret is None or len(secret) != PLAYER_SECRET_BYTES:
        raise Refusal(
            WireCode.BAD_REQUEST,
            "The player secret is not 32 bytes in base64url: draw 32 random bytes and send "
            "their 43 letters.",
        )
    return b64url(hashlib.sha256(b"polemos player\0" + secret).digest())[:PLAYER_LETTERS]


def _bytes(text: str) -> bytes | None:
    try:
        return from_b64url(text)
    except ValueError:
        return None
