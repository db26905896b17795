"""The bounds of the rooms, each with its unit in its name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLimits:
    """How much the rooms hold and how long they wait.

    Args:
        games_running_max: games that play, are paused or wait for people at the same time.
        asks_waiting_max: requests that wait for one game's writer.
        abandon_after_seconds: how long a game that stands still, or is turned by hand, may stay
            without any request that was granted.
        absent_seconds_max: how long a game may go without any person: whoever holds a seat or
            controls the room counts, bots and spectators do not.
        reveal_seconds: how long a locked deal waits for a seat's entropy.
        reserve_seconds: how long the next game keeps a seat for whoever held it.
        turn_seconds: how long a card waits for its holder, until the host says otherwise.
        bot_turn_seconds: the pause before cards that nobody has to turn.
        settle_seconds: the pause before a beat that turns no card, in a game by hand.
        storage_retry_seconds: the pause after a failed append.
    """

    games_running_max: int = 10_000
    asks_waiting_max: int = 64
    abandon_after_seconds: float = 86_400.0
    absent_seconds_max: float = 3_600.0
    reveal_seconds: float = 10.0
    reserve_seconds: float = 60.0
    turn_seconds: int = 20
    bot_turn_seconds: float = 0.7
    settle_seconds: float = 1.0
    storage_retry_seconds: float = 1.0
