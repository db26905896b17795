"""Keys: one for the deal out of secret and transcript, and from it one for every permutation."""

import hmac
from dataclasses import dataclass, field

from polemos.fairness.hashing import tagged_hash
from polemos.rules.chance import Use

NUMBER_BYTES = 8

_LABELS = {use: f"fair/1 {use.value}\0".encode("ascii") for use in Use}


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one deal, derived as they are asked for.

    Args:
        root: the deal's key, 32 bytes: `K` of docs/fair-deal.md.
    """

    # Whoever knows it knows every card to come, so it is not shown with a state.
    root: bytes = field(repr=False)

    def key(self, use: Use, number: int) -> bytes:
        """Derive the 32-byte key of one permutation.

        Args:
            use: what it is for.
            number: the round for `Use.RETURN`, else 0.
        """
        return hmac.digest(self.root, _LABELS[use] + number.to_bytes(NUMBER_BYTES, "big"), "sha256")


def fair_keys(secret: bytes, transcript_digest: bytes) -> Keys:
    """Extract the keys of a `fair/1` deal from the server's secret and the transcript."""
    return Keys(hmac.digest(secret, b"fair/1 extract\0" + transcript_digest, "sha256"))


def seeded_keys(seed: str, transcript_digest: bytes) -> Keys:
    """Extract the keys of a `seeded/1` deal from its seed and the transcript.

    The seed is hashed first: HMAC would take a short seed and the same one with zero bytes behind
    it for one key.
    """
    secret = tagged_hash("seeded/1 seed", seed)
    return Keys(hmac.digest(secret, b"seeded/1 extract\0" + transcript_digest, "sha256"))
