"""Projections that several nodes share: one folds at a time, and nobody sees half of anything."""

import threading
from contextlib import ExitStack, closing
from dataclasses import replace

import psycopg
import pytest

from kit.streams import played
from polemos.log.memory import MemoryStore
from polemos.log.postgres.database import Database
from polemos.log.store import StoreError
from polemos.projections.projector import Projector, check, rebuild
from polemos.projections.views import Views
from polemos.projections.views_schema import VERSION
from polemos.projections.views_tables import LOCK

GAMES = [played(f"{room}-1", "tod-und-leben", people={0: "alice"}) for room in "abcdef"]


def filled(*games):
    store = MemoryStore()
    for appends in games:
        store.append(appends)
    return store


@pytest.fixture
def node(address):
    """Give projectors that share nothing but the database, as nodes do."""
    with ExitStack() as stack:

        def opened(store, **options):
            database = stack.enter_context(closing(Database.open(address)))
            return stack.enter_context(closing(Projector(store, database, **options)))

        yield opened


def test_a_node_whose_turn_it_is_not_folds_nothing_and_reads_on(database, address, node):
    store = filled(GAMES[0])
    projector = node(store)
    before = store.last_position()
    store.append(GAMES[1])
    with psycopg.connect(address) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        assert projector.catch_up() == before
        assert [game["game"] for game in Views(database).games(10)] == ["a-1"]
        with pytest.raises(StoreError, match="Another process is at the projections"):
            projector.rebuild()

    assert projector.catch_up() == store.last_position()
    assert [game["game"] for game in Views(database).games(10)] == ["b-1", "a-1"]


def test_nodes_that_catch_up_at_once_fold_every_event_once(database, node):
    store = MemoryStore()
    projectors = [node(store, page_events=7) for _ in range(3)]
    is_over = threading.Event()

    def follow(projector):
        while not is_over.is_set():
            projector.catch_up()

    threads = [threading.Thread(target=follow, args=(one,)) for one in projectors]
    for thread in threads:
        thread.start()
    for appends in GAMES:
        for append in appends:
            store.append([append])
    is_over.set()
    for thread in threads:
        thread.join()

    assert projectors[0].catch_up() == store.last_position()
    assert projectors[1].catch_up() == store.last_position()
    assert check(store, database) == []


def test_whoever_reads_during_rebuilds_sees_all_games_always(database, node):
    store = filled(*GAMES)
    projector = node(store)
    views, is_over, seen = Views(database), threading.Event(), []

    def read():
        while not is_over.is_set():
            seen.append((len(views.games(10)), len(views.player("alice")["games"])))

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(5):
        projector.rebuild()
    is_over.set()
    reader.join()

    assert len(seen) > 5
    assert set(seen) == {(len(GAMES), len(GAMES))}


def test_a_rebuild_that_fails_leaves_the_kept_views(database, node):
    store = filled(*GAMES[:2])
    projector = node(store)
    broken = filled([replace(played("orphan-1")[1], expected_seq=0)])

    with pytest.raises(StoreError, match="before it was opened"):
        rebuild(broken, database)
    assert len(Views(database).games(10)) == 2
    assert projector.check() == []
    assert projector.catch_up() == store.last_position()


def test_tables_of_another_version_are_left_to_its_own_nodes(database, address, node):
    store = filled(GAMES[0])
    projector = node(store)
    before = store.last_position()
    with psycopg.connect(address) as newer:
        newer.execute("UPDATE polemos_views.cursor SET version = %s", [VERSION + 1])
    store.append(GAMES[1])

    assert projector.catch_up() == before
    assert len(Views(database).games(10)) == 1


def test_readers_may_read_the_views_before_and_after_a_rebuild(
    postgres, database_name, database, node
):
    reader = postgres.new_role()
    postgres.execute(f"GRANT polemos_reader TO {reader}")
    projector = node(filled(GAMES[0]))
    for _ in range(2):
        with psycopg.connect(postgres.address(database_name, reader)) as connection:
            found = connection.execute("SELECT game FROM polemos_views.games").fetchall()
            assert found == [("a-1",)]
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("DELETE FROM polemos_views.games")
        projector.rebuild()


def test_nodes_that_start_at_once_make_the_views_of_one_log(database, node):
    store, barrier = filled(*GAMES), threading.Barrier(3)

    def start():
        barrier.wait()
        node(store)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert check(store, database) == []


def test_views_that_another_node_is_making_are_found_when_they_are_there(address, node):
    store = filled(GAMES[0])
    with psycopg.connect(address) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        projector = node(store)
        assert projector.catch_up() == 0
    node(store)

    assert projector.catch_up() == store.last_position()
