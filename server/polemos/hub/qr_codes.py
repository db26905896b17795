"""Draws texts as QR codes."""

from functools import lru_cache, partial

import segno
from anyio import CapacityLimiter, to_thread


class Codes:
    """Draws one code at a time and keeps the last ones in memory: a link costs once.

    To draw is slow work of one processor. It waits for its own turn, and never takes a thread from
    those with which the rooms write.

    Args:
        kept_max: codes that are kept.
    """

    def __init__(self, kept_max: int) -> None:
        self._modules = lru_cache(kept_max)(modules)
        self._turn = CapacityLimiter(1)

    @property
    def drawn_count(self) -> int:
        """How many were drawn since the beginning, without those that were kept."""
        return self._modules.cache_info().misses

    async def draw(self, text: str) -> list[str]:
        """Give a text's code as `modules` does."""
        rows = await to_thread.run_sync(partial(self._modules, text), limiter=self._turn)
        return list(rows)


def modules(text: str) -> tuple[str, ...]:
    """Draw a text as the rows of a QR code from the top, 1 for dark, without the quiet zone.

    The library chooses the smallest code that holds the text at the highest error correction that
    does not make it larger.
    """
    code = segno.make(text, error="m", micro=False, boost_error=True)
    return tuple("".join(str(module) for module in row) for row in code.matrix)
