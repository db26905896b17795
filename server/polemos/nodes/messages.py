"""What nodes say to each other over the bus, beside events.

Nodes trust each other and nobody else; what cannot be read is refused, never guessed.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from polemos.rooms.company import Readmitted, Standing
from polemos.rooms.grants import NEVER, Grant
from polemos.rules.names import ROOM_PATTERN
from polemos.wire.pushes import Company
from polemos.wire.requests import (
    HostRequest,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
)

Carried = TakeControl | TakeSeat | ResumeSeat | SeatRequest | Rematch | HostRequest
"""The requests that only a room's own node can carry out."""

_Room = Annotated[str, Field(pattern=rf"^{ROOM_PATTERN}$")]


class _Message(BaseModel):
    # What cannot be read may hold secrets, so no error quotes it.
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Present(_Message):
    """One connection in one room.

    Args:
        guest: the connection, as its node numbers it.
        is_host: whether it controls the room.
        seat: the seat that it holds, or none.
        player: the public player id of the seat's holder, or none.
        grant: when it was given the seat.
    """

    guest: int
    is_host: bool = False
    seat: int | None = None
    player: str | None = None
    grant: Grant = NEVER

    @classmethod
    def of(cls, guest: int, standing: Standing) -> "Present":
        """Put into words what a connection is."""
        return cls(
            guest=guest,
            is_host=standing.is_host,
            seat=standing.seat,
            player=standing.player,
            grant=standing.grant,
        )

    @property
    def standing(self) -> Standing:
        """Give what it is."""
        return Standing(is_host=self.is_host, seat=self.seat, player=self.player, grant=self.grant)


class Errand(_Message):
    """A request that a connection of one node has for a room of another.

    Args:
        node: whose connection it is.
        guest: the connection, and what it is in the room as far as its node knows; the room's node
            may be new to the room, and not have heard of it yet.
        word: counts the node's errands and rolls.
        request: what it asks for.
    """

    type: Literal["errand"] = "errand"
    node: str
    guest: Present
    word: int
    request: Annotated[Carried, Field(discriminator="type")]


class Done(_Message):
    """The errand was carried out and is durable.

    Args:
        game: the room's newest game.
        seq: the seq of its last event.
        room: the room of a seat that the connection holds now, or none.
        seat: that seat, from 0.
        player: the public player id of its holder.
        grant: when the connection was given it.
    """

    type: Literal["done"] = "done"
    game: str
    seq: int
    room: str | None = None
    seat: int | None = None
    player: str | None = None
    grant: Grant = NEVER


class Declined(_Message):
    """The errand was refused and nothing changed.

    Args:
        code: stands in the table of codes.
        sentence: for a person.
        retry_after_ms: when it may succeed, or none.
    """

    type: Literal["declined"] = "declined"
    code: str
    sentence: str
    retry_after_ms: int | None = None


class Elsewhere(_Message):
    """The node does not run the room, or not for this question, and has done nothing."""

    type: Literal["elsewhere"] = "elsewhere"


Outcome = Done | Declined | Elsewhere
"""What becomes of an errand."""


class Roll(_Message):
    """Who of a node's connections is in rooms of the node that is told.

    Args:
        node: whose connections they are.
        rooms: every connection in each room; whoever is not named is not there.
        asking: connections with an errand under way, whose standing may be newer than this.
        word: counts the node's errands and rolls.
    """

    type: Literal["roll"] = "roll"
    node: str
    rooms: dict[_Room, list[Present]]
    asking: list[int] = []
    word: int


class Correction(_Message):
    """A connection is not what its node takes it for.

    Args:
        room: where.
        guest: the connection.
        became: replaced by another one, or removed from its seat.
    """

    room: str
    guest: int
    became: Readmitted


class RollAnswer(_Message):
    """What a room's node makes of a roll.

    Args:
        elsewhere: rooms that it does not run.
        corrections: connections that are not what they were said to be.
    """

    type: Literal["roll_answer"] = "roll_answer"
    elsewhere: list[str] = []
    corrections: list[Correction] = []


class WhoIsIn(_Message):
    """Asks a room's node for the room's company.

    Args:
        room: the room.
    """

    type: Literal["who_is_in"] = "who_is_in"
    room: _Room


class InRoom(_Message):
    """The company of a room, or none where nobody is in it.

    Args:
        told: the company, and how new it is.
    """

    type: Literal["in_room"] = "in_room"
    told: "Told | None" = None


class Told(_Message):
    """A company as its room's node tells it.

    Args:
        game: whose watchers it concerns.
        fence: of the lease under which it is told; a later owner's is larger.
        number: counts what was told under that lease.
        company: replaces what was told before.
    """

    game: str
    fence: int
    number: int
    company: Company


Version = tuple[int, int]
"""How new a company is: the fence under which it is told, and its number."""


class Newest(_Message):
    """How new the companies of a node's rooms are, for whoever missed what it told of one.

    Args:
        node: whose rooms they are.
        rooms: some of them or all; a node tells in parts that fit.
    """

    node: str
    rooms: dict[_Room, Version]


class Crowd(_Message):
    """One game as one node sees it.

    Args:
        spectators: how many watch it there without a seat.
        standing: how far it has come, where the node plays it.
    """

    spectators: int = 0
    standing: dict[str, Any] | None = None


class Census(_Message):
    """Which games one node shows and plays.

    Args:
        node: whose they are.
        games: the most watched first.
    """

    node: str
    games: dict[str, Crowd]


Question = Errand | Roll | WhoIsIn
"""What one node asks another."""

Answer = Done | Declined | Elsewhere | RollAnswer | InRoom
"""What it is answered."""

QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="type")])
"""Reads a question."""

ANSWER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
"""Reads an answer."""
