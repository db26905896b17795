"""One feed, purely: what continues a game's stream and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.streams import laid_cards, lines_of, played
from polemos.cluster.feed import EARLY_MAX, Feed, Setback
from polemos.cluster.frames import Publication
from polemos.log.store import GameHead
from polemos.rules.encoding import digest

GAME = "alpha-1"
LINES = lines_of(played(GAME, "tod-und-leben"))


def publication(first_seq: int, lines: list[bytes]) -> Publication:
    return Publication(game=GAME, first_seq=first_seq, lines=tuple(lines), head=digest(lines[-1]))


def true_part(first_seq: int, last_seq: int) -> Publication:
    return publication(first_seq, LINES[first_seq - 1 : last_seq])


def head_at(seq: int) -> GameHead:
    return GameHead(game=GAME, seq=seq, head=digest(LINES[seq - 1]), is_ended=False)


def anchored(seq: int) -> Feed:
    feed = Feed(GAME)
    feed.anchor(head_at(seq) if seq else None)
    return feed


true_parts = st.tuples(st.integers(1, 60), st.integers(0, 6)).map(
    lambda part: true_part(part[0], part[0] + part[1])
)


@st.composite
def false_parts(draw: st.DrawFn) -> Publication:
    """Draw lines of the game with one that was changed, or of another place than they say."""
    part = draw(true_parts)
    index = draw(st.integers(0, len(part.lines) - 1))
    lines = list(part.lines)
    match draw(st.integers(0, 4)):
        case 0:
            lines[index] = draw(st.binary(min_size=1, max_size=50))
        case 1:
            lines[index] = lines[index].replace(b'"prev":"', b'"prev":"x')
        case 2:
            lines[index] = lines[index].replace(GAME.encode(), b"other-1")
        case 3:
            lines[index] = lines[index].replace(b'"seq":', b'"seq":1')
        case 4:
            return publication(part.first_seq + draw(st.integers(1, 9)), lines)
    return publication(part.first_seq, lines)


@given(st.integers(0, 50), st.lists(st.one_of(true_parts, false_parts()), max_size=40))
def test_what_is_taken_from_the_bus_is_the_stream_from_where_it_was(start, parts):
    """In whatever order true and false parts come, only what follows is taken, and once."""
    feed = anchored(start)
    taken = [part for part in map(feed.take, parts) if isinstance(part, Publication)]
    lines = [line for part in taken for line in part.lines]
    assert lines == LINES[start : start + len(lines)]
    assert [part.first_seq for part in taken] == [
        start + 1 + sum(len(before.lines) for before in taken[:index])
        for index in range(len(taken))
    ]
    assert (feed.seq, feed.head) == (start + len(lines), anchored(start + len(lines)).head)


@given(st.integers(1, 60), st.integers(0, 30), st.integers(1, 30))
def test_what_the_store_has_is_taken_in_any_case(start, first_seq, count):
    """Repeated lines are passed over, and before a hole the stream goes on behind it."""
    feed = anchored(start)
    lines = LINES[first_seq : first_seq + count]
    taken = feed.take_stored(first_seq + 1, lines)
    if first_seq + count <= start:
        assert taken is Setback.KNOWN
        assert feed.seq == start
    else:
        assert taken == true_part(max(start, first_seq) + 1, first_seq + count)
        assert (feed.seq, feed.head) == (first_seq + count, digest(lines[-1]))


@pytest.mark.parametrize(
    ("part", "setback"),
    [
        (true_part(3, 5), Setback.KNOWN),
        (true_part(7, 8), Setback.GAP),
        (publication(6, LINES[6:8]), Setback.BROKEN),
    ],
)
def test_the_reason_is_told_why_nothing_is_taken(part: Publication, setback: Setback):
    """Old, early and foreign parts are told apart, for what is done next differs."""
    feed = anchored(5)
    assert feed.take(part) is setback
    assert feed.seq == 5


def test_what_came_too_early_is_kept_within_a_bound_until_the_end_is_known():
    """The newest parts are kept, in their order."""
    feed = Feed(GAME)
    for seq in range(1, EARLY_MAX + 11):
        assert feed.take(true_part(seq, seq)) is Setback.EARLY
    early = feed.anchor(head_at(20))
    assert [part.first_seq for part in early] == list(range(11, EARLY_MAX + 11))
    assert feed.anchor(head_at(20)) == []


def test_a_feed_is_astray_where_the_log_does_not_go():
    """Beyond the log's end, or with another hash there, and nowhere else."""
    feed = anchored(5)
    truth = head_at(5)
    assert not feed.is_astray(5, truth.head, truth)
    assert not feed.is_astray(4, "x", truth)
    assert feed.is_astray(5, "x", truth)
    assert feed.is_astray(6, "x", truth)
    assert not Feed(GAME).is_astray(0, "", truth)


def test_a_line_of_a_type_that_only_a_newer_node_knows_is_taken():
    """A node that is older than the owner still carries what it cannot decode."""
    line = laid_cards(GAME, 1).lines[0].replace(b"CardHidden", b"CardBurnt")
    feed = anchored(0)
    assert feed.take(publication(1, [line])) == publication(1, [line])
