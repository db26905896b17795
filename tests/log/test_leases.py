"""The contract that every kind of leases keeps, on a clock that the test turns."""

import threading
from contextlib import ExitStack
from dataclasses import replace

import psycopg
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from kit.leases import MemoryCluster, postgres_cluster
from kit.postgres_databases import OWNER, new_database, until_each_waits, until_somebody_waits
from kit.streams import laid_cards
from polemos.log.leases import Lease, NodeExpired
from polemos.log.postgres.append import append_batch
from polemos.log.store import Appended, Fenced

LEASE_SECONDS = 5.0
LEASE_MS = 5_000


@pytest.fixture(params=["memory", "postgres"])
def cluster(request):
    if request.param == "memory":
        yield MemoryCluster()
    else:
        with postgres_cluster(request.getfixturevalue("address")) as cluster:
            yield cluster


@pytest.fixture
def real(address):
    """A cluster on a real database, which heeds fences."""
    with postgres_cluster(address) as cluster:
        yield cluster


def joined(cluster, *names):
    nodes = [cluster.node(name) for name in names]
    for node in nodes:
        node.join(LEASE_SECONDS)
    return nodes


def under(lease, append):
    return replace(append, fence=lease.fence)


def test_a_node_can_ask_what_it_holds(cluster):
    a, b = joined(cluster, "a", "b")
    leases = {a.claim("room0"), a.claim("room1")}
    b.claim("room2")
    assert set(a.held()) == leases
    a.release("room0")
    assert {lease.room for lease in a.held()} == {"room1"}
    cluster.turn(LEASE_MS)
    assert a.held() == []


def test_a_node_lives_until_it_has_not_renewed_itself_in_time(cluster):
    (a,) = joined(cluster, "a")

    for _ in range(3):
        cluster.turn(LEASE_MS - 1)
        assert a.nodes() == ["a"]
        assert a.renew()
    cluster.turn(LEASE_MS)
    assert a.nodes() == []
    assert not a.renew()
    assert not a.renew()


def test_a_node_that_never_joined_cannot_renew_itself_or_own_anything(cluster):
    stranger = cluster.node("stranger")

    assert not stranger.renew()
    with pytest.raises(NodeExpired, match="must join again"):
        stranger.claim("room")
    assert stranger.owner("room") is None


def test_the_living_nodes_are_listed_in_order(cluster):
    joined(cluster, "b", "c")
    cluster.turn(LEASE_MS)
    (b, a) = joined(cluster, "b", "a")

    assert a.nodes() == b.nodes() == ["a", "b"]


def test_the_first_to_claim_a_room_owns_it_and_the_others_are_told_who_does(cluster):
    a, b = joined(cluster, "a", "b")

    lease = a.claim("room")
    assert lease == Lease(room="room", node="a", fence=lease.fence)
    assert lease.fence >= 1
    assert a.claim("room") == b.claim("room") == b.owner("room") == a.owner("room") == lease
    assert b.owner("other") is None
    assert b.claim("other").node == "b"


def test_a_room_whose_node_has_died_belongs_to_whoever_claims_it_next(cluster):
    a, b = joined(cluster, "a", "b")
    old = a.claim("room")
    cluster.turn(LEASE_MS - 1)
    b.renew()
    assert b.claim("room") == old
    cluster.turn(1)

    assert b.owner("room") is None
    new = b.claim("room")
    assert new.node == "b"
    assert new.fence > old.fence
    with pytest.raises(NodeExpired):
        a.claim("another")
    assert a.claim("room") == new


def test_a_released_room_is_free_and_its_next_fence_is_higher(cluster):
    a, b = joined(cluster, "a", "b")
    fences = []
    for node in (a, b, a):
        fences.append(node.claim("room").fence)
        node.release("room")
        assert node.owner("room") is None

    assert fences == sorted(set(fences))
    assert b.claim("other").fence > fences[-1]


def test_nobody_releases_what_is_anothers(cluster):
    a, b = joined(cluster, "a", "b")
    lease = a.claim("room")

    b.release("room")
    b.release("never claimed")
    assert a.owner("room") == lease


