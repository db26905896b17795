"""Who deals: with the game's secrets, with its seed, or without either.

All three check the seats' commitments alike, for that needs nothing secret.
"""

from dataclasses import dataclass, field

from polemos.fairness.commitments import SECRET_BYTES, commit_secret, commit_seed, seat_opens
from polemos.fairness.keys import Keys, fair_keys, seeded_keys
from polemos.fairness.transcript import fair_transcript, seeded_transcript
from polemos.rules.chance import Transcript
from polemos.rules.encoding import b64url


@dataclass(frozen=True, slots=True)
class Fair:
    """Deals `fair/1` games.

    Args:
        secrets: 32 bytes each, one for every attempt at this game's deal; which one an attempt
            takes is told by the commitment that it opens.

    Raises:
        ValueError: a secret is not 32 bytes.
    """

    # Nothing that holds a secret shows it: a state may stand in a message or a traceback.
    secrets: tuple[bytes, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if any(len(secret) != SECRET_BYTES for secret in self.secrets):
            raise ValueError(f"A game's secret is {SECRET_BYTES} bytes")

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        """Tell whether this entropy opens this commitment of this seat."""
        return seat_opens(game, seat, entropy, commitment)

    def chance(self, transcript: Transcript) -> Keys | None:
        """Derive the deal's keys, or none if no secret opens the transcript's commitment."""
        secret = self._opening(transcript.game, transcript.commitment)
        return None if secret is None else fair_keys(secret, fair_transcript(transcript))

    def secret(self, game: str, commitment: str) -> str:
        """Give the secret that opens a commitment, base64url, or an empty text without it."""
        secret = self._opening(game, commitment)
        return "" if secret is None else b64url(secret)

    def _opening(self, game: str, commitment: str) -> bytes | None:
        for secret in self.secrets:
            if commit_secret(game, secret) == commitment:
                return secret
        return None


@dataclass(frozen=True, slots=True)
class Seeded:
    """Deals `seeded/1` games: the same seed, rules and number of players give the same deal.

    Args:
        seed: any text.
    """

    seed: str = field(repr=False)

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        """Tell whether this entropy opens this commitment of this seat."""
        return seat_opens(game, seat, entropy, commitment)

    def chance(self, transcript: Transcript) -> Keys | None:
        """Derive the deal's keys, or none if the seed does not open the transcript's commitment."""
        if commit_seed(transcript.game, self.seed) != transcript.commitment:
            return None
        return seeded_keys(self.seed, seeded_transcript(transcript))

    def secret(self, game: str, commitment: str) -> str:
        """Give the seed's text, or an empty text if it does not open the commitment."""
        return self.seed if commit_seed(game, self.seed) == commitment else ""


@dataclass(frozen=True, slots=True)
class Sealed:
    """Deals nothing: the place of everybody who does not have the secret."""

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        """Tell whether this entropy opens this commitment of this seat."""
        return seat_opens(game, seat, entropy, commitment)

    def chance(self, transcript: Transcript) -> Keys | None:
        """Derive nothing."""
        return None

    def secret(self, game: str, commitment: str) -> str:
        """Give an empty text."""
        return ""
