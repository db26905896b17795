"""Requests: what a client may ask, each answered exactly once by `accepted` or `refused`.

A field's description completes the sentence "it must be …", because `translation` builds the
refusal of a wrong value from it, and the same text is published in the schemas.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from polemos.rules.encoding import INTEGER_MAX
from polemos.rules.events import Tempo
from polemos.rules.names import GAME_PATTERN, ROOM_PATTERN

ID_CHARACTERS_MAX = 36
SEED_CHARACTERS_MAX = 200
SECRET_CHARACTERS_MAX = 128
RULES_COUNT_MAX = 16
WHOLE_ROOM_PATTERN = f"^{ROOM_PATTERN}$"
WHOLE_GAME_PATTERN = f"^{GAME_PATTERN}$"
ROOM_DESCRIPTION = "a room's id, 1 to 32 small letters and digits, as in the room's link"
GAME_DESCRIPTION = "a game's id, which is its room's id, a hyphen and a number, as in abc-1"
RULE_VALUE_DESCRIPTION = "a text of at most 32 characters, a whole number, a boolean or null"

RequestId = Annotated[
    Annotated[int, Field(ge=1, le=INTEGER_MAX)]
    | Annotated[str, Field(min_length=1, max_length=ID_CHARACTERS_MAX)],
    Field(description="a whole number from 1 to 9007199254740991 or a text of 1 to 36 characters"),
]
RoomId = Annotated[str, Field(pattern=WHOLE_ROOM_PATTERN, description=ROOM_DESCRIPTION)]
GameId = Annotated[str, Field(pattern=WHOLE_GAME_PATTERN, description=GAME_DESCRIPTION)]
TempoText = Annotated[
    Tempo,
    Field(
        strict=False,
        description="one of the texts 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64 and lightning",
    ),
]
RuleValue = (
    Annotated[bool, Field(strict=True)]
    | Annotated[int, Field(strict=True)]
    | Annotated[str, Field(max_length=32)]
    | None
)


class Request(BaseModel):
    """What every request carries."""

    model_config = ConfigDict(
        strict=True, frozen=True, extra="forbid", use_attribute_docstrings=False
    )

    id: RequestId


class OpenRoom(Request):
    """Open a room and its first game; the answer carries the secret that controls it."""

    type: Literal["open_room"] = "open_room"
    preset: Annotated[
        str,
        Field(
            min_length=1,
            max_length=32,
            description="the name of a preset, for example war, of at most 32 characters",
        ),
    ]
    players: Annotated[
        int | None, Field(description="the number of seats, a whole number (2 to 4)")
    ] = None
    rules: Annotated[
        dict[Annotated[str, Field(max_length=32)], RuleValue],
        Field(
            max_length=RULES_COUNT_MAX,
            description="an object of at most 16 rule dimensions that differ from the preset, "
            'for example {"hidden_cards": 2}',
        ),
    ] = {}
    tempo: TempoText = Tempo.TWO
    seed: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=SEED_CHARACTERS_MAX,
            description="a text of 1 to 200 characters that fixes the deal; "
            "such a game is marked and kept out of the statistics",
        ),
    ] = None
    autoplay: Annotated[
        bool, Field(description="true to let the beats follow each other at once, or false")
    ] = True


class TakeControl(Request):
    """Give this connection the host's requests for a room, by the secret from `open_room`."""

    type: Literal["take_control"] = "take_control"
    room: RoomId
    host_secret: Annotated[
        str,
        Field(
            min_length=1,
            max_length=SECRET_CHARACTERS_MAX,
            description="the secret that open_room answered with, a text of 1 to 128 characters",
        ),
    ]


class Watch(Request):
    """Receive a game's events from `after_seq` + 1 on: first what is missing, then live.

    Name either a room, for its newest game, or a game. To watch a game again replaces the former
    watch: a client that sees a hole in the sequence asks again with what it holds.
    """

    type: Literal["watch"] = "watch"
    room: Annotated[RoomId | None, Field(description=ROOM_DESCRIPTION)] = None
    game: Annotated[GameId | None, Field(description=GAME_DESCRIPTION)] = None
    after_seq: Annotated[
        int,
        Field(
            ge=0,
            le=INTEGER_MAX,
            description="the seq of the last event that the client holds, "
            "a whole number from 0 to 9007199254740991",
        ),
    ] = 0

    @model_validator(mode="after")
    def _name_one(self) -> Self:
        if (self.room is None) == (self.game is None):
            raise ValueError("name either `room` or `game`, and not both")
        return self


class Unwatch(Request):
    """Receive no more of a game."""

    type: Literal["unwatch"] = "unwatch"
    game: GameId


class StartAutoplay(Request):
    """Let the beats follow each other at the tempo. Host only."""

    type: Literal["start_autoplay"] = "start_autoplay"
    room: RoomId


class PauseAutoplay(Request):
    """Stop after the beat that was played last. Host only."""

    type: Literal["pause_autoplay"] = "pause_autoplay"
    room: RoomId


class ChangeTempo(Request):
    """Go faster or slower from the next beat on. Host only."""

    type: Literal["change_tempo"] = "change_tempo"
    room: RoomId
    tempo: TempoText


class PlayRound(Request):
    """Play one whole round by hand while auto-play is off. Host only.

    A round that a restart of the server cut is finished by asking again.
    """

    type: Literal["play_round"] = "play_round"
    room: RoomId


class CloseGame(Request):
    """End the game before its cards do. Host only."""

    type: Literal["close_game"] = "close_game"
    room: RoomId


HostRequest = StartAutoplay | PauseAutoplay | ChangeTempo | PlayRound | CloseGame

AnyRequest = OpenRoom | TakeControl | Watch | Unwatch | HostRequest

REQUEST_TYPES: dict[str, type[AnyRequest]] = {
    kind.model_fields["type"].default: kind
    for kind in (
        OpenRoom,
        TakeControl,
        Watch,
        Unwatch,
        StartAutoplay,
        PauseAutoplay,
        ChangeTempo,
        PlayRound,
        CloseGame,
    )
}
"""Every request by its `type`."""

REQUEST_ID: TypeAdapter[int | str] = TypeAdapter(RequestId, config=ConfigDict(strict=True))
"""Reads an id alone, so that a request with another fault is still answered under its own id."""
