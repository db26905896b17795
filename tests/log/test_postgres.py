"""What is PostgreSQL's own: what the database itself refuses, its roles and its versions."""

import logging
import threading
from contextlib import closing

import psycopg
import pytest

from kit.postgres_databases import OWNER, new_database
from kit.streams import laid_cards
from polemos.log.postgres.database import Database
from polemos.log.postgres.migrations import steps
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.store import Appended, StoreError, StoreNewer

CHANGES = [
    "UPDATE polemos.events SET line = ''",
    "UPDATE polemos.events SET seq = 7 WHERE position = 1",
    "UPDATE polemos.events SET seq = 7 WHERE position = 99",
    "DELETE FROM polemos.events WHERE position = 2",
    "TRUNCATE polemos.events",
    "TRUNCATE polemos.events, polemos.games",
]


def execute(address, statement, *values):
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


@pytest.mark.parametrize("statement", CHANGES)
def test_the_role_that_appends_has_no_right_to_change_what_was_stored(
    postgres_store, address, statement
):
    postgres_store.append([laid_cards("a-1", 2)])
    before = postgres_store.read()

    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        execute(address, statement)
    assert postgres_store.read() == before


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("replication", ["origin", "replica"])
def test_the_triggers_refuse_it_even_to_the_superuser(
    postgres, postgres_store, database_name, statement, replication
):
    postgres_store.append([laid_cards("a-1", 2)])
    before = postgres_store.read()

    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="append-only"):
        execute(
            f"{postgres.address(database_name)}"
            f"?options=-c%20session_replication_role%3D{replication}",
            statement,
        )
    assert postgres_store.read() == before


def test_the_tables_are_made_once_however_many_nodes_start_at_once(bare_address):
    opened, barrier = [], threading.Barrier(6)

    def start():
        barrier.wait()
        with closing(Database.open(bare_address)) as database:
            opened.append(database.cluster_id)

    nodes = [threading.Thread(target=start) for _ in range(6)]
    for node in nodes:
        node.start()
    for node in nodes:
        node.join()

    assert len(opened) == 6
    assert len(set(opened)) == 1
    taken = execute(bare_address, "SELECT version FROM polemos.steps ORDER BY version")
    assert taken == [(version,) for version in range(1, len(steps()) + 1)]


def test_every_cluster_has_an_id_of_its_own_that_stays(postgres, bare_address, address):
    ids = []
    for one in (bare_address, address, bare_address):
        with closing(Database.open(one)) as database:
            ids.append(database.cluster_id)

    assert ids[0] == ids[2] != ids[1]
    assert all(len(one) == 36 for one in ids)


def test_a_schema_of_a_newer_version_is_refused(address):
    execute(address, "INSERT INTO polemos.steps (version) VALUES (99)")

    with pytest.raises(StoreNewer, match=r"has version 99 .* install a newer Polemos"):
        Database.open(address)


def test_an_older_schema_is_not_changed_by_whoever_only_reads(address):
    execute(address, "DELETE FROM polemos.steps WHERE version = %s", len(steps()))

    with pytest.raises(StoreError, match="start the server on it once"):
        Database.open(address, read_only=True)


def test_an_empty_database_is_told_to_whoever_only_reads(bare_address):
    with pytest.raises(StoreError, match=r"has no log yet: start the server on it once"):
        Database.open(bare_address, read_only=True)


