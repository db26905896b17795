"""Whoever can read and write on the bus, but has no key, says again what the nodes have said."""

import logging
from collections.abc import Iterator
from functools import partial

import pytest

from kit.bus import Said
from kit.nodes import KEY, Nodes, RunningNode
from kit.sitting import open_room, resume, sit
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus
from polemos.rooms.beginnings import OpenedRoom
from polemos.wire.requests import ChangeTempo, TakeControl

SUBJECT = "polemos.cluster"


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def change_tempo(house: Nodes, node: RunningNode, opened: OpenedRoom, *tempos: str) -> None:
    """Have a host at a node change a room's tempo, once for each that is named."""
    host = node.guest()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    house.do(node.served.take_control(control, host))
    for tempo in tempos:
        change = ChangeTempo.model_validate({"id": 2, "room": opened.room, "tempo": tempo})
        house.do(node.served.change(change, host))


def say_again(house: Nodes, said: list[Said]) -> None:
    """Say again what was overheard, and let it arrive without letting any time pass."""
    intruder = house.exchange.connect()
    for each in said:
        if each.is_question:
            answered = house.loop.create_future()
            house.loop.do(partial(house.exchange.ask, each.subject, each.payload, answered))
        else:
            house.loop.do(partial(intruder.publish, each.subject, each.payload))
    house.loop.settle()


def test_an_errand_that_is_said_again_is_not_carried_out_again(nodes):
    """Though the rules would allow it: the tempo could be changed back."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first)
    change_tempo(nodes, second, opened, "8", "16")
    errands = [said for said in nodes.exchange.overheard if said.is_question]
    say_again(nodes, errands * 3)
    nodes.turn(2)
    assert sum(b"TempoChanged" in line for line in nodes.lines(opened.game)) == 2
    assert first.bus.counts.repeated >= 3 * 3


def test_nothing_that_is_published_again_undoes_anything_or_sets_off_work(nodes):
    """Companies, censuses, events, nudges and calls for orphans: each counts once."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.stop(nodes.start())
    sit(nodes, second, opened, 0)
    nodes.turn(5)
    resume(nodes, first, opened, 0)
    sit(nodes, second, opened, 1)
    nodes.do(first.watch(opened.game))
    nodes.turn(5)
    published = [said for said in nodes.exchange.overheard if not said.is_question]
    words = {said.subject.removeprefix(f"{SUBJECT}.").split(".")[0] for said in published}
    assert words == {"census", "company", "events", "newest", "orphans", "node"}
    company, audience = second.served.company(opened.room), first.node.spectators({})
    lines = nodes.lines(opened.game)
    for node in (first, second):
        node.shown.companies.clear()
    nodes.exchange.overheard.clear()
    say_again(nodes, published + published[::-1])
    assert second.served.company(opened.room) == company == first.rooms.company(opened.room)
    assert first.shown.companies == second.shown.companies == {}
    assert first.node.spectators({}) == audience
    assert second.shown.lines[opened.game] == lines == nodes.lines(opened.game)
    assert len(nodes.exchange.overheard) == 2 * len(published)


def test_what_another_version_asks_is_one_sentence_and_leaves_nobody_waiting(
    nodes, caplog: pytest.LogCaptureFixture
):
    """It is sealed, but cannot be read: nothing is done, and whoever asks learns that at once."""
    first = nodes.start()
    nodes.start()
    newer = SealedBus(nodes.exchange.connect(), KEY, b"n" * SPEAKER_BYTES)
    subject = f"{SUBJECT}.node.{first.name}.ask"
    with caplog.at_level(logging.WARNING):
        for payload in (b"", b"\xff", b"[" * 9_999, b'{"type":"dance"}', b'{"type":"roll"}'):
            answer = nodes.do(newer.ask(subject, payload, 1.0))
            assert answer == b'{"type":"elsewhere"}'
            for place in ("census", "newest", "orphans", f"node.{first.name}.tell"):
                nodes.loop.do(partial(newer.publish, f"{SUBJECT}.{place}", payload))
        nodes.turn(1)
    told = [record.getMessage() for record in caplog.records]
    assert sum("said a question that" in sentence for sentence in told) == 1
    assert sum("said a census that" in sentence for sentence in told) == len(nodes.nodes)
    assert sum("newest companies" in sentence for sentence in told) == len(nodes.nodes)
    assert len(told) == 1 + 2 * len(nodes.nodes)
    assert all(record.exc_info is None for record in caplog.records)
