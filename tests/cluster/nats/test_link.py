"""What a node does when the bus is lost: with real servers, cut, frozen and killed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.bus import WAIT_SECONDS_MAX, Inbox
from kit.nats import NatsServer
from kit.proxies import Proxy
from polemos.cluster.bus import AnswerLate, BusDown
from polemos.cluster.nats.address import read_addresses
from polemos.cluster.nats.connection import NatsConnection
from polemos.cluster.nats.limits import NatsLimits
from polemos.cluster.nats.link import NatsLink, pause_seconds
from polemos.cluster.nats_bus import NatsBus

LIMITS = replace(NatsLimits(), ping_seconds=0.05, silence_seconds_max=0.5, connect_seconds_max=0.5)
"""Short enough for a test; what a machine that is busy misses it makes up for by coming back."""


@pytest.fixture
def nats() -> Iterator[NatsServer]:
    with NatsServer() as server:
        yield server


@pytest.fixture
def proxy(nats: NatsServer) -> Iterator[Proxy]:
    with Proxy(nats.port) as proxy:
        yield proxy


@dataclass
class Node:
    """A bus behind the proxy, and one beside it that says when the other is heard again."""

    cut: NatsBus
    whole: NatsBus
    inbox: Inbox = field(default_factory=Inbox)
    backs: Inbox = field(default_factory=Inbox)

    async def is_back(self, count: int = 1) -> None:
        """Return after so many outages, when what is published there arrives here."""
        await self.backs.holds(count)
        # Where the server itself was away, that one comes back by itself and in its own time.
        await until(lambda: self.whole.trouble is None)
        self.whole.publish("to.the.cut", b"are you back?")
        await self.inbox.gets(b"are you back?")


@pytest.fixture
async def node(nats: NatsServer, proxy: Proxy) -> AsyncIterator[Node]:
    url = f"nats://127.0.0.1:{proxy.port}"
    cut = await NatsBus.connect(url, name="cut", draw=lambda: 0.5, limits=LIMITS)
    whole = await NatsBus.connect(nats.url, name="whole", draw=lambda: 0.5, limits=LIMITS)
    node = Node(cut, whole)
    await cut.subscribe("to.the.cut", node.inbox.receive)
    cut.call_when_back(lambda: node.backs.receive("back", b""))
    yield node
    await cut.close()
    await whole.close()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what has no event."""
    async with asyncio.timeout(WAIT_SECONDS_MAX):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def lost(bus: NatsBus) -> str:
    """Wait until a bus has noticed its outage, and give its sentence."""
    await until(lambda: bus.trouble is not None)
    return str(bus.trouble)


async def test_a_cut_connection_is_told_and_comes_back_with_its_subscriptions(
    node: Node, proxy: Proxy, caplog: pytest.LogCaptureFixture
):
    """While it is cut nothing waits and nothing fails; the log has one line for each end of it."""
    caplog.set_level(logging.INFO)
    proxy.cut()
    assert "is lost" in await lost(node.cut)
    node.cut.publish("anything", b"")
    with pytest.raises(BusDown):
        await node.cut.ask("anything", b"", 30.0)
    assert (node.cut.counts.dropped, node.cut.counts.outages) == (1, 1)
    proxy.mend()
    await node.is_back()
    assert node.cut.trouble is None
    told = [record.message for record in caplog.records if "bus at" in record.message]
    assert len(told) == 2
    assert "meanwhile events of other nodes' games come late" in told[0]
    assert "is there again after" in told[1]


async def test_what_was_subscribed_while_it_was_cut_is_heard_afterwards(node: Node, proxy: Proxy):
    """Subscribing neither waits for the bus nor fails without it."""
    proxy.cut()
    await lost(node.cut)
    late, closed = Inbox(), Inbox()
    await node.cut.subscribe("late", late.receive)
    subscription = await node.cut.subscribe("late", closed.receive)
    await subscription.close()
    proxy.mend()
    await node.is_back()
    node.whole.publish("late", b"1")
    assert await late.holds(1) == [b"1"]
    node.whole.publish("to.the.cut", b"end")
    await node.inbox.gets(b"end")
    assert closed.letters == []


@pytest.mark.parametrize("direction", ["from_clients", "from_server"])
async def test_a_connection_that_only_seems_to_live_is_dropped(
    node: Node, proxy: Proxy, direction: str
):
    """Bytes that vanish in either direction are missed within a bound, without any goodbye."""
    proxy.swallow(**{direction: True})
    assert "not answered for 0.5 seconds" in await lost(node.cut)
    proxy.mend()
    await node.is_back()


async def test_a_frozen_server_with_much_on_its_way_is_given_up(node: Node, nats: NatsServer):
    """Unsent bytes keep nobody from connecting anew, and are bounded."""
    nats.freeze()
    payload = bytes(500_000)
    for _ in range(100):
        node.cut.publish("anything", payload)
    assert "not answered for 0.5 seconds" in await lost(node.cut)
    assert node.cut.counts.dropped >= 100 - LIMITS.unsent_bytes_max // len(payload)
    nats.thaw()
    await node.is_back()


