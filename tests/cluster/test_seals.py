"""Sealed buses: only nodes that have the key can say anything."""

import asyncio
from itertools import count

import pytest

from kit.bus import Inbox
from polemos.cluster.bus import AnswerLate
from polemos.cluster.memory_bus import MemoryBus, MemoryExchange
from polemos.cluster.seals import NONCE_BYTES, SealedBus

KEY = b"what the nodes of one cluster have"
OTHER = b"what the nodes of another have"


@pytest.fixture
def exchange() -> MemoryExchange:
    return MemoryExchange()


def sealed(exchange: MemoryExchange, key: bytes = KEY) -> SealedBus:
    nonces = count()
    return SealedBus(exchange.connect(), key, lambda: next(nonces).to_bytes(NONCE_BYTES, "big"))


async def turns() -> None:
    """Let everything arrive that is on its way."""
    for _ in range(10):
        await asyncio.sleep(0)


async def overheard(exchange: MemoryExchange, subject: str) -> tuple[MemoryBus, Inbox]:
    bus, inbox = exchange.connect(), Inbox()
    await bus.subscribe(subject, inbox.receive)
    return bus, inbox


async def test_nodes_with_the_same_key_understand_each_other(exchange: MemoryExchange):
    """Publications, questions and answers arrive as they were."""
    here, there, inbox = sealed(exchange), sealed(exchange), Inbox()

    async def respond(payload: bytes) -> bytes:
        return payload[::-1]

    await there.subscribe("a.*", inbox.receive)
    await there.answer("ask.me", respond)
    here.publish("a.b", b"hello")
    assert await inbox.holds(1) == [b"hello"]
    assert inbox.letters[0][0] == "a.b"
    assert await here.ask("ask.me", b"abc", 30.0) == b"cba"
    assert there.forged == 0


@pytest.mark.parametrize("payload", [b"", b"hello", bytes(31), bytes(32), bytes(80)])
async def test_what_is_not_sealed_is_dropped(
    exchange: MemoryExchange, payload: bytes, caplog: pytest.LogCaptureFixture
):
    """Neither publications nor questions without a seal arrive; one line in the log tells of it."""
    there, inbox, raw = sealed(exchange), Inbox(), exchange.connect()

    async def respond(payload: bytes) -> bytes:
        raise AssertionError("nobody may ask this")

    await there.subscribe("a", inbox.receive)
    await there.answer("ask.me", respond)
    raw.publish("a", payload)
    sealed(exchange, OTHER).publish("a", payload)
    with pytest.raises(AnswerLate):
        await raw.ask("ask.me", payload, 0.01)
    await turns()
    assert inbox.letters == []
    assert there.forged == 3
    told = [record.message for record in caplog.records if "not sealed" in record.message]
    assert len(told) == 1


async def test_a_seal_holds_for_its_subject_alone(exchange: MemoryExchange):
    """What was said in one place means nothing in another, nor a publication as a question."""
    here, there, inbox = sealed(exchange), sealed(exchange), Inbox()
    raw, heard = await overheard(exchange, "a")

    async def respond(payload: bytes) -> bytes:
        raise AssertionError("nobody may ask this")

    await there.subscribe("b", inbox.receive)
    await there.answer("a", respond)
    here.publish("a", b"a long enough payload to be a question")
    (payload,) = await heard.holds(1)
    raw.publish("b", payload)
    with pytest.raises(AnswerLate):
        await raw.ask("a", payload, 0.01)
    assert inbox.letters == []
    assert there.forged == 2


async def test_an_answer_fits_its_own_question_alone(exchange: MemoryExchange):
    """An answer that was overheard answers nothing else, not even the same words."""
    there = sealed(exchange)
    raw, answers = exchange.connect(), list[bytes]()

    async def respond(payload: bytes) -> bytes:
        return b"yes"

    async def pass_on(question: bytes) -> bytes:
        answers.append(await raw.ask("honest", question, 30.0))
        return answers[0]

    await there.answer("honest", respond)
    await raw.answer("between", pass_on)
    asking = BetweenBus(exchange)
    here = SealedBus(asking, KEY, iter([b"the first nonce!", b"the second nonce"]).__next__)
    assert await here.ask("honest", b"may I?", 30.0) == b"yes"
    with pytest.raises(AnswerLate):
        await here.ask("honest", b"may I?", 30.0)
    assert len(answers) == 2


class BetweenBus(MemoryBus):
    """A bus on which every question is led to whoever stands in between."""

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        return await super().ask("between", payload, timeout_seconds)


async def test_the_bound_leaves_room_for_the_seal(exchange: MemoryExchange):
    """The largest payload that may be sent is carried."""
    here, there, inbox = sealed(exchange), sealed(exchange), Inbox()

    async def respond(payload: bytes) -> bytes:
        return payload

    await there.subscribe("a", inbox.receive)
    await there.answer("ask.me", respond)
    largest = bytes(here.payload_bytes_max)
    here.publish("a", largest)
    assert await inbox.holds(1) == [largest]
    assert await here.ask("ask.me", largest, 30.0) == largest
    assert here.counts.dropped == there.counts.dropped == 0


def test_a_key_that_is_too_short_is_refused(exchange: MemoryExchange):
    """An empty key, as of a database that was not set up, protects nothing."""
    with pytest.raises(ValueError, match="seals nothing"):
        SealedBus(exchange.connect(), b"", lambda: b"")
