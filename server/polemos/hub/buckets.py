"""Token buckets: so many at once, so many a second in the long run.

A bucket is full, empty or in between; each request takes a token, and tokens come back with time.
`Bucket` is one connection's own. `Buckets` has one for each of many keys, for those that anybody
can make up: addresses, rooms, seats.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

ROUNDING_SECONDS = 1e-6
"""Whoever waited as long as told is let through, although floats were rounded meanwhile."""

STALE_SHARE = 2
STALE_MIN = 64


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


@dataclass(frozen=True, slots=True)
class Rate:
    """What a bucket lets through.

    Args:
        burst: tokens when full.
        per_second: tokens that come back.
    """

    burst: int
    per_second: float


class Buckets:
    """One bucket a key, all of the same rate, in bounded memory.

    A bucket is kept as the moment at which it is full again, so a full one needs no memory and is
    forgotten. When more keys than may are not full, the fullest is forgotten: whoever wants an
    empty bucket to be forgotten has to empty as many others as are kept, and that is what the
    limits make slow.

    Args:
        rate: of every bucket.
        keys_max: buckets that are kept.
    """

    __slots__ = ("_full_at_seconds", "_keys_max", "_order", "_rate")

    def __init__(self, rate: Rate, keys_max: int) -> None:
        self._rate = rate
        self._keys_max = keys_max
        self._full_at_seconds: dict[str, float] = {}
        # Fullest first; an entry that is not the key's present moment is stale and passed over.
        self._order: list[tuple[float, str]] = []

    def __len__(self) -> int:
        return len(self._full_at_seconds)

    def take(self, key: str, now_seconds: float) -> float:
        """Take a token if there is one.

        Returns:
            0 when it was taken, else the seconds until there is one.
        """
        wait_seconds = self.wait_seconds(key, now_seconds)
        if wait_seconds == 0.0:
            self.charge(key, now_seconds)
        return wait_seconds

    def wait_seconds(self, key: str, now_seconds: float) -> float:
        """Tell the seconds until there is a token, 0 when there is one."""
        full_at_seconds = self._full_at_seconds.get(key, now_seconds)
        spare_seconds = (self._rate.burst - 1) / self._rate.per_second
        wait_seconds = full_at_seconds - now_seconds - spare_seconds
        return wait_seconds if wait_seconds > ROUNDING_SECONDS else 0.0

    def charge(self, key: str, now_seconds: float) -> None:
        """Take a token even if there is none; the bucket owes it then."""
        full_at_seconds = max(now_seconds, self._full_at_seconds.get(key, now_seconds))
        self._set(key, full_at_seconds + 1.0 / self._rate.per_second)
        self._forget_full(now_seconds)
        if len(self._full_at_seconds) > self._keys_max:
            self._forget_fullest()

    def give_back(self, key: str, now_seconds: float) -> None:
        """Put a token back that was taken."""
        full_at_seconds = self._full_at_seconds.get(key)
        if full_at_seconds is not None:
            self._set(key, full_at_seconds - 1.0 / self._rate.per_second)
            self._forget_full(now_seconds)

    def _set(self, key: str, full_at_seconds: float) -> None:
        self._full_at_seconds[key] = full_at_seconds
        heappush(self._order, (full_at_seconds, key))
        if len(self._order) > STALE_SHARE * len(self._full_at_seconds) + STALE_MIN:
            self._order = [(moment, known) for known, moment in self._full_at_seconds.items()]
            heapify(self._order)

    def _forget_full(self, now_seconds: float) -> None:
        while self._order and self._order[0][0] <= now_seconds:
            self._forget_first()

    def _forget_fullest(self) -> None:
        while not self._forget_first():
            continue

    def _forget_first(self) -> bool:
        full_at_seconds, key = heappop(self._order)
        is_present = self._full_at_seconds.get(key) == full_at_seconds
        if is_present:
            del self._full_at_seconds[key]
        return is_present
