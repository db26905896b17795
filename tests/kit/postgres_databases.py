"""Fixtures: one PostgreSQL server for a run of tests, and a database of its own for each test."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import psycopg
import pytest

from kit.postgres import PASSWORD, PostgresServer, postgres_server
from polemos.log.postgres.database import Database

OWNER = "polemos"
"""Who owns the databases: no superuser, as on an operator's server."""

TEMPLATE = "with_tables"

_WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Start the server of this run, with an owner and a database that has the tables already."""
    with postgres_server() as server:
        server.execute(f"CREATE ROLE {OWNER} LOGIN PASSWORD '{PASSWORD}'")
        server.execute("CREATE ROLE polemos_reader NOLOGIN")
        server.execute(f"CREATE DATABASE {TEMPLATE} OWNER {OWNER}")
        Database.open(server.address(TEMPLATE, OWNER)).close()
        yield server


@contextmanager
def new_database(server: PostgresServer, *, template: str = TEMPLATE) -> Iterator[str]:
    """Make a database for a while and give its name."""
    name = server.new_database(OWNER, template)
    try:
        yield name
    finally:
        server.drop_database(name)


@pytest.fixture
def database_name(postgres: PostgresServer) -> Iterator[str]:
    """Make a database that has the tables."""
    with new_database(postgres) as name:
        yield name


@pytest.fixture
def address(postgres: PostgresServer, database_name: str) -> str:
    """Give the address of a database that has the tables."""
    return postgres.address(database_name, OWNER)


@pytest.fixture
def bare_address(postgres: PostgresServer) -> Iterator[str]:
    """Give the address of a database that has nothing yet."""
    with new_database(postgres, template="template1") as name:
        yield postgres.address(name, OWNER)


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """Open a database that has the tables."""
    with closing(Database.open(address)) as database:
        yield database


def until_somebody_waits(address: str) -> None:
    """Return when the server says that a statement in a database waits for a lock."""
    with psycopg.connect(address, autocommit=True) as connection:
        while connection.execute(_WAITING).fetchone() == (0,):
            pass


def until_each_waits(address: str, *threads: Thread) -> None:
    """Return when each thread has a statement that waits for a lock, or has ended without."""
    with psycopg.connect(address, autocommit=True) as connection:
        while True:
            going_on = sum(thread.is_alive() for thread in threads)
            ((waiting,),) = connection.execute(_WAITING).fetchall()
            if waiting >= going_on:
                return


def until_gone(address: str, application: str) -> None:
    """Return when the server has done the last that a killed process of this name had sent."""
    counting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(address, autocommit=True) as connection:
        while connection.execute(counting, [application]).fetchone() != (0,):
            pass
