"""What is told to whoever asks for what cannot be."""

import logging

from polemos.log.store import StoreError, StoreFull
from polemos.rooms.company import Company
from polemos.rooms.errors import Refusal
from polemos.rooms.limits import RoomLimits
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.state import Playing, State
from polemos.wire.codes import WireCode

logger = logging.getLogger(__name__)


def over(game: str) -> RuleViolation:
    """Say that a game has ended."""
    return RuleViolation(
        RuleCode.GAME_IS_OVER, f"Game {game} has ended: ask for a rematch, or open another room."
    )


def resting(game: str) -> Refusal:
    """Say that a game rests while the server is restarted."""
    return Refusal(
        WireCode.DRAINING, f"The server is stopping; game {game} goes on after its restart."
    )


def moving(room: str) -> Refusal:
    """Say that another node runs a room, or will in a moment."""
    return Refusal(
        WireCode.ROOM_MOVES,
        f"Nothing was changed: room {room} moves to another node of this server. Ask again.",
        retry_after_ms=1_000,
    )


def failed(game: str) -> Refusal:
    """Say that our own fault stopped a game."""
    return Refusal(
        WireCode.GAME_FAILED,
        f"Game {game} met a fault of the server, whose operator finds it in the server's log.",
    )


def uncertain(game: str) -> Refusal:
    """Say that nobody knows whether something was carried out."""
    return Refusal(
        WireCode.NODE_SILENT,
        f"The server's storage did not say in time whether your request for game {game} was "
        "carried out: look at the table before you send it again.",
        retry_after_ms=1_000,
    )


def unstored(game: str, error: StoreError, limits: RoomLimits) -> Refusal:
    """Refuse without the store's own sentence, which names paths that are nobody's business."""
    logger.error("Game %s could not store what was asked for: %s", game, error)
    retry_after_ms = int(limits.storage_retry_seconds * 1_000)
    if isinstance(error, StoreFull):
        return Refusal(
            WireCode.STORAGE_FULL,
            "Nothing was changed: the server has no space to store it. Try again later.",
            retry_after_ms=retry_after_ms,
        )
    return Refusal(
        WireCode.STORAGE_FAILED,
        "Nothing was changed: the server could not store it. Try again later.",
        retry_after_ms=retry_after_ms,
    )


def unknown_room(room: str) -> Refusal:
    """Say that there is no such room."""
    return Refusal(
        WireCode.UNKNOWN_ROOM, f"There is no room {room}: check the link you were given."
    )


def unknown_game(game: str) -> Refusal:
    """Say that a room has not come to that game."""
    return Refusal(WireCode.UNKNOWN_GAME, f"There is no game {game} yet.")


def not_seated(room: str) -> Refusal:
    """Say that a connection holds no seat."""
    return Refusal(
        WireCode.NOT_SEATED,
        f"This connection holds no seat in room {room}: "
        "send take_seat or resume_seat with the seat's secret first.",
    )


def check_round_by_hand(state: State, company: Company, *, is_round_by_hand: bool) -> None:
    """Refuse a round by the host's hand where something else moves the game.

    Raises:
        RuleViolation: auto-play is on.
        Refusal: people turn their cards themselves, or the round before is still being played.
    """
    if isinstance(state, Playing) and state.control.is_autoplay_on:
        raise RuleViolation(
            RuleCode.AUTOPLAY_IS_ON,
            "The game plays by itself: pause it before you play a round by hand.",
        )
    if company.is_of_people:
        raise Refusal(
            WireCode.TURNED_BY_PEOPLE,
            "The people of this room turn their cards themselves: wait for them, "
            "or start auto-play.",
        )
    if is_round_by_hand:
        raise Refusal(
            WireCode.ROUND_IN_PLAY,
            "The round that was asked for is still being played: ask again when it is over.",
        )
