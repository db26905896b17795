"""Feeds: whatever the bus does, every event is passed on once, in order, and no other."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.bus import Hostility
from kit.feeds import GAMES, FeedHouse
from polemos.cluster.feed_limits import FeedLimits

GAME = GAMES[0]
QUIET = Hostility(lost=0, repeated=0, delayed=0)
DEAF = Hostility(lost=1)

games = st.sampled_from(GAMES)
appends = st.tuples(st.just("append"), games, st.integers(1, 5))
of_games = st.tuples(
    st.sampled_from(
        ["open", "open", "close", "forge", "forge_what_breaks", "append_and_die"],
    ),
    games,
)
of_the_intruder = st.tuples(st.sampled_from(["make_noise", "say_again"]), games, st.integers(0, 50))
of_time = st.one_of(
    st.tuples(st.just("step"), st.integers(1, 30)),
    st.tuples(st.just("turn"), st.sampled_from([0.02, 0.3, 1.5])),
)
of_outages = st.tuples(st.sampled_from(["cut", "mend", "fail", "heal"]))
steps = st.lists(
    st.one_of(appends, appends, of_games, of_the_intruder, of_time, of_outages), max_size=50
)


@pytest.fixture
def quiet_log(caplog: pytest.LogCaptureFixture) -> None:
    """Say nothing of the many errors that a test brings about."""
    caplog.set_level(logging.CRITICAL)


@pytest.mark.usefixtures("quiet_log")
def test_every_event_comes_once_in_order_and_no_forged_one():
    """Let the bus lose, repeat, delay and be cut, the store fail, owners die and an intruder
    write; when all is well again, whoever watches has exactly what the log has.
    """

    @settings(max_examples=200)
    @given(st.integers(0, 2**32), st.sampled_from([QUIET, Hostility()]), steps)
    def run(seed, hostility, steps):
        with FeedHouse(seed, hostility) as house:
            for game in GAMES:
                house.open(game)
            for name, *words in steps:
                getattr(house, name)(*words)
            house.calm()
            house.check()

    run()


def test_a_quiet_bus_brings_every_event_without_the_store():
    """When nothing is lost the store is asked where the game ends, and for nothing else."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 3)
        house.open(GAME)
        house.loop.settle()
        for _ in range(10):
            house.append(GAME, 4)
            house.loop.settle()
        assert len(house.sinks[GAME].lines) == 43
        assert house.feeds.counts.carried == 40
        assert house.store.asked == {"position": 0, "heads": 1, "load": 0}
        house.turn(1.1)
        assert house.feeds.counts.made_good == 0


def test_what_a_node_has_stored_itself_is_brought_to_it_by_nobody():
    """Neither the bus, which echoes it, nor the store passes it on a second time."""
    with FeedHouse(hostility=QUIET) as house:
        house.open(GAME)
        house.loop.settle()
        house.append_itself(GAME, 5)
        house.turn(2.1)
        assert house.passed_on == []
        assert house.store.asked["load"] == 0
        house.append(GAME, 2)
        house.loop.settle()
        assert house.passed_on == [(GAME, 6, 2)]
        house.check()


def test_a_deaf_bus_costs_a_second_and_no_event():
    """All that the bus loses is read from the store at the next question."""
    with FeedHouse(hostility=DEAF) as house:
        house.open(GAME)
        house.loop.settle()
        house.append(GAME, 7)
        house.turn(1.1)
        house.check()
        assert house.feeds.counts.made_good == 7


def test_an_idle_game_costs_one_small_question_a_second_and_nothing_on_the_bus():
    """However many games are watched, an unmoved log is asked for its position alone."""
    with FeedHouse(hostility=QUIET) as house:
        for game in GAMES:
            house.append(game, 2)
            house.open(game)
        house.turn(5)
        before, polls = house.store.asked.copy(), house.feeds.counts.polls
        published = house.watcher_bus.counts.published + house.owner_bus.counts.published
        house.turn(100)
        asked = {what: house.store.asked[what] - before[what] for what in before}
        assert asked["heads"] == asked["load"] == 0
        assert 90 <= asked["position"] <= 100
        assert house.feeds.counts.polls == polls
        assert house.watcher_bus.counts.published + house.owner_bus.counts.published == published


def test_nothing_is_asked_when_nothing_is_watched():
    """A node that only owns games asks nothing."""
    with FeedHouse() as house:
        house.append(GAME, 2)
        house.open(GAME)
        house.loop.settle()
        house.close(GAME)
        before = house.store.asked.copy()
        house.turn(10)
        assert house.store.asked == before
        assert house.feeds.count == 0


def test_a_gap_is_closed_long_before_the_next_second():
    """What comes after a lost publication has the store asked in a moment."""
    with FeedHouse(hostility=DEAF) as house:
        house.open(GAME)
        house.loop.settle()
        house.turn(0.2)
        house.append(GAME, 2)
        house.exchange.behave()
        house.append(GAME, 2)
        house.turn(0.06)
        house.check()


