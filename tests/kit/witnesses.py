"""Clients of the chaos campaign: they watch, they host, and they write down what they were told."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

from kit.conversing import LOST, PAUSE_SECONDS_MAX, Asked, reached
from kit.sitters import Sitter
from polemos.rules.encoding import canonical

SILENT_SECONDS_MAX = 60.0
"""Longer than two heartbeats: a connection that says nothing for so long is a dead one."""

FORSAKEN_SHARE, REMATCH_SHARE = 0.25, 0.3


@dataclass(eq=False)
class Watcher:
    """Watches one game to its end over as many connections as it takes.

    Args:
        address: the balancer's.
        game: what is watched.
        chance: draws the pauses.
    """

    address: str
    game: str
    chance: Random
    lines: list[bytes] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    connections: int = 0
    has_ended: bool = False

    async def watch(self) -> None:
        while not self.has_ended:
            with contextlib.suppress(*LOST):
                async with reached(self.address) as socket:
                    self.connections += 1
                    await self._follow(socket)
            if not self.has_ended:
                await asyncio.sleep(self.chance.uniform(0.05, PAUSE_SECONDS_MAX))

    async def _follow(self, socket: ClientConnection) -> None:
        await socket.send(
            json.dumps({"type": "watch", "id": 1, "game": self.game, "after_seq": len(self.lines)})
        )
        while not self.has_ended:
            async with asyncio.timeout(SILENT_SECONDS_MAX):
                push = json.loads(await socket.recv())
            match push["type"]:
                case "events":
                    self._take(push["first_seq"], push["events"])
                case "refused" if push["code"] == "unknown_game":
                    self.faults.append(f"{self.game} is unknown to a node")
                    return
                case "refused" | "bye":
                    return
                case "snapshot":
                    self.faults.append(f"{self.game} was skipped to {push['seq']}")
                    return
                case _:
                    pass

    def _take(self, first_seq: int, events: list[dict[str, Any]]) -> None:
        if first_seq != len(self.lines) + 1:
            self.faults.append(f"{self.game}: event {first_seq} came after {len(self.lines)}")
        self.lines.extend(canonical(event) for event in events)
        self.has_ended = events[-1]["type"] == "GameEnded"


@dataclass(eq=False)
class Host:
    """Opens games one after the other, each with watchers, and does meanwhile what hosts do.

    Args:
        address: the balancer's.
        chance: draws what it does.
        opening: the request that opens a room.
        people: how many take seats in each of its games; the others are bots.
        attend: is told of each game, so that somebody watches it.
        asked: counts what became of its requests.
    """

    address: str
    chance: Random
    opening: dict[str, Any]
    people: int
    attend: Callable[[str], None]
    asked: Asked
    opened: list[str] = field(default_factory=list)
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Game, seq and tempo of each change."""
    sitters: list[Sitter] = field(default_factory=list)
    forsaken: int = 0
    rematches: int = 0

    async def host(self, is_over: asyncio.Event, ended: Callable[[str], bool]) -> None:
        """Keep a game going until the campaign is over."""
        room = None
        while not is_over.is_set():
            room = room or await self._open()
            if room is None:
                await asyncio.sleep(self.chance.uniform(0.1, PAUSE_SECONDS_MAX))
                continue
            self.opened.append(room["game"])
            self.attend(room["game"])
            room = await self._see_through(room, is_over, ended)

    async def _see_through(
        self, room: dict[str, Any], is_over: asyncio.Event, ended: Callable[[str], bool]
    ) -> dict[str, Any] | None:
        """Host one game to its end, and give the room again where another one follows there."""
        game = room["game"]
        if self.people:
            await self._play_with_people(room, is_over, ended)
            return None
        if self.chance.random() < FORSAKEN_SHARE:
            # It plays by itself, and nobody but its watchers is there to keep it in anybody's mind.
            self.forsaken += 1
            while not (is_over.is_set() or ended(game)):  # noqa: ASYNC110  as long as it takes
                await asyncio.sleep(PAUSE_SECONDS_MAX)
            return None
        while not (is_over.is_set() or ended(game)):
            await self._change_tempo(room)
            await asyncio.sleep(self.chance.uniform(1.0, 4.0))
        if is_over.is_set() or self.chance.random() >= REMATCH_SHARE:
            return None
        answer = await self._do(room, "rematch", game=game)
        if answer is None:
            return None
        self.rematches += 1
        return {**room, "game": answer["game"]}

    async def _play_with_people(
        self, room: dict[str, Any], is_over: asyncio.Event, ended: Callable[[str], bool]
    ) -> None:
        game = room["game"]
        sitters = [
            Sitter(
                self.address,
                game,
                room["invite_secret"],
                seat,
                Random(self.chance.random()),
                self.asked,
            )
            for seat in range(self.people)
        ]
        self.sitters += sitters
        tasks = [asyncio.ensure_future(each.sit(lambda: ended(game))) for each in sitters]
        try:
            while not ended(game):
                if is_over.is_set():
                    await self._do(room, "close_game", room=room["room"])
                elif any(each.seated_at is None for each in sitters):
                    pass
                elif not any(each.has_revealed for each in sitters):
                    await self._do(room, "start_game", room=room["room"])
                else:
                    await self._change_tempo(room)
                await asyncio.sleep(self.chance.uniform(0.5, 2.0))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _open(self) -> dict[str, Any] | None:
        """Open a room; where the answer is lost there may be one that nobody knows of."""
        with contextlib.suppress(*LOST):
            async with reached(self.address) as socket:
                answer = await self.asked.ask(
                    socket, "open_room", people=self.people, **self.opening
                )
                return answer if answer["type"] == "accepted" else None
        return None

    async def _change_tempo(self, room: dict[str, Any]) -> None:
        tempo = self.chance.choice(["1", "2", "4"])
        answer = await self._do(room, "change_tempo", room=room["room"], tempo=tempo)
        if answer is not None:
            self.acknowledged.append((answer["game"], answer["seq"], tempo))

    async def _do(
        self, hosted: dict[str, Any], kind: str, **fields: object
    ) -> dict[str, Any] | None:
        """Ask for something as the host, over a new connection, which any node may get."""
        control = {"room": hosted["room"], "host_secret": hosted["host_secret"]}
        with contextlib.suppress(*LOST):
            async with reached(self.address) as socket:
                answer = await self.asked.ask(socket, "take_control", **control)
                if answer["type"] == "accepted":
                    answer = await self.asked.ask(socket, kind, **fields)
                    return answer if answer["type"] == "accepted" else None
        return None
