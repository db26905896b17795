"""Tell events in words, one line each, so that a test shows what happens on the table."""

from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    Event,
    GameEnded,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)


def tell(event: Event) -> str:
    """Tell one event of the play; the number of the round is left to the reader."""
    match event:
        case CardFlipped(seat=seat, card=card):
            return f"{seat} turns {card}"
        case TieDeclared(rank=rank, seats=seats, participants=participants):
            return f"tie of {rank} between {listed(seats)}, on go {listed(participants)}"
        case CardHidden(seat=seat):
            return f"{seat} hides"
        case PileReturned(seat=seat, count=count):
            return f"{seat} takes {count}"
        case SeatEliminated(seat=seat, place=place):
            return f"{seat} leaves, place {place}"
        case GameEnded(reason=reason, winner=winner, places=places):
            won = "nobody wins" if winner is None else f"{winner} wins"
            return f"end by {reason}: {won}, places {listed(places)}"
        case _:
            return type(event).__name__


def listed(numbers: tuple[int, ...]) -> str:
    """List numbers, or say that there is none."""
    return " ".join(str(number) for number in numbers) or "none"
