"""Hears of the companies of rooms that are watched here and run elsewhere."""

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus, Receive, Subscription
from polemos.cluster.subjects import Subjects

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Heard:
    games: set[str] = field(default_factory=set)
    subscription: Subscription | None = None


class Hearing:
    """Listens to the rooms whose games are watched here.

    Args:
        bus: carries companies.
        subjects: the cluster's.
        receive: takes what is told.
        ask: has a room's node tell its company now.
        forget: called with a room that is heard no more.
        tasks: the group in which it asks.
    """

    def __init__(
        self,
        *,
        bus: Bus,
        subjects: Subjects,
        receive: Receive,
        ask: Callable[[str], Coroutine[Any, Any, None]],
        forget: Callable[[str], None],
        tasks: TaskGroup,
    ) -> None:
        self._bus = bus
        self._subjects = subjects
        self._receive = receive
        self._ask = ask
        self._forget = forget
        self._tasks = tasks
        self._rooms: dict[str, _Heard] = {}
        # Whatever was told while the bus was away is asked for.
        bus.call_when_back(self.ask_all)

    async def open(self, room: str, game: str) -> None:
        """Hear of a room from now on, and ask who is in it."""
        heard = self._rooms.setdefault(room, _Heard())
        heard.games.add(game)
        if heard.subscription is None:
            subscription = await self._bus.subscribe(self._subjects.company(room), self._receive)
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
            self._forget(room)
            if heard.subscription is not None:
                self._tasks.start_soon(heard.subscription.close)

    def _is_wanted(self, room: str, heard: _Heard) -> bool:
        """Tell whether a room still lacks what was subscribed to for it meanwhile."""
        return self._rooms.get(room) is heard and heard.subscription is None

    def hears(self, room: str) -> bool:
        """Tell whether a room is heard."""
        return room in self._rooms

    def ask_all(self) -> None:
        """Ask who is in every room that is heard."""
        for room in self._rooms:
            self._tasks.start_soon(self._ask, room)
