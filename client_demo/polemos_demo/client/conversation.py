"""What goes into a client's state machine, and what comes out of it. Values only.

`following` and `playing` are such machines; `client` keeps one connected to its server.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from polemos.log.entries import Entry
from polemos.projections.tables import Table
from polemos.wire.codes import WireCode
from polemos.wire.requests import AnyRequest
from polemos_demo.client.answers import Answer, Refused
from polemos_demo.client.company import Company
from polemos_demo.client.facts import CardPlace


class Ending(StrEnum):
    """Why nothing more follows.

    `over`: the game has ended and no other one will be played. `given_up`: the person gave their
    seat up. `refused`: the server said why. `taken_over`: another connection holds the seat.
    `no_seat`: none is free. `too_late`: the room's game has ended and no next one is open.
    `removed`: the host took the seat. `released`: the seat was given up elsewhere.
    """

    OVER = "over"
    GIVEN_UP = "given_up"
    REFUSED = "refused"
    TAKEN_OVER = "taken_over"
    NO_SEAT = "no_seat"
    TOO_LATE = "too_late"
    REMOVED = "removed"
    RELEASED = "released"


class Wish(StrEnum):
    """What a person at the keys wants.

    `yes` answers a question and `other` is any other key; `nothing_more` means that no wish will
    come any more, since the keys are a file that has ended.
    """

    TURN = "turn"
    REMATCH = "rematch"
    LEAVE = "leave"
    YES = "yes"
    OTHER = "other"
    NOTHING_MORE = "nothing_more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """A new connection stands; nothing that was asked on an older one is answered any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """The server sent this."""

    push: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """The pause after this request is over."""

    request_id: int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """The person pressed a key."""

    wish: Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A program wants this sent, under the id that it chose."""

    request: AnyRequest


Happening = Connected | Pushed | Waited | Wished | Requested


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The connection stands, and what is missing is on its way."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The connection is gone; the next attempt follows by itself."""

    wait_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarted:
    """Forget what was held, and begin with this table, or with nothing where there is none."""

    table: Table | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """These events come next."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The room plays its next game, which is followed from now on."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rested:
    """The game has ended, and the room may play another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """The people of the room are these now."""

    company: Company


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """So many watch."""

    spectators: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A seat was taken for the first time, or held again after it was taken elsewhere.

    Args:
        seat: counts from 0.
        is_new: whether it was taken just now, so that its link is to be told.
        wanted: the seat that was wanted in its place, or none.
    """

    seat: int
    is_new: bool
    wanted: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The next beat waits for this client's card."""

    place: CardPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The card was turned; the beat falls when everybody has."""

    place: CardPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Early:
    """The time for this wish has not come."""

    wish: Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAsked:
    """The person must say yes before the seat is given up."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveDropped:
    """The person did not say yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The server refused something, by this code and in this sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A program's request was answered."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Nothing more follows.

    Args:
        ending: why.
        code: the server's word for why it refused, else empty.
        sentence: the server's words where it refused, else empty.
        seat: the seat that was lost, or none.
    """

    ending: Ending
    code: str = ""
    sentence: str = ""
    seat: int | None = None


def refused(answer: Refused) -> Finished:
    """End with what the server refused."""
    return Finished(ending=Ending.REFUSED, code=answer.code, sentence=answer.sentence)


def taken_over(sentence: str) -> Finished:
    """End because the seat is played elsewhere, as the server says in this sentence."""
    return Finished(ending=Ending.TAKEN_OVER, code=WireCode.SEAT_TAKEN_OVER, sentence=sentence)


Update = (
    Joined
    | Lost
    | Restarted
    | Followed
    | Moved
    | Rested
    | Met
    | Counted
    | Seated
    | Due
    | Turned
    | Early
    | LeaveAsked
    | LeaveDropped
    | Told
    | Answered
    | Finished
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """After so long, `Waited` is to be told of this request."""

    request_id: int | str
    seconds: float


State = TypeVar("State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(Generic[State]):
    """What a machine makes of a happening.

    Args:
        state: the next one.
        updates: what to show, in order; a `Finished` is the last one of all.
        requests: what to send, in order.
        pauses: what to wait for besides.
    """

    state: State
    updates: tuple[Update, ...] = ()
    requests: tuple[AnyRequest, ...] = ()
    pauses: tuple[Pause, ...] = ()
