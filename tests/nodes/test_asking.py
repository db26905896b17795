"""What a node answers when it cannot do what it is asked."""

import logging

import pytest

from kit.clock import TurnedClock
from polemos.cluster.bus import AnswerLate
from polemos.cluster.memory_bus import MemoryExchange
from polemos.cluster.subjects import Subjects
from polemos.log.store import StoreError
from polemos.nodes.asking import Answering, Asking
from polemos.nodes.companies import Companies
from polemos.nodes.messages import Elsewhere, Errand, Present, Roll, WhoIsIn
from polemos.nodes.remote_guests import RemoteGuests
from polemos.nodes.unread import Unread
from polemos.wire.requests import LeaveSeat

ROOM = "k7m2q9x4wd"
PERSON = Present(guest=1, is_host=True)


class OwnRooms:
    """Rooms of a node whose database is away."""

    def present(self, room: str) -> dict[object, object]:
        return {}

    async def readmit(self, room: str, standings: object) -> None:
        raise StoreError("the database is away")


class OwnTenure:
    """Every room is this node's."""

    def owns(self, room: str) -> bool:
        return True


@pytest.mark.parametrize(
    "question",
    [
        Errand(node="far", guest=PERSON, word=1, request=LeaveSeat(id=1, room=ROOM)),
        Roll(node="far", rooms={ROOM: [PERSON]}, word=1),
    ],
    ids=["errand", "roll"],
)
async def test_a_question_that_meets_a_database_that_is_away_is_put_off(
    question, caplog: pytest.LogCaptureFixture
):
    """Whoever asks learns at once that nothing was done, and tries again."""
    answering = Answering(
        rooms=OwnRooms(),  # type: ignore[arg-type]
        tenure=OwnTenure(),  # type: ignore[arg-type]
        guests=RemoteGuests(clock=TurnedClock(), part=lambda _: None, changed=lambda _: None),
        companies=Companies(lambda _game, _company: None),
        unread=Unread(),
    )
    answer = await answering.answer(question.model_dump_json().encode())
    assert Elsewhere.model_validate_json(answer) == Elsewhere()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_an_answer_of_another_version_is_none_and_told_once(
    caplog: pytest.LogCaptureFixture,
):
    """Whoever asked must take it that it may have been done."""
    exchange, subjects = MemoryExchange(), Subjects("cluster")
    asking = Asking(exchange.connect(), subjects, Unread())

    async def respond(payload: bytes) -> bytes:
        return b'{"type":"perhaps"}'

    await exchange.connect().answer(subjects.ask("far"), respond)
    for _ in range(3):
        with pytest.raises(AnswerLate):
            await asking.ask("far", WhoIsIn(room=ROOM), 30.0)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "said an answer that" in caplog.text
