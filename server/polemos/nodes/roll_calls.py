"""Calls this node's rolls: with itself for its own rooms, with others for theirs.

A roll that is too large for one question of the bus is told in parts, each of whole rooms, for
whoever is not named in a room is not there. A room that is too large alone is told of by nobody:
its node keeps those whom it knows, and everybody else says with each errand what they are. That
takes thousands of hosts in one room, or a bus that was told to carry next to nothing.
"""

import logging
from collections import deque

import anyio

from polemos.cluster.bus import NoAnswer
from polemos.log.store import StoreError
from polemos.nodes.asking import Asking
from polemos.nodes.holdings import Holdings
from polemos.nodes.messages import RollAnswer
from polemos.nodes.owners import Owners
from polemos.nodes.rolls import correct, readmitted, roll_of
from polemos.rooms.errors import Refusal
from polemos.rooms.registry import Rooms

logger = logging.getLogger(__name__)

ANSWER_SECONDS_MAX = 2.0
"""How long another node may take over a roll; the next one comes in a second anyway."""

SOUGHT_AT_ONCE_MAX = 8
"""Rooms whose nodes are looked for at the same time."""

ROLL_BYTES, ROOM_BYTES, PRESENT_BYTES, NUMBER_BYTES = 192, 64, 192, 12
"""More than a roll, a room, somebody in it and somebody with an errand under way take up."""


class RollCalls:
    """Tells every room's node who of this one is there.

    Args:
        node: this node's id.
        holdings: who is where.
        owners: find the rooms' nodes.
        asking: asks them.
        rooms: this node's.
    """

    def __init__(
        self, *, node: str, holdings: Holdings, owners: Owners, asking: Asking, rooms: Rooms
    ) -> None:
        self._node = node
        self._holdings = holdings
        self._owners = owners
        self._asking = asking
        self._rooms = rooms
        self._is_too_large_told = False

    async def call(self) -> None:
        """Tell everybody at the same time, so that nobody waits for one that hangs.

        Rooms whose node is not known are left out: whoever is looked for holds up no sign of life.
        """
        rooms_of: dict[str, list[str]] = {}
        for room in self._holdings.rooms:
            node = self._owners.known(room)
            if node is not None and node != self._node:
                rooms_of.setdefault(node, []).append(room)
        async with anyio.create_task_group() as tasks:
            for node, rooms in rooms_of.items():
                tasks.start_soon(self._tell_all, node, rooms)

    async def seek(self) -> bool:
        """Find the nodes of rooms where they are not known, and call the roll of this node's own.

        Returns:
            Whether a node was found that is to be told.

        Raises:
            StoreError: the database did not say who runs what.
        """
        unknown = [room for room in self._holdings.rooms if self._owners.known(room) is None]
        waiting = deque(unknown)
        async with anyio.create_task_group() as tasks:
            for _ in range(min(SOUGHT_AT_ONCE_MAX, len(unknown))):
                tasks.start_soon(self._find_all, waiting)
        own = [room for room in self._holdings.rooms if self._owners.known(room) == self._node]
        await self._readmit_own(own)
        found = [self._owners.known(room) for room in unknown]
        return any(node not in (None, self._node) for node in found)

    async def _find_all(self, waiting: deque[str]) -> None:
        while waiting:
            room = waiting.popleft()
            try:
                await self._find(room)
            except StoreError as error:
                logger.debug("Nobody says who runs room %s: %s", room, error)

    async def _find(self, room: str) -> None:
        # A room that is only told that nobody is left there need not be taken up for that.
        is_empty = not self._holdings.standings(room)
        try:
            node = await self._owners.find(room, is_taking=not is_empty)
        except Refusal:
            node = None
        if node is None and is_empty and self._owners.is_sure:
            # Whoever takes it next knows nobody of this node there.
            self._holdings.settle(room)

    async def _tell_all(self, node: str, rooms: list[str]) -> None:
        """Tell one node, in as many rolls as the bus needs.

        A node that does not answer is told nothing more for now: while it is waited for, no other
        node hears of this one.
        """
        waiting = deque(rooms)
        is_answering = True
        while waiting and is_answering:
            # Drawn up just before it is told, for people come and go while another one is.
            part = self._part(waiting)
            if part or not waiting:
                # Without a room it is a sign of life all the same.
                is_answering = await self._tell(node, part)
        for room in waiting:
            self._owners.forget(room)

    def _part(self, waiting: deque[str]) -> list[str]:
        """Take as many rooms as fit into one question; none where the first is too large alone."""
        left_bytes = self._asking.question_bytes_max - ROLL_BYTES
        left_bytes -= NUMBER_BYTES * len(self._holdings.asking)
        part: list[str] = []
        while waiting:
            present = len(self._holdings.standings(waiting[0]))
            room_bytes = ROOM_BYTES + PRESENT_BYTES * present
            if room_bytes > left_bytes:
                break
            left_bytes -= room_bytes
            part.append(waiting.popleft())
        if waiting and not part:
            self._note_too_large(waiting.popleft())
        return part

    def _note_too_large(self, room: str) -> None:
        if not self._is_too_large_told:
            self._is_too_large_told = True
            logger.error(
                "Room %s has %d people of this node, more than the bus carries in one message: "
                "whoever is new among them is not shown to others. Raise max_payload of the bus: "
                "it leaves %d bytes for a message now.",
                room,
                len(self._holdings.standings(room)),
                self._asking.question_bytes_max,
            )

    async def _readmit_own(self, rooms: list[str]) -> None:
        for room in rooms:
            standings = dict(self._holdings.standings(room))
            for guest, became in (await readmitted(self._rooms, room, standings)).items():
                correct(self._holdings, room, guest, became)
            self._holdings.settle(room)

    async def _tell(self, node: str, rooms: list[str]) -> bool:
        """Tell one roll, and give whether it was answered."""
        roll = roll_of(self._node, self._holdings, rooms)
        try:
            answer = await self._asking.ask(node, roll, ANSWER_SECONDS_MAX)
        except NoAnswer as fault:
            logger.debug("Node %s does not heed a roll: %s", node, fault)
            for room in rooms:
                self._owners.forget(room)
            return False
        if isinstance(answer, RollAnswer):
            self._heed(answer, rooms)
        return True

    def _heed(self, answer: RollAnswer, rooms: list[str]) -> None:
        for room in rooms:
            if room in answer.elsewhere:
                self._owners.forget(room)
            else:
                self._holdings.settle(room)
        for correction in answer.corrections:
            if guest := self._holdings.guest(correction.guest):
                correct(self._holdings, correction.room, guest, correction.became)
