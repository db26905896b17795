"""`polemos copy`, as a process of its own, between real files and a real database."""

import signal
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest
from anyio import to_thread

from kit.histories import whole_log
from kit.postgres_databases import OWNER
from kit.server import ServerProcess
from kit.streams import laid_cards, played
from kit.wire import connected
from polemos.cli.main import main
from polemos.cli.places import InDatabase, InFolder, read_address
from polemos.log.folder import DataFolder
from polemos.log.postgres.database import Database
from polemos.log.postgres.leases import PostgresLeases
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreError
from polemos.log.vault import SqliteVault

COPY = [sys.executable, "-m", "polemos.cli.main", "copy"]


def copied(source, target):
    """Copy, and give what it said."""
    done = subprocess.run(
        [*COPY, "--from", str(source), "--to", str(target)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr)


@pytest.fixture
def folder(tmp_path):
    """A data folder with a log of two games and a vault, which nobody serves."""
    path = tmp_path / "data"
    with closing(DataFolder.open(path)) as data:
        with closing(SqliteStore.open(data.events)) as store:
            store.append(played("a-1", "tod-und-leben"))
            store.append(played("b-1")[:30])
        with closing(SqliteVault.open(data.vault)) as vault:
            vault.keep_secret("b-1", "c", bytes(32))
            vault.keep_name("p", "Ann")
    return path


def log_in_folder(path):
    with closing(SqliteStore.open(path / "events.db", read_only=True)) as store:
        return whole_log(store)


def log_in_database(address):
    with (
        closing(Database.open(address, read_only=True)) as database,
        closing(PostgresStore(database)) as store,
    ):
        return whole_log(store)


def test_a_log_is_moved_to_a_database_and_back_and_says_so(folder, tmp_path, bare_address):
    log = log_in_folder(folder)
    there = copied(f"sqlite://{folder}", bare_address)
    back = copied(bare_address, f"sqlite://{tmp_path}/back")

    assert (there.code, there.err, back.code, back.err) == (0, "", 0, "")
    assert f"Position {len(log)} of {len(log)}.\n" in there.out
    assert there.out.endswith(
        f"The target has all {len(log)} events up to position {len(log)}, of which {len(log)} are "
        "new, and 2 entries of the vault.\n"
    )
    assert log_in_database(bare_address) == log_in_folder(tmp_path / "back") == log
    with closing(SqliteVault.open(tmp_path / "back" / "vault.db")) as vault:
        assert vault.secrets("b-1") == (("c", bytes(32)),)
        assert vault.names(["p"]) == {"p": "Ann"}


def test_a_copy_of_a_copy_copies_what_is_new_alone(folder, tmp_path):
    target = f"sqlite:{tmp_path}/backup"
    copied(f"sqlite:{folder}", target)
    with closing(SqliteStore.open(folder / "events.db")) as store:
        store.append([laid_cards("c-1", 3)])
        length = store.last_position()

    again = copied(f"sqlite:{folder}", target)
    assert f"The target is a copy up to position {length - 3}: going on from there." in again.out
    assert "of which 3 are new" in again.out
    assert "of which 0 are new" in copied(f"sqlite:{folder}", target).out


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_copy_that_is_killed_goes_on_where_it_was(tmp_path, bare_address, kind):
    source = tmp_path / "data"
    source.mkdir()
    with (
        closing(SqliteVault.open(source / "vault.db")),
        closing(SqliteStore.open(source / "events.db")) as store,
    ):
        store.append([laid_cards(f"room-{number}", 600) for number in range(1, 101)])
        log = whole_log(store)
    target = f"sqlite:{tmp_path}/target" if kind == "sqlite" else bare_address

    command = [*COPY, "--from", f"sqlite:{source}", "--to", target]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("Position ")
        process.kill()
    assert process.returncode == -signal.SIGKILL

    again = copied(f"sqlite:{source}", target)
    assert again.code == 0
    assert "going on from there" in again.out
    assert f"of which {len(log)} are new" not in again.out
    assert log == (
        log_in_folder(tmp_path / "target") if kind == "sqlite" else log_in_database(bare_address)
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_running_game_goes_on_from_its_copy_and_passes_the_audit(
    tmp_path, bare_address, kind
):
    source, folder = tmp_path / "data", tmp_path / "target"
    target = f"sqlite:{folder}" if kind == "sqlite" else bare_address
    with ServerProcess(source) as server:
        async with connected(server.websocket_url) as host:
            opened = await host.ask("open_room", preset="tod-und-leben", tempo="4")
            await host.ask("watch", game=opened["game"])
            await host.receive_until("CardFlipped")
            while_running = copied(f"sqlite:{source}", target)
        assert (while_running.code, while_running.err) == (0, "")
        server.terminate()
    assert copied(f"sqlite:{source}", target).code == 0
    log = log_in_folder(source)

    words = () if kind == "sqlite" else ("--store", bare_address)
    with ServerProcess(folder, words=words) as server:
        async with connected(server.websocket_url) as host:
            secret = {"room": opened["room"], "host_secret": opened["host_secret"]}
            await host.ask("take_control", **secret)
            await host.ask("watch", game=opened["game"])
            await host.ask("change_tempo", room=opened["room"], tempo="lightning")
            await host.receive_until("GameEnded")
        assert (
            await to_thread.run_sync(main, ["audit", f"{server.url}/games/{opened['game']}"]) == 0
        )
    assert host.lines[: len(log)] == [entry.line for entry in log]


def test_a_folder_that_a_server_runs_on_is_no_target(folder, tmp_path):
    with ServerProcess(tmp_path / "served") as server:
        done = copied(f"sqlite:{folder}", f"sqlite:{server.folder}")
        assert done.code == 2
        assert f"is in use by process {server.process.pid}" in done.err


def test_a_database_that_a_node_runs_on_is_no_target(folder, database, address):
    with closing(PostgresLeases(database, "node-1")) as leases:
        leases.join(60.0)
        done = copied(f"sqlite:{folder}", address)
        assert done.code == 2
        assert "Nodes run on the database" in done.err
        leases.leave()
    assert copied(f"sqlite:{folder}", address).code == 0


def test_a_target_with_something_else_is_refused(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with closing(SqliteStore.open(other / "events.db")) as store:
        store.append([laid_cards("z-1", 3)])
    done = copied(f"sqlite:{folder}", f"sqlite:{other}")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("The target is no copy of the source: its event at position ")
    assert len(log_in_folder(other)) == 3


@pytest.mark.parametrize(
    ("source", "target", "named"),
    [
        ("sqlite:{folder}", "sqlite://{folder}", "are the same place"),
        ("sqlite:{folder}/none", "sqlite:{folder}-new", "There is no event log at"),
        ("{folder}", "sqlite:{folder}-new", "is no address of a log"),
        ("sqlite:{folder}", "mysql://ann:secret@host/x", "This is no address of a log"),
        ("sqlite:{folder}", "sqlite:", "is no address of a log"),
        ("sqlite://host/folder", "sqlite:{folder}-new", "is no address of a log"),
        ("sqlite:{folder}", "postgresql://127.0.0.1:1/x", "cannot be reached"),
        ("postgresql://127.0.0.1:1/x", "sqlite:{folder}-new", "cannot be reached"),
    ],
)
def test_a_place_that_cannot_be_used_is_named_in_one_sentence(folder, source, target, named):
    done = copied(source.format(folder=folder), target.format(folder=folder))

    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert named in done.err
    assert "secret" not in done.err
    assert not folder.with_name("data-new").exists()


def test_a_database_without_a_log_is_no_source(bare_address, tmp_path):
    done = copied(bare_address, f"sqlite:{tmp_path}/new")

    assert done.code == 2
    assert "has no log yet" in done.err
    assert OWNER in done.err
    assert "correct horse" not in done.err


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("sqlite:///var/lib/polemos", "/var/lib/polemos"),
        ("sqlite:/var/lib/polemos", "/var/lib/polemos"),
        ("sqlite:polemos-data", "polemos-data"),
        ("sqlite:./polemos data", "polemos data"),
    ],
)
def test_a_folder_is_named_absolutely_or_not(text, folder):
    address = read_address(text)
    assert isinstance(address, InFolder)
    assert str(address.path) == folder


def test_a_database_is_named_as_it_is_for_a_server():
    address = read_address("postgres://ann@host/polemos")
    assert address == InDatabase(address="postgres://ann@host/polemos")
    with pytest.raises(StoreError):
        read_address("postgresql:/ann@host/polemos")
