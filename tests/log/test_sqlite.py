"""What is SQLite's own: the file, its guards and what opening it may meet."""

import logging
import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from kit.streams import laid_cards, lines_of, played
from polemos.log.sqlite import SqliteStore
from polemos.log.sqlite_schema import LOG
from polemos.log.store import Appended, StoreCorrupt, StoreError, StoreNewer


@pytest.fixture
def bare(path, sqlite):
    """Somebody else's writing connection to the same file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.mark.parametrize("connection", ["ours", "another"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = x'00'",
        "UPDATE events SET seq = 7 WHERE position = 1",
        "DELETE FROM events WHERE position = 2",
        "INSERT INTO events VALUES (2, 1, 9, 1, x'00')",
        "INSERT INTO events VALUES (3, 1, 1, 1, x'00')",
        "INSERT INTO events VALUES (3, 1, 3, 1, 'text')",
    ],
)
def test_the_file_itself_refuses_to_change_what_was_stored(sqlite, bare, statement, connection):
    sqlite.append([laid_cards("a-1", 2)])
    before = sqlite.read()

    with pytest.raises(sqlite3.IntegrityError):
        (sqlite._writer if connection == "ours" else bare).execute(statement)
    assert sqlite.read() == before


def test_our_own_connection_cannot_replace_an_event_either(sqlite):
    sqlite.append([laid_cards("a-1", 2)])
    before = sqlite.read()

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        sqlite._writer.execute("REPLACE INTO events VALUES (1, 1, 1, 1, x'00')")
    assert sqlite.read() == before


def test_it_flushes_each_commit_and_keeps_a_write_ahead_log(sqlite):
    writer = sqlite._writer

    assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_write_ahead_log_has_its_length_from_the_beginning(path, sqlite):
    wal = path.with_name("events.db-wal")
    length = wal.stat().st_size
    assert length > 3 << 20
    for number in range(1, 100):
        sqlite.append([laid_cards(f"a-{number}", 1)])

    assert wal.stat().st_size == length
    assert path.stat().st_size < 1 << 20


def test_a_killed_servers_long_write_ahead_log_brings_back_just_what_was_stored(path, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    with closing(SqliteStore.open(path)) as store:
        store.append(played("room-1"))
        for name in ("events.db", "events.db-wal"):
            shutil.copy(path.with_name(name), copy / name)
        with closing(SqliteStore.open(copy / "events.db")) as recovered:
            assert recovered.read(events_max=10_000) == store.read(events_max=10_000)


def test_every_table_is_strict(sqlite, bare):
    tables = bare.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")

    assert {name for name, strict in tables if not strict} == {"sqlite_schema"}


def test_the_log_says_which_sqlite_writes_it(path, caplog):
    with caplog.at_level(logging.INFO), closing(SqliteStore.open(path)):
        assert f"SQLite {sqlite3.sqlite_version}" in caplog.text


def test_everything_is_there_after_reopening(path):
    appends = played("room-1")
    with closing(SqliteStore.open(path)) as store:
        store.append(appends)
    with closing(SqliteStore.open(path)) as store:
        assert store.load("room-1", events_max=10_000) == lines_of(appends)
        assert store.append(appends[-1:]) == [
            Appended(position=len(lines_of(appends)), seq=len(lines_of(appends)))
        ]


def test_two_writers_of_one_file_still_give_dense_positions(path, sqlite):
    with closing(SqliteStore.open(path)) as other:
        head = ""
        for turn in range(6):
            append = laid_cards("a-1", 1, expected_seq=turn, head=head)
            (result,) = (other if turn % 2 else sqlite).append([append])
            assert result == Appended(position=turn + 1, seq=turn + 1)
            head = append.head
        assert sqlite.append([append]) == [result]


def test_a_reader_leaves_the_file_as_it_is_and_refuses_to_append(path, sqlite):
    sqlite.append([laid_cards("a-1", 2)])
    with closing(SqliteStore.open(path, read_only=True)) as reader:
        assert reader.last_position() == 2
        with pytest.raises(StoreError, match="opened for reading only"):
            reader.append([laid_cards("b-1", 1)])


def test_a_reader_reads_a_folder_that_no_server_has_open(path):
    with closing(SqliteStore.open(path)) as store:
        store.append([laid_cards("a-1", 2)])
    with closing(SqliteStore.open(path, read_only=True)) as reader:
        assert reader.head("a-1").seq == 2


def test_a_closed_log_refuses_and_makes_nobody_wait(path):
    store = SqliteStore.open(path)
    store.append([laid_cards("a-1", 2)])
    store.close()

    for ask in (store.last_position, store.read, lambda: store.append([laid_cards("b-1", 1)])):
        with pytest.raises(StoreError, match="closed"):
            ask()


def test_a_long_read_does_not_keep_the_writer_from_writing(path, sqlite, bare):
    sqlite.append([laid_cards("a-1", 5)])
    bare.execute("BEGIN")
    assert bare.execute("SELECT count(*) FROM events").fetchone() == (5,)

    for number in range(2, 30):
        sqlite.append([laid_cards(f"a-{number}", 5)])

    assert bare.execute("SELECT count(*) FROM events").fetchone() == (5,)
    bare.execute("COMMIT")
    assert bare.execute("SELECT count(*) FROM events").fetchone() == (145,)


def test_a_missing_position_is_an_alarm_and_not_skipped(sqlite, bare):
    sqlite.append([laid_cards("a-1", 3)])
    bare.execute("DROP TRIGGER events_refuse_delete")
    bare.execute("DELETE FROM events WHERE position = 2")

    with pytest.raises(StoreCorrupt, match="misses an event between positions 0 and 3"):
        sqlite.read()


def older_file(path, version):
    """Make a file as the version before `version` steps were released left it, with two games."""
    from sqlite_utils import Database

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        database = Database(connection)
        for step in LOG.steps[:version]:
            step(database)
        lines = {1: lines_of(played("room-1")), 2: lines_of(played("room-12"))[:20]}
        connection.execute("INSERT INTO types VALUES (1, 'CardHidden'), (2, 'GameEnded')")
        position = 0
        for number, game in ((1, "room-1"), (2, "room-12")):
            connection.execute(
                "INSERT INTO games (number, game, seq, head) VALUES (?, ?, ?, '')",
                (number, game, len(lines[number])),
            )
            for seq, line in enumerate(lines[number], start=1):
                position += 1
                kind = 2 if b'"type":"GameEnded"' in line else 1
                connection.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?)", (position, number, seq, kind, line)
                )
        connection.execute("UPDATE log_head SET position = ?", (position,))
        connection.execute(f"PRAGMA application_id = {LOG.application_id}")
        connection.execute(f"PRAGMA user_version = {version}")
    return lines


@pytest.mark.parametrize("version", range(1, LOG.version))
def test_an_older_file_is_brought_up_to_date_with_everything_in_it(path, version):
    lines = older_file(path, version)

    with closing(SqliteStore.open(path)) as store:
        assert store.load("room-1", events_max=10_000) == lines[1]
        assert store.load("room-12") == lines[2]
        assert [head.game for head in store.running_games()] == ["room-12"]
        assert store.latest_game("room").game == "room-12"
        (result,) = store.append([laid_cards("room-12", 1, expected_seq=20)])
        assert result == Appended(position=len(lines[1]) + 21, seq=21)
    with closing(SqliteStore.open(path, read_only=True)) as store:
        assert store.last_position() == len(lines[1]) + 21


def test_an_older_file_is_not_migrated_by_a_reader(path):
    older_file(path, 1)

    with pytest.raises(StoreError, match="written by an older version"):
        SqliteStore.open(path, read_only=True)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_file_is_refused_and_left_alone(path, read_only):
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {LOG.version + 1}")

    with pytest.raises(StoreNewer, match=f"knows versions up to {LOG.version}"):
        SqliteStore.open(path, read_only=read_only)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (LOG.version + 1,)


@pytest.mark.parametrize("read_only", [False, True])
def test_what_is_no_sqlite_file_is_refused(path, read_only):
    path.write_bytes(b"This was somebody's diary. " * 100)

    with pytest.raises(StoreCorrupt, match="is damaged or no SQLite file"):
        SqliteStore.open(path, read_only=read_only)
    assert path.read_bytes().startswith(b"This was somebody's diary.")


@pytest.mark.parametrize("read_only", [False, True])
def test_another_programs_sqlite_file_is_refused(path, read_only):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")

    with pytest.raises(StoreError, match="is a SQLite file but no event log"):
        SqliteStore.open(path, read_only=read_only)


def test_there_is_nothing_to_read_where_there_is_no_file(path):
    with pytest.raises(StoreError, match="There is no event log at"):
        SqliteStore.open(path, read_only=True)
    assert not path.exists()


def test_a_file_in_a_folder_that_is_missing_cannot_be_opened(tmp_path):
    with pytest.raises(StoreError, match="check the folder and its permissions"):
        SqliteStore.open(tmp_path / "absent" / "events.db")


def test_a_torn_page_is_refused_at_open(path):
    with closing(SqliteStore.open(path)) as store:
        store.append(played("room-1", "bataille"))
    size_bytes = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size_bytes // 2 // 4096 * 4096)
        file.write(os.urandom(4096))

    with pytest.raises(StoreCorrupt, match="put its backup in its place"):
        SqliteStore.open(path)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_accepted_once_the_file_is_gone(path, sqlite, is_replaced):
    first, second, *_ = played("room-1")
    sqlite.append([first])
    path.unlink()
    if is_replaced:
        path.write_bytes(b"")

    with pytest.raises(StoreError, match="removed or replaced"):
        sqlite.append([second])


@pytest.mark.parametrize("damage", ["DELETE FROM log_head", "UPDATE log_head SET position = 0"])
def test_a_log_whose_head_is_not_its_last_event_is_refused_at_open(path, damage):
    with closing(SqliteStore.open(path)) as store:
        store.append(played("room-1"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)

    with pytest.raises(StoreCorrupt, match="put its backup"):
        SqliteStore.open(path)
