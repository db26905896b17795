"""A replay never runs ahead of what is recorded, and time moves it by its tempo alone."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.events import Tempo
from polemos_demo.terminal.replay import players
from polemos_demo.terminal.replay.players import Extent, Mode, Player, beat_seconds

extents = st.builds(
    Extent, last=st.integers(0, 50), first=st.just(0), can_grow=st.booleans()
).flatmap(
    lambda extent: st.integers(0, extent.last).map(
        lambda first: Extent(last=extent.last, first=first, can_grow=extent.can_grow)
    )
)
Move = Callable[[Player, Extent, float], Player]
moves = st.one_of(
    st.just(players.play),
    st.just(players.tick),
    st.just(lambda player, extent, now: players.pause(player)),
    st.just(lambda player, extent, now: players.go_live(player, extent)),
    st.integers(-5, 60).map(
        lambda place: lambda player, extent, _: players.go_to(player, extent, place)
    ),
    st.integers(-5, 60).map(
        lambda place: lambda player, extent, _: players.move_to(player, extent, place)
    ),
    st.integers(-12, 12).map(
        lambda steps: lambda player, _, now: players.shift_tempo(player, steps, now)
    ),
)


@given(extents, st.lists(st.tuples(moves, st.floats(0, 3)), max_size=40))
def test_whatever_is_done_it_stands_within_what_is_recorded(
    extent: Extent, script: list[tuple[Move, float]]
) -> None:
    player, now = Player(mode=Mode.PAUSED), 0.0
    for move, seconds in script:
        now += seconds
        player = move(player, extent, now)
        assert 0 <= player.place <= extent.last
        if player.mode is Mode.LIVE:
            assert player.place == extent.last
            assert extent.can_grow


@given(
    st.sampled_from([tempo for tempo in Tempo if tempo is not Tempo.LIGHTNING]),
    st.lists(st.integers(1, 8), min_size=1, max_size=30),
)
def test_the_beats_shown_are_those_of_the_time_however_often_it_is_looked_at(
    tempo: Tempo, eighths: list[int]
) -> None:
    extent = Extent(last=1_000_000, first=0, can_grow=False)
    player = players.play(Player(mode=Mode.PAUSED, tempo=tempo), extent, 0.0)
    now, beat = 0.0, beat_seconds(tempo)
    for count in eighths:
        now += count * min(beat, players.STALL_SECONDS_MAX) / 8  # exact: powers of two
        player = players.tick(player, extent, now)
    assert player.place == int(now / beat)


def test_playing_rests_at_the_end_or_joins_the_running_game() -> None:
    for can_grow, mode in ((False, Mode.PAUSED), (True, Mode.LIVE)):
        extent = Extent(last=3, first=1, can_grow=can_grow)
        player = players.play(Player(mode=Mode.PAUSED, place=1), extent, 0.0)
        player = players.tick(player, extent, 60.0)
        assert (player.mode, player.place) == (mode, 3)
        longer = Extent(last=5, first=1, can_grow=can_grow)
        assert players.tick(player, longer, 61.0).place == (5 if can_grow else 3)


def test_playing_from_the_end_begins_again_at_the_deal() -> None:
    extent = Extent(last=9, first=4, can_grow=False)
    player = players.play(Player(mode=Mode.PAUSED, place=9), extent, 7.0)
    assert (player.mode, player.place) == (Mode.PLAYING, 4)


def test_whoever_was_away_does_not_see_everything_in_one_burst() -> None:
    extent = Extent(last=1_000, first=0, can_grow=False)
    player = players.play(Player(mode=Mode.PAUSED, tempo=Tempo.FOUR), extent, 0.0)
    assert players.tick(player, extent, 3_600.0).place == 5
