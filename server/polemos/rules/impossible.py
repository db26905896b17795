"""Say why an event of the table cannot follow."""

from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import CardFlipped, CardHidden, PileReturned, SeatEliminated, TieDeclared
from polemos.rules.state import Playing

TableEvent = CardFlipped | TieDeclared | CardHidden | PileReturned | SeatEliminated


def impossible(state: Playing, event: TableEvent) -> ImpossibleEvent:
    """Compose the error: what came, and what the state would have allowed."""
    return ImpossibleEvent(
        f"{event} cannot follow in round {state.standing.rounds + 1}, where {state.stage} comes "
        f"next and {len(state.table)} cards lie on the table."
    )
