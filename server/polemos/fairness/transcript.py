"""The transcript: everything public that a deal depends on, in one digest.

Nothing that the server could still vary after the commitments are fixed enters it: no time, no
name, no id but the game's.
"""

from polemos.fairness.hashing import tagged_hash
from polemos.rules.chance import Transcript
from polemos.rules.encoding import from_b64url


def fair_transcript(transcript: Transcript) -> bytes:
    """Digest what a `fair/1` deal depends on: the game, its rules and every commitment opened."""
    seats: list[int | bytes] = []
    for seat, entropy in enumerate(transcript.entropies):
        seats += (seat, from_b64url(entropy))
    return tagged_hash(
        "fair/1 transcript",
        transcript.game,
        from_b64url(transcript.rules_digest),
        len(transcript.entropies),
        from_b64url(transcript.commitment),
        *seats,
    )


def seeded_transcript(transcript: Transcript) -> bytes:
    """Digest what a `seeded/1` deal depends on besides its seed: the rules and number of seats."""
    return tagged_hash(
        "seeded/1 transcript",
        from_b64url(transcript.rules_digest),
        len(transcript.entropies),
    )
