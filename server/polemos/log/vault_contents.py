"""All that a vault keeps, as one value: what moves from one vault to another."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomRecord:
    """What a room goes by from game to game.

    Args:
        turn_seconds: how long a card waits for the person whose it is.
        is_autoplay_wanted: whether the beats follow each other once the cards are dealt.
    """

    turn_seconds: int
    is_autoplay_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultContents:
    """What a vault keeps at one moment; some hundreds of bytes an item.

    Args:
        secrets: commitments and secrets by game, those of a game in the order of keeping.
        digests: of tokens, by room and role.
        rooms: records by room.
        names: by player.
    """

    secrets: Mapping[str, tuple[tuple[str, bytes], ...]] = field(default_factory=dict, repr=False)
    digests: Mapping[tuple[str, str], bytes] = field(default_factory=dict, repr=False)
    rooms: Mapping[str, RoomRecord] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Count what is kept, the secrets of a game as one."""
        return len(self.secrets) + len(self.digests) + len(self.rooms) + len(self.names)

    def with_secrets_of(self, earlier: "VaultContents") -> "VaultContents":
        """Add the secrets that were kept earlier and have been forgotten since."""
        return replace(self, secrets={**earlier.secrets, **self.secrets})

    def without(self, other: "VaultContents") -> "VaultContents":
        """Give what is not the same in another one."""
        return VaultContents(
            secrets=_without(self.secrets, other.secrets),
            digests=_without(self.digests, other.digests),
            rooms=_without(self.rooms, other.rooms),
            names=_without(self.names, other.names),
        )


def _without(these: Mapping[K, V], others: Mapping[K, V]) -> Mapping[K, V]:
    return {key: value for key, value in these.items() if others.get(key) != value}
