"""Where chance comes from: the rules ask a `Dealer` that somebody passes in.

`fairness` implements it: `Fair` and `Seeded` from their secrets, `Sealed` for everybody without.
The rules never draw anything themselves.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Use(StrEnum):
    """What a permutation is for; the text is the label of the derivation."""

    DECK = "deck"
    FIRST_SEAT = "first seat"
    RETURN = "return"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """Everything public that the deal depends on, fixed before any entropy is revealed.

    Args:
        game: the game's id.
        rules_digest: as in `GameOpened`.
        commitment: the commitment to the secret of this attempt.
        entropies: each seat's revealed entropy by seat, base64url without padding.
    """

    game: str
    rules_digest: str
    commitment: str
    entropies: tuple[str, ...]


class Chance(Protocol):
    """The derived keys of one deal."""

    def key(self, use: Use, number: int) -> bytes:
        """Derive the 32-byte key of one permutation.

        Args:
            use: what it is for.
            number: the round for `Use.RETURN`, else 0.
        """
        ...


class Dealer(Protocol):
    """What a state knows of the secrets of its game."""

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        """Tell whether this entropy opens this commitment of this seat."""
        ...

    def chance(self, transcript: Transcript) -> Chance | None:
        """Derive the deal's keys, or none for someone without the secret."""
        ...

    def secret(self, game: str, commitment: str) -> str:
        """Give the secret's public text for `GameEnded`, or an empty text without the secret."""
        ...
