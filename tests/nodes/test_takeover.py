"""Whoever has a lease plays: no way to come by one, or to lose one, leaves a game at rest."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import anyio
import pytest

from kit.nodes import LEASE_SECONDS, CutLeases, Nodes
from kit.sitting import open_room
from kit.stepping import LoopClock, SteppedLoop
from kit.streams import played
from polemos.cluster.outages import Outages
from polemos.log.leases import MemoryBoard
from polemos.log.memory import MemoryStore
from polemos.nodes.takeover import TAKEN_AT_ONCE_MAX, Takeover
from polemos.nodes.tenure import Tenure
from polemos.nodes.vigil import Vigil
from polemos.rooms.errors import Refusal
from polemos.rules.names import room_of
from polemos.wire.requests import LeaveSeat, TakeControl

PHASES = range(0, 10, 3)
"""Nodes' loops beat apart from each other, and so a test has to try several moments."""


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def go_on(house: Nodes, *games: str) -> list[str]:
    """List the games that have no further event within a minute."""
    stored = {game: len(house.lines(game)) for game in games}
    house.turn(60)
    return [game for game in games if len(house.lines(game)) == stored[game]]


@pytest.mark.parametrize("phase", PHASES)
def test_a_game_goes_on_whose_host_left_another_node_when_its_owner_died(nodes, phase):
    first = nodes.start()
    nodes.turn(0.13 * phase)
    second = nodes.start()
    opened = open_room(nodes, first)
    host = second.guest()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    nodes.do(second.served.take_control(control, host))
    nodes.turn(1 + 0.07 * phase)
    nodes.kill(first)
    host.is_here = False
    nodes.loop.do(lambda: second.served.part(host))
    nodes.turn(LEASE_SECONDS)
    assert go_on(nodes, opened.game) == []


@pytest.mark.parametrize("phase", PHASES)
def test_a_game_goes_on_though_a_stranger_asks_for_its_room_when_its_owner_has_died(nodes, phase):
    first = nodes.start()
    nodes.turn(0.13 * phase)
    second = nodes.start()
    opened = open_room(nodes, first)
    nodes.turn(1 + 0.07 * phase)
    nodes.kill(first)
    with pytest.raises(Refusal):
        nodes.do(second.served.change(LeaveSeat(id=2, room=opened.room), second.guest()))
    nodes.turn(LEASE_SECONDS)
    assert go_on(nodes, opened.game) == []


def test_every_game_goes_on_after_none_could_be_read_for_a_while(nodes):
    first, _ = nodes.start(), nodes.start()
    games = [open_room(nodes, first).game for _ in range(12)]
    nodes.turn(1)
    nodes.store.is_unreadable = True
    nodes.kill(first)
    nodes.turn(25)
    nodes.store.is_unreadable = False
    nodes.turn(2 * LEASE_SECONDS)
    assert go_on(nodes, *games) == []


def test_a_game_under_a_lease_that_nobody_plays_is_gone_on_with(nodes):
    """Whatever brought that about: here the room was claimed, and nothing more."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first)
    nodes.turn(1)
    nodes.kill(first)
    nodes.board.forget(first.name)
    nodes.do(second.node.tenure.claim(opened.room))
    assert second.node.tenure.owns(opened.room)
    nodes.turn(3 * LEASE_SECONDS)
    assert go_on(nodes, opened.game) == []


def test_rooms_that_could_not_be_opened_leave_no_lease(nodes):
    first = nodes.start()
    first.database.is_full = True
    for _ in range(20):
        with pytest.raises(Refusal):
            open_room(nodes, first)
    assert first.node.tenure.rooms == []
    assert nodes.board.leases == {}


@dataclass
class SlowRooms:
    """Rooms that take a while to be read."""

    adopted: set[str] = field(default_factory=set)
    unending: set[str] = field(default_factory=set)
    """Rooms whose old writers do not stop."""

    async def adopt(self, game: str) -> None:
        await anyio.sleep(0.2)
        self.adopted.add(game)

    async def abandon(self, room: str) -> None:
        if room in self.unending:
            await anyio.sleep_forever()

    def is_awake(self, room: str) -> bool:
        return any(room_of(game) == room for game in self.adopted)

    def has_failed(self, room: str) -> bool:
        return False


class Watch:
    """A node that keeps watch over two hundred rooms, and nothing else."""

    def __init__(self) -> None:
        self.loop, store, self.rooms = SteppedLoop(), MemoryStore(), SlowRooms()
        clock = LoopClock(self.loop)
        for number in range(200):
            store.append(played(f"room{number}-1", "tod-und-leben")[:3])
        self.leases = CutLeases(MemoryBoard(store, clock.unix_ms), "node")
        self.lost: list[str] = []
        self.tenure = Tenure(
            leases=self.leases,
            node="node",
            lease_seconds=LEASE_SECONDS,
            clock=clock,
            lost=self.lost.append,
        )
        self.loop.begin(self._keep(store, clock))
        self.loop.turn(30)
        assert len(self.rooms.adopted) == len(self.tenure.rooms) == 200

    def lose_everything(self) -> None:
        """Let the database be away for longer than a lease lasts."""
        self.leases.is_cut = True
        self.loop.turn(LEASE_SECONDS + 2)
        self.leases.is_cut = False
        self.rooms.adopted.clear()

    async def _keep(self, store: MemoryStore, clock: LoopClock) -> None:
        async with anyio.create_task_group() as tasks:
            takeover = Takeover(
                leases=self.leases,
                store=store,
                tenure=self.tenure,
                rooms=self.rooms,  # type: ignore[arg-type]
                outages=Outages(),
                tasks=tasks,
            )
            await self.tenure.renew()
            Vigil(tenure=self.tenure, takeover=takeover, outages=Outages(), clock=clock).begin(
                tasks
            )
            await anyio.sleep_forever()


def test_a_node_renews_itself_in_time_however_long_its_rooms_take_to_be_read():
    """After an outage of the database it takes two hundred rooms back, and loses none again."""
    watch = Watch()
    watch.lose_everything()
    watch.loop.turn(30)
    assert len(watch.rooms.adopted) == len(watch.tenure.rooms) == 200
    assert len(watch.lost) == 200
    watch.loop.dispose()


def test_old_writers_that_do_not_stop_hold_up_no_other_room():
    watch = Watch()
    watch.rooms.unending = {f"room{number}" for number in range(2 * TAKEN_AT_ONCE_MAX)}
    watch.lose_everything()
    watch.loop.turn(30)
    assert len(watch.rooms.adopted) == 200 - 2 * TAKEN_AT_ONCE_MAX
    watch.loop.dispose()
