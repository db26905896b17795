"""The bounds of the rooms, each with its unit in its name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLimits:
    """How much the rooms hold and how long they wait.

    Args:
        games_running_max: games that play or are paused at the same time.
        asks_waiting_max: requests that wait for one game's writer.
        abandon_after_seconds: how long a paused game may stay without any request before it ends.
        storage_retry_seconds: the pause after a failed append.
    """

    games_running_max: int = 10_000
    asks_waiting_max: int = 64
    abandon_after_seconds: float = 86_400.0
    storage_retry_seconds: float = 1.0
