"""The channels of one hub: opened for the first watcher of a game, closed after the last."""

import asyncio
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from polemos.hub.catch_up import CatchUp
from polemos.hub.channel import Channel
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Others, Reading, Tables
from polemos.hub.snapshots import Snapshots
from polemos.log.store import GameHead, StoreCorrupt
from polemos.rooms.errors import Refusal
from polemos.wire.codes import WireCode

IDLE_TICKS_BEFORE_CLOSE = 2
"""Somebody may be about to join what has just been found; no request takes so long to do it."""

RETRY_TICKS = IDLE_TICKS_BEFORE_CLOSE + 1
"""When a channel that has just lost its last watcher has made room for another."""


class Channels:
    """Opens, finds and closes channels.

    Args:
        store: read in threads.
        tables: folds snapshots.
        limits: the hub's bounds.
        counters: what is counted.
        reads: bounds the reads at the same time.
        catch_up: brings watchers what the rings lack.
        others: bring what other nodes publish, and count who watches there.
    """

    def __init__(
        self,
        *,
        store: Reading,
        tables: Tables[Any],
        limits: HubLimits,
        counters: Counters,
        reads: CapacityLimiter,
        catch_up: CatchUp,
        others: Others,
    ) -> None:
        self._store = store
        self._tables = tables
        self._limits = limits
        self._counters = counters
        self._reads = reads
        self._catch_up = catch_up
        self._others = others
        self._channels: dict[str, Channel] = {}
        self._openings: dict[str, asyncio.Future[Channel]] = {}
        self._idle_ticks: dict[str, int] = {}

    @property
    def count(self) -> int:
        """How many games have a channel."""
        return len(self._channels)

    @property
    def spectators_count(self) -> int:
        """How many watch without a seat, a connection counted once for each game."""
        return sum(channel.spectators_count for channel in self._channels.values())

    def spectators(self) -> dict[str, int]:
        """Tell for each game how many watch it without a seat."""
        return {game: channel.spectators_count for game, channel in self._channels.items()}

    def find(self, game: str) -> Channel | None:
        """Give a game's channel, or none when nobody watches it."""
        return self._channels.get(game)

    async def open(self, game: str, *, is_own: bool = False, after_seq: int = 0) -> Channel:
        """Open or find the channel of a game; however many ask at once, the store is read once.

        Args:
            game: the game.
            after_seq: what whoever asks holds already, perhaps from a node that is ahead of this
                one: then the channel catches up first.
            is_own: whether it is the game of a room in which whoever asks sits or is the host.
                Strangers who watch as many games as there may be keep nobody from their own.

        Raises:
            Refusal: there is no such game, or no room for another channel.
            StoreError: it could not be read.
        """
        channel = await self._found(game, is_own=is_own)
        if after_seq > channel.head_seq:
            await self._others.catch_up(game)
        return channel

    async def _found(self, game: str, *, is_own: bool) -> Channel:
        self._idle_ticks.pop(game, None)
        opening = self._openings.get(game)
        if opening is not None:
            return await asyncio.shield(opening)
        if game in self._channels:
            return self._channels[game]
        if len(self._channels) >= self._limits.channels_max and not is_own:
            raise _too_many(self._limits)
        opening = self._openings[game] = asyncio.get_running_loop().create_future()
        try:
            channel = await self._open(game)
        except BaseException as error:
            del self._channels[game]
            self._others.close(game)
            opening.set_exception(error)
            opening.exception()  # whoever waits is told; that nobody waits is no fault
            raise
        else:
            opening.set_result(channel)
            return channel
        finally:
            del self._openings[game]

    def tick(self) -> None:
        """Tell the audiences, and close what nobody has watched for a while."""
        for game, channel in list(self._channels.items()):
            channel.tell_audience(self._others.spectators_elsewhere(game))
            if channel.watchers_count or game in self._openings:
                self._idle_ticks.pop(game, None)
                continue
            ticks = self._idle_ticks.pop(game, 0) + 1
            if ticks > IDLE_TICKS_BEFORE_CLOSE:
                self._channels.pop(game).close()
                self._others.close(game)
            else:
                self._idle_ticks[game] = ticks

    def close(self) -> None:
        """Stop every channel."""
        for game, channel in self._channels.items():
            channel.close()
            self._others.close(game)
        self._channels.clear()

    async def _open(self, game: str) -> Channel:
        """Listen first, read then: what is published meanwhile is in both, and counted once."""
        channel = self._channels[game] = Channel(
            game=game,
            limits=self._limits,
            loop=asyncio.get_running_loop(),
            counters=self._counters,
            fetch=self._catch_up.fetch,
            snapshots=Snapshots(
                game=game,
                store=self._store,
                tables=self._tables,
                limits=self._limits,
                reads=self._reads,
            ),
        )
        await self._others.open(game)
        head, lines = await to_thread.run_sync(
            partial(_newest_lines, self._store, game, self._limits), limiter=self._reads
        )
        if head is None:
            raise Refusal(
                WireCode.UNKNOWN_GAME.value,
                f"There is no game {game}: check the link you were given.",
            )
        channel.open(lines, head.seq, head.head)
        return channel


def _too_many(limits: HubLimits) -> Refusal:
    return Refusal(
        WireCode.TOO_MANY_GAMES_WATCHED,
        "The server shows as many games as it may at the same time: try again in a moment.",
        retry_after_ms=RETRY_TICKS * limits.tick_ms,
    )


def _newest_lines(
    store: Reading, game: str, limits: HubLimits
) -> tuple[GameHead | None, list[bytes]]:
    """Read where a game ends and what a ring can hold of it; runs in a thread.

    An ended game has no newest events that many wait for: whoever watches it gets it page by page.
    """
    head = store.head(game)
    if head is None or head.is_ended:
        return head, []
    lines: list[bytes] = []
    seq = max(0, head.seq - limits.ring_events_max)
    while seq < head.seq:
        page = store.load(game, seq, events_max=min(limits.page_events_max, head.seq - seq))
        if not page:
            raise StoreCorrupt(f"event {seq + 1} of game {game} is missing: restore a backup")
        lines += page
        seq += len(page)
    return head, lines
