"""What holds the seats of a room, as the vault keeps it."""

from collections.abc import Iterable, Mapping

from polemos.log.vault import Vault

HOST = "host"
"""The role in the vault whose secret controls a room."""

INVITATION = "invitation"
"""The role in the vault whose secret lets somebody take a free seat."""

_SEAT = "seat:"


def seat_role(seat: int) -> str:
    """Name the role in the vault whose secret holds a seat."""
    return f"{_SEAT}{seat}"


def seat_digests(digests: Mapping[str, bytes]) -> dict[int, bytes]:
    """Pick the digests that hold seats, by seat."""
    return {
        int(role.removeprefix(_SEAT)): digest
        for role, digest in digests.items()
        if role.startswith(_SEAT)
    }


def forget_seats(vault: Vault, room: str, seats: Iterable[int]) -> None:
    """Let nobody come back to these seats; blocks."""
    for seat in seats:
        vault.forget_digest(room, seat_role(seat))
