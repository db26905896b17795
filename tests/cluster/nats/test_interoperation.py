"""Our client and the official one understand each other, through a real server."""

import asyncio

import nats as official
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from kit.bus import Inbox
from kit.nats import NatsServer
from polemos.cluster.bus import NobodyAnswers
from polemos.cluster.nats_bus import NatsBus

PAYLOADS = [b"", b"a line\r\n", bytes(range(256)), bytes(200_000)]


@pytest.fixture
async def bus(nats: NatsServer):
    bus = await NatsBus.connect(nats.url, name="ours", draw=lambda: 0.5)
    yield bus
    await bus.close()


@pytest.fixture
async def client(nats: NatsServer):
    client = await official.connect(nats.url)
    yield client
    await client.close()


async def test_what_either_publishes_the_other_receives(bus: NatsBus, client: Client):
    """Payloads and subjects arrive as they were sent, in both directions."""
    ours, theirs = Inbox(), Inbox()

    async def receive(message: Msg) -> None:
        theirs.receive(message.subject, message.data)

    await bus.subscribe("to.ours.>", ours.receive)
    await client.subscribe("to.theirs.>", cb=receive)
    await client.flush()
    for number, payload in enumerate(PAYLOADS):
        bus.publish(f"to.theirs.{number}", payload)
        await client.publish(f"to.ours.{number}", payload, headers={"A": "b"})
    assert await theirs.holds(len(PAYLOADS)) == PAYLOADS
    assert await ours.holds(len(PAYLOADS)) == PAYLOADS
    assert theirs.letters[1][0] == "to.theirs.1"


async def test_what_either_asks_the_other_answers(bus: NatsBus, client: Client):
    """Questions, answers, and that nobody answers are the same to both."""

    async def respond(payload: bytes) -> bytes:
        return b"ours: " + payload

    async def respond_officially(message: Msg) -> None:
        await message.respond(b"theirs: " + message.data)

    await bus.answer("ask.ours", respond)
    await client.subscribe("ask.theirs", cb=respond_officially)
    await client.flush()
    assert await bus.ask("ask.theirs", b"?", 30.0) == b"theirs: ?"
    assert (await client.request("ask.ours", b"?", timeout=30)).data == b"ours: ?"
    with pytest.raises(NobodyAnswers):
        await bus.ask("ask.nobody", b"?", 30.0)
    with pytest.raises(official.errors.NoRespondersError):
        await client.request("ask.nobody", b"?", timeout=30)


async def test_a_publication_that_is_no_question_is_not_answered(bus: NatsBus, client: Client):
    """Without a place for the answer there is nothing to do."""
    asked = asyncio.Event()

    async def respond(payload: bytes) -> bytes:
        asked.set()
        return b""

    await bus.answer("ask.ours", respond)
    await client.publish("ask.ours", b"")
    await client.request("ask.ours", b"", timeout=30)
    assert bus.counts.received == 2
    assert bus.counts.dropped == 1
