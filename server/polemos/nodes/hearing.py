"""Hears of the companies of rooms that are watched here and run elsewhere.

Whoever runs a room tells of every change, which may be lost; so its company is also asked for: when
somebody begins to watch, when the bus was away, and when its node says that it told a newer one
than is known here. A room in which nothing happens is asked for no more. So many are asked for at
once and the others wait, for all may be due at the same time.
"""

import logging
from dataclasses import dataclass, field

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus, NoAnswer, Subscription
from polemos.cluster.outages import Outages
from polemos.cluster.subjects import Subjects
from polemos.log.store import StoreError
from polemos.nodes.asking import Asking
from polemos.nodes.companies import Companies
from polemos.nodes.messages import InRoom, Newest, Told, Version, WhoIsIn
from polemos.nodes.owners import Owners
from polemos.nodes.tenure import Tenure
from polemos.nodes.unread import Unread
from polemos.rooms.errors import Refusal

logger = logging.getLogger(__name__)

ANSWER_SECONDS_MAX = 2.0
"""How long another node may take to say who is in a room."""

COMPANY_SECONDS = 15.0
"""How long a company may be out of date whose telling was lost on the bus; see `newest`."""

ASKING_MAX = 16
"""Companies that are asked for at once."""

NOTHING: Version = (0, 0)


@dataclass(slots=True)
class _Heard:
    """A room of which something is watched here.

    Args:
        games: those that are watched.
        node: who answered for it last, or says that it is its own.
        settled: the newest version of which was heard that its node was asked for and answered.
    """

    games: set[str] = field(default_factory=set)
    subscription: Subscription | None = None
    node: str | None = None
    settled: Version = NOTHING


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
        outages: bear what fails.
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
        outages: Outages,
        tasks: TaskGroup,
    ) -> None:
        self._bus = bus
        self._subjects = subjects
        self._tenure = tenure
        self._owners = owners
        self._asking = asking
        self._companies = companies
        self._unread = unread
        self._outages = outages
        self._tasks = tasks
        self._rooms: dict[str, _Heard] = {}
        self._due: dict[str, Version] = {}
        self._wanted = anyio.Event()

    async def begin(self) -> None:
        """Ask from now on for what may have been lost."""
        self._bus.call_when_back(self._ask_all)
        await self._bus.subscribe(self._subjects.newest, self._hear_newest)
        for _ in range(ASKING_MAX):
            self._tasks.start_soon(self._keep_asking)

    async def open(self, room: str, game: str) -> None:
        """Hear of a room from now on, and ask who is in it."""
        heard = self._rooms.setdefault(room, _Heard())
        heard.games.add(game)
        if heard.subscription is None:
            try:
                subscription = await self._bus.subscribe(self._subjects.company(room), self._hear)
            except BaseException:
                self.close(room, game)
                raise
            if self._is_wanted(room, heard):
                heard.subscription = subscription
            else:
                await subscription.close()
        self._want(room, heard.settled)

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
                self._tasks.start_soon(
                    self._outages.bear, "Subscriptions are ended", heard.subscription.close
                )

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
        if self._is_heard_of(told.company.room):
            self._companies.learn(told)

    def _is_heard_of(self, room: str) -> bool:
        return room in self._rooms and not self._tenure.owns(room)

    def _hear_newest(self, _subject: str, payload: bytes) -> None:
        try:
            newest = Newest.model_validate_json(payload)
        except ValueError:
            self._unread.note("a word of the newest companies")
            return
        for room, version in newest.rooms.items():
            heard = self._rooms.get(room)
            if heard is None or version <= heard.settled or self._tenure.owns(room):
                continue
            if self._companies.is_behind(room, version, heard.games):
                heard.node = newest.node
                self._want(room, version)

    # What it asks.

    def _want(self, room: str, version: Version) -> None:
        self._due[room] = max(version, self._due.get(room, version))
        self._wanted.set()

    def _ask_all(self) -> None:
        """Ask for what may have been told while the bus was away, of rooms that somebody runs."""
        for room, heard in self._rooms.items():
            if heard.node is not None:
                self._want(room, heard.settled)

    async def _keep_asking(self) -> None:
        while True:
            while self._due:
                room = next(iter(self._due))
                version = self._due.pop(room)
                with self._outages.bearing("Companies are asked for"):
                    await self._ask(room, version)
            if self._wanted.is_set():
                self._wanted = anyio.Event()
            await self._wanted.wait()

    async def _ask(self, room: str, version: Version) -> None:
        """Ask a room's node who is in it; where nobody runs it, nobody is."""
        heard = self._rooms.get(room)
        if heard is None:
            return
        try:
            node = heard.node or await self._owners.find(room, is_taking=False)
            if node is None or node == self._tenure.node:
                return
            answer = await self._asking.ask(node, WhoIsIn(room=room), ANSWER_SECONDS_MAX)
        except (NoAnswer, StoreError, Refusal) as fault:
            # Its node says again how new its company is.
            logger.debug("Nobody says who is in room %s: %s", room, fault)
            self._owners.forget(room)
            heard.node = None
            return
        if not isinstance(answer, InRoom):
            self._owners.forget(room)
            heard.node = None
            return
        heard.node, heard.settled = node, max(version, heard.settled)
        if answer.told is not None and self._is_heard_of(answer.told.company.room):
            self._companies.learn_for_all(answer.told, heard.games)
