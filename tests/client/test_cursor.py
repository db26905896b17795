"""However pushes repeat and overlap, every event is applied once, in order."""

import json

from hypothesis import given
from hypothesis import strategies as st

from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.projections.table_views import table_json
from polemos.projections.tables import fold, initial_table
from polemos_demo.client.cursor import Cursor, advance
from polemos_demo.client.snapshots import table_of

GAME = "abc-1"
LINES = lines_of(played(GAME, "war", 4, seed="page 286"))
OBJECTS = [json.loads(line) for line in LINES]
ENTRIES = tuple(map(decode, LINES))

ranges = st.tuples(
    st.integers(min_value=1, max_value=len(LINES)), st.integers(min_value=1, max_value=40)
)


def pushed(first_seq: int, count: int) -> dict[str, object]:
    events = OBJECTS[first_seq - 1 : first_seq - 1 + count]
    return {"type": "events", "game": GAME, "first_seq": first_seq, "events": events}


@given(st.lists(ranges, max_size=60))
def test_repeats_are_dropped_and_holes_are_noticed(pushes: list[tuple[int, int]]) -> None:
    cursor, applied = Cursor(game=GAME), []
    for first_seq, count in pushes:
        step = advance(cursor, pushed(first_seq, count))
        assert step.is_behind == (first_seq > cursor.seq + 1)
        cursor = step.cursor
        applied += step.entries
    assert tuple(applied) == ENTRIES[: cursor.seq]


@given(st.integers(min_value=0, max_value=len(LINES)))
def test_a_snapshot_and_what_follows_give_the_whole_table(cut: int) -> None:
    table = initial_table(GAME)
    for entry in ENTRIES[:cut]:
        table = fold(table, entry)
    shown = table_json(table)
    restored = table_of(json.loads(json.dumps(shown)))
    assert table_json(restored) == shown
    for entry in ENTRIES[cut:]:
        table, restored = fold(table, entry), fold(restored, entry)
    assert table_json(restored) == table_json(table)


def test_a_snapshot_is_taken_once_and_an_older_one_never() -> None:
    table = initial_table(GAME)
    for entry in ENTRIES[:50]:
        table = fold(table, entry)
    push = {"type": "snapshot", "game": GAME, "seq": 50, "table": table_json(table)}
    step = advance(Cursor(game=GAME, seq=7), push)
    assert step.cursor == Cursor(game=GAME, seq=50)
    assert step.table is not None
    assert advance(step.cursor, push).table is None


def test_a_reset_forgets_everything() -> None:
    push = {"type": "welcome", "game": GAME, "seq": 3, "head": "", "mode": "reset"}
    step = advance(Cursor(game=GAME, seq=9), push)
    assert step.is_reset
    assert step.cursor == Cursor(game=GAME, seq=0)


def test_a_heartbeat_beyond_what_is_held_asks_again() -> None:
    held = Cursor(game=GAME, seq=9)
    beat = {"type": "heartbeat", "game": GAME, "seq": 9, "head": ""}
    assert not advance(held, beat).is_behind
    assert advance(held, beat | {"seq": 10}).is_behind


def test_another_games_pushes_and_unknown_ones_change_nothing() -> None:
    held = Cursor(game=GAME, seq=9)
    for push in (pushed(10, 1) | {"game": "other-1"}, {"type": "confetti", "game": GAME}):
        step = advance(held, push)
        assert (step.cursor, step.entries, step.is_behind) == (held, (), False)
