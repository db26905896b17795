"""The one table of codes: everything that can be refused, what it means, whether to retry."""

from dataclasses import dataclass
from enum import StrEnum

from polemos.rules.errors import RuleCode


class WireCode(StrEnum):
    """Refusals that are not the rules': the peer, the room or the server is the reason."""

    MALFORMED_FRAME = "malformed_frame"
    FRAME_TOO_LARGE = "frame_too_large"
    BINARY_FRAME = "binary_frame"
    UNKNOWN_REQUEST = "unknown_request"
    BAD_REQUEST = "bad_request"
    UNKNOWN_ROOM = "unknown_room"
    UNKNOWN_GAME = "unknown_game"
    NOT_WATCHING = "not_watching"
    NOT_HOST = "not_host"
    WRONG_SECRET = "wrong_secret"  # noqa: S105  a code, not a secret
    NOT_SEATED = "not_seated"
    SEATED_ALREADY = "seated_already"
    SEAT_IS_RESERVED = "seat_is_reserved"
    SEAT_TAKEN_OVER = "seat_taken_over"
    BAD_NAME = "bad_name"
    NOTHING_TO_TURN = "nothing_to_turn"
    TURNED_BY_PEOPLE = "turned_by_people"
    SEEDED_WITH_PEOPLE = "seeded_with_people"
    GAME_IN_PLAY = "game_in_play"
    GAME_IS_OLD = "game_is_old"
    ROUND_IN_PLAY = "round_in_play"
    ROOM_BUSY = "room_busy"
    TOO_MANY_ROOMS = "too_many_rooms"
    TOO_MANY_ROOMS_HOSTED = "too_many_rooms_hosted"
    TOO_MANY_SEATS_HELD = "too_many_seats_held"
    TOO_MANY_GAMES_WATCHED = "too_many_games_watched"
    TOO_MANY_WATCHES = "too_many_watches"
    TOO_MANY_WATCHERS = "too_many_watchers"
    RATE_LIMITED = "rate_limited"
    TOO_MANY_ROOMS_OPENED = "too_many_rooms_opened"
    TOO_MANY_WRONG_SECRETS = "too_many_wrong_secrets"
    STORAGE_FULL = "storage_full"
    STORAGE_FAILED = "storage_failed"
    DRAINING = "draining"
    ROOM_MOVES = "room_moves"
    NODE_SILENT = "node_silent"
    GAME_FAILED = "game_failed"
    SERVER_FAILED = "server_failed"


class Retry(StrEnum):
    """Whether the same request is worth sending again."""

    NEVER = "never"
    WHEN_THE_GAME_CHANGES = "when_the_game_changes"
    AFTER_A_WHILE = "after_a_while"
    ON_A_NEW_CONNECTION = "on_a_new_connection"


