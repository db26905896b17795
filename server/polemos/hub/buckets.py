"""A token bucket: so many at once, so many a second in the long run."""


class Bucket:
    """Starts full.

    Args:
        burst: tokens when full.
        per_second: tokens that come back.
        now_seconds: the steady clock.
    """

    __slots__ = ("_filled_at_seconds", "_tokens")

    def __init__(self, burst: int, now_seconds: float) -> None:
        self._tokens: float = burst
        self._filled_at_seconds = now_seconds

    def take(self, now_seconds: float, *, burst: int, per_second: float) -> float:
        """Take a token if there is one.

        Returns:
            0 when it was taken, else the seconds until there is one.
        """
        passed = now_seconds - self._filled_at_seconds
        self._tokens = min(float(burst), self._tokens + passed * per_second)
        self._filled_at_seconds = now_seconds
        if self._tokens >= 1.0:
            self._tokens -= 1.0
            return 0.0
        return (1.0 - self._tokens) / per_second
