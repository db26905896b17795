"""Runs what blocks away from the loop."""

from collections.abc import Callable
from typing import TypeVar

import anyio

T = TypeVar("T")


async def in_thread(call: Callable[[], T]) -> T:
    """Run a blocking call in a worker thread and give what it returns."""
    return await anyio.to_thread.run_sync(call)
