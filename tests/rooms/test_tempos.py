"""When beats are due."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rooms.paces import fresh_pace
from polemos.rooms.tempos import kept_beat_seconds, seconds_per_beat
from polemos.rules.events import Tempo

MOMENTS = st.floats(0, 1e6)


@pytest.mark.parametrize(
    ("tempo", "seconds"),
    [(Tempo.QUARTER, 4.0), (Tempo.ONE, 1.0), (Tempo.SIXTY_FOUR, 1 / 64), (Tempo.LIGHTNING, 0.0)],
)
def test_a_tempo_is_so_many_beats_a_second(tempo: Tempo, seconds: float) -> None:
    assert seconds_per_beat(tempo) == seconds


@given(due=MOMENTS, now=MOMENTS, tempo=st.sampled_from(Tempo))
def test_the_next_beat_is_never_counted_from_the_future(
    due: float, now: float, tempo: Tempo
) -> None:
    assert kept_beat_seconds(due, now, tempo) <= now


@given(now=MOMENTS, late=st.floats(0, 1), tempo=st.sampled_from(list(Tempo)[:-1]))
def test_a_late_beat_delays_none_and_a_stall_brings_no_burst(
    now: float, late: float, tempo: Tempo
) -> None:
    interval = seconds_per_beat(tempo)
    due = now - late * interval
    assert kept_beat_seconds(due, now, tempo) in (due, now)
    assert kept_beat_seconds(now - interval, now, tempo) == now


@given(st.lists(st.floats(0, 3), max_size=30), st.sampled_from(Tempo))
def test_beats_never_come_closer_than_the_tempo_allows_on_average(
    pauses: list[float], tempo: Tempo
) -> None:
    interval = seconds_per_beat(tempo)
    now, pace, beats = 0.0, fresh_pace(0.0), 0
    for pause in pauses:
        now += pause
        if now >= pace.due_seconds(tempo):
            pace = pace.after_beat(now, tempo)
            beats += 1
    assert beats * interval <= now + 1e-6


def test_a_failed_store_holds_back_the_beat_and_the_end() -> None:
    pace = fresh_pace(0.0).after_failure(100.0, retry_seconds=5.0)
    assert pace.due_seconds(Tempo.ONE) == 105.0
    assert pace.idle_seconds(10.0) == 105.0


def test_a_request_keeps_a_resting_game_alive() -> None:
    assert fresh_pace(0.0).after_ask(50.0).idle_seconds(10.0) == 60.0
