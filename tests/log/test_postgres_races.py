"""Many nodes on one log, some of which stop in the middle: nothing is skipped, lost or doubled."""

import asyncio
import threading
from contextlib import ExitStack, closing
from random import Random

import psycopg

from kit.histories import check_history, whole_log
from kit.postgres_databases import until_each_waits, until_somebody_waits
from kit.streams import laid_cards
from polemos.log.postgres.append import append_batch
from polemos.log.postgres.database import Database
from polemos.log.postgres.leases import PostgresLeases
from polemos.log.postgres.store import PostgresStore
from polemos.log.store import Appended, StoreError, VersionConflict

NODES = 4
APPENDS_EACH = 40


def opened(stack, address):
    """Open a store of a node of its own."""
    database = stack.enter_context(closing(Database.open(address)))
    return stack.enter_context(closing(PostgresStore(database)))


def together(*works):
    """Do several things at once, and raise what any of them raised."""

    async def run():
        await asyncio.gather(*(asyncio.to_thread(work) for work in works))

    asyncio.run(run())


def test_a_reader_that_follows_the_log_never_misses_an_event_of_any_node(address, postgres_store):
    seen, acknowledged, is_over = [], {}, threading.Event()

    def follow_log():
        while not is_over.is_set() or postgres_store.last_position() > len(seen):
            seen.extend(postgres_store.read(len(seen), events_max=50))

    def write(store, node):
        random, heads = Random(node), {}
        for _ in range(APPENDS_EACH):
            batch = []
            for game in random.sample(range(1, 9), 3):
                seq, head = heads.get(game, (0, ""))
                name = f"n{node}-{game}"
                batch.append(laid_cards(name, random.randint(1, 4), expected_seq=seq, head=head))
                heads[game] = seq + len(batch[-1].lines), batch[-1].head
            for append, result in zip(batch, store.append(batch), strict=True):
                for back, line in enumerate(reversed(append.lines)):
                    acknowledged[line] = result.position - back

    def write_all(stack):
        stores = [opened(stack, address) for _ in range(NODES)]
        try:
            together(*(lambda s=s, n=n: write(s, n) for n, s in enumerate(stores)))
        finally:
            is_over.set()

    with ExitStack() as stack:
        together(follow_log, lambda: write_all(stack))

    assert len(check_history(postgres_store, acknowledged)) == len(acknowledged)
    assert seen == whole_log(postgres_store)


def test_nodes_that_write_one_game_exclude_each_other(address, postgres_store):
    acknowledged, conflicts = {}, []

    def contend(store, node):
        for turn in range(APPENDS_EACH // 2):
            is_done = False
            while not is_done:
                head = store.head("a-1")
                seq, prev = (head.seq, head.head) if head else (0, "")
                name = f"{node}/{turn}/{seq}"
                append = laid_cards("a-1", 2, expected_seq=seq, head=prev, name=name)
                (result,) = store.append([append])
                is_done = isinstance(result, Appended)
                if isinstance(result, VersionConflict):
                    conflicts.append(result)
                else:
                    acknowledged[append.lines[-1]] = result.position

    with ExitStack() as stack:
        stores = [opened(stack, address) for _ in range(NODES)]
        together(*(lambda s=s, n=n: contend(s, n) for n, s in enumerate(stores)))

    assert conflicts
    events = NODES * (APPENDS_EACH // 2) * 2
    assert len(check_history(postgres_store, acknowledged)) == events


def test_a_transaction_that_is_held_open_hides_nothing_behind_it(address, postgres_store):
    """The gap problem: a later commit with a lower position would be skipped for ever."""
    postgres_store.append([laid_cards("a-1", 1)])
    held, late = laid_cards("held-1", 2), []
    with psycopg.connect(address) as holder:
        assert append_batch(holder, [held]) == [Appended(position=3, seq=2)]
        writer = threading.Thread(
            target=lambda: late.extend(postgres_store.append([laid_cards("b-1", 1)]))
        )
        writer.start()
        until_somebody_waits(address)
        assert [entry.position for entry in postgres_store.read()] == [1]
        assert postgres_store.head("held-1") is None
        holder.commit()
        writer.join()

    assert late == [Appended(position=4, seq=1)]
    games = [(entry.position, entry.game) for entry in postgres_store.read()]
    assert games == [(1, "a-1"), (2, "held-1"), (3, "held-1"), (4, "b-1")]


def test_a_held_transaction_that_is_undone_leaves_no_gap(address, postgres_store):
    late = []
    with psycopg.connect(address) as holder:
        append_batch(holder, [laid_cards("held-1", 2)])
        writer = threading.Thread(
            target=lambda: late.extend(postgres_store.append([laid_cards("b-1", 1)]))
        )
        writer.start()
        until_somebody_waits(address)
        holder.rollback()
        writer.join()

    assert late == [Appended(position=1, seq=1)]
    assert [entry.game for entry in whole_log(postgres_store)] == ["b-1"]


def test_of_nodes_without_a_bus_that_start_at_once_one_joins(address, postgres_store):
    """Each has looked before and seen nobody; those that come second are told who was first."""
    refusals = []

    def join(leases):
        try:
            leases.join(4.0)
        except StoreError as error:
            refusals.append(str(error))

    with ExitStack() as stack:
        database = stack.enter_context(closing(Database.open(address)))
        joining = [
            stack.enter_context(closing(PostgresLeases(database, f"node{n}", is_alone=True)))
            for n in range(NODES)
        ]
        held = stack.enter_context(psycopg.connect(address))
        held.execute("SELECT FROM polemos.log_head FOR UPDATE")
        threads = [threading.Thread(target=join, args=(leases,)) for leases in joining]
        for thread in threads:
            thread.start()
        until_each_waits(address, *threads)
        held.rollback()
        for thread in threads:
            thread.join()
        (first,) = joining[0].nodes()
        assert len(refusals) == NODES - 1
        assert all(f"Node {first} runs on this database already" in said for said in refusals)
        joining[int(first.removeprefix("node"))].join(4.0)
