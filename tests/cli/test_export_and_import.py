import argparse
import io
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest

from kit.streams import laid_cards, lines_of, played
from polemos.cli import export, import_, rebuild
from polemos.log.folder import DataFolder
from polemos.log.memory import MemoryStore
from polemos.log.sqlite import SqliteStore

GAME = played("room-1", people={0: "alice"})
TEXT = b"".join(line + b"\n" for line in lines_of(GAME))


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def command(data, capfdbinary):
    """Run a command on the data folder; gives its exit code and what it wrote."""

    def run(module, *words):
        parser = argparse.ArgumentParser()
        module.add_arguments(parser)
        code = module.run(parser.parse_args([*words, "--data", str(data)]))
        sys.stdout.flush()
        said = capfdbinary.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err.decode())

    return run


@pytest.fixture
def exported(tmp_path):
    """Write lines to a file as an export would."""

    def write(text):
        file = tmp_path / "game.jsonl"
        file.write_bytes(text)
        return str(file)

    return write


def fill(data, *games):
    data.mkdir()
    with closing(SqliteStore.open(data / "events.db")) as store:
        for appends in games:
            store.append(appends)


def count_events(data):
    with closing(SqliteStore.open(data / "events.db", read_only=True)) as store:
        return store.last_position()


def is_one_sentence(text):
    return text.endswith("\n") and text.count("\n") == 1


def test_an_export_is_the_stored_bytes_one_event_a_line(command, data):
    fill(data, played("other-1"), GAME)

    done = command(export, "room-1")
    assert (done.code, done.out, done.err) == (0, TEXT, "")


def test_a_folder_is_exported_from_while_its_server_runs(command, data):
    folder = DataFolder.open(data)
    with closing(SqliteStore.open(folder.events)) as store:
        store.append(GAME)
        assert command(export, "room-1").out == TEXT
    folder.close()


def test_an_unknown_game_is_told_in_one_sentence(command, data):
    fill(data, GAME)

    done = command(export, "room-2")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"There is no game room-2 in {data}/events.db.\n"


@pytest.mark.parametrize("module", [export, rebuild])
def test_a_folder_without_a_log_is_told_and_not_made(command, data, module):
    done = command(module, *(["room-1"] if module is export else []))

    assert done.code == 2
    assert is_one_sentence(done.err)
    assert not data.exists()


def test_an_imported_game_is_exported_as_the_same_bytes(command, data, exported):
    done = command(import_, exported(TEXT))

    assert done.code == 0
    assert b"was imported" in done.out
    assert command(export, "room-1").out == TEXT
    assert command(rebuild).code == command(rebuild, "--check").code == 0


def test_a_game_is_imported_from_standard_input(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT)))

    assert command(import_, "-").code == 0
    assert command(export, "room-1").out == TEXT


def test_importing_the_same_game_again_changes_nothing_and_says_so(command, data, exported):
    command(import_, exported(TEXT))
    done = command(import_, exported(TEXT))

    assert done.code == 0
    assert b"is in the log already" in done.out
    assert count_events(data) == len(lines_of(GAME))


def test_another_game_of_the_same_name_is_refused(command, data, exported):
    fill(data, [laid_cards("room-1", 3)])

    done = command(import_, exported(TEXT))
    assert done.code == 1
    assert "The log has another game room-1, of 3 events" in done.err
    assert count_events(data) == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT.replace(b'"Qs"', b'"Qh"', 1), "The audit refuses line"),
        (TEXT[:-2], "The audit refuses line"),
        (b"".join(TEXT.splitlines(keepends=True)[1:]), "The audit refuses line 1"),
        (b"".join(TEXT.splitlines(keepends=True)[:-1]), "has not ended"),
        (b"dear diary\n", "The audit refuses line 1"),
    ],
)
def test_what_does_not_pass_the_audit_is_refused(command, data, exported, text, reason):
    done = command(import_, exported(text))

    assert done.code == 1
    assert reason in done.err
    assert is_one_sentence(done.err)
    assert not data.exists()


def test_an_empty_or_missing_file_cannot_be_used(command, data, exported):
    for file in (exported(b""), "absent.jsonl"):
        done = command(import_, file)
        assert done.code == 2
        assert is_one_sentence(done.err)
    assert not data.exists()


class Raced(MemoryStore):
    """Somebody else writes the game between the look at its head and the append."""

    def head(self, game):
        seen = super().head(game)
        if seen is None:
            self.append([laid_cards(game, 3)])
        return seen


def test_a_game_that_somebody_else_wrote_meanwhile_is_not_called_imported():
    store = Raced()
    with pytest.raises(import_.NotTaken, match="meanwhile, of 3 events: nothing was imported"):
        import_.take(store, "room-1", lines_of(GAME))
    assert store.last_position() == 3


def test_no_game_is_imported_beside_a_running_server(command, data, exported):
    folder = DataFolder.open(data)
    done = command(import_, exported(TEXT))
    folder.close()

    assert done.code == 2
    assert "is in use by process" in done.err
    assert not folder.events.exists()
