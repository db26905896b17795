"""Reads a game's exported events from its server."""

import asyncio
import http.client
from urllib.error import URLError
from urllib.request import urlopen

from polemos.log.codec import BadLine, decode
from polemos.log.entries import Entry

ANSWER_SECONDS_MAX = 30
EXPORT_BYTES_MAX = 1 << 29
"""More than the longest game takes up."""


async def fetch_export(url: str) -> tuple[Entry, ...] | None:
    """Read an export; give none where that fails, for it may be tried again."""
    return await asyncio.to_thread(_read, url)


def _read(url: str) -> tuple[Entry, ...] | None:
    try:
        with urlopen(url, timeout=ANSWER_SECONDS_MAX) as answer:  # noqa: S310  from a parsed link
            raw: bytes = answer.read(EXPORT_BYTES_MAX)
            return None if answer.length else tuple(map(decode, raw.splitlines()))
    except (URLError, OSError, http.client.HTTPException, BadLine):
        return None