def test_a_flood_of_forgeries_asks_the_store_no_oftener_than_it_may():
    """An intruder can cost a question in every `hurry_seconds`, whatever it writes."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 1)
        house.open(GAME)
        house.turn(1.1)
        before = house.store.asked["heads"]
        for _ in range(1_000):
            house.forge_what_breaks(GAME)
            house.make_noise(GAME, 9)
            house.turn(0.001)
        assert house.store.asked["heads"] - before <= 1 / house.limits.hurry_seconds + 1
        house.check()
        assert house.sealed.counts.forged == 2_000


def test_of_a_great_many_missing_events_the_newest_are_passed_on():
    """The others are behind what a channel holds, and are shown as a snapshot by the hub."""
    with FeedHouse(hostility=DEAF, limits=FeedLimits(missing_events_max=10)) as house:
        house.open(GAME)
        house.loop.settle()
        del house.sinks[GAME]
        house.append(GAME, 100)
        house.turn(1.1)
        assert house.passed_on == [(GAME, 91, 10)]


def test_whoever_has_the_key_and_lies_is_found_out(caplog: pytest.LogCaptureFixture):
    """What a copied cluster on the same bus adds to a game is not in the log, which is told."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 2)
        house.open(GAME)
        house.turn(1.1)
        house.false_seal = house.sealed
        house.forge(GAME)
        house.loop.settle()
        assert house.passed_on == [(GAME, 3, 1)]
        house.append(GAME, 1, is_published=False)
        house.turn(1.1)
        assert "the log does not have" in caplog.text


def test_a_game_that_cannot_be_read_yet_is_followed_later(caplog: pytest.LogCaptureFixture):
    """A store that fails at the opening ends no feed; what was new meanwhile is passed on."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 2)
        house.fail()
        house.open(GAME)
        house.turn(3)
        house.append(GAME, 1)
        house.turn(3)
        house.heal()
        house.turn(1.1)
        house.append(GAME, 1)
        house.loop.settle()
        house.check()
        told = [record.message for record in caplog.records]
        assert told == [
            f"Game {GAME} cannot be followed yet: the database is away",
            "The games of other nodes are followed: not for now. the database is away",
            "The games of other nodes are followed again",
        ]


def test_what_comes_while_a_feed_is_opened_is_passed_on_when_it_is_open():
    """Between the store's answer and its arrival nothing is lost."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 1)
        house.open(GAME)
        while house.store.asked["heads"] == 0:
            house.loop.step()
        house.append(GAME, 2)
        house.loop.settle()
        assert house.passed_on == [(GAME, 2, 2)]


def test_an_outage_of_the_bus_is_made_good_as_soon_as_it_is_back():
    """The store is asked at once, and not at the next second."""
    with FeedHouse(hostility=QUIET) as house:
        house.open(GAME)
        house.turn(1.1)
        house.cut()
        house.append(GAME, 2)
        house.mend()
        house.turn(0.06)
        house.check()
        assert len(house.sinks[GAME].lines) == 2


def test_a_game_with_a_missing_event_holds_up_no_other_and_is_told_once(
    caplog: pytest.LogCaptureFixture,
):
    """Whatever is said of it, the games that are followed after it are made good."""
    with FeedHouse(hostility=DEAF) as house:
        for game in GAMES:
            house.open(game)
        house.turn(1.1)
        house.store.lost.add(GAMES[0])
        for _ in range(3):
            for game in GAMES:
                house.append(game, 2)
            house.turn(1.1)
        assert [len(house.sinks[game].lines) for game in GAMES] == [0, 6, 6]
        assert caplog.messages == [
            f"Game {GAMES[0]} is not followed any further: event 1 of game {GAMES[0]} is missing: "
            "restore a backup"
        ]


def test_a_game_that_cannot_be_read_for_now_holds_up_no_other_for_long():
    """It is asked for after the others the next time, and is made good when it can be read."""
    with FeedHouse(hostility=DEAF) as house:
        for game in GAMES:
            house.open(game)
        house.turn(1.1)
        house.store.unreadable.add(GAMES[0])
        for game in GAMES:
            house.append(game, 2)
        house.turn(2.1)
        assert [len(house.sinks[game].lines) for game in GAMES] == [0, 2, 2]
        house.store.unreadable.clear()
        house.turn(1.1)
        house.check()


def test_a_question_that_only_the_bus_caused_is_asked_again_where_it_failed():
    """The log does not move any more, so nothing else would have what was lost asked for."""
    with FeedHouse(hostility=QUIET) as house:
        house.append(GAME, 2)
        house.open(GAME)
        house.turn(1.1)
        asked = house.store.asked["heads"]
        house.store.is_failing_to_tell_heads = True
        house.false_seal = house.sealed
        house.forge_what_breaks(GAME)
        house.turn(0.5)
        house.store.is_failing_to_tell_heads = False
        assert house.store.asked["heads"] == asked + 1
        house.turn(1.1)
        assert house.store.asked["heads"] == asked + 2
