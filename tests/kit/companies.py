"""Companies that tell their own numbers."""

from polemos.rules.names import room_of
from polemos.wire.pushes import Company


def company(number: int, *, game: str) -> Company:
    """Give a company that is told from others by how long a card waits in it."""
    return Company(
        room=room_of(game),
        game=game,
        is_rematch_possible=False,
        turn_seconds=number,
        turned_at=None,
        reserved_until=None,
        seats=[],
    )
