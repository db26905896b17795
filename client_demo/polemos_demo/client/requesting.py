"""Sends a program's requests, and shows its secrets whenever the server misses them. Pure.

Rules that this file keeps:
1. Every new connection begins with all secrets.
2. A request that is refused for want of a right that a secret of ours gives is sent once more,
   behind that secret; the second refusal is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.requests import (
    AnyRequest,
    LeaveSeat,
    OpenRoom,
    RequestId,
    ResumeSeat,
    TakeControl,
    TakeSeat,
)
from polemos_demo.client.answers import Accepted, Answer, Refused, answer_of
from polemos_demo.client.conversation import (
    Answered,
    Connected,
    Happening,
    Pushed,
    Reaction,
    Requested,
    Waited,
    Wished,
    taken_over,
)

_AGAIN = "again"
"""The id under which secrets are shown again, whose answers tell nobody anything new."""

Secret = TakeControl | ResumeSeat

_RIGHTS: Mapping[str, type[Secret]] = {
    WireCode.NOT_SEATED: ResumeSeat,
    WireCode.NOT_HOST: TakeControl,
}
"""What is to be shown again where the server refuses so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requesting:
    """What a connection was asked for, and what it may do.

    Args:
        waiting: the requests that were sent on this connection and not answered, by id.
        repeated: those of them that were sent once more.
        secrets: what shows a connection's rights, one of a kind for each room.
    """

    waiting: Mapping[RequestId, AnyRequest] = field(default_factory=dict)
    repeated: frozenset[RequestId] = frozenset()
    secrets: tuple[Secret, ...] = ()


def react(state: Requesting, happening: Happening) -> Reaction[Requesting]:
    """Take a happening in."""
    match happening:
        case Connected():
            again = tuple(one.model_copy(update={"id": _AGAIN}) for one in state.secrets)
            fresh = replace(state, waiting={}, repeated=frozenset())
            return Reaction(state=fresh, requests=again)
        case Requested(request=request):
            waiting = {**state.waiting, request.id: request}
            return Reaction(state=replace(state, waiting=waiting), requests=(request,))
        case Pushed(push=push):
            return _hear(state, push)
        case Waited() | Wished():
            return Reaction(state=state)
        case _:
            assert_never(happening)


def _hear(state: Requesting, push: dict[str, Any]) -> Reaction[Requesting]:
    if push["type"] == "bye" and push["code"] == WireCode.SEAT_TAKEN_OVER:
        return Reaction(state=state, updates=(taken_over(str(push["sentence"])),))
    answer = answer_of(push)
    request = None if answer is None or answer.id is None else state.waiting.get(answer.id)
    if answer is None or request is None:
        return Reaction(state=state)
    secret = _wanted_secret(state, request, answer)
    if secret is not None:
        return Reaction(
            state=replace(state, repeated=state.repeated | {request.id}),
            requests=(secret, request),
        )
    waiting = {number: one for number, one in state.waiting.items() if number != request.id}
    state = replace(
        state,
        waiting=waiting,
        repeated=state.repeated - {request.id},
        secrets=_learn(state.secrets, request, answer),
    )
    return Reaction(state=state, updates=(Answered(answer=answer),))


def _wanted_secret(state: Requesting, request: AnyRequest, answer: Answer) -> Secret | None:
    """Give the secret that an answer misses, unless it was shown for this request already.

    A right is lost without the connection where a room has moved to another server, or where the
    secret came when the server could not look at it.
    """
    if not isinstance(answer, Refused) or request.id in state.repeated:
        return None
    kind = _RIGHTS.get(answer.code)
    room = _room_of(request)
    return next((one for one in state.secrets if (type(one), one.room) == (kind, room)), None)


def _room_of(request: AnyRequest) -> str | None:
    game: str | None = getattr(request, "game", None)
    room: str | None = getattr(request, "room", None)
    return room_of(game) if room is None and game is not None else room


def _learn(secrets: tuple[Secret, ...], request: AnyRequest, answer: Answer) -> tuple[Secret, ...]:
    """Remember what the connection may do since this answer."""
    if not isinstance(answer, Accepted):
        return secrets
    match request:
        case OpenRoom() if answer.room is not None and answer.host_secret is not None:
            shown = TakeControl(id=_AGAIN, room=answer.room, host_secret=answer.host_secret)
            return _with(secrets, shown)
        case TakeSeat(seat_secret=secret) if answer.room is not None:
            return _with(secrets, ResumeSeat(id=_AGAIN, room=answer.room, seat_secret=secret))
        case TakeControl() | ResumeSeat():
            return _with(secrets, request)
        case LeaveSeat(room=room):
            return tuple(one for one in secrets if (type(one), one.room) != (ResumeSeat, room))
        case _:
            return secrets


def _with(secrets: tuple[Secret, ...], shown: Secret) -> tuple[Secret, ...]:
    others = (one for one in secrets if (type(one), one.room) != (type(shown), shown.room))
    return (*others, shown)
