"""A ring against a plain list."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.ring import Ring

lines = st.lists(st.binary(min_size=1, max_size=30), max_size=6)


@given(st.lists(lines, max_size=12), st.integers(1, 10), st.integers(1, 120))
def test_a_ring_holds_the_newest_lines_within_its_bounds(batches, events_max, size_bytes_max):
    ring, everything = Ring(events_max=events_max, size_bytes_max=size_bytes_max), list[bytes]()
    for batch in batches:
        ring.extend(batch)
        everything += batch
        kept = everything[ring.first_seq - 1 :]
        assert ring.last_seq == len(everything)
        assert len(kept) == ring.count <= events_max
        assert sum(map(len, kept)) == ring.size_bytes
        assert ring.size_bytes <= size_bytes_max or ring.count == 1
        assert [ring.line(seq) for seq in range(ring.first_seq, ring.last_seq + 1)] == kept
        assert ring.line(ring.first_seq - 1) is None
        assert ring.line(ring.last_seq + 1) is None


@given(st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=30), st.data())
def test_lines_are_taken_in_order_up_to_a_size(everything, data):
    ring = Ring(events_max=100, size_bytes_max=10_000)
    ring.extend(everything)
    first = data.draw(st.integers(1, len(everything)))
    last = data.draw(st.integers(first, len(everything)))
    size_bytes_max = data.draw(st.integers(1, 200))
    taken = ring.lines(first, last, size_bytes_max)
    wanted = everything[first - 1 : last]
    assert taken == wanted[: len(taken)]
    assert len(taken) == 1 or sum(map(len, taken)) <= size_bytes_max
    if len(taken) < len(wanted):
        assert sum(map(len, wanted[: len(taken) + 1])) > size_bytes_max


def test_a_ring_that_starts_over_goes_on_from_another_place():
    ring = Ring(events_max=4, size_bytes_max=100)
    ring.extend([b"a", b"b"])
    ring.start_over(9)
    assert (ring.first_seq, ring.last_seq, ring.count) == (10, 9, 0)
    ring.extend([b"c"])
    assert ring.line(10) == b"c"
