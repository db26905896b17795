"""Sealed buses: only nodes that have the key can say anything, and nothing counts twice."""

import asyncio
import hashlib
import hmac
from collections.abc import Coroutine
from itertools import count

import pytest

from kit.bus import HostileExchange, Hostility, Inbox
from kit.nats import NatsServer
from kit.stepping import SteppedLoop
from polemos.cluster.bus import AnswerLate
from polemos.cluster.memory_bus import MemoryBus, MemoryExchange
from polemos.cluster.nats_bus import NatsBus
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.cluster.speakers import SILENT_SECONDS, SPEAKERS_MAX

KEY = b"what the nodes of one cluster have"
OTHER = b"what the nodes of another have"


@pytest.fixture
def exchange() -> MemoryExchange:
    return MemoryExchange()


SPEAKERS = count()


def sealed(exchange: MemoryExchange, key: bytes = KEY) -> SealedBus:
    return SealedBus(exchange.connect(), key, next(SPEAKERS).to_bytes(SPEAKER_BYTES, "big"))


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
    assert there.counts.forged == 0


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
    assert there.counts.forged == 3
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
    assert there.counts.forged == 2


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
    here = SealedBus(asking, KEY, b"somebody" * 2)
    assert await here.ask("honest", b"may I?", 30.0) == b"yes"
    with pytest.raises(AnswerLate):
        await here.ask("honest", b"may I?", 30.0)
    assert len(answers) == 2


class BetweenBus(MemoryBus):
    """A bus on which every question is led to whoever stands in between."""

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        return await super().ask("between", payload, timeout_seconds)


class OverheardBus(MemoryBus):
    """A bus whose questions somebody has written down."""

    def __init__(self, exchange: MemoryExchange) -> None:
        super().__init__(exchange)
        self.questions: list[bytes] = []

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        self.questions.append(payload)
        return await super().ask(subject, payload, timeout_seconds)


async def test_a_question_that_is_said_again_is_neither_carried_out_nor_answered(
    exchange: MemoryExchange, caplog: pytest.LogCaptureFixture
):
    """Be it by somebody who has overheard it, at once or after another one, to the same node."""
    there, raw, overheard = sealed(exchange), exchange.connect(), OverheardBus(exchange)
    here = SealedBus(overheard, KEY, b"somebody" * 2)
    carried_out: list[bytes] = []

    async def respond(payload: bytes) -> bytes:
        carried_out.append(payload)
        return b"done"

    await there.answer("ask.me", respond)
    for payload in (b"turn my card", b"close the game"):
        assert await here.ask("ask.me", payload, 30.0) == b"done"
        for question in overheard.questions:
            with pytest.raises(AnswerLate):
                await raw.ask("ask.me", question, 0.01)
    assert carried_out == [b"turn my card", b"close the game"]
    assert (there.counts.repeated, there.counts.forged) == (3, 0)
    assert caplog.records == []


async def test_an_intruder_on_a_real_bus_gets_nothing_done_by_saying_it_again(nats: NatsServer):
    """It overhears a question and says it again, to the same subject, with a reply of its own."""
    buses = [await NatsBus.connect(nats.url, name="test", draw=lambda: 0.5) for _ in range(3)]
    here, there = (
        SealedBus(bus, KEY, bytes([number] * SPEAKER_BYTES)) for number, bus in enumerate(buses[:2])
    )
    raw, heard, carried_out = buses[2], Inbox(), list[bytes]()

    async def respond(payload: bytes) -> bytes:
        carried_out.append(payload)
        return b"done"

    await raw.subscribe("ask.me", heard.receive)
    await there.answer("ask.me", respond)
    assert await here.ask("ask.me", b"turn my card", 30.0) == b"done"
    (question,) = await heard.holds(1)
    with pytest.raises(AnswerLate):
        await raw.ask("ask.me", question, 0.1)
    assert await here.ask("ask.me", b"and now", 30.0) == b"done"
    assert carried_out == [b"turn my card", b"and now"]
    assert (there.counts.repeated, there.counts.forged) == (1, 0)
    await asyncio.gather(*(bus.close() for bus in buses))


async def test_a_question_that_comes_twice_gets_its_first_answer():
    """The second copy is silent, though the first one's answer takes its time."""
    exchange = HostileExchange(0, Hostility(lost=0, repeated=1, delayed=0))
    here, there, gate = sealed(exchange), sealed(exchange), asyncio.Event()
    carried_out: list[bytes] = []

    async def respond(payload: bytes) -> bytes:
        carried_out.append(payload)
        await gate.wait()
        return b"answer %d" % len(carried_out)

    await there.answer("ask.me", respond)
    asking = asyncio.create_task(here.ask("ask.me", b"once", 30.0))
    await turns()
    gate.set()
    assert await asking == b"answer 1"
    assert carried_out == [b"once"]
    assert there.counts.repeated > 0


