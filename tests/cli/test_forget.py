"""`polemos forget`, as a process of its own."""

import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest

from polemos.log.folder import DataFolder
from polemos.log.vault import SqliteVault
from polemos.rooms.players import player_of
from polemos.rules.encoding import b64url

ANN, BEN = (player_of(b64url(bytes([number]) * 32)) for number in (1, 2))
HYPHEN = "-" + ANN[1:]


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def served(data):
    """Hold the folder and its vault as a running server does."""
    with closing(DataFolder.open(data)) as folder, closing(SqliteVault.open(folder.vault)) as vault:
        yield vault


def forget(data, *words):
    command = [sys.executable, "-m", "polemos.cli.main", "forget", "--data", str(data), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr)


def keep(data, names):
    data.mkdir()
    with closing(SqliteVault.open(data / "vault.db")) as vault:
        for player, name in names.items():
            vault.keep_name(player, name)


def names(data):
    with closing(SqliteVault.open(data / "vault.db")) as vault:
        return vault.names([ANN, BEN, HYPHEN])


def test_a_name_is_removed_and_others_stay(data):
    keep(data, {ANN: "Ann", BEN: "Ben"})

    done = forget(data, ANN)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"The name of player {ANN} is forgotten.\n"
    assert names(data) == {BEN: "Ben"}


def test_where_there_is_no_name_that_is_said(data):
    keep(data, {BEN: "Ben"})

    done = forget(data, ANN)
    assert (done.code, done.out, done.err) == (0, f"Player {ANN} has no name here.\n", "")
    assert names(data) == {BEN: "Ben"}


def test_an_id_that_begins_with_a_hyphen_follows_two_of_them(data):
    keep(data, {HYPHEN: "Ann"})

    assert forget(data, "--", HYPHEN).code == 0
    assert names(data) == {}


def test_a_name_is_removed_while_a_server_runs_which_goes_on(served, data):
    served.keep_name(ANN, "Wilhelmina")

    assert forget(data, ANN).out == f"The name of player {ANN} is forgotten.\n"
    assert served.names([ANN]) == {}
    assert all(b"Wilhelmina" not in file.read_bytes() for file in data.iterdir())
    served.keep_name(BEN, "Ben")
    served.keep_name(ANN, "Anna")
    assert served.names([ANN, BEN]) == {ANN: "Anna", BEN: "Ben"}


@pytest.mark.parametrize(
    "player", ["", "Ann", ANN[1:], ANN + "x", ANN[1:] + "é", ANN + "\n", "\x1b" * 22]
)
def test_what_is_no_players_id_is_refused_in_one_sentence(data, player):
    keep(data, {ANN: "Ann"})

    done = forget(data, player)
    assert (done.code, done.out) == (2, "")
    assert "is no player's id: that is 22 letters" in done.err
    assert done.err.count("\n") == 1
    assert done.err[:-1].isprintable()
    assert names(data) == {ANN: "Ann"}


def test_a_folder_without_a_vault_is_told_and_not_made(data):
    done = forget(data, ANN)

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"There is no vault at {data}/vault.db: name the folder of a server's data.\n"
    )
    assert not data.exists()


def test_a_damaged_vault_is_told_in_one_sentence(data):
    data.mkdir()
    (data / "vault.db").write_bytes(bytes(range(256)) * 9)

    done = forget(data, ANN)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "damaged" in done.err
