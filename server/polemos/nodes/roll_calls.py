"""Calls this node's rolls: with itself for its own rooms, with others for theirs."""

import logging

import anyio

from polemos.cluster.bus import NoAnswer
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

ROOM_BYTES, PRESENT_BYTES = 64, 160
"""More than a room and somebody in it take up in a roll."""


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

    async def call(self) -> None:
        """Tell everybody at the same time, so that nobody waits for one that hangs.

        Raises:
            StoreError: the database did not say who runs what.
        """
        rooms_of: dict[str, list[str]] = {}
        for room in self._holdings.rooms:
            if node := await self._owner(room):
                rooms_of.setdefault(node, []).append(room)
        await self._readmit_own(rooms_of.pop(self._node, []))
        async with anyio.create_task_group() as tasks:
            for node, rooms in rooms_of.items():
                tasks.start_soon(self._tell_all, node, rooms)

    async def _owner(self, room: str) -> str | None:
        try:
            return await self._owners.find(room)
        except Refusal:
            return None

    async def _tell_all(self, node: str, rooms: list[str]) -> None:
        """Tell one node, in as many rolls as the bus needs."""
        part: list[str] = []
        size_bytes = 0
        for room in rooms:
            room_bytes = ROOM_BYTES + PRESENT_BYTES * len(self._holdings.standings(room))
            if part and size_bytes + room_bytes > self._asking.question_bytes_max // 2:
                await self._tell(node, part)
                part, size_bytes = [], 0
            part.append(room)
            size_bytes += room_bytes
        await self._tell(node, part)

    async def _readmit_own(self, rooms: list[str]) -> None:
        for room in rooms:
            standings = self._holdings.standings(room)
            for guest, became in (await readmitted(self._rooms, room, standings)).items():
                correct(self._holdings, room, guest, became)
            self._holdings.settle(room)

    async def _tell(self, node: str, rooms: list[str]) -> None:
        roll = roll_of(self._node, self._holdings, rooms)
        try:
            answer = await self._asking.ask(node, roll, ANSWER_SECONDS_MAX)
        except NoAnswer as fault:
            logger.debug("Node %s does not heed a roll: %s", node, fault)
            for room in rooms:
                self._owners.forget(room)
            return
        if isinstance(answer, RollAnswer):
            self._heed(answer, rooms)

    def _heed(self, answer: RollAnswer, rooms: list[str]) -> None:
        for room in rooms:
            if room in answer.elsewhere:
                self._owners.forget(room)
            else:
                self._holdings.settle(room)
        for correction in answer.corrections:
            if guest := self._holdings.guest(correction.guest):
                correct(self._holdings, correction.room, guest, correction.became)