def test_a_node_that_leaves_gives_up_everything_and_others_keep_theirs(cluster):
    a, b = joined(cluster, "a", "b")
    a.claim("one")
    a.claim("two")
    kept = b.claim("three")
    a.leave()

    assert b.nodes() == ["b"]
    assert [b.owner(room) for room in ("one", "two", "three")] == [None, None, kept]
    assert not a.renew()
    a.leave()


def test_a_node_that_joins_again_owns_nothing_of_what_it_had(cluster):
    a, b = joined(cluster, "a", "b")
    old = a.claim("room")

    a.join(LEASE_SECONDS)
    assert a.owner("room") is None
    assert b.claim("room").fence > old.fence


def opened(cluster, *games):
    for game in games:
        cluster.store.append([laid_cards(game, 1)])


def ended(cluster, game):
    end = laid_cards(game, 1, expected_seq=1, name=f"end of {game}")
    cluster.store.append([replace(end, types=("GameEnded",))])


def test_running_games_of_rooms_that_nobody_owns_are_orphans_the_oldest_first(cluster):
    a, b = joined(cluster, "a", "b")
    opened(cluster, "z-1", "y-1", "x-1", "w-1", "v-1")
    ended(cluster, "y-1")
    a.claim("x")
    b.claim("w")

    assert a.orphans(10) == b.orphans(10) == ["z-1", "v-1"]
    assert a.orphans(1) == ["z-1"]
    a.claim("z")
    a.claim("v")
    assert b.orphans(10) == []


def test_games_of_a_node_that_died_left_or_released_them_are_orphans(cluster):
    a, b, c = joined(cluster, "a", "b", "c")
    opened(cluster, "one-1", "two-1", "three-1")
    a.claim("one")
    b.claim("two")
    c.claim("three")
    assert c.orphans(10) == []

    b.leave()
    assert c.orphans(10) == ["two-1"]
    c.release("three")
    assert c.orphans(10) == ["two-1", "three-1"]
    cluster.turn(LEASE_MS - 1)
    c.renew()
    cluster.turn(1)
    assert c.orphans(10) == ["one-1", "two-1", "three-1"]
    for room in ("one", "two", "three"):
        c.claim(room)
    assert c.orphans(10) == []


def test_a_game_that_opens_in_an_owned_room_is_no_orphan(cluster):
    a, b = joined(cluster, "a", "b")
    a.claim("room")
    opened(cluster, "room-1")
    assert b.orphans(10) == []
    ended(cluster, "room-1")
    opened(cluster, "room-2")

    assert b.orphans(10) == []
    a.leave()
    assert b.orphans(10) == ["room-2"]


def test_the_clock_that_counts_is_told_apart_from_a_nodes_own(cluster):
    (a,) = joined(cluster, "a")

    now_ms = a.clock_offset_ms(0)
    assert now_ms == 1_790_000_000_000
    cluster.turn(3_600_000)
    assert a.clock_offset_ms(now_ms) == 3_600_000
    assert a.clock_offset_ms(now_ms + 7_200_000) == -3_600_000


