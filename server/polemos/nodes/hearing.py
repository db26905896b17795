"""Hears of the companies of rooms that are watched here and run elsewhere.

Whoever runs a room tells of every change, which may be lost; so its company is also asked for: when
somebody begins to watch, when the bus was away, and again and again.
"""

import logging
from dataclasses import dataclass, field

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus, NoAnswer, Subscription
from polemos.cluster.subjects import Subjects
from polemos.log.store import StoreError
from polemos.nodes.asking import Asking
from polemos.nodes.companies import Companies
from polemos.nodes.messages import InRoom, Told, WhoIsIn
from polemos.nodes.owners import Owners
from polemos.nodes.tenure import Tenure
from polemos.nodes.unread import Unread
from polemos.rooms.clock import Clock
from polemos.rooms.errors import Refusal

logger = logging.getLogger(__name__)

ANSWER_SECONDS_MAX = 2.0
"""How long another node may take to say who is in a room."""

COMPANY_SECONDS = 15.0
"""How long a company may be out of date whose telling was lost on the bus."""


@dataclass(slots=True)
class _Heard:
    games: set[str] = field(default_factory=set)
    subscription: Subscription | None = None


class Hearing:
    """Listens to the rooms whose games are watched here.

    Args:
        bus: carries companies.
        subjects: the cluster's.
        tenure: knows which rooms are this node's own.
        owners: find the node of a room.
        asking: asks it.
        companies: keep and show what is told.
        unread: told of what cannot be read.
        clock: the steady clock.
        tasks: the group in which it asks.
    """

    def __init__(
        self,
        *,
        bus: Bus,
        subjects: Subjects,
        tenure: Tenure,
        owners: Owners,
        asking: Asking,
        companies: Companies,
        unread: Unread,
        clock: Clock,
        tasks: TaskGroup,
    ) -> None:
        self._bus = bus
        self._subjects = subjects
        self._tenure = tenure
        self._owners = owners
        self._asking = asking
        self._companies = companies
        self._unread = unread
        self._clock = clock
        self._tasks = tasks
        self._rooms: dict[str, _Heard] = {}

    def begin(self) -> None:
        """Ask again from now on for what may have been lost."""
        self._bus.call_when_back(self._ask_all)
        self._tasks.start_soon(self._keep_asking)

    async def open(self, room: str, game: str) -> None:
        """Hear of a room from now on, and ask who is in it."""
        heard = self._rooms.setdefault(room, _Heard())
        heard.games.add(game)
        if heard.subscription is None:
            subscription = await self._bus.subscribe(self._subjects.company(room), self._hear)
            if self._is_wanted(room, heard):
                heard.subscription = subscription
            else:
                await subscription.close()
        self._tasks.start_soon(self._ask, room)

    def close(self, room: str, game: str) -> None:
        """Hear of a room no more, unless another of its games is watched."""
        heard = self._rooms.get(room)
        if heard is None:
            return
        heard.games.discard(game)
        if not heard.games:
            del self._rooms[room]
            self._companies.forget(room)
            if heard.subscription is not None:
                self._tasks.start_soon(heard.subscription.close)

    def _is_wanted(self, room: str, heard: _Heard) -> bool:
        """Tell whether a room still lacks what was subscribed to for it meanwhile."""
        return self._rooms.get(room) is heard and heard.subscription is None

    def _hear(self, _subject: str, payload: bytes) -> None:
        try:
            told = Told.model_validate_json(payload)
        except ValueError:
            self._unread.note("a company")
        else:
            self._learn(told)

    def _learn(self, told: Told) -> None:
        room = told.company.room
        if room in self._rooms and not self._tenure.owns(room):
            self._companies.learn(told)

    async def _keep_asking(self) -> None:
        while True:
            until_seconds = self._clock.steady_seconds() + COMPANY_SECONDS
            await self._clock.wait(anyio.Event(), until_seconds)
            self._ask_all()

    def _ask_all(self) -> None:
        for room in self._rooms:
            self._tasks.start_soon(self._ask, room)

    async def _ask(self, room: str) -> None:
        """Ask a room's node who is in it; where nobody runs it, nobody is."""
        try:
            node = await self._owners.find(room, is_taking=False)
            if node is None or node == self._tenure.node:
                return
            answer = await self._asking.ask(node, WhoIsIn(room=room), ANSWER_SECONDS_MAX)
        except (NoAnswer, StoreError, Refusal) as fault:
            logger.debug("Nobody says who is in room %s: %s", room, fault)
            self._owners.forget(room)
            return
        if not isinstance(answer, InRoom):
            self._owners.forget(room)
        elif answer.told is not None:
            self._learn(answer.told)
