"""How long to wait before trying again: doubling, bounded, with full jitter. Pure."""

DELAY_SECONDS_FIRST = 0.3
DELAY_SECONDS_MAX = 15.0


def delay_seconds(attempt: int, chance: float) -> float:
    """Tell the delay before an attempt.

    Args:
        attempt: counts from 0.
        chance: drawn evenly from 0 to 1.
    """
    return chance * min(DELAY_SECONDS_MAX, DELAY_SECONDS_FIRST * 2.0 ** min(attempt, 16))