def test_of_many_threads_that_claim_one_room_exactly_one_wins(cluster):
    nodes = joined(cluster, *(f"node {number}" for number in range(8)))
    barrier, won = threading.Barrier(len(nodes)), []

    def claim(node):
        barrier.wait()
        won.extend([node.claim(f"room{number}") for number in range(20)])

    threads = [threading.Thread(target=claim, args=(node,)) for node in nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(won) == 8 * 20
    assert len(set(won)) == len({lease.room for lease in won}) == 20
    assert len({lease.fence for lease in won}) == 20


def test_an_append_is_taken_under_its_rooms_fence_alone(real):
    (a,) = joined(real, "a")
    lease, other = a.claim("a"), a.claim("b")
    append = laid_cards("a-1", 2)

    fenced, taken = real.store.append(
        [under(other, replace(append, command_id="late")), under(lease, append)]
    )
    assert isinstance(fenced, Fenced)
    assert (fenced.game, fenced.fence) == ("a-1", other.fence)
    assert "no longer in force" in str(fenced)
    assert taken == Appended(position=2, seq=2)
    assert real.store.last_position() == 2


def test_a_holder_that_was_paused_past_its_lease_is_fenced(real):
    a, b = joined(real, "a", "b")
    old = a.claim("room")
    first = laid_cards("room-1", 1)
    real.store.append([under(old, first)])
    real.turn(LEASE_MS)
    b.join(LEASE_SECONDS)
    new = b.claim("room")

    late = under(old, laid_cards("room-1", 1, expected_seq=1, head=first.head, name="late"))
    next_one = under(new, replace(late, command_id="next"))
    results = real.store.append([late, next_one, late])

    assert [type(result) for result in results] == [Fenced, Appended, Fenced]
    assert real.store.head("room-1").seq == 2


@pytest.mark.parametrize("how", ["released", "left", "joined again"])
def test_whoever_gave_a_room_up_cannot_write_to_it(real, how):
    (a,) = joined(real, "a")
    lease = a.claim("room")
    match how:
        case "released":
            a.release("room")
        case "left":
            a.leave()
        case _:
            a.join(LEASE_SECONDS)

    (result,) = real.store.append([under(lease, laid_cards("room-1", 1))])
    assert isinstance(result, Fenced)
    assert real.store.last_position() == 0


def test_a_command_that_was_stored_is_told_its_result_even_after_the_lease_was_lost(real):
    a, b = joined(real, "a", "b")
    append = under(a.claim("room"), laid_cards("room-1", 1))
    real.store.append([append])
    a.leave()
    b.claim("room")

    assert real.store.append([append]) == [Appended(position=1, seq=1)]


def test_once_a_claim_has_returned_no_append_under_an_older_fence_commits(real, address):
    a, b = joined(real, "a", "b")
    old, claimed = a.claim("room"), []
    taking_over = threading.Thread(target=lambda: claimed.append(b.claim("room")))
    with psycopg.connect(address) as holder:
        append_batch(holder, [under(old, laid_cards("room-1", 1))])
        real.turn(LEASE_MS - 1)
        b.renew()
        real.turn(1)
        taking_over.start()
        until_somebody_waits(address)
        assert not claimed
        holder.commit()
        taking_over.join()

    assert claimed[0].fence > old.fence
    assert real.store.head("room-1").seq == 1


def renew_after(holder, node, until):
    """Renew a node in a transaction that is still open when the clock has turned."""
    ((is_alive,),) = holder.execute("SELECT polemos.renew(%s)", [node]).fetchall()
    until()
    holder.commit()
    return is_alive


def test_a_claim_waits_for_a_renewal_that_is_under_way(real, address):
    a, b = joined(real, "a", "b")
    mine, claimed = a.claim("room"), []
    taking_over = threading.Thread(target=lambda: claimed.append(b.claim("room")))

    def claim_meanwhile():
        b.renew()
        real.turn(1)
        taking_over.start()
        until_each_waits(address, taking_over)

    real.turn(LEASE_MS - 1)
    with psycopg.connect(address) as holder:
        assert renew_after(holder, "a", claim_meanwhile)
    taking_over.join()
    assert claimed == [mine]


def test_a_sweep_leaves_what_a_renewal_under_way_keeps(real, address):
    a, b = joined(real, "a", "b")
    mine = a.claim("room")
    sweeping = threading.Thread(target=lambda: b.orphans(10))

    def sweep_meanwhile():
        real.turn(1)
        sweeping.start()
        until_each_waits(address, sweeping)

    real.turn(LEASE_MS - 1)
    with psycopg.connect(address) as holder:
        assert renew_after(holder, "a", sweep_meanwhile)
    sweeping.join()
    assert b.owner("room") == mine


def test_a_node_whose_room_was_taken_has_not_renewed_itself(real, address):
    """A renewal that began in time, and a claim that came when it was over, in either order."""
    a, b = joined(real, "a", "b")
    old, renewed, claimed = a.claim("room"), [], []
    renewing = threading.Thread(target=lambda: renewed.append(a.renew()))
    claiming = threading.Thread(target=lambda: claimed.append(b.claim("room")))
    real.turn(LEASE_MS - 1)
    b.renew()
    with psycopg.connect(address) as holder:
        holder.execute("SELECT FROM polemos.nodes WHERE node = 'a' FOR UPDATE")
        renewing.start()
        until_each_waits(address, renewing)
        real.turn(1)
        claiming.start()
        until_each_waits(address, renewing, claiming)
        holder.commit()
    renewing.join()
    claiming.join()
    assert renewed == [claimed == [old]]


def test_what_a_dead_node_left_is_swept_once_its_rooms_are_taken_over(real, address):
    a, b = joined(real, "a", "b")
    opened(real, "runs-1", "over-1")
    ended(real, "over-1")
    for room in ("runs", "over", "empty"):
        a.claim(room)
    real.turn(LEASE_MS)
    b.join(LEASE_SECONDS)
    assert b.orphans(10) == ["runs-1"]
    b.claim("runs")
    b.orphans(10)

    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT node FROM polemos.nodes").fetchall() == [("b",)]
        assert connection.execute("SELECT room FROM polemos.leases").fetchall() == [("runs",)]


class TwoClusters(RuleBasedStateMachine):
    """Leases in PostgreSQL, against those in memory, in any order of what nodes do."""

    nodes = st.sampled_from("abc")
    rooms = st.sampled_from(["r", "s", "t"])

    def __init__(self, server):
        super().__init__()
        self.stack = ExitStack()
        name = self.stack.enter_context(new_database(server))
        kept = self.stack.enter_context(postgres_cluster(server.address(name, OWNER)))
        self.clusters = [MemoryCluster(), kept]
        self.views = [{name: c.node(name) for name in "abc"} for c in self.clusters]
        self.games = {}

    def teardown(self):
        self.stack.close()

    def both(self, node, method, *values):
        told = []
        for views in self.views:
            try:
                told.append(getattr(views[node], method)(*values))
            except NodeExpired as error:
                told.append(str(error))
        assert told[0] == told[1]

    @rule(node=nodes, seconds=st.integers(1, 5))
    def join(self, node, seconds):
        self.both(node, "join", float(seconds))

    @rule(node=nodes)
    def renew(self, node):
        self.both(node, "renew")

    @rule(node=nodes, room=rooms)
    def claim(self, node, room):
        self.both(node, "claim", room)

    @rule(node=nodes, room=rooms)
    def release(self, node, room):
        self.both(node, "release", room)

    @rule(node=nodes)
    def leave(self, node):
        self.both(node, "leave")

    @rule(milliseconds=st.sampled_from([1, 999, 1_000, 3_000]))
    def turn(self, milliseconds):
        for cluster in self.clusters:
            cluster.turn(milliseconds)

    @rule(room=rooms)
    def open_a_game(self, room):
        game = f"{room}-{self.games.setdefault(room, 0) + 1}"
        head = (
            self.clusters[0].store.head(f"{room}-{self.games[room]}") if self.games[room] else None
        )
        if head is None or head.is_ended:
            self.games[room] += 1
            for cluster in self.clusters:
                opened(cluster, game)

    @rule(room=rooms)
    def end_the_game(self, room):
        game = f"{room}-{self.games.get(room, 0)}"
        for cluster in self.clusters:
            head = cluster.store.head(game)
            if head is not None and not head.is_ended:
                ended(cluster, game)

    @invariant()
    def both_tell_the_same(self):
        self.both("a", "nodes")
        self.both("b", "orphans", 2)
        for room in "rst":
            self.both("c", "owner", room)


def test_leases_in_postgresql_are_those_in_memory(postgres):
    bounds = settings(max_examples=15, stateful_step_count=25)
    run_state_machine_as_test(lambda: TwoClusters(postgres), settings=bounds)
