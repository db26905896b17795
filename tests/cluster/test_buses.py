"""The contract of every bus."""

import asyncio
import logging

import pytest

from cluster.conftest import Connect
from kit.bus import Inbox
from polemos.cluster.bus import AnswerLate, BusDown, NobodyAnswers


async def test_a_publication_reaches_every_subscription_the_publishers_own_included(
    connect: Connect,
):
    """Whoever has subscribed receives what is published after that, once."""
    own, other = await connect(), await connect()
    inboxes = [Inbox() for _ in range(3)]
    for bus, inbox in zip((own, other, other), inboxes, strict=True):
        await bus.subscribe("a.b", inbox.receive)
    own.publish("a.b", b"one")
    own.publish("a.b", b"last")
    for inbox in inboxes:
        assert await inbox.holds(2) == [b"one", b"last"]
        assert inbox.letters[0] == ("a.b", b"one")
    assert (own.counts.published, own.counts.received, other.counts.received) == (2, 2, 4)


async def test_publications_of_one_node_arrive_in_order(connect: Connect):
    """A thousand publications, over several subjects, keep their order."""
    here, there = await connect(), await connect()
    inbox = Inbox()
    await there.subscribe("many.*", inbox.receive)
    sent = [b"%d" % number for number in range(1_000)]
    for number, payload in enumerate(sent):
        here.publish(f"many.{number % 7}", payload)
    assert await inbox.holds(len(sent)) == sent


@pytest.mark.parametrize("payload", [b"", b"\r\n", b"MSG a 1 3\r\nabc\r\n", bytes(range(256)) * 40])
async def test_a_payload_arrives_byte_for_byte(connect: Connect, payload: bytes):
    """Whatever a payload looks like, it is not read."""
    here, there = await connect(), await connect()
    inbox = Inbox()
    await there.subscribe("a", inbox.receive)
    here.publish("a", payload)
    assert await inbox.holds(1) == [payload]


@pytest.mark.parametrize(
    ("pattern", "heard"),
    [
        ("a.*", ["a.b"]),
        ("a.>", ["a.b", "a.b.c"]),
        (">", ["a", "a.b", "a.b.c", "x.b"]),
        ("*.b", ["a.b", "x.b"]),
        ("a", ["a"]),
        ("*.*.*", ["a.b.c"]),
    ],
)
async def test_wildcards_stand_for_one_word_or_for_all_that_follow(
    connect: Connect, pattern: str, heard: list[str]
):
    """A star is one word, an arrow at the end one or more."""
    here, there = await connect(), await connect()
    inbox, end = Inbox(), Inbox()
    await there.subscribe(pattern, inbox.receive)
    await there.subscribe("the.end.of.it", end.receive)
    for subject in ("a", "a.b", "a.b.c", "x.b"):
        here.publish(subject, b"")
    here.publish("the.end.of.it", b"")
    await end.holds(1)
    assert [subject for subject, _ in inbox.letters if subject != "the.end.of.it"] == heard


@pytest.mark.parametrize("subject", ["", "a b", "a..b", "a.*", ">", "a.\r\nPING", "a.é"])
async def test_a_publication_to_what_is_no_subject_is_refused(connect: Connect, subject: str):
    """Wildcards and letters that the protocol gives a meaning to are no part of a subject."""
    bus = await connect()
    with pytest.raises(ValueError, match="no subject"):
        bus.publish(subject, b"")


async def test_a_closed_subscription_receives_nothing_even_of_what_is_on_its_way(connect: Connect):
    """Whoever closes a subscription in the midst of things is left alone at once."""
    here, there = await connect(), await connect()
    inbox, end = Inbox(), Inbox()
    subscription = await there.subscribe("a", inbox.receive)
    await there.subscribe("b", end.receive)
    here.publish("a", b"1")
    await inbox.holds(1)
    here.publish("a", b"2")
    await subscription.close()
    here.publish("b", b"3")
    await end.holds(1)
    assert inbox.payloads == [b"1"]


async def test_a_receiver_that_fails_ends_nothing(connect: Connect):
    """A fault in one callback is the loop's to report; the next publication comes all the same."""
    here, there = await connect(), await connect()
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: faults.append(context.get("exception"))
    )
    inbox, fault = Inbox(), RuntimeError("a fault of ours")

    def fail(subject: str, payload: bytes) -> None:
        inbox.receive(subject, payload)
        raise fault

    await there.subscribe("a", fail)
    here.publish("a", b"1")
    here.publish("a", b"2")
    assert await inbox.holds(2) == [b"1", b"2"]
    await asyncio.sleep(0)
    assert faults == [fault, fault]


