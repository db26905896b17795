import argparse
import sqlite3
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest

from kit.streams import played
from polemos.cli import rebuild
from polemos.log.folder import DataFolder
from polemos.log.sqlite import SqliteStore
from polemos.projections.projector import Projector


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(SqliteStore.open(folder / "events.db")) as store:
        for number in (1, 2):
            store.append(played(f"room-{number}", "tod-und-leben", people={0: "alice"}))
        Projector(store, folder / "views.db").close()
    return folder


@pytest.fixture
def command(data, capfd):
    def run(*words):
        parser = argparse.ArgumentParser()
        rebuild.add_arguments(parser)
        code = rebuild.run(parser.parse_args([*words, "--data", str(data)]))
        sys.stdout.flush()
        said = capfd.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err)

    return run


def forge(data):
    with closing(sqlite3.connect(data / "views.db")) as connection:
        connection.execute("UPDATE player_statistics SET games_won = 1000")
        connection.commit()


def test_kept_projections_pass_the_check(command):
    done = command("--check")
    assert (done.code, done.err) == (0, "")
    assert done.out == "The projections are what the log says, byte for byte.\n"


def test_a_check_names_what_differs_and_leaves_it(command, data):
    forge(data)
    for _ in range(2):
        done = command("--check")
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("player_statistics: kept ")
        assert '"games_won":1000' in done.err


def test_a_rebuild_makes_the_check_pass(command, data):
    forge(data)

    done = command()
    assert done.code == 0
    assert done.out.startswith("The projections are remade from ")
    assert command("--check").code == 0


def test_a_check_may_run_beside_a_server_and_a_rebuild_may_not(command, data):
    folder = DataFolder.open(data)
    with (
        closing(SqliteStore.open(folder.events)) as store,
        closing(Projector(store, folder.views)),
    ):
        assert command("--check").code == 0
        done = command()
    folder.close()

    assert done.code == 2
    assert "is in use by process" in done.err


def test_deleted_projections_come_back(command, data):
    kept = (data / "views.db").read_bytes()
    (data / "views.db").unlink()

    assert command("--check").code == 1
    assert command().code == 0
    assert (data / "views.db").read_bytes() == kept