async def test_a_killed_server_that_comes_again_is_found_again(node: Node, nats: NatsServer):
    """The nodes come back by themselves, as often as the server does."""
    for count in range(1, 4):
        nats.kill()
        await lost(node.cut)
        await lost(node.whole)
        nats.restart()
        await node.backs.holds(count)
        await until(lambda: node.whole.trouble is None)
        await node.is_back(count)
    assert node.cut.counts.outages == 3


async def test_a_server_that_asks_for_a_sign_of_life_gets_it():
    """Whoever leaves a server's question unanswered loses the connection after a while."""
    answered = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"max_payload":1024}\r\n')
        async for line in reader:
            if line == b"PING\r\n":
                writer.write(b"PONG\r\nPING\r\n")
            elif line == b"PONG\r\n":
                answered.set()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    bus = await NatsBus.connect(f"nats://127.0.0.1:{port}", name="node", draw=lambda: 0.5)
    await asyncio.wait_for(answered.wait(), WAIT_SECONDS_MAX)
    assert bus.payload_bytes_max == 1024
    await bus.close()
    server.close()
    await server.wait_closed()


async def test_a_question_that_is_under_way_when_the_bus_is_lost_is_late_at_once(
    node: Node, proxy: Proxy
):
    """Nobody knows whether it was done, and nobody waits for the deadline to say so."""
    asked = asyncio.Event()

    async def respond(payload: bytes) -> bytes:
        asked.set()
        return await asyncio.get_running_loop().create_future()

    await node.whole.answer("ask.me", respond)
    asking = asyncio.create_task(node.cut.ask("ask.me", b"", 3_600.0))
    await asked.wait()
    proxy.cut()
    with pytest.raises(AnswerLate):
        await asking


async def test_a_server_that_is_lost_is_replaced_by_another_of_its_cluster(nats: NatsServer):
    """Of several addresses the next one that lets us in is taken."""
    with NatsServer() as other:
        urls = f"{other.url},{nats.url}"
        bus = await NatsBus.connect(urls, name="node", draw=lambda: 0.5, limits=LIMITS)
        backs, inbox = Inbox(), Inbox()
        bus.call_when_back(lambda: backs.receive("back", b""))
        other.kill()
        await backs.holds(1)
        await bus.subscribe("a", inbox.receive)
        bus.publish("a", b"here")
        assert await inbox.holds(1) == [b"here"]
        await bus.close()


async def test_a_subscription_that_was_given_up_while_it_began_is_never_heard(
    node: Node, proxy: Proxy
):
    """Nobody could close it, so no later connection asks for it either."""
    proxy.swallow(from_server=True)
    inbox = Inbox()
    beginning = asyncio.ensure_future(node.cut.subscribe("given.up", inbox.receive))
    await asyncio.sleep(0)
    beginning.cancel()
    await asyncio.wait([beginning])
    assert beginning.cancelled()
    await lost(node.cut)
    proxy.swallow()
    await node.is_back()
    node.whole.publish("given.up", b"1")
    node.whole.publish("to.the.cut", b"end")
    await node.inbox.gets(b"end")
    assert inbox.letters == []


async def test_a_fault_while_the_connection_is_made_again_costs_an_attempt_and_no_bus(
    nats: NatsServer, proxy: Proxy, caplog: pytest.LogCaptureFixture
):
    """It is told with its trace, and the next attempt is made as after any other failure."""
    backs, greeted = Inbox(), 0

    def greet(_connection: NatsConnection) -> None:
        nonlocal greeted
        greeted += 1
        if greeted == 2:
            raise ZeroDivisionError

    link = NatsLink(
        read_addresses(f"nats://127.0.0.1:{proxy.port}"),
        name="link",
        tls=None,
        draw=lambda: 0.5,
        limits=LIMITS,
        heed=lambda _message: None,
        greet=greet,
        lost=lambda: None,
        back=lambda: backs.receive("back", b""),
    )
    await link.start()
    proxy.cut()
    await until(lambda: link.trouble is not None)
    proxy.mend()
    await backs.holds(1)
    assert greeted == 3
    assert "The bus is connected to: not for now." in caplog.text
    await link.close()


@given(st.integers(0, 10_000), st.floats(0, 1, exclude_max=True))
def test_pauses_grow_to_their_bound_and_are_jittered(attempts: int, draw: float):
    """No pause is longer than the longest, none shorter than half of what it may be."""
    limits = NatsLimits()
    pause = pause_seconds(attempts, draw, limits)
    longest = min(limits.pause_seconds_max, limits.pause_seconds_min * 2 ** min(attempts, 20))
    assert longest / 2 <= pause <= longest
