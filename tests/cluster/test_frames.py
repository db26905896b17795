"""Frames: events over the bus, byte for byte as they are stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.streams import lines_of, played
from polemos.cluster.frames import BadFrame, Publication, decode, encode, split
from polemos.rules.encoding import INTEGER_MAX, digest

GAME = "k7m2q9x4wd-1"
LINES = lines_of(played(GAME, "tod-und-leben"))

line_texts = st.one_of(
    st.binary(min_size=1, max_size=80).filter(lambda line: b"\n" not in line),
    st.sampled_from(LINES),
)


@st.composite
def publications(draw: st.DrawFn) -> Publication:
    lines = draw(st.lists(line_texts, min_size=1, max_size=20))
    first_seq = draw(st.integers(1, INTEGER_MAX - len(lines)))
    game = draw(st.from_regex(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}", fullmatch=True))
    return Publication(game=game, first_seq=first_seq, lines=tuple(lines), head=digest(lines[-1]))


@given(publications())
def test_a_publication_comes_out_as_it_went_in(publication):
    """Every line keeps its bytes."""
    assert decode(encode(publication)) == publication


@given(st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_bytes_are_a_publication_or_refused(payload):
    """Nothing but `BadFrame` is raised, and what is read is written the same."""
    try:
        publication = decode(payload)
    except BadFrame:
        return
    assert encode(publication) == payload


@given(publications(), st.data())
def test_a_frame_that_was_changed_is_refused_or_differs_in_its_lines_alone(publication, data):
    """A flipped byte never gives the same publication again."""
    frame = bytearray(encode(publication))
    place = data.draw(st.integers(0, len(frame) - 1))
    frame[place] ^= data.draw(st.integers(1, 255))
    try:
        changed = decode(bytes(frame))
    except BadFrame:
        return
    assert changed != publication


@given(publications(), st.integers(1, 2_000))
def test_parts_are_the_whole_and_fit_their_bound(publication, size_bytes_max):
    """Every part is contiguous, names its last line, and is larger than the bound only when it is
    a single line.
    """
    parts = list(split(publication, size_bytes_max))
    assert [line for part in parts for line in part.lines] == list(publication.lines)
    seq = publication.first_seq
    for part in parts:
        assert (part.game, part.first_seq, part.head) == (
            publication.game,
            seq,
            digest(part.lines[-1]),
        )
        assert len(encode(part)) <= size_bytes_max or len(part.lines) == 1
        seq += len(part.lines)


def test_a_frame_is_a_line_and_the_stored_lines():
    """An operator who listens on the bus can read it."""
    frame = encode(
        Publication(game=GAME, first_seq=1, lines=tuple(LINES[:2]), head=digest(LINES[1]))
    )
    assert frame.split(b"\n") == [
        f"polemos.events/1 {GAME} 1 {digest(LINES[1])}".encode(),
        *LINES[:2],
    ]


@pytest.mark.parametrize("lines", [(), (b"",), (b"a", b""), (b"a\nb",)])
def test_lines_that_no_log_has_are_not_encoded(lines):
    """No line, an empty one or one with a line break would come out as something else."""
    with pytest.raises(ValueError, match="none of a log"):
        encode(Publication(game=GAME, first_seq=1, lines=lines, head="x" * 43))
