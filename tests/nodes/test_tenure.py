"""How sure a node may be of its rooms, and what becomes of an append that comes too late."""

import pytest

from kit.clock import TurnedClock
from kit.nodes import CutLeases, LeasedCommits
from kit.streams import laid_cards
from polemos.log.leases import MemoryBoard
from polemos.log.memory import MemoryStore
from polemos.log.store import Fenced
from polemos.nodes.commits import FencedCommits
from polemos.nodes.tenure import NotSure, Tenure
from polemos.rules.names import room_of

LEASE_SECONDS = 5.0
GAME = "room0-1"
ROOM = room_of(GAME)


class Half:
    """One node's part of a cluster, without anything that runs by itself."""

    def __init__(self, board: MemoryBoard, node: str, clock: TurnedClock) -> None:
        self.lost: list[str] = []
        self.leases = CutLeases(board, node)
        self.tenure = Tenure(
            leases=self.leases,
            node=node,
            lease_seconds=LEASE_SECONDS,
            clock=clock,
            lost=self.lost.append,
        )
        self.commits = FencedCommits(LeasedCommits(board, self.leases), self.tenure)


class Cluster:
    def __init__(self) -> None:
        self.clock = TurnedClock()
        self.store = MemoryStore()
        self.board = MemoryBoard(self.store, self.clock.unix_ms)
        self.one, self.two = (Half(self.board, name, self.clock) for name in ("one", "two"))


async def test_a_node_owns_a_room_only_as_long_as_nobody_else_can_have_it():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.tenure.claim(ROOM)
    assert cluster.one.tenure.owns(ROOM)
    await cluster.clock.turn(0.8 * LEASE_SECONDS)
    assert not cluster.one.tenure.owns(ROOM)


async def test_a_node_that_is_not_sure_appends_nothing_and_waits():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=0, head=""))
    await cluster.clock.turn(LEASE_SECONDS)
    head = cluster.store.head(GAME)
    assert head is not None
    with pytest.raises(NotSure):
        await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=1, head=head.head))
    assert cluster.store.head(GAME) == head


async def test_an_append_under_a_lease_that_is_another_s_by_now_loses_the_room():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.two.tenure.renew()
    await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=0, head=""))
    # An operator, or a clock of the database that jumped: this node could not know.
    cluster.board.forget("one")
    await cluster.two.tenure.claim(ROOM)
    head = cluster.store.head(GAME)
    assert head is not None
    with pytest.raises(Fenced):
        await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=1, head=head.head))
    assert cluster.one.lost == [ROOM]
    assert not cluster.one.tenure.owns(ROOM)
    assert cluster.two.tenure.owns(ROOM)


async def test_a_room_that_was_lost_is_not_claimed_by_a_late_append():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=0, head=""))
    cluster.one.tenure.lose(ROOM, cluster.one.tenure.fence_of(ROOM))
    head = cluster.store.head(GAME)
    assert head is not None
    with pytest.raises(Fenced):
        await cluster.one.commits.append(laid_cards(GAME, 1, expected_seq=1, head=head.head))


async def test_a_node_whose_lease_ended_begins_with_nothing():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.tenure.claim(ROOM)
    await cluster.clock.turn(LEASE_SECONDS)
    await cluster.one.tenure.renew()
    assert cluster.one.lost == [ROOM]
    assert not cluster.one.tenure.owns(ROOM)


async def test_a_room_that_is_let_go_of_is_anybody_s():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.two.tenure.renew()
    await cluster.one.tenure.claim(ROOM)
    assert (await cluster.two.tenure.claim(ROOM))[0].node == "one"
    await cluster.one.tenure.release(ROOM, lambda: True)
    assert (await cluster.two.tenure.claim(ROOM))[0].node == "two"


async def test_a_late_word_of_an_older_lease_does_not_cost_the_newer_one():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    former, _ = await cluster.one.tenure.claim(ROOM)
    await cluster.clock.turn(LEASE_SECONDS)
    await cluster.one.tenure.renew()
    newer, is_new = await cluster.one.tenure.claim(ROOM)
    assert is_new
    assert newer.fence > former.fence
    cluster.one.lost.clear()
    cluster.one.tenure.lose(ROOM, former.fence)
    assert cluster.one.lost == []
    assert cluster.one.tenure.owns(ROOM)


async def test_a_node_that_has_left_takes_nothing_and_is_sure_of_nothing():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.tenure.leave()
    assert await cluster.one.tenure.renew() == []
    assert not cluster.one.tenure.is_sure
    with pytest.raises(NotSure):
        await cluster.one.tenure.claim(ROOM)
    assert cluster.one.leases.nodes() == []


async def test_a_node_learns_what_the_database_says_it_holds_and_claims_it():
    cluster = Cluster()
    await cluster.one.tenure.renew()
    await cluster.one.tenure.claim(ROOM)
    cluster.one.leases.release(ROOM)
    cluster.one.leases.claim("room1")
    assert await cluster.one.tenure.reconcile() == ["room1"]
    assert cluster.one.lost == [ROOM]
    assert not cluster.one.tenure.owns("room1")
    _, is_new = await cluster.one.tenure.claim("room1")
    assert is_new
    assert cluster.one.tenure.owns("room1")
