"""Pushes: what the server sends: one answer a request, and what a watched game brings.

Every push is one text frame with one JSON object, told apart by `type`. A client ignores a `type`
and a field that it does not know, so that later versions can add some.
"""

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from polemos.rules.events import SeatKind
from polemos.wire.requests import GameId, RequestId, RoomId


class WatchMode(StrEnum):
    """How the missing part of a game reaches the client.

    `live`: nothing is missing. `ring`: from memory. `log`: from the store, in pages. `snapshot`:
    a snapshot first, and the events after it. `reset`: the client held more than the game has, and
    must forget what it holds; all follows as for `after_seq` 0, which may begin with a snapshot.
    """

    LIVE = "live"
    RING = "ring"
    LOG = "log"
    SNAPSHOT = "snapshot"
    RESET = "reset"


class Push(BaseModel):
    """What every push shares."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Accepted(Push):
    """The request was carried out; whatever it changed is durably stored."""

    type: Literal["accepted"] = "accepted"
    id: RequestId = Field(description="the id of the request that this answers")
    room: RoomId | None = Field(default=None, description="the room that it was about")
    game: GameId | None = Field(default=None, description="the game that it was about")
    seq: int | None = Field(
        default=None, ge=0, description="the seq of the game's last event after the request"
    )
    host_secret: str | None = Field(
        default=None, description="only after open_room: what controls the room; told once"
    )
    invite_secret: str | None = Field(
        default=None,
        description="only after open_room: what lets somebody take a free seat; told once",
    )
    seat: int | None = Field(
        default=None, ge=0, description="the seat that this connection holds from now on"
    )
    player: str | None = Field(
        default=None, description="the public player id of the seat's holder"
    )
    modules: list[str] | None = Field(
        default=None,
        description="only after draw_code: the rows of the QR code from the top, each a text of 0 "
        "(light) and 1 (dark), without the quiet zone",
    )


class Refused(Push):
    """The request was not carried out, and nothing changed."""

    type: Literal["refused"] = "refused"
    id: RequestId | None = Field(description="the id of the request, null when it was unreadable")
    code: str = Field(description="why, one of the table of codes")
    sentence: str = Field(description="what is wrong and what to do, for a person")
    retry_after_ms: int | None = Field(
        default=None, ge=0, description="when the same request may be worth repeating"
    )


class Welcome(Push):
    """The watch begins: comes after `accepted` and before anything else of the game."""

    type: Literal["welcome"] = "welcome"
    game: GameId = Field(description="the game that is watched")
    seq: int = Field(ge=0, description="the seq of the game's newest event")
    head: str = Field(description="the hash of the game's newest event, empty before the first")
    mode: WatchMode = Field(strict=False, description="how the missing part arrives")


class Events(Push):
    """Consecutive events of one game, each exactly as it is stored, hashed and exported."""

    type: Literal["events"] = "events"
    game: GameId = Field(description="the game")
    first_seq: int = Field(ge=1, description="the seq of the first of them")
    events: list[dict[str, Any]] = Field(
        min_length=1, description="stored events without a gap; see events.json"
    )


class Snapshot(Push):
    """The table after `seq` events, in place of events that are not sent one by one.

    Events follow from `seq` + 1 on. The skipped ones stay in the export of the game.
    """

    type: Literal["snapshot"] = "snapshot"
    game: GameId = Field(description="the game")
    seq: int = Field(ge=0, description="the seq of the last event that the table includes")
    caught_up_at: int = Field(ge=0, description="when it was taken, Unix milliseconds")
    skipped_events: int = Field(
        ge=0, description="events between what the client held and this table"
    )
    table: dict[str, Any] = Field(description="the table as anybody may see it")


class Heartbeat(Push):
    """Nothing was lost if the client holds `seq` events; otherwise it watches again.

    Sent every 15 to 25 seconds for each watched game, so that silent loss is found without events.
    """

    type: Literal["heartbeat"] = "heartbeat"
    game: GameId = Field(description="the game")
    seq: int = Field(ge=0, description="the seq of the last event that was sent to this client")
    head: str = Field(description="the hash of that event, empty before the first")


class Bye(Push):
    """The server is about to close this connection; nothing is lost, the log is the history."""

    type: Literal["bye"] = "bye"
    code: str = Field(description="why, one of the table of codes")
    sentence: str = Field(description="what happens and what to do, for a person")
    reconnect_after_ms: int = Field(
        ge=0, description="how long to wait, drawn for each client so that not all come at once"
    )


class SeatStanding(StrEnum):
    """What a seat is to its company.

    `free`: anybody with the invitation may take it. `reserved`: it was held in the game before, and
    waits for its holder; after `reserved_until` anybody with the invitation may take it. `taken`:
    somebody sits there, a person or a bot. `left`: its holder gave it up in mid-game; its cards are
    turned like a bot's.
    """

    FREE = "free"
    RESERVED = "reserved"
    TAKEN = "taken"
    LEFT = "left"


class CompanySeat(Push):
    """One seat of a room, and who sits there now."""

    seat: int = Field(ge=0, description="counts from 0")
    standing: SeatStanding = Field(strict=False, description="free, reserved, taken or left")
    kind: SeatKind | None = Field(strict=False, description="human or bot, null for a free seat")
    player: str | None = Field(description="the public player id, null for a free seat")
    name: str | None = Field(description="the holder's name, null where there is none")
    is_here: bool = Field(description="whether the holder is connected; a bot always is")
    is_due: bool = Field(description="whether the next beat turns a card of this seat by hand")
    has_turned: bool = Field(description="whether the holder has turned that card")


class Company(Push):
    """The people of the watched game's room, beside the log: replaces the company before.

    Pushed after `welcome` and whenever something of it changes, at most ten times a second.
    """

    type: Literal["company"] = "company"
    room: RoomId = Field(description="the room")
    game: GameId = Field(
        description="the room's newest game, another than the watched one after a rematch"
    )
    is_rematch_possible: bool = Field(description="whether that game has ended")
    turn_seconds: int = Field(ge=1, description="how long a card waits for its holder")
    turned_at: int | None = Field(
        description="when the cards that wait are turned whoever is missing, Unix milliseconds, "
        "null while none waits"
    )
    reserved_until: int | None = Field(
        description="until when reserved seats wait for their holders alone, Unix milliseconds, "
        "null while none is reserved"
    )
    seats: list[CompanySeat] = Field(description="every seat, ascending")


class Audience(Push):
    """How many watch a game without a seat in its room, told at most once a second."""

    type: Literal["audience"] = "audience"
    game: GameId = Field(description="the game")
    spectators: int = Field(
        ge=0, description="exact up to 100, above that rounded down to two significant digits"
    )


AnyPush = Accepted | Refused | Welcome | Events | Snapshot | Heartbeat | Company | Audience | Bye

PUSH_TYPES: dict[str, type[AnyPush]] = {
    kind.model_fields["type"].default: kind
    for kind in (
        Accepted,
        Refused,
        Welcome,
        Events,
        Snapshot,
        Heartbeat,
        Company,
        Audience,
        Bye,
    )
}
"""Every push by its `type`."""


def encode_push(push: AnyPush) -> bytes:
    """Encode a push as JSON without the fields that hold nothing."""
    omitted = {name for name in _OMITTED_WHEN_NONE if getattr(push, name, 0) is None}
    return push.model_dump_json(exclude=omitted).encode()


_OMITTED_WHEN_NONE = (
    "room",
    "game",
    "seq",
    "host_secret",
    "invite_secret",
    "seat",
    "player",
    "modules",
    "retry_after_ms",
)
