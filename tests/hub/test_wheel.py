"""A timer wheel against a dictionary of due ticks."""

from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.wheel import Wheel

steps = st.lists(
    st.tuples(st.just("wake"), st.sampled_from("abc"), st.integers(-1, 4))
    | st.tuples(st.just("forget"), st.sampled_from("abc"), st.just(0))
    | st.tuples(st.just("turn"), st.just(""), st.just(0)),
    max_size=40,
)


@given(steps)
def test_every_key_is_woken_once_at_the_tick_it_asked_for_last(steps):
    wheel, due, now = Wheel[str](), dict[str, int](), 0
    for step, key, ticks in steps:
        if step == "wake":
            wheel.wake(key, ticks)
            due[key] = now + max(1, ticks)
        elif step == "forget":
            wheel.forget(key)
            due.pop(key, None)
        else:
            now += 1
            expected = {key for key, tick in due.items() if tick == now}
            assert wheel.turn() == expected
            due = {key: tick for key, tick in due.items() if tick > now}
