"""What is remembered of a store that failed."""

import pytest

from kit.clock import TurnedClock
from kit.rooms import StoreCommits
from polemos.log.memory import MemoryStore
from polemos.log.store import Append, StoreFull
from polemos.rooms.commits import TROUBLE_SECONDS, ReportedCommits

APPEND = Append(command_id="c", game="a-1", expected_seq=0, lines=(b"{}",), types=("X",), head="h")


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def commits() -> StoreCommits:
    return StoreCommits(MemoryStore())


async def failed(commits: StoreCommits, clock: TurnedClock) -> ReportedCommits:
    reported = ReportedCommits(commits, clock)
    commits.failures.append(StoreFull("/srv/data is full"))
    with pytest.raises(StoreFull):
        await reported.append(APPEND)
    return reported


async def test_a_failure_is_trouble_that_names_no_path(
    commits: StoreCommits, clock: TurnedClock
) -> None:
    reported = await failed(commits, clock)
    assert reported.trouble
    assert "/srv" not in reported.trouble


async def test_the_next_success_ends_the_trouble(commits: StoreCommits, clock: TurnedClock) -> None:
    reported = await failed(commits, clock)
    await reported.append(APPEND)
    assert reported.trouble is None


async def test_trouble_is_forgotten_where_nobody_appends(
    commits: StoreCommits, clock: TurnedClock
) -> None:
    reported = await failed(commits, clock)
    await clock.turn(TROUBLE_SECONDS)
    assert reported.trouble is None
