from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.kept_views import damage, dump
from kit.streams import laid_cards, lines_of, played
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreCorrupt, StoreError
from polemos.projections.projector import Projector, check, rebuild
from polemos.projections.views import Views
from polemos.projections.views_schema import COLUMNS, KEYS, TABLES, VERSION
from polemos.rules.commands import ChangeTempo, EndGame
from polemos.rules.events import EndReason, Tempo


@pytest.fixture
def path(tmp_path):
    return tmp_path / "views.db"


def some_games():
    """Give games of all kinds: of people, of bots, on a seed, broken off, in one room, running."""
    people = {0: "alice", 1: "bob"}
    return [
        played("a-1", "tod-und-leben", people=people),
        played("a-2", "tod-und-leben", people=people, secret=b"2" * 32),
        played("b-1", "pyanitsa", 3),
        played("c-1", "tod-und-leben", people=people, seed="chosen"),
        played("d-1", people={1: "alice"}, commands=(EndGame(reason=EndReason.ABANDONED),)),
        played("e-1", people=people, commands=(ChangeTempo(tempo=Tempo.LIGHTNING),)),
        played("f-1", people={0: "alice"})[:40],
    ]


def store_with(games):
    store = MemoryStore()
    for appends in games:
        store.append(appends)
    return store


def interleaved(games, random):
    """Mix the appends of several games, each game in its own order."""
    rest = [list(appends) for appends in games]
    while any(rest):
        appends = random.choice([appends for appends in rest if appends])
        yield appends.pop(0)


def test_views_that_were_kept_equal_views_remade(place):
    @settings(max_examples=5)
    @given(random=st.randoms(use_true_random=False), every=st.integers(90, 900))
    def are_equal(random, every):
        store = MemoryStore()
        # Whatever an earlier example left is ahead of this log, which has nothing yet.
        with closing(Projector(store, place)) as projector:
            for number, append in enumerate(interleaved(some_games(), random)):
                store.append([append])
                if number % every == 0:
                    projector.catch_up()
            assert projector.catch_up() == store.last_position()
        kept = dump(place)
        assert check(store, place) == []
        rebuild(store, place)
        assert dump(place) == kept

    are_equal()


@pytest.mark.parametrize("page_events", [1, 7, 100_000])
def test_pages_of_any_size_give_the_same_views(place, page_events):
    store = MemoryStore()
    with closing(Projector(store, place, page_events=page_events)) as projector:
        store.append(played("a-1", "tod-und-leben", people={0: "alice"})[:30])
        assert projector.catch_up() == store.last_position()
    assert check(store, place) == []


def test_catching_up_twice_folds_nothing_twice(place):
    store = store_with(some_games())
    with closing(Projector(store, place)) as projector:
        first = dump(place)
        assert projector.catch_up() == projector.catch_up() == store.last_position()
    assert dump(place) == first


def test_a_projector_goes_on_where_the_file_ends(place):
    games = some_games()
    store = store_with(games[:3])
    Projector(store, place).close()
    for appends in games[3:]:
        store.append(appends)
    with closing(Projector(store, place)) as projector:
        assert projector.catch_up() == store.last_position()
    assert check(store, place) == []


@pytest.mark.parametrize(("kind", "table"), TABLES.items())
def test_a_changed_row_of_any_table_is_found(place, kind, table):
    store = store_with(some_games())
    Projector(store, place).close()
    *_, column = COLUMNS[kind]
    key = KEYS[kind][0]
    newest = f"(SELECT max({key}) FROM {table})"
    damage(place, f"UPDATE {table} SET {column} = '7' WHERE {key} = {newest}")

    (difference,) = check(store, place)
    assert difference.startswith(f"{table}: kept ")


def test_a_lost_row_and_a_surplus_row_are_found(place):
    store = store_with(some_games())
    Projector(store, place).close()
    damage(
        place,
        "DELETE FROM results WHERE game = 'e-1'",
        "INSERT INTO rooms SELECT 'zz', 1, 'zz-1', 0, 0",
    )

    differences = check(store, place)
    assert [difference.partition(":")[0] for difference in differences] == ["results", "rooms"]
    assert "remade from the log nothing" in differences[1]


