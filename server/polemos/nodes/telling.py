"""What a node tells all others by itself: its census, and how new its rooms' companies are."""

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus
from polemos.cluster.outages import Outages
from polemos.cluster.subjects import Subjects
from polemos.nodes import census, newest
from polemos.nodes.census import Censuses
from polemos.nodes.companies import Companies
from polemos.nodes.messages import Census
from polemos.nodes.newest import NewestCompanies
from polemos.nodes.tenure import Tenure
from polemos.nodes.unread import Unread
from polemos.nodes.watching import Shown
from polemos.rooms.clock import Clock
from polemos.rooms.registry import Rooms


class Telling:
    """Tells, and takes in the censuses of others.

    Args:
        node: this node's id.
        bus: carries what is told.
        subjects: the cluster's.
        rooms: this node's.
        shown: the hub.
        tenure: knows which rooms are this node's own.
        censuses: those of all nodes.
        companies: put in order what is told of this node's rooms.
        unread: told of what cannot be read.
        outages: bear what fails.
        clock: the steady clock.
    """

    def __init__(
        self,
        *,
        node: str,
        bus: Bus,
        subjects: Subjects,
        rooms: Rooms,
        shown: Shown,
        tenure: Tenure,
        censuses: Censuses,
        companies: Companies,
        unread: Unread,
        outages: Outages,
        clock: Clock,
    ) -> None:
        self._bus = bus
        self._subjects = subjects
        self._rooms = rooms
        self._shown = shown
        self._censuses = censuses
        self._newest = NewestCompanies(
            node=node, rooms=rooms, fences=tenure, companies=companies, clock=clock
        )
        self._unread = unread
        self._outages = outages
        self._clock = clock

    async def begin(self, tasks: TaskGroup) -> None:
        """Hear and tell from now on."""
        await self._bus.subscribe(self._subjects.census, self._hear_census)
        tasks.start_soon(self._tell_census)
        tasks.start_soon(self._tell_newest)

    async def _tell_census(self) -> None:
        while True:
            with self._outages.bearing("The census is told"):
                told = self._censuses.due(self._shown.spectators(), self._rooms.standings())
                if told is not None:
                    self._bus.publish(self._subjects.census, told.model_dump_json().encode())
            await self._wait(census.TELL_SECONDS)

    async def _tell_newest(self) -> None:
        while True:
            with self._outages.bearing("It is told how new companies are"):
                for part in self._newest.due(self._bus.payload_bytes_max):
                    self._bus.publish(self._subjects.newest, part.model_dump_json().encode())
            await self._wait(newest.TELL_SECONDS)

    def _hear_census(self, _subject: str, payload: bytes) -> None:
        try:
            heard = Census.model_validate_json(payload)
        except ValueError:
            self._unread.note("a census")
        else:
            self._censuses.learn(heard)

    async def _wait(self, seconds: float) -> None:
        await self._clock.wait(anyio.Event(), self._clock.steady_seconds() + seconds)
