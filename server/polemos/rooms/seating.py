"""What holds the seats of a room, as the vault keeps it.

A seat's digest is kept under the seat and the player who holds it: which of them counts is the
log's word. So the vault may be ahead of the log, or behind it, and nobody gets another's seat.
"""

from collections.abc import Iterable, Mapping

from polemos.log.vault import Vault

HOST = "host"
"""The role in the vault whose secret controls a room."""

INVITATION = "invitation"
"""The role in the vault whose secret lets somebody take a free seat."""

_SEAT = "seat"


def seat_role(seat: int, player: str) -> str:
    """Name the role in the vault whose secret holds a seat for a player."""
    return f"{_SEAT}:{seat}:{player}"


def holders(digests: Mapping[str, bytes]) -> dict[int, dict[str, bytes]]:
    """Pick the digests that hold seats: by seat, and by the player whom each was kept for."""
    found: dict[int, dict[str, bytes]] = {}
    for role, digest in digests.items():
        kind, _, rest = role.partition(":")
        if kind == _SEAT:
            seat, _, player = rest.partition(":")
            found.setdefault(int(seat), {})[player] = digest
    return found


def forget_seats(
    vault: Vault, room: str, seats: Iterable[int], *, except_player: str | None = None
) -> None:
    """Let nobody come back to these seats but one player, if one is named; blocks."""
    held = holders(vault.digests(room))
    for seat in seats:
        for player in held.get(seat, {}):
            if player != except_player:
                vault.forget_digest(room, seat_role(seat, player))
