"""The people of a room, as the server tells them beside the log. Pure."""

from dataclasses import dataclass
from typing import Any

from polemos.rules.events import SeatKind
from polemos.wire.pushes import SeatStanding


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A seat and who sits there; the fields are those of the wire's `CompanySeat`."""

    seat: int
    standing: SeatStanding
    kind: SeatKind | None
    player: str | None
    name: str | None
    is_here: bool
    is_due: bool
    has_turned: bool

    @property
    def is_awaited(self) -> bool:
        """Whether the next beat waits for this seat's hand."""
        return self.is_due and not self.has_turned

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there who can come and go."""
        return self.kind is SeatKind.HUMAN and self.standing is not SeatStanding.LEFT


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """A room's people; the fields are those of the wire's `Company`."""

    game: str
    is_rematch_possible: bool
    turn_seconds: int
    turned_at: int | None
    members: tuple[Member, ...]
    reserved_until: int | None = None

    def member(self, seat: int) -> Member | None:
        """Find a seat."""
        return next((member for member in self.members if member.seat == seat), None)

    @property
    def is_anybody_here(self) -> bool:
        """Whether a person of the company is connected."""
        return any(member.is_person and member.is_here for member in self.members)


def company_of(push: dict[str, Any]) -> Company:
    """Read a `company` push; what a later version adds is passed over.

    Raises:
        KeyError: a field is missing.
        ValueError: a field has a value that this version does not know.
    """
    return Company(
        game=push["game"],
        is_rematch_possible=push["is_rematch_possible"],
        turn_seconds=push["turn_seconds"],
        turned_at=push["turned_at"],
        # Servers of before do not tell it.
        reserved_until=push.get("reserved_until"),
        members=tuple(_member(seat) for seat in push["seats"]),
    )


def _member(seat: dict[str, Any]) -> Member:
    kind = seat["kind"]
    return Member(
        seat=seat["seat"],
        standing=SeatStanding(seat["standing"]),
        kind=None if kind is None else SeatKind(kind),
        player=seat["player"],
        name=None if seat["name"] is None else _printable(seat["name"]),
        is_here=seat["is_here"],
        is_due=seat["is_due"],
        has_turned=seat["has_turned"],
    )


def _printable(name: str) -> str:
    """Leave out what a terminal would obey, should a server let it through."""
    return "".join(letter for letter in name if letter.isprintable())
