"""What may go wrong between an operator and a database, told by a real server."""

from contextlib import closing

import psycopg
import pytest

from kit.postgres_databases import OWNER
from kit.streams import laid_cards
from polemos.log.postgres.address import read_address
from polemos.log.postgres.database import Database
from polemos.log.postgres.migrations import steps
from polemos.log.postgres.store import PostgresStore
from polemos.log.store import StoreError, StoreFull


def execute(address, statement, *values):
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement, values)


def refusal(address):
    """Open a database and append, and give the one sentence that this ends in."""
    with (
        pytest.raises(StoreError) as caught,
        closing(Database.open(address)) as database,
        closing(PostgresStore(database)) as store,
    ):
        store.append([laid_cards("a-1", 1)])
    sentence = str(caught.value)
    assert "correct" not in sentence
    assert "horse" not in sentence
    assert "\n" not in sentence
    assert sentence.endswith((".", "moment."))
    return sentence


def test_a_wrong_address_is_told(postgres, address):
    elsewhere = address.replace(f":{postgres.port}", ":1")

    said = refusal(elsewhere)
    assert f"postgresql://{OWNER}@127.0.0.1:1/" in said
    assert "cannot be reached: check the address and that the server runs" in said
    assert "Connection refused" in said


def test_a_wrong_password_is_told(postgres, database_name):
    said = refusal(postgres.address(database_name, OWNER, "wrong horse"))

    assert "does not take this user and password: check both in the address" in said


def test_a_password_that_is_missing_is_told(postgres, database_name):
    said = refusal(f"postgresql://{OWNER}@127.0.0.1:{postgres.port}/{database_name}")

    assert "does not take this user and password" in said


def test_a_database_that_does_not_exist_is_told(postgres):
    said = refusal(postgres.address("nowhere", OWNER))

    assert said.endswith("/nowhere does not exist: create it, or name another.")


def test_a_right_that_is_missing_is_told(postgres, database_name):
    said = refusal(postgres.address(database_name, postgres.new_role()))

    assert "lacks rights" in said
    assert "GRANT USAGE ON SCHEMA polemos TO role_" in said


def test_a_database_that_may_not_be_opened_is_told(postgres, database_name):
    postgres.execute(f"REVOKE CONNECT ON DATABASE {database_name} FROM PUBLIC")

    said = refusal(postgres.address(database_name, postgres.new_role()))
    assert "may not be opened by this user: GRANT CONNECT on it" in said


def test_a_new_database_in_which_this_user_may_make_nothing_is_told(postgres, bare_address):
    name = bare_address.rpartition("/")[2]

    said = refusal(postgres.address(name, postgres.new_role()))
    assert "has no log yet and this user may not change that" in said
    assert "start one node as the owner" in said


def test_an_older_schema_that_this_user_may_not_change_is_told(postgres, database_name, address):
    execute(address, "DELETE FROM polemos.steps WHERE version = %s", len(steps()))
    reader = postgres.new_role()
    postgres.execute(f"GRANT polemos_reader TO {reader}")

    said = refusal(postgres.address(database_name, reader))
    assert f"has version {len(steps()) - 1}, older than {len(steps())}, and this user may" in said


def test_too_many_connections_are_told(postgres, database_name, address):
    postgres.execute(f"ALTER DATABASE {database_name} CONNECTION LIMIT 0")

    said = refusal(address)
    assert "has too many connections: raise its max_connections, or run fewer nodes on it" in said


def test_a_full_disk_is_told_and_nothing_is_half_stored(postgres, database_name, address):
    """The server itself raises what it raises for a full disk, from a trigger of the test's."""
    postgres.execute(
        """
        CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.seq = 2 THEN
                RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100';
            END IF;
            RETURN NEW;
        END
        $$;
        CREATE TRIGGER fill BEFORE INSERT ON polemos.events FOR EACH ROW EXECUTE FUNCTION fill();
        """,
        database_name,
    )
    with closing(Database.open(address)) as database, closing(PostgresStore(database)) as store:
        with pytest.raises(StoreFull, match="free some space; nothing was half stored"):
            store.append([laid_cards("a-1", 1), laid_cards("b-1", 3)])
        assert store.last_position() == 0
        assert store.head("a-1") is None
        store.append([laid_cards("a-1", 1)])
        assert store.last_position() == 1


def test_a_database_that_only_reads_is_told(postgres, database_name, address):
    postgres.execute(f"ALTER DATABASE {database_name} SET default_transaction_read_only = on")

    assert "only reads, as a replica does: name the primary server" in refusal(address)


def test_an_append_that_somebody_holds_up_is_given_up(address):
    with psycopg.connect(address) as holder:
        holder.execute("SELECT FROM polemos.log_head FOR UPDATE")
        said = refusal(f"{address}?options=-c%20statement_timeout%3D100ms")

    assert "took too long to answer and nothing was stored: see what keeps it busy" in said


def test_an_encoding_that_cannot_hold_names_is_told(postgres):
    postgres.execute("DROP DATABASE IF EXISTS ascii")
    postgres.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")

    said = refusal(postgres.address("ascii"))
    assert "has the encoding SQL_ASCII: create it with the encoding UTF8" in said


def test_tables_that_somebody_removed_are_told(postgres, database_name, address):
    postgres.execute("ALTER TABLE polemos.log_head RENAME TO gone", database_name)

    assert "has no log of this version" in refusal(address)


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://polemos:correct@horse@host/x",
        "postgresql://polemos:correct/horse@host/x",
        "postgresql://polemos:correcthorse@host/x?nonsense=1",
        "postgresql://polemos:correct%2horse@host/x",
    ],
)
def test_an_address_that_cannot_be_read_is_told_without_its_password(text):
    with pytest.raises(StoreError, match="cannot be read: write it as postgresql://") as caught:
        read_address(text)
    assert "correct" not in str(caught.value)
    assert "horse" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://polemos:correct@db.example:5433/war", "polemos@db.example:5433/war"),
        ("postgres://db.example/war?password=correct&user=polemos", "polemos@db.example/war"),
        ("postgresql:///war", "/war"),
    ],
)
def test_an_address_is_shown_without_its_password(text, shown):
    assert read_address(text).shown == f"postgresql://{shown}"
