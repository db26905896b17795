"""The log side by side with what it is measured against, in one run, so that the ratios count.

1. Durable appends of 64 producers: group commit, and one transaction a beat.
2. The same at several batch sizes against the application layer of `eventsourcing` on SQLite,
   with the same events; both encode, both flush. 64 producers as a server has them (the library
   saves their games in turn, for it has no way to share a flush), and a lone one, which on a slow
   disk mostly measures the flush that both sides pay.
3. Loading and folding a game of 1,000 events: ours, and that library's aggregate.
4. Latency of single beats, and a rebuild of the projections.

Each pair takes turns and the medians of the ratios are shown.

    python benchmarks/store.py [--repetitions 3] [--folder DIR]
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.streams import beats, chain, lines_of, played
from polemos.log.canonical import encode
from polemos.log.codec import decode_own
from polemos.log.group_commit import GroupCommit
from polemos.log.sqlite import SqliteStore
from polemos.log.store import Append
from polemos.projections.projector import rebuild
from polemos.projections.tables import Table, fold, initial_table
from polemos.rules.encoding import digest
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    Event,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)

PRODUCERS = 64
BEATS_EACH = 60
BATCH_SIZES = (1, 4, 64)
BATCHED_EVENTS = {1: 1_280, 4: 3_072, 64: 8_192}
LOADED_EVENTS = 1_000
LOAD_TURNS = 5
REBUILT_EVENTS = 200_000


class Game(Aggregate):
    """The same game as an aggregate of the library: what it keeps is a part of our `Table`."""

    def __init__(self) -> None:
        self.round = 0
        self.piles = [26, 26]
        self.laid: list[tuple[int, str | None, int]] = []
        self.wars = 0

    @event("CardFlipped")
    def flip(self, round: int, step: int, seat: int, card: str) -> None:  # noqa: A002
        self.round = round
        self.piles[seat] -= 1
        self.laid.append((seat, card, step))

    @event("CardHidden")
    def hide(self, round: int, step: int, seat: int) -> None:  # noqa: A002
        self.piles[seat] -= 1
        self.laid.append((seat, None, step))

    @event("TieDeclared")
    def tie(self, round: int, step: int, rank: str, seats: list, participants: list) -> None:  # noqa: A002
        self.wars += step == 0

    @event("PileReturned")
    def return_pile(self, round: int, seat: int, count: int) -> None:  # noqa: A002
        self.piles[seat] += count
        self.laid = []

    def take(self, happened: Event) -> None:
        match happened:
            case CardFlipped(round=number, step=step, seat=seat, card=card):
                self.flip(number, step, seat, str(card))
            case CardHidden(round=number, step=step, seat=seat):
                self.hide(number, step, seat)
            case TieDeclared(round=number, step=step, rank=rank, seats=s, participants=p):
                self.tie(number, step, str(rank), list(s), list(p))
            case PileReturned(round=number, seat=seat, count=cards):
                self.return_pile(number, seat, cards)


def events_of_play(number: int) -> list[Event]:
    """Take so many events that both sides know, out of as many games as that needs."""
    kinds = (CardFlipped, CardHidden, TieDeclared, PileReturned)
    plays = (
        happened
        for game in count(1)
        for beat in beats(f"play-{game}", "bataille", secret=game.to_bytes(32, "big"))
        for happened in beat
        if isinstance(happened, kinds) and not isinstance(happened, SeatEliminated)
    )
    return list(islice(plays, number))


def batches_of(events: list[Event], size: int, game: str) -> Iterator[Append]:
    """Encode and chain a game's events, batch by batch, as they are asked for."""
    seq, head = 0, ""
    for start in range(0, len(events), size):
        batch = events[start : start + size]
        expected_seq, lines = seq, []
        for happened in batch:
            seq += 1
            lines.append(encode(happened, game=game, seq=seq, at=1, prev=head))
            head = digest(lines[-1])
        yield Append(
            command_id=f"{game}/{start}",
            game=game,
            expected_seq=expected_seq,
            lines=tuple(lines),
            types=tuple(type(happened).__name__ for happened in batch),
            head=head,
        )


