"""The commands that work on a log, on one in a database, named or by the setting."""

import os
import subprocess
import sys
from contextlib import closing

import pytest

from kit.streams import lines_of, played
from polemos.log.postgres.database import Database
from polemos.log.postgres.vault import PostgresVault

POLEMOS = [sys.executable, "-m", "polemos.cli.main"]
GAME = "play-1"
PLAYER = "ffkV5hYYVvIncm-NnL5LzR"


def polemos(*words: object, store: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({} if store is None else {"POLEMOS_STORE": store})
    return subprocess.run(
        [*POLEMOS, *map(str, words)], capture_output=True, text=True, check=False, env=environment
    )


@pytest.fixture
def exported(tmp_path):
    """A finished game as a file."""
    path = tmp_path / "game.jsonl"
    lines = lines_of(played(GAME, "bataille", secret=bytes(32)))
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def test_a_game_goes_into_a_database_and_comes_out_the_same(address, exported):
    taken = polemos("import", exported, "--store", address)
    assert (taken.returncode, taken.stderr) == (0, "")
    assert f"Game {GAME} was imported" in taken.stdout
    assert polemos("export", GAME, "--store", address).stdout == exported.read_text()
    assert polemos("audit", GAME, store=address).returncode == 0


def test_the_projections_of_a_database_are_remade_and_compared(address, exported):
    polemos("import", exported, "--store", address)
    assert "are remade from" in polemos("rebuild", "--store", address).stdout
    checked = polemos("rebuild", "--check", store=address)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "byte for byte" in checked.stdout


def test_a_name_in_a_database_is_forgotten(address):
    with closing(Database.open(address)) as database:
        vault = PostgresVault(database)
        vault.keep_name(PLAYER, "Ana")
        done = polemos("forget", PLAYER, "--store", address)
        assert (done.returncode, done.stderr) == (0, "")
        assert dict(vault.names([PLAYER])) == {}


def test_a_game_that_a_database_does_not_have_is_told_without_its_password(address):
    refused = polemos("export", "nothing-1", "--store", address)
    assert refused.returncode == 2
    assert "There is no game nothing-1 in postgresql://" in refused.stderr
    assert "horse" not in refused.stderr


def test_what_is_no_database_is_told_without_its_password():
    refused = polemos("export", GAME, "--store", "mysql://ann:horse@host/x")
    assert refused.returncode == 2
    assert "'mysql' is no kind of database" in refused.stderr.replace("“", "'").replace("”", "'")
    assert "horse" not in refused.stderr
