"""Requests on their way: one of each type at most, none that was refused just so. Pure.

A machine says again and again what it wants; this file decides whether that is sent now. A request
that is wanted carries `NO_ID` until then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from polemos.wire.codes import Retry
from polemos.wire.requests import AnyRequest
from polemos_demo.client.answers import Accepted, Answer, Refused
from polemos_demo.client.conversation import Pause

NO_ID = 1
"""Stands for the id that a request gets when it is sent."""

PAUSE_SECONDS_DEFAULT = 1.0
"""Before a request is repeated whose refusal does not say when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What became of the requests, by type.

    Args:
        next_id: the id of the next request.
        waiting: sent and not answered, or refused and to be repeated after a pause.
        resting: carried out, or refused, and not to be repeated until the game changes.
        refused: refused for good.
    """

    next_id: int = 1
    waiting: Mapping[str, AnyRequest] = field(default_factory=dict)
    resting: Mapping[str, AnyRequest] = field(default_factory=dict)
    refused: Mapping[str, AnyRequest] = field(default_factory=dict)

    def is_waiting(self, kind: type[AnyRequest]) -> bool:
        """Whether a request of a type is on its way."""
        return kind.model_fields["type"].default in self.waiting


def ask(asked: Asked, wanted: Iterable[AnyRequest]) -> tuple[Asked, tuple[AnyRequest, ...]]:
    """Give the requests to send now, numbered, in the order in which they are wanted."""
    sent: list[AnyRequest] = []
    waiting, next_id = dict(asked.waiting), asked.next_id
    for request in wanted:
        kind = request.type
        if kind in waiting or request in (asked.resting.get(kind), asked.refused.get(kind)):
            continue
        waiting[kind] = request.model_copy(update={"id": next_id})
        sent.append(waiting[kind])
        next_id += 1
    return replace(asked, waiting=waiting, next_id=next_id), tuple(sent)


def answered(asked: Asked, answer: Answer) -> tuple[Asked, AnyRequest | None, tuple[Pause, ...]]:
    """Note an answer; give the request that it is to, and the pause before it is repeated."""
    request = _find(asked, answer.id)
    if request is None:
        return asked, None, ()
    match answer:
        case Refused(retry=Retry.AFTER_A_WHILE):
            milliseconds = answer.retry_after_ms
            seconds = PAUSE_SECONDS_DEFAULT if milliseconds is None else milliseconds / 1_000
            return asked, request, (Pause(request_id=request.id, seconds=seconds),)
        case Refused(retry=Retry.ON_A_NEW_CONNECTION):
            return asked, request, ()
        case Accepted() | Refused(retry=Retry.WHEN_THE_GAME_CHANGES):
            resting = {**asked.resting, request.type: unnumbered(request)}
            return replace(_without(asked, request), resting=resting), request, ()
        case Refused():
            refused = {**asked.refused, request.type: unnumbered(request)}
            return replace(_without(asked, request), refused=refused), request, ()


def waited(asked: Asked, request_id: int | str) -> Asked:
    """Note that a pause is over."""
    request = _find(asked, request_id)
    return asked if request is None else _without(asked, request)


def reconnected(asked: Asked) -> Asked:
    """Note that no answer comes any more, and that everything may be asked anew."""
    return Asked(next_id=asked.next_id)


def repeatable(asked: Asked, *kinds: type[AnyRequest]) -> Asked:
    """Note that what was answered may be asked again, of these types alone."""
    names = {kind.model_fields["type"].default for kind in kinds}
    resting = {kind: one for kind, one in asked.resting.items() if kind not in names}
    refused = {kind: one for kind, one in asked.refused.items() if kind not in names}
    return replace(asked, resting=resting, refused=refused)


def changed(asked: Asked) -> Asked:
    """Note that the game has changed."""
    return replace(asked, resting={}) if asked.resting else asked


def _find(asked: Asked, request_id: int | str | None) -> AnyRequest | None:
    return next((one for one in asked.waiting.values() if one.id == request_id), None)


def _without(asked: Asked, request: AnyRequest) -> Asked:
    waiting = {kind: one for kind, one in asked.waiting.items() if kind != request.type}
    return replace(asked, waiting=waiting)


def unnumbered(request: AnyRequest) -> AnyRequest:
    """Give a request as it is wanted, before it has an id of its own."""
    return request.model_copy(update={"id": NO_ID})
