"""Asks other nodes, and answers what they ask."""

import logging
from typing import assert_never

from polemos.cluster.bus import AnswerLate, Bus, BusDown
from polemos.cluster.subjects import Subjects
from polemos.log.store import StoreError
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
from polemos.nodes.unread import Unread
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms

logger = logging.getLogger(__name__)


class Asking:
    """Asks other nodes.

    Args:
        bus: carries questions and answers.
        subjects: the cluster's.
        unread: notes what cannot be read.
    """

    def __init__(self, bus: Bus, subjects: Subjects, unread: Unread) -> None:
        self._bus = bus
        self._subjects = subjects
        self._unread = unread

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
        except ValueError:
            self._unread.note("an answer")
            raise AnswerLate(subject) from None


class Answering:
    """Answers other nodes for the rooms of this one.

    Args:
        rooms: this node's.
        tenure: knows which those surely are.
        guests: the connections of other nodes.
        companies: put in order what is told.
        unread: notes what cannot be read.
    """

    def __init__(
        self,
        *,
        rooms: Rooms,
        tenure: Tenure,
        guests: RemoteGuests,
        companies: Companies,
        unread: Unread,
    ) -> None:
        self._rooms = rooms
        self._tenure = tenure
        self._guests = guests
        self._companies = companies
        self._unread = unread

    async def answer(self, payload: bytes) -> bytes:
        """Answer one question; for one that cannot be read nothing is done."""
        return (await self._read_and_answered(payload)).model_dump_json().encode()

    async def _read_and_answered(self, payload: bytes) -> Answer:
        try:
            question = QUESTION.validate_json(payload)
        except ValueError:
            self._unread.note("a question")
            return Elsewhere()
        try:
            return await self._answered(question)
        except StoreError as error:
            # It was met before anything was done, and whoever renews the leases tells of it.
            logger.debug("A question waits for the database: %s", error)
            return Elsewhere()

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
        company, fence = self._rooms.company(room), self._tenure.fence_of(room)
        if company is None or not fence:
            return None
        return self._companies.outgoing(company.game, company, fence)
