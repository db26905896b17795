"""What a node does by itself goes on whatever it meets: a fault costs one turn and no games."""

from collections.abc import Iterator, Mapping

import pytest

from kit.nodes import Nodes, Shown
from kit.sitting import open_room, sit
from polemos.nodes.census import REPEAT_SECONDS
from polemos.wire.pushes import Company


class FaultyShown(Shown):
    """A hub that cannot tell how many watch nor show a company, for as long as the test says."""

    is_faulty = True

    def spectators(self) -> Mapping[str, int]:
        if self.is_faulty:
            raise ZeroDivisionError
        return super().spectators()

    def tell(self, game: str, company: Company) -> None:
        if self.is_faulty:
            raise ZeroDivisionError
        super().tell(game, company)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def test_a_census_that_cannot_be_taken_is_taken_later_and_ends_no_game(nodes, caplog):
    shown = FaultyShown()
    first, second = nodes.start(), nodes.start(shown=shown)
    opened = open_room(nodes, second, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(5)
    assert nodes.is_running(second)
    assert first.node.spectators_elsewhere(opened.game) == 0
    shown.is_faulty = False
    nodes.turn(REPEAT_SECONDS)
    assert first.node.spectators_elsewhere(opened.game) == 1
    assert "The census is told: not for now." in caplog.messages
    assert "The census is told again" in caplog.messages


def test_a_company_that_cannot_be_shown_ends_no_game(nodes, caplog):
    """Whoever begins to watch has it asked for in a task of its own."""
    shown = FaultyShown()
    first, second = nodes.start(), nodes.start(shown=shown)
    opened = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(5)
    assert nodes.is_running(second)
    assert "Companies are asked for: not for now." in caplog.messages
    shown.is_faulty = False
    sit(nodes, first, opened, 0)
    nodes.turn(0.1)
    assert second.shown.companies[opened.game] == first.rooms.company(opened.room)
