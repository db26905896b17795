"""The rooms of several nodes, as the hub of one of them sees them.

Whatever is asked of a room is carried out by the node that runs it, here or elsewhere. A room that
is just changing its node is waited for, because nothing was changed then; only where nobody can
know whether something was, whoever asked is told so.
"""

import logging
from collections.abc import Callable

import anyio

from polemos.cluster.bus import AnswerLate, BusDown, NobodyAnswers
from polemos.nodes.asking import Asking
from polemos.nodes.companies import Companies
from polemos.nodes.errands import carry_out, committed, room_named, seated, unpacked
from polemos.nodes.holdings import Holdings
from polemos.nodes.messages import Carried, Declined, Done, Elsewhere, Errand, Present
from polemos.nodes.owners import Owners
from polemos.nodes.rolls import readmitted
from polemos.nodes.tenure import Tenure
from polemos.rooms import refusals
from polemos.rooms.asks import Committed
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.clock import Clock
from polemos.rooms.company import Guest, Standing
from polemos.rooms.errors import Refusal
from polemos.rooms.performing import Performing
from polemos.rooms.registry import Rooms
from polemos.rooms.room import Seated
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Company
from polemos.wire.requests import (
    HostRequest,
    LeaveSeat,
    OpenRoom,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
)

logger = logging.getLogger(__name__)

ANSWER_SECONDS_MAX = 5.0
"""How long another node may take over an errand; its own store may be slow."""

RETRY_SECONDS = 0.2
"""Between two looks at who runs a room that is changing its node."""


class ClusterRooms:
    """Has requests carried out where their rooms are.

    Args:
        rooms: those of this node.
        tenure: knows which those are.
        owners: finds the node of a room.
        holdings: who of this node's connections is where.
        companies: what other nodes tell of theirs.
        asking: asks other nodes.
        clock: the steady clock.
        patience_seconds: how long a room that changes its node is waited for.
        parted: called when somebody has left a room of another node.
    """

    def __init__(
        self,
        *,
        rooms: Rooms,
        tenure: Tenure,
        owners: Owners,
        holdings: Holdings,
        companies: Companies,
        asking: Asking,
        clock: Clock,
        patience_seconds: float,
        parted: Callable[[], None],
    ) -> None:
        self._rooms = rooms
        self._local = Performing(rooms)
        self._tenure = tenure
        self._owners = owners
        self._holdings = holdings
        self._companies = companies
        self._asking = asking
        self._clock = clock
        self._patience_seconds = patience_seconds
        self._parted = parted

    async def current_game(self, room: str) -> str:
        """Name a room's newest game; the log knows it, whoever runs the room."""
        return await self._local.current_game(room)

    def company(self, room: str) -> Company | None:
        """Show the people of a room, or none where nothing is known of them yet."""
        return self._local.company(room) or self._companies.view(room)

    def part(self, guest: Guest) -> None:
        """Forget a connection that is gone, here and, by the next roll, elsewhere."""
        self._local.part(guest)
        if self._holdings.part(guest):
            self._parted()

    async def open_room(self, request: OpenRoom, guest: Guest) -> OpenedRoom:
        """Open a room on this node."""
        opened = await self._local.open_room(request, guest)
        self._holdings.host(opened.room, guest)
        return opened

    async def take_control(self, request: TakeControl, guest: Guest) -> Committed:
        """Let a connection control a room."""
        with self._holdings.asked(guest) as number:
            done = await self._carry(request, guest, number)
            self._holdings.host(request.room, guest)
        return committed(done)

    async def seat(self, request: TakeSeat | ResumeSeat, guest: Guest) -> Seated:
        """Let a connection hold a seat."""
        with self._holdings.asked(guest) as number:
            seat = seated(await self._carry(request, guest, number))
            self._holdings.seat(guest, seat)
        return seat

    async def change(self, request: SeatRequest | Rematch | HostRequest, guest: Guest) -> Committed:
        """Change a game or its company."""
        with self._holdings.asked(guest) as number:
            done = await self._carry(request, guest, number)
            if isinstance(request, LeaveSeat):
                self._holdings.unseat(request.room, guest)
        return committed(done)

    async def _carry(self, request: Carried, guest: Guest, number: int) -> Done:
        """Have a request carried out by whoever runs its room.

        Raises:
            Refusal: it was declined, nobody runs the room for now, or its node is silent.
        """
        room = room_named(request)
        until_seconds = self._clock.steady_seconds() + self._patience_seconds
        standing = self._holdings.standings(room).get(guest, Standing())
        errand = Errand(
            node=self._tenure.node, guest=Present.of(number, standing), word=0, request=request
        )
        while isinstance(outcome := await self._try(room, errand, guest), Elsewhere):
            now_seconds = self._clock.steady_seconds()
            if now_seconds >= until_seconds:
                raise refusals.moving(room)
            await self._clock.wait(anyio.Event(), now_seconds + RETRY_SECONDS)
        return unpacked(outcome)

    async def _try(self, room: str, errand: Errand, guest: Guest) -> Done | Declined | Elsewhere:
        node = await self._owners.find(room)
        if node is None:
            return Elsewhere()
        if node == self._tenure.node:
            await readmitted(self._rooms, room, {guest: errand.guest.standing})
            return await carry_out(self._local, errand.request, guest)
        told = errand.model_copy(update={"word": self._holdings.next_word()})
        outcome = await self._ask(room, node, told)
        if isinstance(outcome, Elsewhere):
            self._owners.forget(room)
        return outcome

    async def _ask(self, room: str, node: str, errand: Errand) -> Done | Declined | Elsewhere:
        try:
            answer = await self._asking.ask(node, errand, ANSWER_SECONDS_MAX)
        except (NobodyAnswers, BusDown):
            return Elsewhere()
        except AnswerLate as fault:
            logger.warning("Node %s did not answer for room %s: %s", node, room, fault)
            self._owners.forget(room)
            raise Refusal(
                WireCode.NODE_SILENT,
                "The node that runs this room did not answer in time. Your request may have been "
                "carried out: look at the table before you send it again.",
                retry_after_ms=1_000,
            ) from fault
        match answer:
            case Done() | Declined() | Elsewhere():
                return answer
            case _:
                raise AssertionError(f"{answer.type} is no answer to an errand")
