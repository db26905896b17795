"""Rolls that are told in parts: every room once, each part no larger than the bus carries."""

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.guests import OwnGuest
from kit.stepping import SteppedLoop
from polemos.cluster.memory_bus import MemoryExchange
from polemos.cluster.subjects import Subjects
from polemos.nodes.asking import Asking
from polemos.nodes.holdings import Holdings
from polemos.nodes.messages import QUESTION, Roll, RollAnswer
from polemos.nodes.roll_calls import (
    ANSWER_SECONDS_MAX,
    NUMBER_BYTES,
    PRESENT_BYTES,
    ROLL_BYTES,
    ROOM_BYTES,
    SOUGHT_AT_ONCE_MAX,
    RollCalls,
)
from polemos.nodes.unread import Unread
from polemos.rooms.grants import Grant
from polemos.rooms.room import Seated

NODE = "n" * 64
PLAYER = "p" * 43
GRANT = Grant(10**18, 10**18)
BYTES_MAX = 1 << 10
PEOPLE_MAX = (BYTES_MAX - ROLL_BYTES - ROOM_BYTES) // PRESENT_BYTES


def room_name(number: int) -> str:
    return f"r{number:031d}"


@dataclass
class FarOwners:
    """Every room is run by another node; that of some rooms is not known before it is found."""

    forgotten: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    sought: list[str] = field(default_factory=list)
    found: anyio.Event | None = None
    is_sure = True

    def known(self, room: str) -> str | None:
        return None if room in self.unknown else "far"

    async def find(self, room: str, *, is_taking: bool) -> str | None:
        self.sought.append(room)
        if self.found is None:
            return None
        await self.found.wait()
        self.unknown.discard(room)
        return "far"

    def forget(self, room: str) -> None:
        self.forgotten.append(room)


class House:
    """A node that calls its rolls, and another one that writes them down."""

    def __init__(self, bytes_max: int = BYTES_MAX) -> None:
        self.loop = SteppedLoop()
        exchange = MemoryExchange(payload_bytes_max=bytes_max)
        subjects = Subjects("cluster")
        self.holdings = Holdings()
        self.owners = FarOwners()
        self.rolls: list[Roll] = []
        self.is_answering = True
        self.do(exchange.connect().answer(subjects.ask("far"), self._heed))
        self.calls = RollCalls(
            node=NODE,
            holdings=self.holdings,
            owners=self.owners,  # type: ignore[arg-type]
            asking=Asking(exchange.connect(), subjects, Unread()),
            rooms=None,  # type: ignore[arg-type]  none is this node's own
        )

    async def _heed(self, payload: bytes) -> bytes | None:
        roll = QUESTION.validate_json(payload)
        assert isinstance(roll, Roll)
        self.rolls.append(roll)
        return RollAnswer().model_dump_json().encode() if self.is_answering else None

    def do(self, asked: Coroutine[None, None, object]) -> None:
        task: asyncio.Task[object] = self.loop.create_task(asked)
        self.loop.turn(10 * ANSWER_SECONDS_MAX)
        task.result()

    def fill(self, people: dict[int, int]) -> None:
        """Let so many people be in each room, each as large as somebody can be."""
        for room, count in people.items():
            for _ in range(count):
                guest, name = OwnGuest(), room_name(room)
                seated = Seated(
                    room=name, game=f"{name}-1", seq=1, seat=3, player=PLAYER, grant=GRANT
                )
                self.holdings.seat(guest, seated)

    def told(self) -> dict[str, int]:
        """Tell how many people of each room were told; a room that is told twice is a fault."""
        told: dict[str, int] = {}
        for roll in self.rolls:
            for room, present in roll.rooms.items():
                assert room not in told
                told[room] = len(present)
        return told


@given(
    people=st.dictionaries(st.integers(0, 99), st.integers(1, PEOPLE_MAX), max_size=20),
    vacated=st.sets(st.integers(100, 120)),
)
def test_every_room_is_told_once_in_as_few_parts_as_are_needed(people, vacated):
    """Whoever has just become empty is told, too; the bus itself refuses what does not fit."""
    house = House()
    house.fill(people | dict.fromkeys(vacated, 1))
    for room in vacated:
        for guest in list(house.holdings.standings(room_name(room))):
            guest.is_here = False  # type: ignore[misc]
            house.holdings.part(guest)
    house.do(house.calls.call())
    counts = people | dict.fromkeys(vacated, 0)
    assert house.told() == {room_name(room): count for room, count in counts.items()}
    assert set(house.holdings.rooms) == {room_name(room) for room in people}
    assert house.owners.forgotten == []
    sizes_bytes = sum(ROOM_BYTES + PRESENT_BYTES * count for count in counts.values())
    assert len(house.rolls) <= 1 + 2 * sizes_bytes // (BYTES_MAX - ROLL_BYTES)


