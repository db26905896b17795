"""An answer that everybody shares is made seldom, is never too old, and tells its faults."""

import asyncio
import threading

import anyio
import pytest
from anyio import CapacityLimiter

from kit.clock import TurnedClock, settle
from polemos.hub.answers import SharedAnswer
from polemos.log.store import StoreError

AGE_MS_MAX = 1_000


class Maker:
    """Numbers what it makes; waits in its thread while the gate is shut."""

    def __init__(self) -> None:
        self.made = 0
        self.failures: list[Exception] = []
        self.began = threading.Event()
        self.gate = threading.Event()
        self.gate.set()

    def make(self) -> bytes:
        self.made += 1
        number = self.made
        self.began.set()
        assert self.gate.wait(30)
        if self.failures:
            raise self.failures.pop(0)
        return b"%d" % number


@pytest.fixture
def clock():
    return TurnedClock()


@pytest.fixture
def maker():
    return Maker()


@pytest.fixture
def answer(clock, maker):
    return SharedAnswer(
        lambda: maker.make, clock=clock, age_ms_max=AGE_MS_MAX, reads=CapacityLimiter(1)
    )


async def asking(answer, number):
    """Have so many ask at once, and give the tasks when all of them wait."""
    tasks = [asyncio.create_task(answer.body()) for _ in range(number)]
    await settle()
    return tasks


async def test_it_is_made_anew_when_it_has_the_age_and_not_before(answer, clock, maker):
    assert await answer.body() == b"1"
    await clock.turn(AGE_MS_MAX / 1_000 - 0.001)
    assert await answer.body() == b"1"
    await clock.turn(0.001)
    assert await answer.body() == await answer.body() == b"2"
    assert maker.made == 2


async def test_however_many_ask_while_it_is_made_it_is_made_once(answer, maker):
    maker.gate.clear()
    tasks = await asking(answer, 20)
    maker.gate.set()
    assert await asyncio.gather(*tasks) == [b"1"] * 20


async def test_its_age_counts_from_when_it_was_begun(answer, clock, maker):
    maker.gate.clear()
    (task,) = await asking(answer, 1)
    await anyio.to_thread.run_sync(maker.began.wait)
    await clock.turn(AGE_MS_MAX / 1_000)
    maker.gate.set()
    assert await task == b"1"
    assert await answer.body() == b"2"


async def test_a_fault_is_told_to_everybody_who_waits_and_is_not_kept(answer, maker):
    maker.failures.append(StoreError("The disk is gone."))
    maker.gate.clear()
    tasks = await asking(answer, 3)
    maker.gate.set()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    assert [str(fault) for fault in told] == ["The disk is gone."] * 3
    assert await answer.body() == b"2"


async def test_what_the_loop_alone_may_look_at_is_looked_at_on_the_loop(clock):
    threads = []

    def prepare():
        threads.append(threading.current_thread())
        return lambda: threads.append(threading.current_thread()) or b""

    answer = SharedAnswer(prepare, clock=clock, age_ms_max=1, reads=CapacityLimiter(1))
    await answer.body()
    assert threads[0] is threading.current_thread() is not threads[1]
