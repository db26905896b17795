"""PostgreSQL under the log, and under the recorder of `eventsourcing`, in one run.

Durable appends of 64 producers in batches of 1, 4 and 64 events: group commit and one call of
`polemos.append`, against the library's application recorder, which gives its events an order that
no reader can pass by, too. Both store the same bytes, made before the clock starts, on the same
server, which is the benchmark's own and flushes every commit. The library's producers save in turn
and then eight at a time, and the better of the two counts.

Each pair takes turns and the medians of the ratios are shown.

    python benchmarks/postgres.py [--repetitions 3]
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import NAMESPACE_OID, uuid5

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.postgres import PASSWORD, PostgresServer, postgres_server
from kit.streams import lines_of, played
from polemos.log.group_commit import GroupCommit
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.store import Append
from polemos.rules.encoding import digest

PRODUCERS = 64
BATCHED_EVENTS = {1: 40, 4: 160, 64: 1_024}
"""Events of each producer, by the size of its batches."""

LIBRARY_THREADS = (1, 8)
ASKED_RATIO = 3

Producers = Sequence[Sequence[Append]]


def producers_of(size: int) -> Producers:
    """Cut one long run of real lines into the batches of every producer."""
    each = BATCHED_EVENTS[size]
    lines = (
        line
        for number in count(1)
        for line in lines_of(
            played(f"play-{number}", "bataille", secret=bytes([number % 256]) * 32)
        )
    )
    return [
        batches_of(f"p{number}-1", list(islice(lines, each)), size)
        for number in range(1, PRODUCERS + 1)
    ]


def batches_of(game: str, lines: list[bytes], size: int) -> list[Append]:
    """Let lines be a game's: the log does not judge what they say."""
    return [
        Append(
            command_id=f"{game}/{start}",
            game=game,
            expected_seq=start,
            lines=tuple(lines[start : start + size]),
            types=("CardFlipped",) * size,
            head=digest(lines[start + size - 1]),
        )
        for start in range(0, len(lines), size)
    ]


def append_with_ours(server: PostgresServer, producers: Producers, latencies: list[float]) -> float:
    """Append with group commit, each producer waiting for its own; give events a second."""

    async def produce(commits: GroupCommit, appends: Sequence[Append]) -> None:
        for append in appends:
            started = perf_counter()
            await commits.append(append)
            latencies.append(perf_counter() - started)

    async def run(store: PostgresStore) -> float:
        commits = GroupCommit(store)
        started = perf_counter()
        await asyncio.gather(*(produce(commits, appends) for appends in producers))
        seconds = perf_counter() - started
        await commits.close()
        return seconds

    name = server.new_database()
    with (
        closing(Database.open(server.address(name))) as database,
        closing(PostgresStore(database)) as store,
    ):
        store.last_position()
        seconds = asyncio.run(run(store))
        rate = store.last_position() / seconds
    server.drop_database(name)
    return rate


def append_with_library(server: PostgresServer, producers: Producers, threads: int) -> float:
    """Append with the library's recorder, so many producers at a time; give events a second."""
    name = server.new_database()
    with PostgresDatastore(
        dbname=name,
        host="127.0.0.1",
        port=str(server.port),
        user="postgres",
        password=PASSWORD,
        pool_size=threads,
    ) as datastore:
        recorder = PostgresApplicationRecorder(datastore)
        recorder.create_table()
        inserts = [[stored(append) for append in appends] for appends in producers]

        def produce(batches: list[list[StoredEvent]]) -> None:
            for batch in batches:
                recorder.insert_events(batch)

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(recorder.select_events, [uuid5(NAMESPACE_OID, "")] * threads))
            started = perf_counter()
            list(pool.map(produce, inserts))
            seconds = perf_counter() - started
        events = recorder.max_notification_id() or 0
    server.drop_database(name)
    return events / seconds


def stored(append: Append) -> list[StoredEvent]:
    originator = uuid5(NAMESPACE_OID, append.game)
    return [
        StoredEvent(originator, append.expected_seq + number, kind, line)
        for number, (kind, line) in enumerate(zip(append.types, append.lines, strict=True), 1)
    ]


def measure(server: PostgresServer, repetitions: int) -> None:
    for size in BATCHED_EVENTS:
        producers = producers_of(size)
        ours, theirs, ratios, latencies = [], [], [], list[float]()
        for _ in range(repetitions):
            ours.append(append_with_ours(server, producers, latencies))
            theirs.append(
                max(append_with_library(server, producers, threads) for threads in LIBRARY_THREADS)
            )
            ratios.append(ours[-1] / theirs[-1])
        p99_ms = sorted(latencies)[int(len(latencies) * 0.99)] * 1_000
        label = f"64 in batches of {size}: ours / library"
        print(
            f"{label:<40} {median(ours):>12,.0f} {median(theirs):>12,.0f} events/s "
            f"{median(ratios):5.1f} x (asked {ASKED_RATIO} x), p99 {p99_ms:.0f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()
    with postgres_server() as server:
        ((version,),) = server.execute("SHOW server_version")
        print(f"{os.cpu_count()} cores, PostgreSQL {version}, fsync on")
        measure(server, arguments.repetitions)


if __name__ == "__main__":
    main()
