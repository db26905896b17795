"""A copy of a log is the log: the same bytes at the same positions, or a reason why not."""

import sqlite3
from contextlib import closing
from functools import cache
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.histories import whole_log
from kit.postgres_databases import OWNER, new_database
from kit.streams import laid_cards, played
from polemos.log.copying import PROBES, Diverged, Place, copy
from polemos.log.memory import MemoryStore
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreCorrupt, StoreError
from polemos.log.vault import MemoryVault, RoomRecord, SqliteVault
from polemos.log.vault_contents import VaultContents

GAMES = ("a-1", "a-2", "b-1", "c-10")


@cache
def whole_game(game):
    return played(game, "tod-und-leben")


TURNS = st.lists(st.sampled_from(GAMES), max_size=60)
"""Whose beat is next: games are played side by side, as on a server."""

ENDED = st.sets(st.sampled_from(GAMES))
"""The games that are played to their end."""

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)
RECORDS = st.builds(RoomRecord, turn_seconds=st.integers(1, 600), is_autoplay_wanted=st.booleans())
CONTENTS = st.builds(
    VaultContents,
    secrets=st.dictionaries(
        st.sampled_from(GAMES),
        st.lists(
            st.tuples(WORDS, st.binary(max_size=3)), min_size=1, unique_by=lambda kept: kept[0]
        ).map(tuple),
    ),
    digests=st.dictionaries(st.tuples(WORDS, WORDS), st.binary(max_size=3)),
    rooms=st.dictionaries(WORDS, RECORDS),
    names=st.dictionaries(WORDS, WORDS),
)


def in_memory():
    return Place(events=MemoryStore(), vault=MemoryVault())


def play(store, turns, ended=()):
    """Append the games' beats in turn, then the rest of those that end."""
    beats = {game: iter(whole_game(game)) for game in GAMES}
    for game in turns:
        if (beat := next(beats[game], None)) is not None:
            store.append([beat])
    for game in sorted(ended):
        store.append(list(beats[game]))


def shown(place):
    """Everything that a place tells."""
    return (
        whole_log(place.events),
        place.events.games(),
        place.events.running_games(),
        place.events.last_position(),
        place.vault.contents(),
    )


def run(source, target, **options):
    return list(copy(source, target, **options))[-1]


@settings(max_examples=40)
@given(turns=TURNS, ended=ENDED, contents=CONTENTS, events_a_batch=st.integers(1, 90))
def test_a_copy_tells_what_its_source_tells(turns, ended, contents, events_a_batch):
    source, target = in_memory(), in_memory()
    play(source.events, turns, ended)
    source.vault.replace(contents)

    done = run(source, target, events_a_batch=events_a_batch)
    assert shown(target) == shown(source)
    assert done.position == done.end == source.events.last_position()


@settings(max_examples=8)
@given(turns=TURNS, ended=ENDED, contents=CONTENTS, events_a_batch=st.integers(1, 90))
def test_a_log_goes_through_sqlite_and_postgresql_and_back_unchanged(
    postgres, tmp_path_factory, turns, ended, contents, events_a_batch
):
    folder = tmp_path_factory.mktemp("copies")
    with (
        new_database(postgres) as name,
        closing(Database.open(postgres.address(name, OWNER))) as database,
        closing(PostgresStore(database)) as between,
        closing(SqliteStore.open(folder / "events.db")) as first,
        closing(SqliteVault.open(folder / "vault.db")) as first_vault,
        closing(SqliteStore.open(folder / "events-again.db")) as last,
        closing(SqliteVault.open(folder / "vault-again.db")) as last_vault,
    ):
        places = [
            Place(events=first, vault=first_vault),
            Place(events=between, vault=PostgresVault(database)),
            Place(events=last, vault=last_vault),
        ]
        play(first, turns, ended)
        first_vault.replace(contents)
        for source, target in pairwise(places):
            run(source, target, events_a_batch=events_a_batch)
            assert shown(target) == shown(source)


