"""Why an event is not the one that was due, in one sentence with the values."""

from dataclasses import fields, replace

from polemos.audit.findings import Code, Fault
from polemos.audit.kinds import SHOWN_LETTERS_MAX, shown
from polemos.rules.cards import UNKNOWN
from polemos.rules.events import CardFlipped, CardsDealt, Event


def contradiction(due: Event, event: Event) -> Fault:
    """Tell an event from the one that should stand in its place.

    Args:
        due: what the rules and the derivation answer.
        event: what the export says.
    """
    match due, event:
        case CardFlipped(), CardFlipped() if replace(due, card=event.card) == event:
            return Fault(
                Code.CARD_DIFFERS,
                f"Seat {event.seat} turned {event.card} in round {event.round}, "
                f"but by the derivation {due.card} lay on top of its pile.",
            )
        case CardsDealt(), CardsDealt():
            return Fault(
                Code.DEAL_DIFFERS, f"The derivation deals otherwise: {_differences(due, event)}."
            )
        case _ if type(due) is type(event):
            return Fault(
                Code.OTHER_DUE,
                f"The {_name(event)} is not what the rules lead to: {_differences(due, event)}.",
            )
        case _:
            return Fault(Code.OTHER_DUE, f"The line is {_shown(event)}, but {_shown(due)} was due.")


def named(event: Event) -> str:
    """Name an event's type with its article."""
    name = _name(event)
    return f"an {name}" if name[0] in "AE" else f"a {name}"


def _differences(due: Event, event: Event) -> str:
    texts = []
    for field in fields(due):
        expected, said = getattr(due, field.name), getattr(event, field.name)
        if expected != said:
            texts.append(f"{field.name} is {_value(said)} instead of {_value(expected)}")
    return ", ".join(texts)


def _shown(event: Event) -> str:
    values = [f"{field.name} {_value(getattr(event, field.name))}" for field in fields(event)]
    return named(event) + (f" ({', '.join(values)})" if values else "")


def _value(value: object) -> str:
    if value == UNKNOWN:
        return "of any face"
    if isinstance(value, str):
        # A text may be as long as a line, and hold what a terminal obeys.
        is_plain = value.isprintable() and len(value) <= SHOWN_LETTERS_MAX
        return value if is_plain else shown(value)
    return "none" if value is None else str(value)


def _name(event: Event) -> str:
    return type(event).__name__
