"""What a client holds is the fold of its updates."""

from hypothesis import given
from hypothesis import strategies as st

from kit.viewing import GAME, entries_of
from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.client.conversation import (
    Counted,
    Ending,
    Finished,
    Followed,
    Joined,
    Lost,
    Moved,
    Restarted,
    Seated,
)
from polemos_demo.client.held import NOTHING_HELD, hold

ENTRIES = entries_of()


def tables() -> list[Table]:
    folded = [initial_table(GAME)]
    for entry in ENTRIES:
        folded.append(fold(folded[-1], entry))
    return folded


TABLES = tables()


@given(st.lists(st.integers(1, 60), max_size=20), st.none() | st.integers(0, len(ENTRIES)))
def test_the_table_is_the_fold_of_all_that_came(sizes: list[int], snapshot: int | None) -> None:
    held, seq = hold(NOTHING_HELD, Joined(game=GAME)), 0
    for number, size in enumerate(sizes):
        held = hold(held, Followed(entries=ENTRIES[seq : seq + size]))
        seq = min(len(ENTRIES), seq + size)
        assert held.table == TABLES[seq]
        if number == 3 and snapshot is not None:
            held, seq = hold(held, Restarted(table=TABLES[snapshot])), snapshot
    assert hold(held, Restarted(table=None)).table == TABLES[0]


def test_the_rest_is_what_was_told_last() -> None:
    finished = Finished(ending=Ending.OVER)
    held = NOTHING_HELD
    for update in (
        Joined(game=GAME),
        Followed(entries=ENTRIES[:9]),
        Counted(spectators=7),
        Seated(seat=1, is_new=True, wanted=None),
        Lost(wait_seconds=1.0),
    ):
        held = hold(held, update)
    assert (held.table, held.spectators, held.seat) == (TABLES[9], 7, 1)
    assert not held.is_connected
    held = hold(hold(hold(held, Joined(game=GAME)), Moved(game="abc-2")), finished)
    assert (held.is_connected, held.finished) == (True, finished)
    assert held.table == initial_table("abc-2")