@settings(max_examples=40)
@given(
    turns=TURNS, ended=ENDED, batches=st.integers(0, 9), sizes=st.tuples(*[st.integers(1, 60)] * 2)
)
def test_a_copy_that_stopped_goes_on_where_it_stopped(turns, ended, batches, sizes):
    source, target = in_memory(), in_memory()
    play(source.events, turns, ended)
    before = list(islice(copy(source, target, events_a_batch=sizes[0]), batches + 1))[-1]
    assert target.events.last_position() == before.position

    done = run(source, target, events_a_batch=sizes[1])
    assert done.start == before.position
    assert shown(target) == shown(source)


@settings(max_examples=40)
@given(turns=TURNS, more=TURNS, ended=ENDED, contents=CONTENTS)
def test_a_copy_is_brought_level_with_a_source_that_has_gone_on(turns, more, ended, contents):
    source, target, model = in_memory(), in_memory(), in_memory()
    play(source.events, turns)
    run(source, target)
    play(model.events, [*turns, *more], ended)
    run(model, source)
    source.vault.replace(contents)

    done = run(source, target)
    assert done.start <= done.position == model.events.last_position()
    assert shown(target) == shown(source)


def test_what_the_source_forgot_is_forgotten_in_the_copy():
    source, target = in_memory(), in_memory()
    source.vault.keep_name("p", "Ann")
    source.vault.keep_digest("a", "host", b"digest")
    run(source, target)
    source.vault.forget_name("p")
    source.vault.forget_room("a")
    run(source, target)

    assert target.vault.contents() == VaultContents()


def test_secrets_are_there_before_the_events_that_commit_to_them():
    source, target = in_memory(), in_memory()
    play(source.events, ["a-1"] * 9)
    source.vault.keep_secret("a-1", "c", b"secret")
    next(copy(source, target))

    assert target.events.last_position() == 0
    assert target.vault.secrets("a-1") == (("c", b"secret"),)


class BusyVault(MemoryVault):
    """A vault whose server goes on between two looks at it."""

    def __init__(self, store):
        super().__init__()
        self._store = store
        self._looks = 0

    def contents(self):
        self._looks += 1
        if self._looks == 2:
            self._store.append(whole_game("a-1")[5:])
            self.forget_game("a-1")
        contents = super().contents()
        if self._looks == 1:
            self.keep_secret("b-1", "new", b"new")
            self._store.append(whole_game("b-1")[:1])
        return contents


def test_every_game_that_runs_in_the_copy_of_a_busy_log_has_its_secret():
    store, target = MemoryStore(), in_memory()
    source = Place(events=store, vault=BusyVault(store))
    store.append(whole_game("a-1")[:5])
    source.vault.keep_secret("a-1", "c", b"secret")
    run(source, target)

    running = {head.game for head in target.events.running_games()}
    assert running == {*target.vault.games()} == {"a-1", "b-1"}


@pytest.mark.parametrize(
    ("of_source", "of_target"),
    [
        (["a-1"] * 3, ["a-1"] * 4),
        (["a-1"] * 4, ["b-1"]),
        (["a-1", "a-1", "b-1", "b-1", "a-1"], ["a-1", "b-1", "a-1", "b-1"]),
        (["b-1", "a-1", "a-1", "a-1"], ["a-1", "b-1"]),
    ],
    ids=["longer", "another game", "another order", "another first game"],
)
def test_a_target_that_is_no_copy_is_refused_and_left_alone(of_source, of_target):
    source, target = in_memory(), in_memory()
    play(source.events, of_source)
    play(target.events, of_target)
    target.vault.keep_name("p", "Ann")
    before = shown(target)

    with pytest.raises(Diverged, match="no copy of the source"):
        run(source, target)
    assert shown(target) == before


def test_a_target_that_is_longer_than_its_source_is_told_so():
    source, target = in_memory(), in_memory()
    source.events.append([laid_cards("a-1", 3)])
    target.events.append([laid_cards("a-1", 4)])

    with pytest.raises(Diverged, match="it has 4 events, and the source has 3"):
        run(source, target)


