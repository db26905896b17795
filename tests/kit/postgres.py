"""A real PostgreSQL server of the test's own: made, used and thrown away, by an ordinary user."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from psycopg import sql

PROGRAMS = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs, by version."""

START_SECONDS_MAX = 60.0
START_TRIES_MAX = 5
"""A port that was free a moment ago may be somebody else's now."""

LOG_LINES_KEPT_MAX = 200
ROLE = "polemos"
PASSWORD = "correct horse"

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "log_destination": "stderr",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "fsync": "on",
    "synchronous_commit": "on",
}


def program(name: str) -> Path:
    """Find a program of the server, or fail with what to do."""
    chosen = os.environ.get("TEST_POSTGRES")
    folders = [Path(chosen)] if chosen else sorted(PROGRAMS.glob("*/bin"), reverse=True)
    found = next((folder / name for folder in folders if (folder / name).exists()), None)
    found = found or (Path(path).resolve() if (path := shutil.which(name)) else None)
    if found is None:
        pytest.fail(
            f"These tests need PostgreSQL's {name}, and there is none: install it (Debian: "
            "apt-get install postgresql), or name the folder of its programs in TEST_POSTGRES."
        )
    return found


def as_ordinary_user() -> list[str]:
    """Give what a command begins with, so that the server neither runs as root nor outlives us."""
    prefix = ["setpriv", "--pdeathsig", "INT"]
    if os.geteuid() == 0:
        prefix += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    return prefix


class PostgresServer:
    """One server in a temporary folder; make one with `postgres_server`.

    Args:
        folder: its own, empty.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._process: subprocess.Popen[str] | None = None
        self._log: deque[str] = deque(maxlen=LOG_LINES_KEPT_MAX)
        self._keeper = Thread()
        self.port = 0

    def make(self) -> None:
        """Make the cluster, with one superuser who may not log in without the password."""
        password = self._folder / "password"
        password.write_text(PASSWORD)
        if os.geteuid() == 0:
            for path in (self._folder, password):
                shutil.chown(path, "postgres", "postgres")
        subprocess.run(
            [
                *as_ordinary_user(),
                program("initdb"),
                *("--pgdata", self._folder / "cluster", "--username", "postgres"),
                *("--pwfile", password, "--auth", "scram-sha-256", "--no-sync"),
                *("--encoding", "UTF8", "--locale", "C.UTF-8"),
            ],
            check=True,
            capture_output=True,
            cwd=self._folder,
        )

    def start(self) -> None:
        """Start the server and wait until it takes connections, on the same port as before."""
        for _ in range(START_TRIES_MAX):
            port = self.port or _free_port()
            if self._starts(port):
                self.port = port
                return
        raise AssertionError("PostgreSQL did not start:\n" + "\n".join(self._log))

    def stop(self, sent: signal.Signals = signal.SIGINT) -> None:
        """Stop the server.

        Args:
            sent: SIGINT ends it in order, SIGQUIT at once, so that it must recover.
        """
        if self._process is not None:
            self._process.send_signal(sent)
            self._keeper.join(START_SECONDS_MAX)
            self._process = None

    def restart(self, sent: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and start it again."""
        self.stop(sent)
        self.start()

    def offer_tls(self, certificate: Path, key: Path) -> None:
        """Offer TLS from now on to whoever asks for it."""
        for source, name in ((certificate, "server.crt"), (key, "server.key")):
            copy = self._folder / "cluster" / name
            shutil.copy(source, copy)
            copy.chmod(0o600)
            if os.geteuid() == 0:
                shutil.chown(copy, "postgres", "postgres")
        self._set("ssl", "on")

    def offer_no_tls(self) -> None:
        """Offer it no more."""
        self._set("ssl", "off")

    def _set(self, name: str, value: str) -> None:
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            connection.execute("SELECT pg_reload_conf()")
        # Whoever connects after the server's main process has heeded it sees it.
        while self.execute(f"SHOW {name}") != [(value,)]:
            pass

    def address(
        self, database: str = "postgres", user: str = "postgres", password: str = PASSWORD
    ) -> str:
        """Give the address of a database, as an operator writes it."""
        quoted = password.replace(" ", "%20")
        return f"postgresql://{user}:{quoted}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as the superuser, outside any transaction."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def new_role(self, *options: str) -> str:
        """Make a role that may log in with `PASSWORD`."""
        role = f"role_{next(self._numbers)}"
        self.execute(
            sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} {}")
            .format(sql.Identifier(role), sql.Literal(PASSWORD), sql.SQL(" ".join(options)))
            .as_string()
        )
        return role

    def new_database(self, owner: str = "postgres", template: str = "template1") -> str:
        """Make a database."""
        database = f"database_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {database} OWNER {owner} TEMPLATE {template}")
        return database

    def drop_database(self, database: str) -> None:
        """Remove a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def _starts(self, port: int) -> bool:
        is_settled, is_ready = Event(), Event()

        def run() -> None:
            # The kernel ends the server together with the thread that started it, so this one
            # stays as long as the server does.
            with subprocess.Popen(
                self._command(port),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                cwd=self._folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            ) as self._process:
                for line in self._process.stderr or ():
                    self._log.append(line.rstrip())
                    if "database system is ready to accept connections" in line:
                        is_ready.set()
                        is_settled.set()
            is_settled.set()

        self._keeper = Thread(target=run, daemon=True)
        self._keeper.start()
        is_settled.wait(START_SECONDS_MAX)
        if not is_ready.is_set():
            self.stop(signal.SIGKILL)
        return is_ready.is_set()

    def _command(self, port: int) -> list[str | Path]:
        settings = SETTINGS | {"port": str(port)}
        return [
            *as_ordinary_user(),
            program("postgres"),
            *("-D", self._folder / "cluster"),
            *(f"--{name.replace('_', '-')}={value}" for name, value in settings.items()),
        ]


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Make a server, and throw it away."""
    folder = Path(tempfile.mkdtemp(prefix="polemos-postgres-"))
    server = PostgresServer(folder)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
