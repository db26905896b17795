"""Events grouped into the beats that they were appended in. Pure."""

from collections.abc import Iterable, Iterator

from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    Event,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)

Beat = tuple[Event, ...]


def beats_of(events: Iterable[Event]) -> Iterator[Beat]:
    """Group consecutive events; whatever is not of the table stands alone."""
    beat: list[Event] = []
    for event in events:
        if beat and not continues(beat[-1], event):
            yield tuple(beat)
            beat = []
        beat.append(event)
    if beat:
        yield tuple(beat)


def continues(last: Event, event: Event) -> bool:
    """Tell whether an event belongs to the beat of the one before it."""
    match last, event:
        case CardFlipped(), CardFlipped():
            return (last.round, last.step) == (event.round, event.step)
        case (TieDeclared() | CardHidden(), CardHidden()):
            return True
        case (PileReturned() | SeatEliminated(), SeatEliminated()):
            return True
        case _:
            return False
