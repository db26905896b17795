"""Asks other nodes, and answers what they ask."""

from typing import assert_never

from polemos.cluster.bus import AnswerLate, Bus, BusDown
from polemos.cluster.subjects import Subjects
from polemos.nodes.companies import Companies
from polemos.nodes.errands import carry_out, room_named
from polemos.nodes.messages import (
    ANSWER,
    QUESTION,
    Answer,
    Elsewhere,
    Errand,
    InRoom,
    Question,
    Roll,
    Told,
    WhoIsIn,
)
from polemos.nodes.remote_guests import RemoteGuests
from polemos.nodes.rolls import heed_roll, readmitted
from polemos.nodes.tenure import Tenure
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms


class Asking:
    """Asks other nodes.

    Args:
        bus: carries questions and answers.
        subjects: the cluster's.
    """

    def __init__(self, bus: Bus, subjects: Subjects) -> None:
        self._bus = bus
        self._subjects = subjects

    @property
    def question_bytes_max(self) -> int:
        """What one question may hold."""
        return self._bus.payload_bytes_max

    async def ask(self, node: str, question: Question, timeout_seconds: float) -> Answer:
        """Ask a node and give its answer.

        Raises:
            NobodyAnswers: it is gone; nothing was done.
            BusDown: it was not asked, or is too long for the bus; nothing was done.
            AnswerLate: nothing that can be read came in time; what was asked may have been done.
        """
        subject = self._subjects.ask(node)
        payload = question.model_dump_json().encode()
        if len(payload) > self._bus.payload_bytes_max:
            raise BusDown(subject)
        answer = await self._bus.ask(subject, payload, timeout_seconds)
        try:
            return ANSWER.validate_json(answer)
        except ValueError as error:
            raise AnswerLate(subject) from error


class Answering:
    """Answers other nodes for the rooms of this one.

    Args:
        rooms: this node's.
        tenure: knows which those surely are.
        guests: the connections of other nodes.
        companies: put in order what is told.
    """

    def __init__(
        self, *, rooms: Rooms, tenure: Tenure, guests: RemoteGuests, companies: Companies
    ) -> None:
        self._rooms = rooms
        self._tenure = tenure
        self._guests = guests
        self._companies = companies

    async def answer(self, payload: bytes) -> bytes:
        """Answer one question.

        Raises:
            ValueError: it cannot be read; whoever asked waits in vain.
        """
        question = QUESTION.validate_json(payload)
        return (await self._answered(question)).model_dump_json().encode()

    async def _answered(self, question: Question) -> Answer:
        match question:
            case Errand(node=node, guest=present, word=word, request=request):
                room = room_named(request)
                if not self._tenure.owns(room):
                    return Elsewhere()
                guest = self._guests.find(node, present.guest, word)
                await readmitted(self._rooms, room, {guest: present.standing})
                return await carry_out(Performing(self._rooms), request, guest)
            case Roll():
                own = frozenset(room for room in question.rooms if self._tenure.owns(room))
                return await heed_roll(question, self._rooms, self._guests, own)
            case WhoIsIn(room=room):
                return InRoom(told=self._told(room)) if self._tenure.owns(room) else Elsewhere()
            case _:
                assert_never(question)

    def _told(self, room: str) -> Told | None:
        company, fence = self._rooms.company(room), self._tenure.fences.get(room)
        if company is None or fence is None:
            return None
        return self._companies.outgoing(company.game, company, fence)