def test_a_reader_sees_the_log_and_can_change_nothing_and_knows_no_secret(
    postgres, postgres_store, database, database_name
):
    reader = postgres.new_role()
    postgres.execute(f"GRANT polemos_reader TO {reader}")
    postgres_store.append([laid_cards("a-1", 2)])
    PostgresVault(database).keep_name("p", "Ann")
    address = postgres.address(database_name, reader)

    with (
        closing(Database.open(address, read_only=True)) as read_only,
        closing(PostgresStore(read_only)) as store,
    ):
        assert store.read() == postgres_store.read()
        assert store.head("a-1") == postgres_store.head("a-1")
        with pytest.raises(StoreError, match="lacks a right"):
            store.append([laid_cards("b-1", 1)])
        with pytest.raises(StoreError, match="lacks a right"):
            PostgresVault(read_only).names(["p"])
    for statement in (*CHANGES, "SELECT * FROM polemos_vault.names", "CREATE TABLE t (n int)"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            execute(address, statement)


def test_readers_whose_role_came_later_are_let_in_at_the_next_start(postgres, caplog):
    with new_database(postgres, template="template1") as name:
        address = postgres.address(name, OWNER)
        # A role belongs to the whole server, so it is moved away and not removed.
        postgres.execute("ALTER ROLE polemos_reader RENAME TO somebody_else")
        try:
            with caplog.at_level(logging.INFO):
                Database.open(address).close()
        finally:
            postgres.execute("ALTER ROLE somebody_else RENAME TO polemos_reader")
        can_read = "SELECT has_table_privilege('polemos_reader', 'polemos.events', 'SELECT')"
        assert execute(address, can_read) == [(False,)]
        assert "CREATE ROLE polemos_reader NOLOGIN" in caplog.text

        Database.open(address).close()
        assert execute(address, can_read) == [(True,)]


def test_a_superuser_makes_the_readers_role_where_there_is_none(postgres):
    with new_database(postgres, template="template1") as name:
        postgres.execute("ALTER ROLE polemos_reader RENAME TO somebody_else")
        try:
            Database.open(postgres.address(name)).close()
            can_read = "SELECT has_table_privilege('polemos_reader', 'polemos.events', 'SELECT')"
            assert execute(postgres.address(name), can_read) == [(True,)]
        finally:
            postgres.drop_database(name)
            postgres.execute("DROP ROLE polemos_reader")
            postgres.execute("ALTER ROLE somebody_else RENAME TO polemos_reader")


def test_events_wait_for_the_disk_even_where_the_server_does_not(postgres, database_name, address):
    postgres.execute(f"ALTER DATABASE {database_name} SET synchronous_commit = off")
    asked = "SELECT current_setting('synchronous_commit')"
    with closing(Database.open(address)) as database:
        assert database.readers.rows(asked) == [("on",)]
    postgres.execute(f"ALTER DATABASE {database_name} SET synchronous_commit = remote_apply")
    with closing(Database.open(address)) as database:
        assert database.readers.rows(asked) == [("remote_apply",)]


def test_several_nodes_give_dense_positions_and_first_results(address, postgres_store):
    with (
        closing(Database.open(address)) as another,
        closing(PostgresStore(another)) as other,
    ):
        head = ""
        for turn in range(6):
            append = laid_cards("a-1", 1, expected_seq=turn, head=head)
            (result,) = (other if turn % 2 else postgres_store).append([append])
            assert result == Appended(position=turn + 1, seq=turn + 1)
            head = append.head
        assert postgres_store.append([append]) == [result]


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("SELECT seq FROM polemos.games WHERE NOT is_ended ORDER BY number", ()),
        ("SELECT seq FROM polemos.games WHERE room = %s ORDER BY nth DESC LIMIT 1", ("a",)),
        ("SELECT seq FROM polemos.games WHERE game = ANY (%s)", (["a-1", "b-1"],)),
        ("SELECT line FROM polemos.events WHERE position > %s ORDER BY position LIMIT 9", (1,)),
        ("SELECT line FROM polemos.events WHERE game = 1 AND seq > %s ORDER BY seq LIMIT 9", (1,)),
    ],
)
def test_no_question_scans_what_was_ever_stored(address, query, values):
    with psycopg.connect(address) as connection:
        connection.execute("SET enable_seqscan = off")
        connection.execute("SET enable_bitmapscan = off")
        plan = connection.execute(f"EXPLAIN {query}", values).fetchall()

    text = "\n".join(line for (line,) in plan)
    assert "Index" in text
    assert not {"Seq Scan", "Sort"} & {
        word.strip() for word in text.replace("->", "\n").split("  ")
    }


def test_the_database_says_which_version_it_is(address, caplog):
    with caplog.at_level(logging.INFO), closing(Database.open(address)):
        assert "PostgreSQL 1" in caplog.text
        assert address.partition("@")[2] in caplog.text
        assert "correct" not in caplog.text