async def test_a_publication_that_is_said_again_is_dropped(exchange: MemoryExchange):
    """By each subscription for itself: all that listen hear each publication once."""
    here, there = sealed(exchange), sealed(exchange)
    raw, heard = await overheard(exchange, "a.b")
    inboxes = [Inbox(), Inbox()]
    await there.subscribe("a.b", inboxes[0].receive)
    await there.subscribe("a.*", inboxes[1].receive)
    for payload in (b"1", b"2"):
        here.publish("a.b", payload)
    await heard.holds(2)
    for payload in heard.payloads * 3:
        raw.publish("a.b", payload)
    await turns()
    assert [inbox.payloads for inbox in inboxes] == [[b"1", b"2"]] * 2
    assert there.counts.repeated == 12


async def test_a_node_that_was_forgotten_is_told_so_and_asks_anew(exchange: MemoryExchange):
    """Whoever is asked forgets the silent when it needs room; what they asked stays refused."""
    loop = SteppedLoop()
    overheard = OverheardBus(exchange)
    here = SealedBus(overheard, KEY, b"somebody" * 2)
    raw, there, carried_out = exchange.connect(), sealed(exchange), list[bytes]()

    async def respond(payload: bytes) -> bytes:
        carried_out.append(payload)
        return b"done"

    async def crowd() -> None:
        for number in range(SPEAKERS_MAX):
            other = SealedBus(exchange.connect(), KEY, b"%016d" % number)
            assert await other.ask("ask.me", b"crowd", 5.0) == b"done"

    def do(asked: Coroutine[None, None, object]) -> object:
        task = loop.create_task(asked)
        loop.turn(5.0)
        return task.exception() or task.result()

    do(there.answer("ask.me", respond))
    assert do(here.ask("ask.me", b"first", 5.0)) == b"done"
    loop.turn(SILENT_SECONDS)
    do(crowd())
    loop.turn(SILENT_SECONDS)
    before = overheard.questions[0]
    assert do(here.ask("ask.me", b"second", 5.0)) == b"done"
    assert len(overheard.questions) == 3
    do(raw.ask("ask.me", before, 1.0))
    assert do(here.ask("ask.me", b"third", 5.0)) == b"done"
    assert len(overheard.questions) == 4
    assert [each for each in carried_out if each != b"crowd"] == [b"first", b"second", b"third"]
    loop.dispose()
    assert loop.faults == []


async def test_a_flood_without_a_seal_is_one_line_in_the_log(
    exchange: MemoryExchange, caplog: pytest.LogCaptureFixture
):
    """Publications, questions and answers alike; none of it is a traceback."""
    here, there, inbox, raw = sealed(exchange), sealed(exchange), Inbox(), exchange.connect()

    async def respond(payload: bytes) -> bytes:
        return b"no seal of yours"

    await there.subscribe("a", inbox.receive)
    await there.answer("ask.me", respond)
    await raw.answer("false", respond)
    for number in range(50):
        raw.publish("a", b"%d" % number)
        with pytest.raises(AnswerLate):
            await raw.ask("ask.me", b"%d" % number, 0.0)
        with pytest.raises(AnswerLate):
            await here.ask("false", b"", 5.0)
    await turns()
    assert (there.counts.forged, here.counts.forged) == (100, 50)
    assert len(caplog.records) == 2
    assert all(record.exc_info is None for record in caplog.records)


def test_what_the_cluster_sealed_too_short_to_be_read_is_dropped():
    """As another version of the program might say it; nothing is raised on the loop."""
    loop, exchange = SteppedLoop(), MemoryExchange()
    there, raw, inbox = sealed(exchange), exchange.connect(), Inbox()
    loop.begin(there.subscribe("a", inbox.receive))
    loop.settle()
    place = (1).to_bytes(4, "big") + b"a"
    code = hmac.digest(KEY, b"publication\0" + place + b"short", hashlib.sha256)
    loop.do(lambda: raw.publish("a", code + b"short"))
    loop.settle()
    assert (there.counts.forged, inbox.letters, loop.faults) == (1, [], [])


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
        SealedBus(exchange.connect(), b"", bytes(SPEAKER_BYTES))


def test_a_speaker_without_a_name_is_refused(exchange: MemoryExchange):
    """Two that are called alike would drop what the other one says."""
    with pytest.raises(ValueError, match="name no speaker"):
        SealedBus(exchange.connect(), KEY, b"")
