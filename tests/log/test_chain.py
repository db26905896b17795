import pytest

from kit.chains import follow
from kit.streams import lines_of, played
from polemos.log.store import StoreCorrupt
from polemos.rules.encoding import digest

LINES = lines_of(played("room-1"))


def test_a_played_game_is_one_chain():
    assert follow(LINES, game="room-1") == (len(LINES), digest(LINES[-1]))


def test_a_stream_is_followed_from_wherever_it_was_left():
    assert follow(LINES[100:], game="room-1", seq=100, head=digest(LINES[99])) == follow(
        LINES, game="room-1"
    )


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ([*LINES[:9], *LINES[10:]], "Event 10 of game room-1 does not follow"),
        ([*LINES[:9], LINES[9], LINES[9], *LINES[10:]], "Event 11 of game room-1 does not follow"),
        ([LINES[1], LINES[0]], "Event 1 of game room-1 does not follow"),
        ([LINES[0].replace(b'"war"', b'"peace"'), *LINES[1:]], "Event 2 of game room-1"),
        ([*LINES[:9], LINES[9][:-1]], "Event 10 of game room-1 is damaged"),
    ],
)
def test_a_changed_stream_is_refused_at_the_first_event_that_does_not_fit(changed, place):
    with pytest.raises(StoreCorrupt) as refusal:
        follow(changed, game="room-1")

    assert place in str(refusal.value)


def test_a_stream_is_not_taken_for_another_games():
    with pytest.raises(StoreCorrupt):
        follow(LINES, game="room-2")
