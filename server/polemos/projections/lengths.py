"""How long games are, in a bounded number of buckets. Pure.

A bucket holds lengths that are nearly the same: up to a bound each length has its own, above it
every doubling is cut into as many equal parts, so a bucket is never wide for what it holds. Coarse
buckets are unions of fine ones, for the parts of a doubling are cut in parts again.
"""

from collections.abc import Iterable, Iterator

FINE_BITS = 8
"""128 buckets a doubling, in which lengths are kept: those of one differ by less than 1 %."""

SHOWN_BITS = 3
"""Four buckets a doubling, in which lengths are shown."""

SHOWN_BUCKETS = 64
"""The first begins at 0 rounds and the last, which has no end, at 114,688: beyond the longest."""

Lengths = tuple[tuple[int, int], ...]
"""Fine buckets that hold games, ascending, each with their number."""


def bucket_of(rounds: int, bits: int) -> int:
    """Tell the bucket of a length.

    Args:
        rounds: 0 or more.
        bits: how finely: 2 to the power of `bits` - 1 buckets a doubling.
    """
    shift = max(0, rounds.bit_length() - bits)
    return (shift << (bits - 1)) + (rounds >> shift)


def first_of(bucket: int, bits: int) -> int:
    """Tell the smallest length in a bucket."""
    parts = 1 << (bits - 1)
    shift = max(0, bucket // parts - 1)
    return (bucket - shift * parts) << shift


def count_length(lengths: Lengths, rounds: int) -> Lengths:
    """Count one more game."""
    games = dict(lengths)
    bucket = bucket_of(rounds, FINE_BITS)
    games[bucket] = games.get(bucket, 0) + 1
    return tuple(sorted(games.items()))


def length_at(lengths: Lengths, percent: int) -> int:
    """Tell a length that so many percent of the games did not exceed, at most 1 % too high.

    Args:
        lengths: of one game at least.
        percent: 1 to 100.
    """
    games = sum(count for _, count in lengths)
    seen = 0
    for bucket, count in lengths:
        seen += count
        if seen * 100 >= percent * games:
            return first_of(bucket + 1, FINE_BITS) - 1
    raise AssertionError(f"{percent} % of {games} games are more than there are")


def shown_edges() -> list[int]:
    """List the smallest length of each bucket that is shown."""
    return [first_of(bucket, SHOWN_BITS) for bucket in range(SHOWN_BUCKETS)]


def shown_games(lengths: Lengths) -> list[int]:
    """Count the games in each bucket that is shown."""
    games = [0] * SHOWN_BUCKETS
    for bucket, count in _shown(lengths):
        games[bucket] += count
    return games


def _shown(lengths: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for bucket, count in lengths:
        shown = bucket_of(first_of(bucket, FINE_BITS), SHOWN_BITS)
        yield min(shown, SHOWN_BUCKETS - 1), count
