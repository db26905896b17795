"""A look at any place shows what folding from the first event shows, at a bounded cost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.streams import played
from kit.viewing import GAME, entries_of
from polemos.log.codec import decode
from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.terminal.replay.recordings import Recording, recording_of

ENTRIES = entries_of("war", 4, "page 286")


def folded() -> list[Table]:
    """The table after every event, from zero."""
    tables = [initial_table(GAME)]
    for entry in ENTRIES:
        tables.append(fold(tables[-1], entry))
    return tables


TABLES = folded()
WHOLE = recording_of(GAME, ENTRIES)
places = st.integers(0, WHOLE.last)


@settings(max_examples=60)
@given(st.integers(1, 200), st.integers(1, 9), st.lists(places, min_size=1, max_size=12))
def test_any_place_in_any_order_is_the_fold_from_zero(
    keyframe_events: int, keyframes_max: int, looked_at: list[int]
) -> None:
    recording = Recording(
        initial_table(GAME), keyframe_events=keyframe_events, keyframes_max=keyframes_max
    )
    recording.append(ENTRIES)
    assert recording.keyframes <= keyframes_max + 1
    for place in looked_at:
        assert recording.table_at(place) == TABLES[recording.seq_at(place)]


@given(st.lists(places, min_size=1, max_size=12))
def test_a_look_folds_no_more_than_lies_between_two_keyframes(looked_at: list[int]) -> None:
    longest_beat = max(len(WHOLE.beat(place)) for place in range(1, WHOLE.last + 1))
    recording = Recording(initial_table(GAME), keyframe_events=32)
    recording.append(ENTRIES)
    for place in looked_at:
        recording.table_at(place)
        assert recording.folded_events <= 32 + longest_beat


@given(st.lists(st.tuples(st.integers(0, len(ENTRIES)), st.integers(0, 80)), max_size=20))
def test_a_recording_grows_by_pieces_that_overlap_and_refuses_a_hole(
    pieces: list[tuple[int, int]],
) -> None:
    recording = Recording(initial_table(GAME))
    for start, count in pieces:
        piece = ENTRIES[start : start + count]
        if piece and start > recording.seq:
            with pytest.raises(ValueError, match="came after"):
                recording.append(piece)
        else:
            recording.append(piece)
        assert recording.table_at(recording.last) == TABLES[recording.seq]
    assert recording.entries == ENTRIES[: recording.seq]


@given(st.integers(0, len(ENTRIES)), st.data())
def test_a_game_joined_late_shows_its_end_and_is_filled_by_its_beginning(
    cut: int, data: st.DataObject
) -> None:
    late = Recording(TABLES[cut])
    late.append(ENTRIES[cut:])
    for place in range(late.last + 1)[:: max(1, late.last // 5)]:
        assert late.table_at(place) == TABLES[late.seq_at(place)]
    known = data.draw(st.integers(0, len(ENTRIES)))
    whole = recording_of(GAME, ENTRIES[:known])
    assert whole.reaches(late) == (known >= cut)
    if whole.reaches(late):
        whole.append(late.entries)
        assert whole.entries == ENTRIES


def test_the_places_are_the_beats_that_were_appended() -> None:
    appends = played(GAME, "war", 4, seed="page 286")
    assert WHOLE.last == len(appends)
    for place, append in enumerate(appends, 1):
        assert WHOLE.beat(place) == tuple(decode(line).event for line in append.lines)
        assert WHOLE.seq_at(place) == append.expected_seq + len(append.lines)


@given(st.integers(1, len(ENTRIES)))
def test_an_event_is_over_at_its_place_and_not_before(seq: int) -> None:
    place = WHOLE.place_of(seq)
    assert WHOLE.seq_at(place - 1) < seq <= WHOLE.seq_at(place)
