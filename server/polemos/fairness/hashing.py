"""The one hash of the construction: tagged, and with every field behind its length.

The tag keeps uses apart and the lengths keep fields apart, so no two different inputs are ever the
same bytes.
"""

import hashlib

LENGTH_BYTES = 4
DIGEST_BYTES = 32


def tagged_hash(tag: str, *fields: str | int | bytes) -> bytes:
    """Hash fields under a tag: `H` of docs/fair-deal.md.

    Args:
        tag: the use, ASCII without a zero byte.
        fields: text as UTF-8, numbers as decimal digits, everything else as it is.

    Returns:
        32 bytes.
    """
    hasher = hashlib.sha256(tag.encode("ascii") + b"\0")
    for field in fields:
        message = _field_bytes(field)
        hasher.update(len(message).to_bytes(LENGTH_BYTES, "big") + message)
    return hasher.digest()


def _field_bytes(field: str | int | bytes) -> bytes:
    match field:
        case bytes():
            return field
        case str():
            return field.encode()
        case int():
            return b"%d" % field
