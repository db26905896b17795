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
CODE_CHARACTERS_MAX = 200
NAME_LOOKED_AT_CHARACTERS_MAX = 64
"""What a name may be is told by `rooms.names`; this bounds what is looked at."""
TURN_SECONDS_MAX = 600
RULES_COUNT_MAX = 16
BYTES_PATTERN = r"^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"
"""32 bytes in the only spelling that base64url without padding has for them: the last letter holds
two bits that must be zero. Another spelling in an event would be a fault of the log for ever."""
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
SeatNumber = Annotated[
    int, Field(ge=0, le=3, description="a seat's number, a whole number that counts from 0")
]
SeatSecret = Annotated[
    str,
    Field(
        pattern=BYTES_PATTERN,
        description="32 bytes that the client drew for this seat, 43 letters of base64url",
    ),
]
Digest = Annotated[
    str,
    Field(pattern=BYTES_PATTERN, description="32 bytes, 43 letters of base64url"),
]
Name = Annotated[
    str,
    Field(
        max_length=NAME_LOOKED_AT_CHARACTERS_MAX,
        description="the name to be shown, a text of 1 to 24 letters, digits, spaces and '-._",
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
    """Open a room and its first game; the answer carries the secrets of its links.

    Without people the cards are dealt at once. With people the game waits in its lobby until all
    seats are taken and the host starts it.
    """

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
        bool,
        Field(
            description="true to let the beats follow each other once the cards are dealt, or "
            "false to have the cards turned by hand"
        ),
    ] = True
    people: Annotated[
        int,
        Field(
            ge=0,
            le=4,
            description="the number of seats that people take by the invitation, a whole number "
            "from 0 to the number of seats; bots take the others",
        ),
    ] = 0


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
    """Play one whole round of a game without people while auto-play is off. Host only.

    A round that a restart of the server cut is finished by asking again.
    """

    type: Literal["play_round"] = "play_round"
    room: RoomId


class CloseGame(Request):
    """End the game before its cards do. Host only."""

    type: Literal["close_game"] = "close_game"
    room: RoomId


class TakeSeat(Request):
    """Take a free seat, or one's own again in the next game or after an aborted deal.

    To send it again with the same secrets and commitment changes nothing and is accepted. A seat
    that was held before is taken by its `seat_secret` alone; a free one by `invite_secret` too.
    The connection holds the seat from then on, and whichever held it before is closed.
    """

    type: Literal["take_seat"] = "take_seat"
    game: GameId
    seat: SeatNumber
    seat_secret: SeatSecret
    commitment: Annotated[
        Digest,
        Field(
            description="the commitment to the seat's entropy for this game, "
            "43 letters of base64url"
        ),
    ]
    invite_secret: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=SECRET_CHARACTERS_MAX,
            description="the secret of the room's invitation, a text of 1 to 128 characters",
        ),
    ] = None
    player_secret: Annotated[
        str | None,
        Field(
            pattern=BYTES_PATTERN,
            description="32 bytes that the client drew once and for all, 43 letters of base64url, "
            "from which the public player id is derived",
        ),
    ] = None
    name: Annotated[Name | None, Field(description=Name.__metadata__[0].description)] = None


class ResumeSeat(Request):
    """Hold a seat with this connection by its secret; whichever connection held it is closed."""

    type: Literal["resume_seat"] = "resume_seat"
    room: RoomId
    seat_secret: SeatSecret


class RevealEntropy(Request):
    """Open the seat's commitment once the seats are locked. The seat's connection only."""

    type: Literal["reveal_entropy"] = "reveal_entropy"
    room: RoomId
    entropy: Annotated[
        Digest, Field(description="the 32 bytes that were committed to, 43 letters of base64url")
    ]


class LeaveSeat(Request):
    """Give the seat up for good. The seat's connection only.

    Before the deal it becomes free; after the lock that begins the deal anew. Once the cards are
    dealt it stays, and its cards are turned like a bot's.
    """

    type: Literal["leave_seat"] = "leave_seat"
    room: RoomId


