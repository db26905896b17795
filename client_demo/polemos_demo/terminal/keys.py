"""What a person types: single keys of a quiet terminal, or lines of anything else."""

import contextlib
import os
import signal
import termios
import threading
import tty
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from types import FrameType

from polemos_demo.terminal.conversation import Wish

READ_BYTES_MAX = 4_096
LINE_BYTES_MAX = 1_024
"""What is longer is no answer to anything."""

_WISHES = {"": Wish.TURN, "r": Wish.REMATCH, "l": Wish.LEAVE, "y": Wish.YES}
_QUIT = "q"
_ESCAPE = "\x1b"

Typed = Wish | None
"""A wish, or none for the wish to quit."""


def typed_key(key: str) -> Typed:
    """Read what one key means; Enter and space turn a card."""
    return typed_line("" if key in "\r\n " else key)


def typed_line(line: str) -> Typed:
    """Read what a line means; an empty one turns a card."""
    word = line.strip().lower()
    return None if word == _QUIT else _WISHES.get(word, Wish.OTHER)


def typed_by_keys(text: str) -> Iterator[Typed]:
    """Read what was typed at once on a quiet terminal."""
    if text.startswith(_ESCAPE):
        # One key that sends several letters, such as an arrow.
        yield Wish.OTHER
        return
    yield from map(typed_key, text)


class Lines:
    """Cuts what comes in pieces into lines."""

    def __init__(self) -> None:
        self._rest = ""

    def typed(self, text: str) -> Iterator[Typed]:
        """Read the lines that are whole by now."""
        *lines, rest = (self._rest + text).split("\n")
        self._rest = rest[:LINE_BYTES_MAX]
        yield from map(typed_line, lines)


def listen(
    descriptor: int,
    read: Callable[[str], Iterator[Typed]],
    loop: AbstractEventLoop,
    hear: Callable[[Typed], None],
) -> None:
    """Have everything that is typed heard in the loop, until the process ends.

    A thread of its own reads, because a loop cannot wait for a file. It is never joined: nothing
    wakes it up but a key.

    Args:
        descriptor: what to read.
        read: tells what is meant.
        loop: where `hear` is called.
        hear: takes one wish after the other, at the end `Wish.NOTHING_MORE`.
    """

    def run() -> None:
        # A loop that is closed already listens no more.
        with contextlib.suppress(RuntimeError):
            for text in _pieces(descriptor):
                for typed in read(text):
                    loop.call_soon_threadsafe(hear, typed)
            loop.call_soon_threadsafe(hear, Wish.NOTHING_MORE)

    threading.Thread(target=run, name="keys", daemon=True).start()


def _pieces(descriptor: int) -> Iterator[str]:
    with contextlib.suppress(OSError):  # a terminal that was hung up, or no standard input at all
        while piece := os.read(descriptor, READ_BYTES_MAX):
            yield piece.decode("utf-8", "replace")


@contextlib.contextmanager
def quiet_terminal(descriptor: int) -> Iterator[None]:
    """Have keys come at once and unseen, and the terminal as it was at every end and pause."""
    before = termios.tcgetattr(descriptor)

    def restore() -> None:
        # A terminal that was hung up needs nothing any more.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

    def pause(_: int, __: FrameType | None) -> None:
        restore()
        os.kill(os.getpid(), signal.SIGSTOP)

    def resume(_: int, __: FrameType | None) -> None:
        with contextlib.suppress(termios.error):
            tty.setcbreak(descriptor, termios.TCSADRAIN)

    former = {
        told: signal.signal(told, handler)
        for told, handler in ((signal.SIGTSTP, pause), (signal.SIGCONT, resume))
    }
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield
    finally:
        for told, handler in former.items():
            signal.signal(told, handler)
        restore()