RETRY_MEANINGS: dict[Retry, str] = {
    Retry.NEVER: "The same request is refused again: send a different one.",
    Retry.WHEN_THE_GAME_CHANGES: "An event of the game can lift the reason.",
    Retry.AFTER_A_WHILE: "After `retry_after_ms` where it is given, else with growing pauses.",
    Retry.ON_A_NEW_CONNECTION: "After `reconnect_after_ms` where it is given, else with growing "
    "pauses, each drawn at random between nothing and its full length.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One line of the table.

    Args:
        code: the text on the wire.
        meaning: what was refused and why.
        retry: whether the same request is worth sending again.
    """

    code: str
    meaning: str
    retry: Retry


def _code(code: StrEnum, retry: Retry, meaning: str) -> Code:
    return Code(code=code.value, meaning=meaning, retry=retry)


_N = Retry.NEVER
_G = Retry.WHEN_THE_GAME_CHANGES
_W = Retry.AFTER_A_WHILE
_C = Retry.ON_A_NEW_CONNECTION

_ROWS = (
    _code(WireCode.MALFORMED_FRAME, _N, "The frame is no JSON object in UTF-8."),
    _code(
        WireCode.FRAME_TOO_LARGE, _N, "The request has more bytes or more fragments than it may."
    ),
    _code(WireCode.BINARY_FRAME, _N, "The frame is binary; requests are text."),
    _code(WireCode.UNKNOWN_REQUEST, _N, "There is no request of that type."),
    _code(WireCode.BAD_REQUEST, _N, "A field is missing, unknown or out of its bounds."),
    _code(WireCode.UNKNOWN_ROOM, _N, "There is no such room."),
    _code(WireCode.UNKNOWN_GAME, _N, "There is no such game."),
    _code(WireCode.NOT_WATCHING, _N, "This connection does not watch that game."),
    _code(WireCode.NOT_HOST, _N, "Only a connection that took control of the room may do that."),
    _code(WireCode.WRONG_SECRET, _N, "The secret is not that of the room, its seat or its host."),
    _code(
        WireCode.NOT_SEATED,
        _N,
        "Only the connection that holds a seat of the room may do that; a rematch and codes are "
        "for the host too.",
    ),
    _code(
        WireCode.SEATED_ALREADY,
        _N,
        "This connection, or this player, holds another seat of the room.",
    ),
    _code(WireCode.SEAT_IS_RESERVED, _W, "The seat waits for whoever held it in the game before."),
    _code(WireCode.SEAT_TAKEN_OVER, _N, "The seat is held by another connection now."),
    _code(WireCode.BAD_NAME, _N, "The name is too long, or has characters that a name may not."),
    _code(WireCode.NOTHING_TO_TURN, _G, "That card is not the one that is to be turned."),
    _code(WireCode.TURNED_BY_PEOPLE, _N, "The people of the room turn their cards themselves."),
    _code(WireCode.SEEDED_WITH_PEOPLE, _N, "A game on a chosen seed is for bots only."),
    _code(WireCode.GAME_IN_PLAY, _G, "The game has not ended yet."),
    _code(WireCode.GAME_IS_OLD, _N, "The room plays another game by now."),
    _code(WireCode.ROUND_IN_PLAY, _G, "A round that was asked for by hand is still being played."),
    _code(WireCode.ROOM_BUSY, _W, "More requests wait for the room than it may hold."),
    _code(WireCode.TOO_MANY_ROOMS, _W, "The server runs as many rooms as it may."),
    _code(
        WireCode.TOO_MANY_ROOMS_HOSTED,
        _C,
        "This connection controls as many rooms as it may.",
    ),
    _code(WireCode.TOO_MANY_SEATS_HELD, _C, "This connection holds as many seats as it may."),
    _code(
        WireCode.TOO_MANY_GAMES_WATCHED,
        _W,
        "The server shows as many games at the same time as it may.",
    ),
    _code(WireCode.TOO_MANY_WATCHES, _N, "This connection watches as many games as it may."),
    _code(WireCode.TOO_MANY_WATCHERS, _W, "The game has as many spectators as it may."),
    _code(
        WireCode.RATE_LIMITED,
        _W,
        "Requests come faster than the connection, address, host or seat may send them.",
    ),
    _code(WireCode.TOO_MANY_ROOMS_OPENED, _W, "The address opened as many rooms as it may."),
    _code(WireCode.TOO_MANY_WRONG_SECRETS, _W, "The address showed as many secrets as it may."),
    _code(WireCode.STORAGE_FULL, _W, "There is no space to store another event."),
    _code(WireCode.STORAGE_FAILED, _W, "The events could not be stored or read."),
    _code(WireCode.DRAINING, _C, "The server is stopping; games go on after its restart."),
    _code(
        WireCode.ROOM_MOVES,
        _W,
        "The room moves from one node of the server to another; nothing was changed.",
    ),
    _code(
        WireCode.NODE_SILENT,
        _W,
        "The node that runs the room, or its storage, did not answer in time; the request may have "
        "been carried out: look before you send it again.",
    ),
    _code(WireCode.GAME_FAILED, _N, "The game met a fault of the server and stands still."),
    _code(WireCode.SERVER_FAILED, _W, "The request met a fault of the server."),
    _code(RuleCode.UNKNOWN_PRESET, _N, "There is no preset of that name."),
    _code(RuleCode.UNKNOWN_RULE, _N, "There is no rule dimension of that name."),
    _code(RuleCode.BAD_RULE_VALUE, _N, "The rule dimension has no such value."),
    _code(RuleCode.CONTRADICTING_RULES, _N, "The chosen rules contradict each other."),
    _code(RuleCode.WRONG_PLAYER_COUNT, _N, "The preset is not played by that many."),
    _code(RuleCode.GAME_IS_OPEN, _N, "The game has been opened before."),
    _code(RuleCode.GAME_NOT_OPEN, _G, "The game has not been opened yet."),
    _code(RuleCode.GAME_NOT_DEALT, _G, "The cards have not been dealt yet."),
    _code(RuleCode.GAME_IS_DEALT, _N, "The cards have been dealt already."),
    _code(RuleCode.GAME_IS_OVER, _N, "The game has ended."),
    _code(RuleCode.SEAT_UNKNOWN, _N, "The game has no such seat."),
    _code(RuleCode.SEAT_IS_TAKEN, _G, "Somebody sits there."),
    _code(RuleCode.SEAT_IS_FREE, _G, "Nobody sits there."),
    _code(RuleCode.SEATS_ARE_LOCKED, _G, "The seats have been locked."),
    _code(RuleCode.SEATS_NOT_LOCKED, _G, "The seats have not been locked yet."),
    _code(
        RuleCode.COMMITMENT_REPEATED,
        _N,
        "The commitment is empty, spent, the server's own or another seat's.",
    ),
    _code(RuleCode.ENTROPY_MISMATCH, _N, "The entropy does not open the seat's commitment."),
    _code(RuleCode.ENTROPY_REVEALED, _N, "The seat has revealed its entropy already."),
    _code(
        RuleCode.ENTROPY_MISSING,
        _G,
        "A seat has not committed to its entropy, or not revealed it.",
    ),
    _code(RuleCode.AUTOPLAY_IS_ON, _G, "The beats follow each other already."),
    _code(RuleCode.AUTOPLAY_IS_OFF, _G, "The beats stand still already."),
    _code(RuleCode.TEMPO_UNCHANGED, _G, "The game goes at that tempo already."),
)

CODES: dict[str, Code] = {row.code: row for row in _ROWS}
"""Every code that `refused` and `bye` can carry."""


class CloseCode:
    """The codes that the server closes a socket with (RFC 6455, section 7.4; IANA's registry).

    Codes from 4000 on are our own.

    The websocket core itself sends `UNREADABLE` and `TOO_LARGE`.
    """

    UNREADABLE = 1002
    BINARY = 1003
    NOT_UTF8 = 1007
    FLOOD = 1008
    TOO_LARGE = 1009
    FAILED = 1011
    RESTART = 1012
    SEAT_TAKEN_OVER = 4001
