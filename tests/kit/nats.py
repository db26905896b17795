"""The real NATS server as a process of its own: it may be frozen, killed and started again."""

import contextlib
import re
import signal
import subprocess
import sysconfig
from pathlib import Path
from threading import Event, Thread
from typing import IO

START_SECONDS_MAX = 30.0
STOP_SECONDS_MAX = 30.0
LISTENS = re.compile(r"Listening for client connections on \S+:(\d+)")
IS_READY = "Server is ready"
BINARY = Path(sysconfig.get_path("scripts")) / "nats-server"


class NatsServer:
    """One `nats-server`, which may die and come back.

    Args:
        port: 0 for any free one; a restart uses the port that the first start was given.
        words: further words of the command line, as in `("--user", "a", "--pass", "b")`.
    """

    def __init__(self, *, port: int = 0, words: tuple[str, ...] = ()) -> None:
        self.port = port
        self.words = words
        self.log: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "the server was never started"
        return self._process

    def start(self) -> "NatsServer":
        """Start it and return once it takes connections."""
        command = [str(BINARY), "-a", "127.0.0.1", "-p", str(self.port or -1), *self.words]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        is_ready, has_spoken = Event(), Event()
        self._reader = Thread(
            target=self._read, args=(self._process.stderr, is_ready, has_spoken), daemon=True
        )
        self._reader.start()
        if not has_spoken.wait(START_SECONDS_MAX) or not is_ready.is_set():
            self.kill()
            raise RuntimeError("The NATS server did not start:\n" + "".join(self.log))
        return self

    def _read(self, stderr: IO[str], is_ready: Event, has_spoken: Event) -> None:
        """Read to the end, so that the server never waits for a full pipe."""
        for line in stderr:
            self.log.append(line)
            if found := LISTENS.search(line):
                self.port = int(found[1])
            if IS_READY in line:
                is_ready.set()
                has_spoken.set()
        has_spoken.set()

    def freeze(self) -> None:
        """Have it do nothing, while its connections stay open."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._reap()

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self.process.terminate()
        self._reap()

    def restart(self) -> "NatsServer":
        """Start it again on the same port."""
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
            raise RuntimeError("The NATS server did not stop:\n" + "".join(self.log)) from None
        finally:
            if self._reader is not None:
                self._reader.join()
            if self.process.stderr is not None:
                with contextlib.suppress(OSError):
                    self.process.stderr.close()

    def __enter__(self) -> "NatsServer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()
