"""What an operator does with PostgreSQL's own programs, and a look at whether a log is whole."""

import subprocess
from pathlib import Path

from kit.histories import check_history
from kit.postgres import PostgresServer, program
from polemos.log.store import EventStore


def dump(address: str, file: Path) -> None:
    """Back a database up, as docs/operations.md says."""
    _run("pg_dump", "--format=custom", f"--file={file}", address)


def restore(server: PostgresServer, file: Path, database: str, owner: str) -> str:
    """Make a database of a backup, as docs/operations.md says; give its address."""
    _run("createdb", f"--maintenance-db={server.address()}", f"--owner={owner}", database)
    address = server.address(database, owner)
    _run(
        "pg_restore",
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        f"--dbname={address}",
        file,
    )
    return address


def verified(store: EventStore) -> dict[str, list[bytes]]:
    """Verify every game of a log, and give their lines."""
    games: dict[str, list[bytes]] = {}
    for entry in check_history(store, {}):
        games.setdefault(entry.game, []).append(entry.line)
    return games


def _run(name: str, *words: str | Path) -> None:
    done = subprocess.run([program(name), *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