def append_with_ours(folder: Path, games: list[list[Event]], size: int) -> float:
    """Encode, chain and append every game's batches, a producer a game; give events a second."""
    producers = [batches_of(events, size, f"g{number}-1") for number, events in enumerate(games)]
    return group_commit(folder, producers, [])


def library(folder: Path) -> Application:
    """Open the library's application layer on a SQLite file of its own."""
    return Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": str(folder / "library.db"),
        }
    )


def append_with_library(folder: Path, games: list[list[Event]], size: int) -> float:
    """Trigger and save every game's batches in turn; give events a second."""
    app = library(folder)
    aggregates = [Game() for _ in games]
    app.save(*aggregates)
    started = perf_counter()
    for start in range(0, len(games[0]), size):
        for game, events in zip(aggregates, games, strict=True):
            for happened in events[start : start + size]:
                game.take(happened)
            app.save(game)
    rate = sum(map(len, games)) / (perf_counter() - started)
    app.close()
    return rate


def beats_of_producers() -> list[list[Append]]:
    """Make every producer's appends, one a beat, before a clock starts."""
    return [
        list(islice(chain(f"p{n}-1", beats(f"p{n}-1", "bataille")), 10, 10 + BEATS_EACH))
        for n in range(PRODUCERS)
    ]


def rebased(appends: list[Append]) -> list[Append]:
    """Let a producer's beats begin at seq 1: the log does not judge what lines say."""
    seq, moved = 0, []
    for append in appends:
        moved.append(
            Append(
                command_id=append.command_id,
                game=append.game,
                expected_seq=seq,
                lines=append.lines,
                types=append.types,
                head=append.head,
            )
        )
        seq += len(append.lines)
    return moved


def one_transaction_a_beat(folder: Path, producers: list[list[Append]]) -> float:
    """Append the beats of all producers in turn, each durable before the next."""
    with closing(SqliteStore.open(folder / "beats.db")) as store:
        started = perf_counter()
        for turn in zip(*producers, strict=True):
            for append in turn:
                store.append([append])
        seconds = perf_counter() - started
        return store.last_position() / seconds


def group_commit(
    folder: Path, producers: Sequence[Iterable[Append]], latencies: list[float]
) -> float:
    """Append the beats of all producers at once, each waiting for its own to be durable."""

    async def produce(commits: GroupCommit, appends: Iterable[Append]) -> None:
        for append in appends:
            started = perf_counter()
            await commits.append(append)
            latencies.append(perf_counter() - started)

    async def run(store: SqliteStore) -> float:
        commits = GroupCommit(store)
        started = perf_counter()
        await asyncio.gather(*(produce(commits, appends) for appends in producers))
        seconds = perf_counter() - started
        await commits.close()
        return seconds

    with closing(SqliteStore.open(folder / "group.db")) as store:
        seconds = asyncio.run(run(store))
        return store.last_position() / seconds


def load_ours(folder: Path) -> Callable[[], Table]:
    """Store a game of 1,000 events and give what loads it."""
    store = SqliteStore.open(folder / "load.db")
    games = (played("a-1", "bataille", secret=bytes([number]) * 32) for number in count(1))
    lines = next(lines for game in games if len(lines := lines_of(game)) >= LOADED_EVENTS)
    lines = lines[:LOADED_EVENTS]
    types = ("CardFlipped",) * LOADED_EVENTS
    game = Append(
        command_id="1", game="a-1", expected_seq=0, lines=tuple(lines), types=types, head=""
    )
    store.append([game])

    def load() -> Table:
        table = initial_table("a-1")
        for line in store.load("a-1"):
            table = fold(table, decode_own(line))
        return table

    return load


