"""The real server as a process of its own: started, killed and started again on the same folder."""

import contextlib
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import IO

START_SECONDS_MAX = 30.0
STOP_SECONDS_MAX = 30.0
LISTENS = re.compile(r"Polemos listens on (http://\S+:(\d+))")


class ServerError(Exception):
    """The server did not start, or did not stop."""


class ServerProcess:
    """One `polemos serve`, which may die and come back.

    Args:
        folder: the data folder; what the server prints is kept beside it, so that it survives.
        port: 0 for any free one; a restart uses the port that the first start was given.
        words: further words of the command line.
    """

    def __init__(self, folder: Path, *, port: int = 0, words: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.port = port
        self.url = ""
        self.words = words
        self.stderr_path = folder.with_name(f"{folder.name}-stderr.txt")
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "the server was never started"
        return self._process

    @property
    def websocket_url(self) -> str:
        return self.url.replace("http://", "ws://", 1) + "/socket"

    def stderr(self) -> str:
        """Give everything that all starts so far have written there."""
        return self.stderr_path.read_text() if self.stderr_path.exists() else ""

    def start(self) -> "ServerProcess":
        """Start it and return once it answers."""
        command = [sys.executable, "-m", "polemos.cli.main", "serve"]
        command += ["--port", str(self.port), "--data", str(self.folder), *self.words]
        with self.stderr_path.open("a") as stderr:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=stderr, text=True
            )
        assert self._process.stdout is not None
        spoken = Event()
        self._reader = Thread(target=self._read, args=(self._process.stdout, spoken), daemon=True)
        self._reader.start()
        if not spoken.wait(START_SECONDS_MAX) or not self.url:
            self.kill()
            raise ServerError(f"The server did not start: {self.stderr()}")
        return self

    def _read(self, stdout: IO[str], spoken: Event) -> None:
        """Read to the end, so that the server never waits for a full pipe."""
        for line in stdout:
            if found := LISTENS.search(line):
                self.url, self.port = found[1], int(found[2])
                spoken.set()
        spoken.set()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._reap()

    def terminate(self, told: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop and give its exit code."""
        self.process.send_signal(told)
        self._reap()
        return self.process.returncode

    def restart(self) -> "ServerProcess":
        """Start it again on the same folder and port."""
        return self.start()

    def close(self) -> None:
        """End it in any case."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _reap(self) -> None:
        try:
            self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise ServerError(f"The server did not stop: {self.stderr()}") from None
        finally:
            if self._reader is not None:
                self._reader.join()
            if self.process.stdout is not None:
                with contextlib.suppress(OSError):
                    self.process.stdout.close()

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()
