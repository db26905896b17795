"""An event's only form: the canonical line that is hashed, stored, streamed and exported.

The events of which a game has hundreds are written by templates; the others, of which it has a
few, by `rules.encoding.canonical`. Both give the same bytes, which a property test proves.
"""

from dataclasses import fields

from polemos.rules.cards import RANK_OF
from polemos.rules.encoding import canonical, rule_set_object
from polemos.rules.events import (
    EVENT_TYPES,
    CardFlipped,
    CardHidden,
    Event,
    GameOpened,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)

_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in EVENT_TYPES.values()}


def encode(event: Event, *, game: str, seq: int, at: int, prev: str) -> bytes:
    """Encode an event as its line.

    Args:
        event: what happened.
        game: the stream; letters, digits and a hyphen.
        seq: counts from 1 within the game.
        at: Unix milliseconds.
        prev: the hash of the line before it, empty in the first.

    Raises:
        ValueError: a card is turned that is none. Whoever lacks the secret of a game can still ask
            the rules what comes next, but what they answer then is no fact and is never stored.
    """
    match event:
        case CardFlipped():
            if event.card not in RANK_OF:
                raise ValueError(f"{event.card!r} was turned in {game}, which is no card")
            line = (
                f'{{"at":{at},"card":"{event.card}","game":"{game}","prev":"{prev}",'
                f'"round":{event.round},"seat":{event.seat},"seq":{seq},"step":{event.step},'
                '"type":"CardFlipped"}'
            )
        case PileReturned():
            line = (
                f'{{"at":{at},"count":{event.count},"game":"{game}","prev":"{prev}",'
                f'"round":{event.round},"seat":{event.seat},"seq":{seq},"type":"PileReturned"}}'
            )
        case CardHidden():
            line = (
                f'{{"at":{at},"game":"{game}","prev":"{prev}","round":{event.round},'
                f'"seat":{event.seat},"seq":{seq},"step":{event.step},"type":"CardHidden"}}'
            )
        case TieDeclared():
            line = (
                f'{{"at":{at},"game":"{game}","participants":{_numbers(event.participants)},'
                f'"prev":"{prev}","rank":"{event.rank}","round":{event.round},'
                f'"seats":{_numbers(event.seats)},"seq":{seq},"step":{event.step},'
                '"type":"TieDeclared"}'
            )
        case SeatEliminated():
            line = (
                f'{{"at":{at},"game":"{game}","place":{event.place},"prev":"{prev}",'
                f'"round":{event.round},"seat":{event.seat},"seq":{seq},"type":"SeatEliminated"}}'
            )
        case _:
            envelope = {"at": at, "game": game, "prev": prev, "seq": seq}
            return canonical(event_object(event) | envelope)
    return line.encode()


def event_object(event: Event) -> dict[str, object]:
    """Show an event as a JSON object with its `type`, without the envelope."""
    kind = type(event)
    shown: dict[str, object] = {name: getattr(event, name) for name in _FIELDS[kind]}
    if isinstance(event, GameOpened):
        shown["rules"] = rule_set_object(event.rules)
    return shown | {"type": kind.__name__}


def _numbers(numbers: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, numbers))}]"