async def test_what_is_too_large_is_dropped_and_counted(connect: Connect):
    """A publication beyond the bound is not carried, and those after it are."""
    here, there = await connect(), await connect()
    inbox = Inbox()
    await there.subscribe("a", inbox.receive)
    here.publish("a", bytes(here.payload_bytes_max + 1))
    largest = bytes(here.payload_bytes_max)
    here.publish("a", largest)
    assert await inbox.holds(1) == [largest]
    assert here.counts.dropped == 1
    with pytest.raises(ValueError, match="too large"):
        await here.ask("a", bytes(here.payload_bytes_max + 1), 1.0)


async def test_a_question_gets_its_own_answer(connect: Connect):
    """Many questions at once, answered in another order, each get what belongs to it."""
    here, there = await connect(), await connect()
    gates = [asyncio.Event() for _ in range(20)]

    async def respond(payload: bytes) -> bytes:
        number = int(payload)
        if number + 1 < len(gates):
            await gates[number + 1].wait()
        gates[number].set()
        return b"answer %d" % number

    await there.answer("ask.me", respond)
    numbers = range(len(gates))
    answers = await asyncio.gather(*(here.ask("ask.me", b"%d" % n, 30.0) for n in numbers))
    assert answers == [b"answer %d" % number for number in numbers]


async def test_a_question_that_nobody_answers_is_told_at_once(connect: Connect):
    """Without anybody there, or after he has gone, the asker need not wait for the deadline."""
    here, there = await connect(), await connect()

    async def respond(payload: bytes) -> bytes:
        return payload

    with pytest.raises(NobodyAnswers, match=r"Nobody answers ask\.me"):
        await here.ask("ask.me", b"", 3_600.0)
    answering = await there.answer("ask.me", respond)
    assert await here.ask("ask.me", b"echo", 30.0) == b"echo"
    await answering.close()
    with pytest.raises(NobodyAnswers):
        await here.ask("ask.me", b"", 3_600.0)


async def test_what_was_asked_before_an_answering_is_closed_is_answered(connect: Connect):
    """Every question is answered or told to have found nobody; none falls in between."""
    here, there = await connect(), await connect()

    async def respond(payload: bytes) -> bytes:
        return payload

    answering = await there.answer("ask.me", respond)
    asking = [asyncio.create_task(here.ask("ask.me", b"%d" % n, 30.0)) for n in range(50)]
    await asyncio.sleep(0)
    await answering.close()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert all(
        answer == b"%d" % number or isinstance(answer, NobodyAnswers)
        for number, answer in enumerate(answers)
    )


async def test_an_answer_that_does_not_come_is_late(connect: Connect):
    """The asker is told that it may have been done all the same."""
    here, there = await connect(), await connect()

    async def respond(payload: bytes) -> bytes:
        return await asyncio.get_running_loop().create_future()

    await there.answer("ask.me", respond)
    with pytest.raises(AnswerLate, match="may have been done"):
        await here.ask("ask.me", b"", 0.01)


async def test_an_answerer_that_fails_is_logged_and_answers_the_next(
    connect: Connect, caplog: pytest.LogCaptureFixture
):
    """A fault while answering ends that answer alone."""
    here, there = await connect(), await connect()

    async def respond(payload: bytes) -> bytes:
        if payload == b"bad":
            raise RuntimeError("a fault of ours")
        return payload

    await there.answer("ask.me", respond)
    with caplog.at_level(logging.ERROR), pytest.raises(AnswerLate):
        await here.ask("ask.me", b"bad", 0.05)
    assert await here.ask("ask.me", b"good", 30.0) == b"good"
    assert "ask.me could not be answered" in caplog.text


async def test_whoever_answers_may_stay_silent(connect: Connect, caplog: pytest.LogCaptureFixture):
    """Then whoever asked waits in vain, nothing is logged, and the next one is answered."""
    here, there = await connect(), await connect()

    async def respond(payload: bytes) -> bytes | None:
        return payload or None

    await there.answer("ask.me", respond)
    with pytest.raises(AnswerLate):
        await here.ask("ask.me", b"", 0.05)
    assert await here.ask("ask.me", b"echo", 30.0) == b"echo"
    assert caplog.records == []
    assert there.counts.dropped == 0


async def test_a_closed_bus_drops_all_and_asks_nobody(connect: Connect):
    """Closing is the end: nothing waits, nothing fails, and what was published before arrives."""
    here, there = await connect(), await connect()
    inbox = Inbox()
    await there.subscribe("a", inbox.receive)
    for number in range(100):
        here.publish("a", b"%d" % number)
    await here.close()
    assert here.trouble is not None
    here.publish("a", b"too late")
    with pytest.raises(BusDown):
        await here.ask("a", b"", 1.0)
    assert here.counts.dropped == 1
    assert await inbox.holds(100) == [b"%d" % number for number in range(100)]