def test_a_target_whose_game_went_another_way_is_refused_by_that_game():
    source, target = in_memory(), in_memory()
    other = laid_cards("a-1", 2)
    for place, cards in ((source, other), (target, laid_cards("a-1", 2, head="x"))):
        # So many that the probes miss the first two.
        place.events.append([cards, laid_cards("b-1", 3 * PROBES - 2)])
    source.events.append([laid_cards("a-1", 1, expected_seq=2, head=other.head)])

    with pytest.raises(Diverged, match="event 2 of its game a-1"):
        run(source, target)


def test_a_target_that_somebody_else_writes_to_is_told():
    source, target = in_memory(), in_memory()
    play(source.events, ["a-1", "b-1"] * 9)
    steps = copy(source, target, events_a_batch=5)
    for _ in range(2):
        next(steps)
    target.events.append([laid_cards("z-1", 1)])

    with pytest.raises(StoreError, match="Somebody else writes to the target"):
        next(steps)


@pytest.fixture(scope="module")
def log_bytes(tmp_path_factory):
    """The file of a log with three games side by side, one of them over."""
    path = tmp_path_factory.mktemp("log") / "events.db"
    with closing(SqliteStore.open(path)) as store:
        play(store, ["a-1", "b-1", "c-10", "b-1"] * 8, ["b-1"])
        length = store.last_position()
    return path.read_bytes(), length


def tampered(log_bytes, path, *statements):
    """Give a log that somebody changed who has the file."""
    path.write_bytes(log_bytes[0])
    with closing(sqlite3.connect(path)) as connection:
        for action in ("update", "delete"):
            connection.execute(f"DROP TRIGGER events_refuse_{action}")
        for statement, *values in statements:
            connection.execute(statement, values)
        connection.commit()
    return SqliteStore.open(path, read_only=True)


@settings(max_examples=60)
@given(data=st.data())
def test_a_byte_that_was_changed_anywhere_stops_the_copy_at_its_event(
    log_bytes, tmp_path_factory, data
):
    path = tmp_path_factory.mktemp("tampered") / "events.db"
    with closing(tampered(log_bytes, path)) as store:
        entry = data.draw(st.sampled_from(whole_log(store)))
    line = bytearray(entry.line)
    line[data.draw(st.integers(0, len(line) - 1))] ^= data.draw(st.integers(1, 255))
    change = ("UPDATE events SET line = ? WHERE position = ?", bytes(line), entry.position)
    target = in_memory()
    with closing(tampered(log_bytes, path, change)) as store:
        with pytest.raises(StoreCorrupt) as refusal:
            run(Place(events=store, vault=MemoryVault()), target, events_a_batch=7)
        named = {f"Event {seq} of game {entry.game} " for seq in (entry.seq, entry.seq + 1)}
        assert any(str(refusal.value).startswith(words) for words in named)
        kept = whole_log(target.events)
        assert kept == store.read(events_max=max(1, len(kept)))[: len(kept)]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DELETE FROM events WHERE position = 40", "between positions 39 and 41"),
        ("DELETE FROM events WHERE position > 100", "ends at position 100"),
        ("UPDATE events SET seq = 1000 WHERE position = 60", "filed as its event 1000"),
        ("UPDATE games SET head = 'x' WHERE game = 'b-1'", "of game b-1 is not the one"),
        ("UPDATE games SET is_ended = 0 WHERE game = 'b-1'", "of game b-1 is not the one"),
        ("UPDATE games SET seq = 3 WHERE game = 'a-1'", "of game a-1 is not the one"),
    ],
)
def test_a_log_that_contradicts_itself_stops_the_copy(log_bytes, tmp_path, statement, named):
    store = tampered(log_bytes, tmp_path / "events.db", [statement])
    with closing(store), pytest.raises(StoreCorrupt, match=named):
        run(Place(events=store, vault=MemoryVault()), in_memory())


def test_a_target_that_contradicts_itself_is_not_gone_on_with(log_bytes, tmp_path):
    shorter = "UPDATE games SET seq = 3 WHERE game = 'a-1'"
    with (
        closing(tampered(log_bytes, tmp_path / "source.db")) as source,
        closing(tampered(log_bytes, tmp_path / "target.db", [shorter])) as target,
    ):
        places = [Place(events=store, vault=MemoryVault()) for store in (source, target)]
        with pytest.raises(StoreCorrupt, match="The target's games have"):
            run(*places)
