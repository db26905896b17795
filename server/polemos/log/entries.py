"""An event with its envelope, and how one is made of a line's fields.

The events of which a game has hundreds have readers of their own, like the templates of
`canonical`: spelling the fields out is a fifth quicker than passing them through.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from polemos.rules.cards import Card
from polemos.rules.events import EVENT_TYPES, Event
from polemos.rules.quick import make_card_flipped, make_card_hidden, make_pile_returned, maker


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event with its envelope.

    Args:
        game: the stream.
        seq: counts from 1 within the game.
        at: Unix milliseconds.
        prev: the hash of the line before it, empty in the first.
        event: what happened.
    """

    game: str
    seq: int
    at: int
    prev: str
    event: Event


make_entry = maker(Entry)
Reader = Callable[..., Entry]
"""Takes a line's fields by their names."""


def _card_flipped(
    *,
    at: int,
    card: Card,
    game: str,
    prev: str,
    round: int,  # noqa: A002  the field's name
    seat: int,
    seq: int,
    step: int,
    type: str,  # noqa: A002
) -> Entry:
    event = make_card_flipped(round=round, step=step, seat=seat, card=card)
    return make_entry(game=game, seq=seq, at=at, prev=prev, event=event)


def _card_hidden(
    *,
    at: int,
    game: str,
    prev: str,
    round: int,  # noqa: A002
    seat: int,
    seq: int,
    step: int,
    type: str,  # noqa: A002
) -> Entry:
    event = make_card_hidden(round=round, step=step, seat=seat)
    return make_entry(game=game, seq=seq, at=at, prev=prev, event=event)


def _pile_returned(
    *,
    at: int,
    count: int,
    game: str,
    prev: str,
    round: int,  # noqa: A002
    seat: int,
    seq: int,
    type: str,  # noqa: A002
) -> Entry:
    event = make_pile_returned(round=round, seat=seat, count=count)
    return make_entry(game=game, seq=seq, at=at, prev=prev, event=event)


def _reader_of(kind: type[Event]) -> Reader:
    make_event = maker(kind) if fields(kind) else kind

    def read(
        *,
        at: int,
        game: str,
        prev: str,
        seq: int,
        type: str,  # noqa: A002
        **of_event: object,
    ) -> Entry:
        event = make_event(**of_event)  # type: ignore[arg-type]
        return make_entry(game=game, seq=seq, at=at, prev=prev, event=event)

    return read


READERS: Mapping[str, Reader] = {name: _reader_of(kind) for name, kind in EVENT_TYPES.items()} | {
    "CardFlipped": _card_flipped,
    "CardHidden": _card_hidden,
    "PileReturned": _pile_returned,
}
"""What makes an entry of each type of line."""
