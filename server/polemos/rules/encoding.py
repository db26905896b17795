"""The one encoding: canonical JSON, base64url without padding, SHA-256.

Canonical JSON is RFC 8785 narrowed to what Polemos needs: objects with ASCII keys, arrays, strings,
integers within ±(2^53 − 1), booleans and null. Without floats there is nothing left to round.
"""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from dataclasses import fields

from polemos.rules.rule_set import RuleSet

INTEGER_MAX = 2**53 - 1


def canonical(value: object) -> bytes:
    """Encode a JSON value to its only form: sorted keys, no white space, UTF-8.

    Raises:
        ValueError: the value holds a float, or an integer beyond `INTEGER_MAX`.
    """
    _refuse_inexact(value)
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(message: bytes) -> str:
    """Hash bytes with SHA-256, as 43 letters of base64url."""
    return b64url(hashlib.sha256(message).digest())


def b64url(message: bytes) -> str:
    """Encode bytes as base64url without padding (RFC 4648, section 5)."""
    return urlsafe_b64encode(message).rstrip(b"=").decode()


def from_b64url(text: str) -> bytes:
    """Decode base64url without padding.

    Raises:
        ValueError: the text is not the only encoding of some bytes.
    """
    try:
        message = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (Base64Error, ValueError):
        raise ValueError(f"{text!r} is not base64url") from None
    if b64url(message) != text:
        raise ValueError(f"{text!r} is not base64url without padding")
    return message


def rule_set_object(rules: RuleSet) -> dict[str, object]:
    """Show a rule set as the JSON object that is stored, streamed and digested."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def rules_digest(rules: RuleSet) -> str:
    """Digest a rule set: what the seats agree to play by."""
    return digest(canonical(rule_set_object(rules)))


def _refuse_inexact(value: object) -> None:
    match value:
        case float():
            raise ValueError(f"{value} is a float, which has no single encoding")
        case int() if abs(value) > INTEGER_MAX:
            raise ValueError(f"{value} is beyond what every JSON reader holds exactly")
        case dict():
            for item in value.values():
                _refuse_inexact(item)
        case list() | tuple():
            for item in value:
                _refuse_inexact(item)
        case _:
            pass
