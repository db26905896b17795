"""What nobody knows whether it was stored, and what comes late of a node that was cut off."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import anyio
import pytest

from kit.guests import OwnGuest
from kit.nodes import LEASE_SECONDS, Nodes, RunningNode
from kit.people import secret
from kit.sitting import open_room, seating
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.errors import Refusal
from polemos.wire.codes import WireCode
from polemos.wire.requests import ChangeTempo, CloseGame, Rematch, ResumeSeat, TakeControl


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def host_at(house: Nodes, node: RunningNode, opened: OpenedRoom) -> OwnGuest:
    host = node.guest()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    house.do(node.served.take_control(control, host))
    return host


def begun(house: Nodes, asked: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
    task = house.loop.create_task(asked)
    house.loop.settle()
    return task


def test_a_game_goes_on_after_the_answer_to_a_beat_was_lost(nodes):
    first = nodes.start()
    opened = open_room(nodes, first)
    nodes.turn(3)
    first.database.answers_lost = 1
    nodes.turn(2 * LEASE_SECONDS)
    stored = len(nodes.lines(opened.game))
    nodes.turn(30)
    assert first.database.answers_lost == 0
    assert len(nodes.lines(opened.game)) > stored
    assert not first.rooms.has_failed(opened.room)


def test_whoever_asked_for_what_may_have_been_stored_is_told_to_look(nodes):
    first = nodes.start()
    opened = open_room(nodes, first)
    host = host_at(nodes, first, opened)
    first.database.answers_lost = 1
    change = ChangeTempo.model_validate({"id": 2, "room": opened.room, "tempo": "8"})
    with pytest.raises(Refusal) as refused:
        nodes.do(first.served.change(change, host))
    assert refused.value.code == WireCode.NODE_SILENT
    assert any(b"TempoChanged" in line for line in nodes.lines(opened.game))
    nodes.turn(2 * LEASE_SECONDS)
    again = ChangeTempo.model_validate({"id": 3, "room": opened.room, "tempo": "16"})
    seq = nodes.do(first.served.change(again, host)).seq
    assert b"TempoChanged" in nodes.lines(opened.game)[seq - 1]


def test_a_room_whose_opening_was_stored_though_nobody_knew_is_played(nodes):
    first = nodes.start()
    first.database.answers_lost = 1
    with pytest.raises(Refusal) as refused:
        open_room(nodes, first)
    assert refused.value.code == WireCode.NODE_SILENT
    (game,) = nodes.vault.games()
    nodes.turn(2 * LEASE_SECONDS)
    stored = len(nodes.lines(game))
    nodes.turn(30)
    assert len(nodes.lines(game)) > stored
    nodes.start()
    nodes.kill(first)
    nodes.turn(2 * LEASE_SECONDS)
    stored = len(nodes.lines(game))
    nodes.turn(30)
    assert len(nodes.lines(game)) > stored


def test_a_late_rematch_leaves_the_next_owners_game_its_secret(nodes):
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first)
    host = host_at(nodes, first, opened)
    nodes.do(first.served.change(CloseGame(id=2, room=opened.room), host))
    first.database.late = anyio.Event()
    late = begun(nodes, first.served.change(Rematch(id=3, game=opened.game), host))
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS + 1)
    mine = host_at(nodes, second, opened)
    nodes.do(second.served.change(Rematch(id=3, game=opened.game), mine))
    nodes.loop.do(first.database.late.set)
    nodes.turn(2)
    assert isinstance(late.exception(), Refusal)
    nodes.kill(second)
    nodes.start()
    nodes.turn(2 * LEASE_SECONDS)
    stored = len(nodes.lines(f"{opened.room}-2"))
    nodes.turn(30)
    assert len(nodes.lines(f"{opened.room}-2")) > stored


def test_a_late_seating_leaves_the_seat_that_the_next_owner_gave(nodes):
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    first.database.late = anyio.Event()
    request = seating(opened, 0)
    late = begun(nodes, first.served.seat(request, first.guest()))
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS + 1)
    nodes.do(second.served.seat(request, second.guest()))
    nodes.loop.do(first.database.late.set)
    nodes.turn(2)
    assert isinstance(late.exception(), Refusal)
    nodes.kill(second)
    third = nodes.start()
    nodes.turn(2 * LEASE_SECONDS)
    resume = ResumeSeat(id=3, room=opened.room, seat_secret=secret("person 0's seat"))
    assert nodes.do(third.served.seat(resume, third.guest())).seat == 0


def test_a_rematch_at_a_node_that_has_just_lost_the_room_is_carried_out_by_the_other(nodes):
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first)
    host = host_at(nodes, first, opened)
    nodes.do(first.served.change(CloseGame(id=2, room=opened.room), host))
    nodes.turn(1)
    nodes.board.forget(first.name)
    second.leases.claim(opened.room)
    changed = nodes.do(first.served.change(Rematch(id=3, game=opened.game), host))
    assert changed.game == f"{opened.room}-2"