class TurnCard(Request):
    """Turn the seat's card while auto-play is off. The seat's connection only.

    The cards of one comparison lie open when everybody has turned. To turn a card that was turned
    before changes nothing and is accepted.
    """

    type: Literal["turn_card"] = "turn_card"
    room: RoomId
    round: Annotated[
        int,
        Field(
            ge=1, le=INTEGER_MAX, description="the card's round, a whole number that counts from 1"
        ),
    ]
    step: Annotated[
        int,
        Field(
            ge=0,
            le=INTEGER_MAX,
            description="0 for the round's first comparison, 1 for its first war step, and so on",
        ),
    ]


class ChangeName(Request):
    """Be shown under another name. The seat's connection only."""

    type: Literal["change_name"] = "change_name"
    room: RoomId
    name: Name


class Rematch(Request):
    """Open the room's next game with the same seats. Anybody who holds a seat, and the host.

    To send it again, or after somebody else, is accepted with the game that was opened.
    """

    type: Literal["rematch"] = "rematch"
    game: Annotated[
        GameId, Field(description="the game that has ended, its room's id, a hyphen and a number")
    ]


class AddBot(Request):
    """Let a bot take a seat that nobody sits on. Host only."""

    type: Literal["add_bot"] = "add_bot"
    room: RoomId
    seat: SeatNumber


class RemoveSeat(Request):
    """Take a seat from its holder, as `leave_seat` does. Host only."""

    type: Literal["remove_seat"] = "remove_seat"
    room: RoomId
    seat: SeatNumber


class StartGame(Request):
    """Lock the seats; then everybody reveals and the cards are dealt. Host only."""

    type: Literal["start_game"] = "start_game"
    room: RoomId


class ChangeTurnSeconds(Request):
    """Choose how long a card waits for somebody who does not turn it. Host only."""

    type: Literal["change_turn_seconds"] = "change_turn_seconds"
    room: RoomId
    turn_seconds: Annotated[
        int,
        Field(
            ge=1,
            le=TURN_SECONDS_MAX,
            description=f"a number of seconds, a whole number from 1 to {TURN_SECONDS_MAX}",
        ),
    ]


class DrawCode(Request):
    """Draw a text as a QR code, to be shown to a phone's camera. Seats and hosts only.

    The last drawings are kept in memory for a while, and nothing of them is stored.
    """

    type: Literal["draw_code"] = "draw_code"
    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=CODE_CHARACTERS_MAX,
            pattern=r"^[!-~]*$",
            description=f"a link of 1 to {CODE_CHARACTERS_MAX} printable ASCII characters",
        ),
    ]


HostRequest = (
    StartAutoplay
    | PauseAutoplay
    | ChangeTempo
    | PlayRound
    | CloseGame
    | AddBot
    | RemoveSeat
    | StartGame
    | ChangeTurnSeconds
)
"""What only a connection that took control of the room may ask."""

SeatRequest = RevealEntropy | LeaveSeat | TurnCard | ChangeName
"""What only the connection that holds a seat of the room may ask."""

AnyRequest = (
    OpenRoom
    | TakeControl
    | Watch
    | Unwatch
    | TakeSeat
    | ResumeSeat
    | SeatRequest
    | Rematch
    | HostRequest
    | DrawCode
)

REQUEST_TYPES: dict[str, type[AnyRequest]] = {
    kind.model_fields["type"].default: kind
    for kind in (
        OpenRoom,
        TakeControl,
        Watch,
        Unwatch,
        TakeSeat,
        ResumeSeat,
        RevealEntropy,
        LeaveSeat,
        TurnCard,
        ChangeName,
        Rematch,
        StartAutoplay,
        PauseAutoplay,
        ChangeTempo,
        PlayRound,
        CloseGame,
        AddBot,
        RemoveSeat,
        StartGame,
        ChangeTurnSeconds,
        DrawCode,
    )
}
"""Every request by its `type`."""

REQUEST_ID: TypeAdapter[int | str] = TypeAdapter(RequestId, config=ConfigDict(strict=True))
"""Reads an id alone, so that a request with another fault is still answered under its own id."""