def load_library(folder: Path) -> Callable[[], Game]:
    """Store a game of 1,000 events with the library and give what loads it."""
    app, game = library(folder), Game()
    for happened in events_of_play(LOADED_EVENTS):
        game.take(happened)
    app.save(game)
    return lambda: app.repository.get(game.id)


def seconds_of(action: Callable[[], object], times: int = 7) -> float:
    """Give the median time of an action."""
    taken = []
    for _ in range(times):
        started = perf_counter()
        action()
        taken.append(perf_counter() - started)
    return median(taken)


def p99_ms(latencies: list[float]) -> float:
    return sorted(latencies)[int(len(latencies) * 0.99)] * 1_000


def compare(label: str, pairs: list[tuple[float, float]], wanted: float, unit: str) -> None:
    ours, theirs = (median(side) for side in zip(*pairs, strict=True))
    ratio = median(mine / other for mine, other in pairs)
    print(
        f"{label:<40} {ours:>12,.0f} {theirs:>12,.0f} {unit:<9} {ratio:5.1f} x (asked {wanted} x)"
    )


def measure_producers(root: Path, repetitions: int) -> None:
    producers = [rebased(appends) for appends in beats_of_producers()]
    pairs, many, single = [], list[float](), list[float]()
    for number in range(repetitions):
        folder = fresh(root, f"producers-{number}")
        pairs.append(
            (group_commit(folder, producers, many), one_transaction_a_beat(folder, producers))
        )
        group_commit(fresh(root, f"single-{number}"), [sum_of(producers[:8])], single)
    compare("64 producers: group commit / a beat each", pairs, 3, "events/s")
    print(
        f"p99 of a durable beat: {p99_ms(many):.1f} ms at 64, {p99_ms(single):.2f} ms at 1 producer"
    )


def sum_of(producers: list[list[Append]]) -> list[Append]:
    return [append for appends in producers for append in appends]


def measure_batches(root: Path, repetitions: int) -> None:
    for producers in (PRODUCERS, 1):
        for size in BATCH_SIZES:
            each = max(size, BATCHED_EVENTS[size] // producers // size * size)
            events = events_of_play(each * producers)
            games = [events[start : start + each] for start in range(0, len(events), each)]
            pairs = []
            for number in range(repetitions):
                folder = fresh(root, f"batches-{producers}-{size}-{number}")
                ours = append_with_ours(folder, games, size)
                pairs.append((ours, append_with_library(folder, games, size)))
            compare(f"{producers} in batches of {size}: ours / library", pairs, 2, "events/s")


def measure_loads(root: Path, repetitions: int) -> None:
    folder = fresh(root, "loads")
    ours, theirs = load_ours(folder), load_library(folder)
    turns = (
        LOAD_TURNS * repetitions
    )  # a load takes milliseconds, and the ratio is near what is asked
    pairs = [(1 / seconds_of(ours), 1 / seconds_of(theirs)) for _ in range(turns)]
    compare("load and fold 1,000 events: ours / library", pairs, 5, "games/s")


def measure_rebuild(root: Path) -> None:
    folder = fresh(root, "rebuild")
    with closing(SqliteStore.open(folder / "events.db")) as store:
        for number in count(1):
            store.append(played(f"r{number}-1", "bataille", secret=number.to_bytes(32, "big")))
            if (position := store.last_position()) >= REBUILT_EVENTS:
                break
        started = perf_counter()
        rebuild(store, folder / "views.db")
        seconds = perf_counter() - started
    print(f"rebuild of {number} games: {position / seconds:,.0f} events/s (asked 100,000)")


def fresh(root: Path, name: str) -> Path:
    folder = root / name
    folder.mkdir()
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--folder", help="where to write; choose the disk that is meant")
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.folder) as folder:
        root = Path(folder)
        print(f"{os.cpu_count()} cores, files in {root.parent}")
        measure_producers(root, arguments.repetitions)
        measure_batches(root, arguments.repetitions)
        measure_loads(root, arguments.repetitions)
        measure_rebuild(root)


if __name__ == "__main__":
    main()
