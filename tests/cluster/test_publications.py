"""What an owner tells of events that are stored; see `test_feeds` for what arrives of it."""

import pytest

from polemos.cluster.memory_bus import MemoryBus, MemoryExchange
from polemos.cluster.publications import Publications
from polemos.cluster.subjects import Subjects
from polemos.rules.encoding import digest

LINE = b'{"seq":1}'


class FaultyBus(MemoryBus):
    """A bus that fails in a way that no bus may."""

    def publish(self, subject: str, payload: bytes) -> None:
        raise ZeroDivisionError


async def test_a_fault_while_events_are_told_is_none_of_the_game_whose_they_are(
    caplog: pytest.LogCaptureFixture,
):
    """They are stored, and the other nodes read them in the log."""
    publications = Publications(FaultyBus(MemoryExchange()), Subjects("c1"))
    for _ in range(2):
        publications.publish("alpha-1", 1, (LINE,), digest(LINE))
    assert caplog.messages == ["Events are told to other nodes: not for now."]