def test_the_kept_views_are_compared_at_their_own_position(place):
    games = some_games()
    store = store_with(games[:3])
    Projector(store, place).close()
    store.append(games[3])

    assert check(store, place) == []


def test_a_rebuild_repairs_what_was_changed(place):
    store = store_with(some_games())
    with closing(Projector(store, place)) as projector:
        damage(place, "DELETE FROM games")
        assert projector.check()
        assert projector.rebuild() == store.last_position()
        assert projector.check() == []
        store.append(played("g-1", "tod-und-leben"))
        assert projector.catch_up() == store.last_position()


def test_a_rebuild_leaves_nothing_beside_the_views(path):
    store = store_with(some_games()[:1])
    with closing(Projector(store, path)) as projector:
        projector.rebuild()
    assert [file.name for file in path.parent.iterdir()] == ["views.db"]


def test_views_of_another_version_are_remade_at_open(place):
    store = store_with(some_games())
    Projector(store, place).close()
    if isinstance(place, Path):
        damage(place, "DROP TABLE results", f"PRAGMA user_version = {VERSION + 1}")
    else:
        damage(place, "DROP TABLE results", f"UPDATE cursor SET version = {VERSION + 1}")

    assert "no views of this version" in check(store, place)[0]
    Projector(store, place).close()
    assert check(store, place) == []


def test_damaged_views_are_remade_at_open(path):
    store = store_with(some_games())
    path.write_bytes(b"no database at all" * 500)

    Projector(store, path).close()
    assert check(store, path) == []


def test_views_that_are_ahead_of_their_log_are_remade_at_open(place):
    games = some_games()
    Projector(store_with(games), place).close()
    store = store_with(games[:2])

    assert "the log ends at" in check(store, place)[0]
    Projector(store, place).close()
    assert check(store, place) == []


def test_a_missing_file_is_told_by_the_check_and_not_made(path):
    assert "run `polemos rebuild`" in check(MemoryStore(), path)[0]
    assert not path.exists()


def test_an_event_before_its_game_was_opened_is_an_alarm(place):
    store = MemoryStore()
    first, *rest = played("a-1")
    store.append([replace(append, expected_seq=append.expected_seq - 1) for append in rest])

    with pytest.raises(StoreCorrupt, match="a-1 has an event before it was opened"):
        Projector(store, place)
    assert first.types == ("GameOpened",)


def test_events_that_no_fold_needs_are_not_even_read(place):
    store = store_with([played("a-1", "tod-und-leben")])
    store.append([laid_cards("b-1", 5)])

    with closing(Projector(store, place)) as projector:
        assert projector.catch_up() == store.last_position()
    assert [game["game"] for game in Views(place).games(10)] == ["a-1"]
    assert lines_of([laid_cards("b-1", 1)])[0].endswith(b'"type":"CardHidden"}')


DAMAGES = [
    "DELETE FROM cursor",
    "DELETE FROM games",
    "UPDATE cursor SET position = 9999999",
]


@pytest.mark.parametrize("statement", DAMAGES)
def test_rows_that_cannot_be_gone_on_from_are_remade(place, statement):
    assert are_remade(place, statement)


@pytest.mark.parametrize("table", ["rooms SET room", "games SET preset"])
def test_text_that_is_none_is_remade(path, table):
    assert are_remade(path, f"UPDATE {table} = CAST(x'ff' AS TEXT)")


def are_remade(place, statement):
    store = MemoryStore()
    opening, *rest = played("room-1")
    store.append([opening])
    Projector(store, place).close()
    damage(place, statement)
    store.append(rest)

    with closing(Projector(store, place)) as projector:
        is_level = projector.catch_up() == store.last_position()
        return is_level and [game["game"] for game in Views(place).games(10)] == ["room-1"]


def test_a_folder_in_the_place_of_the_views_is_told(path):
    path.mkdir()

    with pytest.raises(StoreError, match="is a folder"):
        Projector(MemoryStore(), path)
