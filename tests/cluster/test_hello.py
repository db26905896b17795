"""Hello: two clusters on one bus, and two nodes of one name, are told in the log."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.conftest import Connect
from kit.bus import Inbox
from kit.stepping import SteppedLoop
from polemos.cluster.bus import Bus
from polemos.cluster.hello import TOLD_MAX, Hello
from polemos.cluster.memory_bus import MemoryExchange
from polemos.cluster.subjects import HELLO


async def said(bus: Bus, *, cluster: str, node: str, birth: str) -> Hello:
    hello = Hello(bus, cluster=cluster, node=node, birth=birth)
    await hello.start()
    return hello


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.name == "polemos.cluster.hello"]


ANSWERS_MAX = 3
"""A hello, what is said in answer to it, and in answer to that."""


async def arrived(*buses: Bus) -> None:
    """Return when every hello and what was said in answer has arrived everywhere.

    Once round, each bus has sent what it was given before; a second time, each has received it.
    """
    for bus in buses * 2 * ANSWERS_MAX:
        inbox = Inbox()
        subscription = await bus.subscribe("turn", inbox.receive)
        bus.publish("turn", b"")
        await inbox.holds(1)
        await subscription.close()


async def test_two_clusters_on_one_bus_tell_of_each_other_once(
    connect: Connect, caplog: pytest.LogCaptureFixture
):
    """Both sides log one line, however many nodes there are, and whoever came first."""
    buses = [await connect() for _ in range(4)]
    for number, cluster in enumerate(("one", "one", "two", "two")):
        await said(buses[number], cluster=cluster, node=f"n{number}", birth=f"b{number}")
    await arrived(*buses)
    lines = told(caplog)
    assert len(lines) == 4
    assert (
        sum("Another cluster, two, is on the bus of this one, one" in line for line in lines) == 2
    )
    assert all("give all nodes the same database" in line for line in lines)


async def test_two_processes_of_one_name_tell_of_each_other(
    connect: Connect, caplog: pytest.LogCaptureFixture
):
    """A node that was copied with its name is found out by both."""
    first, second, third = await connect(), await connect(), await connect()
    await said(first, cluster="one", node="n1", birth="b1")
    await said(second, cluster="one", node="n1", birth="b2")
    await said(third, cluster="one", node="n3", birth="b3")
    await arrived(first, second, third)
    assert len(told(caplog)) == 2
    assert "Another process on the bus calls itself n1" in told(caplog)[0]


async def test_a_node_says_hello_again_when_the_bus_is_back(caplog: pytest.LogCaptureFixture):
    """Whoever came while the bus was away is found out then."""
    exchange = MemoryExchange()
    here, there = exchange.connect(), exchange.connect()
    await said(here, cluster="one", node="n1", birth="b1")
    here.cut()
    await said(there, cluster="two", node="n2", birth="b2")
    await asyncio.sleep(0)
    assert told(caplog) == []
    here.mend()
    await arrived(here)
    assert len(told(caplog)) == 2


async def test_a_flood_of_clusters_is_told_within_a_bound(caplog: pytest.LogCaptureFixture):
    """Whoever can write on the bus cannot fill the log, nor set off a flood of answers."""
    exchange = MemoryExchange()
    here, there = exchange.connect(), exchange.connect()
    await said(here, cluster="one", node="n1", birth="b1")
    for number in range(3 * TOLD_MAX):
        payload = b'{"cluster": "c%d", "node": "n", "birth": "b"}' % number
        there.publish(HELLO, payload)
    await arrived(there)
    assert len(told(caplog)) == TOLD_MAX
    assert here.counts.published == 1 + TOLD_MAX


values = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.just("one"))
shapes = st.dictionaries(st.sampled_from(["cluster", "node", "birth", "x"]), values)


@given(st.one_of(st.binary(), shapes.map(lambda shape: json.dumps(shape).encode())))
def test_noise_is_no_hello(payload):
    """Whatever else is said there is passed over: at most a name of the right form is told."""
    loop = SteppedLoop()
    bus = MemoryExchange().connect()
    loop.begin(said(bus, cluster="one", node="n1", birth="b1"))
    loop.settle()
    loop.do(lambda: bus.publish(HELLO, payload))
    loop.settle()
    assert loop.faults == []
    assert bus.counts.published <= 3
