"""Recording: decided events become chained lines."""

from hypothesis import given
from hypothesis import strategies as st

from kit.chains import follow
from kit.events import events as any_event
from polemos.log.codec import decode
from polemos.rooms.streams import Stream, record
from polemos.rules.events import Event

BATCHES = st.lists(st.tuples(st.lists(any_event, min_size=1, max_size=4), st.integers(0, 10**13)))


@given(batches=BATCHES)
def test_whatever_is_recorded_is_one_chain_in_which_time_never_falls(
    batches: list[tuple[list[Event], int]],
) -> None:
    stream, lines = Stream(game="a-1"), list[bytes]()
    for events, unix_ms in batches:
        recording = record(stream, events, unix_ms)
        stream = recording.stream
        lines.extend(recording.lines)
    assert follow(lines, game="a-1") == (stream.seq, stream.head)
    times = [decode(line).at for line in lines]
    assert times == sorted(times)
    assert [decode(line).event for line in lines] == [e for events, _ in batches for e in events]


def test_a_recording_names_the_types_in_order() -> None:
    recording = record(Stream(game="a-1"), [], 5)
    assert recording.types == recording.lines == ()
    assert recording.stream == Stream(game="a-1", at=5)
