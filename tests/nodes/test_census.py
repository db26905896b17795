"""What nodes tell each other of their games, and what comes of adding it up."""

from hypothesis import given
from hypothesis import strategies as st

from kit.clock import TurnedClock
from polemos.nodes.census import (
    GAMES_TOLD_MAX,
    REPEAT_SECONDS,
    SILENT_SECONDS_MAX,
    Censuses,
)
from polemos.nodes.messages import Census, Crowd

GAMES = st.sampled_from([f"room{number}-1" for number in range(6)])
CROWDS = st.dictionaries(GAMES, st.integers(min_value=0, max_value=9))
STANDING = {"rounds": 3, "piles": [20, 32], "is_autoplay_on": True}


def census(node: str, spectators: dict[str, int]) -> Census:
    return Census(
        node=node, games={game: Crowd(spectators=each) for game, each in spectators.items()}
    )


@given(own=CROWDS, others=st.lists(CROWDS, max_size=3))
async def test_the_spectators_of_a_game_are_those_of_all_nodes(own, others):
    censuses = Censuses("here", TurnedClock())
    for number, told in enumerate(others):
        censuses.learn(census(f"node{number}", {"room0-1": 99}))
        censuses.learn(census(f"node{number}", told))
    total = censuses.spectators(own)
    for game in {*own, *(game for told in others for game in told)}:
        elsewhere = sum(told.get(game, 0) for told in others)
        assert total[game] == own.get(game, 0) + elsewhere
        assert censuses.spectators_elsewhere(game) == elsewhere


async def test_what_this_node_told_itself_is_not_counted_twice():
    censuses = Censuses("here", TurnedClock())
    censuses.learn(census("here", {"room0-1": 5}))
    assert censuses.spectators({"room0-1": 5}) == {"room0-1": 5}


async def test_a_node_that_falls_silent_is_counted_no_more():
    clock = TurnedClock()
    censuses = Censuses("here", clock)
    censuses.learn(census("there", {"room0-1": 5}))
    await clock.turn(SILENT_SECONDS_MAX)
    assert censuses.spectators_elsewhere("room0-1") == 5
    await clock.turn(0.1)
    assert censuses.spectators_elsewhere("room0-1") == 0


async def test_a_census_is_told_when_it_has_changed_and_else_now_and_then():
    clock = TurnedClock()
    censuses = Censuses("here", clock)
    assert censuses.due({"room0-1": 1}, {}) == census("here", {"room0-1": 1})
    assert censuses.due({"room0-1": 1}, {}) is None
    assert censuses.due({"room0-1": 2}, {}) == census("here", {"room0-1": 2})
    await clock.turn(REPEAT_SECONDS)
    assert censuses.due({"room0-1": 2}, {}) == census("here", {"room0-1": 2})


async def test_the_most_watched_games_are_told_where_there_are_too_many():
    watched = {f"room{number}-1": number for number in range(GAMES_TOLD_MAX + 10)}
    told = Censuses("here", TurnedClock()).due(watched, {})
    assert told is not None
    assert len(told.games) == GAMES_TOLD_MAX
    assert min(crowd.spectators for crowd in told.games.values()) == 10


async def test_how_far_a_game_has_come_is_known_best_where_it_is_played():
    censuses = Censuses("here", TurnedClock())
    elsewhere = {**STANDING, "rounds": 1}
    censuses.learn(Census(node="there", games={"room0-1": Crowd(standing=elsewhere)}))
    assert censuses.standings({}) == {"room0-1": elsewhere}
    assert censuses.standings({"room0-1": STANDING}) == {"room0-1": STANDING}
