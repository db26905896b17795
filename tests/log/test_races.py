"""Many producers at once, and whatever they were told must be what the log holds."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from random import Random

from kit.histories import check_history, whole_log
from kit.streams import laid_cards
from polemos.log.group_commit import GroupCommit
from polemos.log.sqlite import SqliteStore
from polemos.log.store import Appended, VersionConflict

PRODUCERS = 24
APPENDS_EACH = 40


def note(acknowledged, append, result):
    for back, line in enumerate(reversed(append.lines)):
        acknowledged[line] = result.position - back


async def produce(commits, game, random, acknowledged, repeated):
    seq, head = 0, ""
    for _ in range(APPENDS_EACH):
        append = laid_cards(game, random.randint(1, 4), expected_seq=seq, head=head)
        result = await commits.append(append)
        if random.random() < 0.2:
            repeated.append((append, result))
        note(acknowledged, append, result)
        seq, head = result.seq, append.head


async def test_racing_producers_lose_nothing_and_repeat_nothing(store):
    acknowledged, repeated = {}, []
    commits = GroupCommit(store)
    await asyncio.gather(
        *(
            produce(commits, f"a-{number}", Random(number), acknowledged, repeated)
            for number in range(1, PRODUCERS + 1)
        )
    )
    for append, result in repeated:
        assert await commits.append(append) == result
    await commits.close()

    assert len(check_history(store, acknowledged)) == len(acknowledged)


async def contend(commits, store, name, acknowledged, conflicts):
    """Append to a game that others append to as well, deciding anew after each conflict."""
    for turn in range(APPENDS_EACH):
        is_done = False
        while not is_done:
            head = store.head("a-1")
            seq, prev = (head.seq, head.head) if head else (0, "")
            append = laid_cards("a-1", 2, expected_seq=seq, head=prev, name=f"{name}/{turn}/{seq}")
            try:
                note(acknowledged, append, await commits.append(append))
                is_done = True
            except VersionConflict as conflict:
                conflicts.append(conflict)


async def test_writers_of_one_game_exclude_each_other(store):
    acknowledged, conflicts = {}, []
    commits = GroupCommit(store)
    await asyncio.gather(
        *(contend(commits, store, f"w{n}", acknowledged, conflicts) for n in range(6))
    )
    await commits.close()

    assert conflicts
    assert len(check_history(store, acknowledged)) == 6 * APPENDS_EACH * 2


def test_a_reader_that_follows_the_log_never_misses_an_event(path, sqlite):
    """The gap problem: a position that is seen later than a higher one would be skipped."""
    seen, is_over = [], threading.Event()

    def follow_log():
        with closing(SqliteStore.open(path, read_only=True)) as reader:
            while not is_over.is_set() or reader.last_position() > len(seen):
                seen.extend(reader.read(len(seen), events_max=50))

    def write(store, name):
        for number in range(1, 31):
            (result,) = store.append([laid_cards(f"{name}-{number}", 3)])
            assert isinstance(result, Appended)

    reader = threading.Thread(target=follow_log)
    reader.start()
    with closing(SqliteStore.open(path)) as other:
        writers = [
            threading.Thread(target=write, args=(store, name))
            for store, name in ((sqlite, "a"), (sqlite, "b"), (other, "c"), (other, "d"))
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
    is_over.set()
    reader.join()

    assert [entry.position for entry in seen] == list(range(1, 4 * 30 * 3 + 1))
    assert seen == whole_log(sqlite)


def test_a_writer_waits_for_a_transaction_that_is_held_open(path, sqlite):
    """An insert that somebody keeps open on purpose takes its position and keeps it."""
    sqlite.append([laid_cards("a-1", 1)])
    results = []
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as held:
        held.execute("BEGIN IMMEDIATE")
        held.execute("INSERT INTO games (number, game, seq, head) VALUES (2, 'held', 1, '')")
        held.execute("INSERT INTO events VALUES (2, 2, 1, 1, x'00')")
        held.execute("UPDATE log_head SET position = position + 1")
        writer = threading.Thread(
            target=lambda: results.extend(sqlite.append([laid_cards("b-1", 1)]))
        )
        writer.start()
        assert [entry.position for entry in sqlite.read()] == [1]
        held.execute("COMMIT")
        writer.join()

    assert results == [Appended(position=3, seq=1)]
    assert [entry.position for entry in sqlite.read()] == [1, 2, 3]


def test_the_checker_notices_what_it_is_there_for(store):
    append = laid_cards("a-1", 2)
    store.append([append])

    assert len(check_history(store, {append.lines[0]: 1, append.lines[1]: 2})) == 2
    lost = replace(append, lines=(b"never stored",))
    for wrong in ({append.lines[0]: 2}, {lost.lines[0]: 1}):
        try:
            check_history(store, wrong)
        except AssertionError:
            continue
        raise AssertionError(f"{wrong} was accepted")