def test_a_roll_that_fits_is_told_in_one_part():
    """However many rooms are in it."""
    house = House(1 << 20)
    house.fill(dict.fromkeys(range(1_000), 2))
    house.do(house.calls.call())
    assert [len(roll.rooms) for roll in house.rolls] == [1_000]


def test_those_who_have_something_under_way_are_in_every_part_and_it_fits():
    """They take up room, too, and there is less of it for others."""
    house = House(1 << 16)
    house.fill(dict.fromkeys(range(60), 10))
    with ExitStack() as asking:
        numbers = [asking.enter_context(house.holdings.asked(OwnGuest())) for _ in range(4_500)]
        house.do(house.calls.call())
    assert len(house.told()) == 60
    assert all(roll.asking == numbers for roll in house.rolls)


def test_a_room_that_is_too_large_alone_is_left_out_and_all_others_are_told(
    caplog: pytest.LogCaptureFixture,
):
    """One sentence tells of it, however often the roll is called."""
    house = House()
    house.fill({0: 1, 1: PEOPLE_MAX + 1, 2: 1})
    house.do(house.calls.call())
    house.do(house.calls.call())
    assert [sorted(roll.rooms) for roll in house.rolls] == [
        [room_name(0)],
        [room_name(2)],
    ] * 2
    assert len(caplog.records) == 1
    assert f"Room {room_name(1)} has {PEOPLE_MAX + 1} people" in caplog.text


def test_a_node_that_is_only_in_a_room_that_is_too_large_gives_a_sign_of_life(
    caplog: pytest.LogCaptureFixture,
):
    """Else the room's node would take all of its people for gone."""
    house = House()
    house.fill({1: PEOPLE_MAX + 1})
    house.do(house.calls.call())
    assert [roll.rooms for roll in house.rolls] == [{}]


def test_a_node_that_does_not_answer_is_told_no_further_part():
    """It is waited for once, for meanwhile no other node hears anything; its rooms are sought."""
    house = House()
    house.is_answering = False
    house.fill(dict.fromkeys(range(9), 3))
    house.do(house.calls.call())
    assert len(house.rolls) == 1
    assert sorted(house.owners.forgotten) == [room_name(room) for room in range(9)]


def test_the_sizes_that_are_reckoned_with_are_never_too_small():
    """A roll, a room, somebody in it and somebody with an errand under way, at their largest."""
    house = House(1 << 20)
    house.fill({1: 1})
    house.do(house.calls.call())
    (roll,) = house.rolls
    largest, number = 10**18, 10**10
    (present,) = roll.rooms[room_name(1)]
    present = present.model_copy(update={"guest": number})
    empty = roll.model_copy(update={"rooms": {}, "word": largest})
    alone = empty.model_copy(update={"rooms": {room_name(1): []}})
    full = empty.model_copy(update={"rooms": {room_name(1): [present]}})
    asking = empty.model_copy(update={"asking": [number]})
    sizes_bytes = [len(each.model_dump_json()) for each in (empty, alone, full, asking)]
    assert sizes_bytes[0] <= ROLL_BYTES
    assert sizes_bytes[1] - sizes_bytes[0] < ROOM_BYTES
    assert sizes_bytes[2] - sizes_bytes[1] < PRESENT_BYTES
    assert sizes_bytes[3] - sizes_bytes[0] < NUMBER_BYTES


def test_a_node_that_is_looked_for_holds_up_no_roll_to_the_others():
    house = House()
    house.fill({0: 1, 1: 1})
    house.owners.unknown.add(room_name(0))
    house.owners.found = anyio.Event()
    seeking = house.loop.create_task(house.calls.seek())
    house.do(house.calls.call())
    assert house.told() == {room_name(1): 1}
    house.loop.do(house.owners.found.set)
    house.loop.settle()
    assert seeking.result()
    house.rolls.clear()
    house.do(house.calls.call())
    assert house.told() == {room_name(0): 1, room_name(1): 1}


def test_nodes_are_looked_for_a_few_at_a_time():
    house = House()
    house.fill(dict.fromkeys(range(3 * SOUGHT_AT_ONCE_MAX), 1))
    house.owners.unknown.update(house.holdings.rooms)
    house.owners.found = anyio.Event()
    seeking = house.loop.create_task(house.calls.seek())
    house.loop.settle()
    assert len(house.owners.sought) == SOUGHT_AT_ONCE_MAX
    house.loop.do(house.owners.found.set)
    house.loop.settle()
    assert seeking.result()
    assert house.owners.unknown == set()


def test_an_empty_room_that_nobody_runs_is_looked_for_no_more_once_that_is_sure():
    house = House()
    house.fill({0: 1})
    house.owners.unknown.add(room_name(0))
    for guest in list(house.holdings.standings(room_name(0))):
        guest.is_here = False  # type: ignore[misc]
        house.holdings.part(guest)
    house.owners.is_sure = False
    house.do(house.calls.seek())
    assert house.holdings.rooms == [room_name(0)]
    house.owners.is_sure = True
    house.do(house.calls.seek())
    assert house.holdings.rooms == []
