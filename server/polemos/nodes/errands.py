"""Carries a request to the node that runs its room, and brings back what became of it."""

import logging

from polemos.log.store import Fenced, StoreError, StoreFull
from polemos.nodes.messages import Carried, Declined, Done, Elsewhere, Outcome
from polemos.rooms.asks import Committed
from polemos.rooms.company import Guest
from polemos.rooms.errors import Refusal
from polemos.rooms.performing import Performing
from polemos.rooms.room import Seated
from polemos.rules.errors import RuleViolation
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.requests import Rematch, ResumeSeat, TakeControl, TakeSeat

logger = logging.getLogger(__name__)

MOVING = frozenset({WireCode.ROOM_MOVES.value, WireCode.DRAINING.value})
"""Refusals by which a node says that nothing changed and another one will run the room."""


def room_named(request: Carried) -> str:
    """Tell the room that a request is about."""
    match request:
        case TakeSeat(game=game) | Rematch(game=game):
            return room_of(game)
        case _:
            return request.room


async def carry_out(rooms: Performing, request: Carried, guest: Guest) -> Outcome:
    """Carry out a request in a room of this node, and put whatever comes of it into words."""
    try:
        return await _done(rooms, request, guest)
    except RuleViolation as violation:
        return Declined(code=violation.code.value, sentence=violation.sentence)
    except Refusal as refusal:
        if refusal.code in MOVING:
            return Elsewhere()
        return Declined(
            code=refusal.code, sentence=refusal.sentence, retry_after_ms=refusal.retry_after_ms
        )
    except Fenced:
        return Elsewhere()
    except StoreError as error:
        logger.error("Request %s met the store: %s", request.type, error)
        return _store_fault(error)
    except Exception:  # a fault of ours must not leave the other node without its answer
        logger.exception("Request %s failed", request.type)
        return Declined(
            code=WireCode.SERVER_FAILED.value,
            sentence="The request met a fault of the server; its operator finds it in the log.",
        )


def unpacked(outcome: Done | Declined) -> Done:
    """Give what was done.

    Raises:
        Refusal: it was declined.
    """
    match outcome:
        case Declined(code=code, sentence=sentence, retry_after_ms=retry_after_ms):
            raise Refusal(code, sentence, retry_after_ms=retry_after_ms)
        case Done():
            return outcome


def committed(done: Done) -> Committed:
    """Read the answer to a change."""
    return Committed(game=done.game, seq=done.seq)


def seated(done: Done) -> Seated:
    """Read the answer to a seating."""
    assert done.room is not None  # noqa: S101  whoever is seated is told where
    assert done.seat is not None  # noqa: S101
    assert done.player is not None  # noqa: S101
    return Seated(
        room=done.room,
        game=done.game,
        seq=done.seq,
        seat=done.seat,
        player=done.player,
        grant=done.grant,
    )


async def _done(rooms: Performing, request: Carried, guest: Guest) -> Done:
    match request:
        case TakeSeat() | ResumeSeat():
            seat = await rooms.seat(request, guest)
            return Done(
                game=seat.game,
                seq=seat.seq,
                room=seat.room,
                seat=seat.seat,
                player=seat.player,
                grant=seat.grant,
            )
        case TakeControl():
            changed = await rooms.take_control(request, guest)
        case _:
            changed = await rooms.change(request, guest)
    return Done(game=changed.game, seq=changed.seq)


def _store_fault(error: StoreError) -> Declined:
    code = WireCode.STORAGE_FULL if isinstance(error, StoreFull) else WireCode.STORAGE_FAILED
    sentence = "The server's storage failed: try again later."
    return Declined(code=code.value, sentence=sentence, retry_after_ms=1_000)
