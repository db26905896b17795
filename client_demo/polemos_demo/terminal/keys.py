"""What a person types in lines, where there is no screen to press keys at."""

import contextlib
import os
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator

from polemos_demo.client.conversation import Wish

READ_BYTES_MAX = 4_096
LINE_BYTES_MAX = 1_024
"""What is longer is no answer to anything."""

_WISHES = {"": Wish.TURN, "r": Wish.REMATCH, "l": Wish.LEAVE, "y": Wish.YES}
_QUIT = "q"

Typed = Wish | None
"""A wish, or none for the wish to quit."""


def typed_line(line: str) -> Typed:
    """Read what a line means; an empty one turns a card."""
    word = line.strip().lower()
    return None if word == _QUIT else _WISHES.get(word, Wish.OTHER)


class Lines:
    """Cuts what comes in pieces into lines."""

    def __init__(self) -> None:
        self._rest = ""

    def typed(self, text: str) -> Iterator[Typed]:
        """Read the lines that are whole by now."""
        *lines, rest = (self._rest + text).split("\n")
        self._rest = rest[:LINE_BYTES_MAX]
        yield from map(typed_line, lines)


def listen(descriptor: int, loop: AbstractEventLoop, hear: Callable[[Typed], None]) -> None:
    """Have every line that is typed heard in the loop, until the process ends.

    A thread of its own reads, because a loop cannot wait for a file. It is never joined: nothing
    wakes it up but a key.

    Args:
        descriptor: what to read.
        loop: where `hear` is called.
        hear: takes one wish after the other, at the end `Wish.NOTHING_MORE`.
    """
    lines = Lines()

    def run() -> None:
        # A loop that is closed already listens no more.
        with contextlib.suppress(RuntimeError):
            for text in _pieces(descriptor):
                for typed in lines.typed(text):
                    loop.call_soon_threadsafe(hear, typed)
            loop.call_soon_threadsafe(hear, Wish.NOTHING_MORE)

    threading.Thread(target=run, name="keys", daemon=True).start()


def _pieces(descriptor: int) -> Iterator[str]:
    with contextlib.suppress(OSError):  # a terminal that was hung up, or no standard input at all
        while piece := os.read(descriptor, READ_BYTES_MAX):
            yield piece.decode("utf-8", "replace")
