"""`polemos play` and `polemos watch` as processes: at pipes, or at a terminal of their own."""

import contextlib
import os
import pty
import queue
import re
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread

SECONDS_MAX = 60
"""How long a test waits for what must come, before it is taken for lost."""

PROMPT = re.compile(r"Your card, (round [\d,]+(?:, step \d+ of the war)?): press Enter")
SEAT_LINK = re.compile(r"http\S+#seat=\S+(?=\s)")
COMMAND = [sys.executable, "-m", "polemos.cli.main"]


def environment(home: Path) -> dict[str, str]:
    """Give somebody of their own a terminal of usual size."""
    shape = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm"}
    return {**os.environ, **shape, "XDG_STATE_HOME": str(home)}


class PlainTerminal:
    """A process that prints lines and reads lines."""

    def __init__(self, home: Path, *words: str) -> None:
        self.lines: list[str] = []
        self._news: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(home),
        )
        self._errors: list[str] = []
        self._said = Condition()
        self._threads = [
            Thread(target=self._read_lines, daemon=True),
            Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._news.put(line.rstrip("\n"))
        self._news.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._said:
                self._errors.append(line)
                self._said.notify_all()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hang_up(self) -> None:
        """End standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def until(self, pattern: str, each: Callable[[str], None] = lambda _: None) -> str:
        """Read to a line that a pattern is found in, and give it; `each` gets those before, too."""
        while True:
            line = self._news.get(timeout=SECONDS_MAX)
            assert line is not None, f"{pattern} never came: {self.lines} {self._errors}"
            self.lines.append(line)
            each(line)
            if re.search(pattern, line):
                return line

    def turn_until(self, pattern: str) -> str:
        """Read to a line, and turn every card that is waited for on the way."""
        return self.until(pattern, lambda line: self.type("") if PROMPT.search(line) else None)

    def end(self) -> tuple[int, str]:
        """Wait for the end; give the exit code and what was said on standard error."""
        code = self.process.wait(SECONDS_MAX)
        for thread in self._threads:
            thread.join()
        while (line := self._news.get()) is not None:
            self.lines.append(line)
        return code, "".join(self._errors)

    def seat_link(self) -> str:
        """Wait for the link to the seat, which is confided beside the recording."""
        with self._said:
            link = self._said.wait_for(lambda: SEAT_LINK.search("".join(self._errors)), SECONDS_MAX)
        assert link is not None
        return link[0]

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


class LiveTerminal:
    """A process at a terminal, which draws and reads keys."""

    def __init__(self, home: Path, *words: str) -> None:
        self.screen = ""
        self._changed = Condition()
        self._is_over = False
        self._keys, self._far_end = pty.openpty()
        self.before = termios.tcgetattr(self._far_end)
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=self._far_end,
            stdout=self._far_end,
            stderr=self._far_end,
            env=environment(home),
            start_new_session=True,
        )
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # Linux reports the closed far end as an error
            while piece := os.read(self._keys, 65_536):
                with self._changed:
                    self.screen += piece.decode("utf-8", "replace")
                    self._changed.notify_all()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    @property
    def modes(self) -> list[object]:
        """The terminal's modes now."""
        return termios.tcgetattr(self._far_end)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keys, keys.encode())

    def until(self, pattern: str, after: int = 0) -> re.Match[str]:
        """Wait for a pattern to be drawn, after a place of all that was drawn."""
        with self._changed:
            seen = self._changed.wait_for(
                lambda: re.compile(pattern).search(self.screen, after), SECONDS_MAX
            )
            assert seen, f"{pattern} was never drawn: {self.screen[-3_000:]}"
            return seen

    def turn_until(self, pattern: str, keys: str = " \n") -> None:
        """Turn every card that is waited for, with one key after the other, up to a pattern."""
        prompts: set[str] = set()
        while True:
            found = self.until(f"{PROMPT.pattern}|(?P<end>{pattern})", self._after(prompts))
            if found["end"]:
                return
            if found[1] not in prompts:
                prompts.add(found[1])
                self.press(keys[len(prompts) % len(keys)])

    def _after(self, prompts: set[str]) -> int:
        """Tell where the newest drawing of the prompts that were answered ends."""
        with self._changed:
            ends = [found.end() for found in PROMPT.finditer(self.screen) if found[1] in prompts]
        return max(ends, default=0)

    def end(self) -> int:
        """Wait for the end; give the exit code."""
        return self.process.wait(SECONDS_MAX)

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._far_end)
        self._thread.join()
        os.close(self._keys)
