"""Companies that the bus loses: what is shown of a room elsewhere is right again after a while."""

from collections.abc import Iterator

import pytest

from kit.bus import Hostility
from kit.nodes import CALM, Nodes, RunningNode
from kit.sitting import open_room, sit
from polemos.nodes.hearing import ASKING_MAX, COMPANY_SECONDS
from polemos.rooms.beginnings import OpenedRoom
from polemos.rules.names import room_of
from polemos.wire.requests import CloseGame, PauseAutoplay, Rematch

LOST = Hostility(lost=1, repeated=0, delayed=0)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def sit_unheard(house: Nodes, node: RunningNode, opened: OpenedRoom, seat: int) -> None:
    """Let somebody sit down at a room's own node while the bus loses everything."""
    house.exchange.hostility = LOST
    sit(house, node, opened, seat)
    house.loop.settle()
    house.exchange.hostility = CALM


@pytest.mark.parametrize("tenths", range(0, 150, 30))
def test_a_company_that_was_lost_is_right_again_within_company_seconds(nodes, tenths):
    """Whenever that falls: nothing else would tell, for nothing more happens in the room."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(0.1 + tenths / 10)
    sit_unheard(nodes, first, opened, 0)
    now = first.rooms.company(opened.room)
    assert second.served.company(opened.room) != now
    nodes.turn(COMPANY_SECONDS)
    assert second.served.company(opened.room) == now
    assert second.shown.companies[opened.game] == now


def test_a_company_that_was_lost_is_asked_for_again_and_again(nodes):
    """Though the first of the questions is lost as well."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(0.1)
    sit_unheard(nodes, first, opened, 0)
    nodes.exchange.hostility = LOST
    nodes.turn(COMPANY_SECONDS)
    nodes.exchange.hostility = CALM
    now = first.rooms.company(opened.room)
    assert second.served.company(opened.room) != now
    nodes.turn(COMPANY_SECONDS)
    assert second.served.company(opened.room) == now


def test_a_company_that_was_lost_with_the_bus_is_right_as_soon_as_the_bus_is_back(nodes):
    """Nobody waits for the next question of those that are asked anyhow."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(0.1)
    nodes.loop.do(second.bus.cut)
    sit(nodes, first, opened, 0)
    now = first.rooms.company(opened.room)
    assert second.served.company(opened.room) != now
    nodes.loop.do(second.bus.mend)
    nodes.turn(0.1)
    assert second.served.company(opened.room) == now


def test_the_watchers_of_the_game_before_learn_of_what_they_missed_as_well(nodes):
    """They are told apart, so what is lost may be lost to them alone."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first)
    host = first.guests[0]
    nodes.do(second.watch(opened.game))
    nodes.do(first.served.change(CloseGame(id=2, room=opened.room), host))
    nodes.turn(3)
    nodes.exchange.hostility = LOST
    nodes.do(first.served.change(Rematch(id=3, game=opened.game), host))
    nodes.loop.settle()
    nodes.exchange.hostility = CALM
    now = first.rooms.company(opened.room)
    assert second.shown.companies[opened.game] != now
    nodes.turn(COMPANY_SECONDS)
    assert second.shown.companies[opened.game] == now


def waiting(nodes: Nodes, node: RunningNode) -> str:
    """Open a room that waits for people."""
    return open_room(nodes, node, people=2).game


def paused(nodes: Nodes, node: RunningNode) -> str:
    """Open a room whose game stands still."""
    opened = open_room(nodes, node)
    nodes.do(node.served.change(PauseAutoplay(id=2, room=opened.room), node.guests[0]))
    return opened.game


def ended(nodes: Nodes, node: RunningNode) -> str:
    """Open a room whose game is over and whose host still looks on."""
    opened = open_room(nodes, node)
    nodes.do(node.served.change(CloseGame(id=2, room=opened.room), node.guests[0]))
    return opened.game


def left(nodes: Nodes, node: RunningNode) -> str:
    """Open a room that no node runs any more, for its game is over and everybody has gone."""
    game, (host,) = ended(nodes, node), node.guests
    host.is_here = False
    nodes.loop.do(lambda: node.served.part(host))
    nodes.turn(3)
    assert nodes.owner(room_of(game)) is None
    return game


@pytest.mark.parametrize("idle", [waiting, paused, ended, left])
def test_an_idle_game_that_is_watched_elsewhere_costs_no_question(nodes, idle):
    """Neither of the database nor on the bus, in a minute and after an outage of the bus."""
    first, second = nodes.start(), nodes.start()
    game = idle(nodes, first)
    nodes.do(second.watch(game))
    nodes.turn(COMPANY_SECONDS)
    nodes.forget_questions()
    nodes.turn(60)
    assert nodes.questions() == []


def test_a_question_for_a_company_costs_nothing_where_nobody_watches(nodes):
    """Only rooms that are watched here and run elsewhere are asked for."""
    first, second = nodes.start(), nodes.start()
    opened = open_room(nodes, first, people=2)
    nodes.do(first.watch(opened.game))
    nodes.do(second.watch(opened.game))
    nodes.loop.do(lambda: second.node.close(opened.game))
    nodes.turn(1)
    nodes.exchange.overheard.clear()
    nodes.turn(3 * COMPANY_SECONDS)
    assert [said for said in nodes.exchange.overheard if said.is_question] == []


def test_companies_that_are_all_due_at_once_are_asked_for_a_few_at_a_time(nodes):
    """However many rooms are watched, no node is asked for more at once than it can answer."""
    first, second = nodes.start(), nodes.start()
    opened = [open_room(nodes, first, people=2) for _ in range(3 * ASKING_MAX)]
    for room in opened:
        nodes.do(second.watch(room.game))
    nodes.turn(COMPANY_SECONDS)
    nodes.loop.do(second.bus.cut)
    for room in opened:
        sit(nodes, first, room, 0)
    nodes.forget_questions()
    # Nobody answers, so whoever is asked stays asked.
    nodes.exchange.hostility = LOST
    nodes.loop.do(second.bus.mend)
    nodes.loop.settle()
    assert sum(said.is_question for said in nodes.exchange.overheard) == ASKING_MAX
    nodes.exchange.hostility = CALM
    nodes.turn(COMPANY_SECONDS)
    for room in opened:
        assert second.served.company(room.room) == first.rooms.company(room.room)
