"""Unbiased permutations from a key: Fisher–Yates over an HMAC byte stream.

The stream is HMAC-SHA256(key, counter), the counter 64 bits big-endian and counting from 0, block
after block. `docs/fair-deal.md` states the same construction for other implementations; the two
must agree byte for byte.
"""

from collections.abc import Iterator, Sequence
from hmac import digest
from typing import TypeVar

Item = TypeVar("Item")

RANGE_MAX = 256
"""One byte is drawn at a time, so no range may be wider."""


def byte_stream(key: bytes) -> Iterator[int]:
    """Give the endless byte stream of a key."""
    counter = 0
    while True:
        yield from digest(key, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def draw(stream: Iterator[int], size: int) -> int:
    """Draw a number from 0 to `size` − 1, every one equally likely.

    Args:
        stream: consumed by as many bytes as it takes.
        size: 1 to `RANGE_MAX`.
    """
    # The bytes above the last whole multiple of `size` would favour the small numbers.
    bound = RANGE_MAX - RANGE_MAX % size
    for byte in stream:
        if byte < bound:
            return byte % size
    raise ValueError("The stream ended before a byte could be accepted.")


def draw_first_seat(key: bytes, players: int) -> int:
    """Draw the seat that gets the first card: the first accepted number of its own key."""
    return draw(byte_stream(key), players)


def shuffle(items: Sequence[Item], key: bytes) -> tuple[Item, ...]:
    """Permute, from the last index down to 1, swapping each with one drawn at or below it.

    Args:
        items: at most `RANGE_MAX`; fewer than two need no draw.
        key: 32 bytes, used for nothing else.
    """
    order = list(items)
    stream = byte_stream(key)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw(stream, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
