"""Feeds: a node follows the games that are watched here and run elsewhere.

The bus brings the events quickly, and the store brings what the bus lost. Rules of this file:
1. What is passed on continues what was passed on before, without a gap, a repetition or a break of
   the chain: a game's events are passed on once, in order.
2. What does not continue is dropped and the store is read instead, so the bus decides nothing.
3. Once in `poll_seconds` the store is asked for its last position, and only if that has moved, or
   the bus seemed to lose something, for all games' heads in one question. An idle game costs
   nothing.
4. A game that cannot be read holds up no other.
5. Whoever opens a feed reads the store afterwards: what was stored before `open` returned is not
   passed on.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup

from polemos.cluster.bus import Bus
from polemos.cluster.feed import Feed, Setback
from polemos.cluster.feed_limits import FeedCounts, FeedLimits
from polemos.cluster.followed import Followed, Reading
from polemos.cluster.frames import BadFrame, Publication, decode
from polemos.cluster.outages import Outages
from polemos.cluster.subjects import Subjects
from polemos.log.store import GameHead, StoreCorrupt, StoreError

logger = logging.getLogger(__name__)

Publish = Callable[[str, int, tuple[bytes, ...], str], None]
"""Takes a game, the first line's seq, the lines and the hash of the last, as a hub does."""


DEFAULTS = FeedLimits()


class Feeds:
    """Brings the events of other nodes' games.

    Args:
        bus: brings them quickly.
        store: has them for certain.
        subjects: the cluster's.
        publish: passes them on.
        tasks: the group in which subscriptions are ended.
        limits: every bound.
    """

    def __init__(
        self,
        *,
        bus: Bus,
        store: Reading,
        subjects: Subjects,
        publish: Publish,
        tasks: TaskGroup,
        limits: FeedLimits = DEFAULTS,
    ) -> None:
        self.counts = FeedCounts()
        self._bus = bus
        self._store = store
        self._subjects = subjects
        self._publish = publish
        self._tasks = tasks
        self._limits = limits
        self._games: dict[str, Followed] = {}
        self._position = -1
        self._outages = Outages()
        self._suspected = anyio.Event()
        bus.call_when_back(self._suspect_all)

    @property
    def count(self) -> int:
        """How many games are followed."""
        return len(self._games)

    async def open(self, game: str) -> None:
        """Pass on a game's events from now on; read the store after this, not before.

        A store that fails now is asked again later, and what is new then is passed on.
        """
        while (followed := self._games.get(game)) is not None:
            await followed.opened.wait()
            if self._games.get(game) is followed:
                return
        followed = self._games[game] = Followed(Feed(game))
        try:
            subscription = await self._bus.subscribe(
                self._subjects.events(game), partial(self._receive, followed)
            )
            followed.subscription = subscription
            if followed.is_closed:
                await subscription.close()
            else:
                await self._anchor(followed)
        except BaseException:
            self._end(followed)
            raise
        finally:
            followed.opened.set()

    def close(self, game: str) -> None:
        """Pass on a game's events no more."""
        if game in self._games:
            self._end(self._games[game])

    async def catch_up(self, game: str) -> None:
        """Pass on now what the store has of a game that is followed, and not at the next question.

        Raises:
            StoreError: the store did not answer.
        """
        followed = self._games.get(game)
        if followed is None:
            return
        await followed.opened.wait()
        for truth in await to_thread.run_sync(self._store.heads, [game]):
            await self._make_good(followed, truth)

    def note(self, game: str, first_seq: int, lines: tuple[bytes, ...]) -> None:
        """Count what this node has stored and shown itself, so that nothing brings it again."""
        followed = self._games.get(game)
        if followed is not None and followed.feed.is_anchored:
            followed.feed.take_stored(first_seq, lines)

    async def run(self) -> None:
        """Make up for what the bus loses, until cancelled."""
        while True:
            with anyio.move_on_after(self._limits.poll_seconds):
                await self._suspected.wait()
            self._suspected = anyio.Event()
            with self._outages.bearing("The games of other nodes are followed"):
                await self._poll()
            await anyio.sleep(self._limits.hurry_seconds)

    def _end(self, followed: Followed) -> None:
        followed.is_closed = True
        if self._games.get(followed.feed.game) is followed:
            del self._games[followed.feed.game]
        if followed.subscription is not None:
            self._tasks.start_soon(
                self._outages.bear, "Subscriptions are ended", followed.subscription.close
            )

    # What the bus brings.

    def _receive(self, followed: Followed, subject: str, payload: bytes) -> None:
        if followed.is_closed:
            return
        try:
            publication = decode(payload)
        except BadFrame:
            self._refuse(followed)
            return
        if publication.game != followed.feed.game:
            self._refuse(followed)
        else:
            self._take(followed, publication)

    def _take(self, followed: Followed, publication: Publication) -> None:
        taken = followed.feed.take(publication)
        match taken:
            case Publication():
                self.counts.carried += len(taken.lines)
                self._pass_on(followed, taken)
            case Setback.GAP:
                self._suspect(followed)
            case Setback.BROKEN:
                self._refuse(followed)
            case Setback.KNOWN | Setback.EARLY:
                pass
            case _:
                assert_never(taken)

    def _pass_on(self, followed: Followed, publication: Publication) -> None:
        if not followed.is_closed:
            self._publish(
                publication.game, publication.first_seq, publication.lines, publication.head
            )

    def _refuse(self, followed: Followed) -> None:
        self.counts.refused += 1
        self._suspect(followed)

    def _suspect(self, followed: Followed) -> None:
        """Have the store asked soon, for the bus brought something else than what follows."""
        followed.is_suspect = True
        self._suspected.set()

    def _suspect_all(self) -> None:
        for followed in self._games.values():
            self._suspect(followed)

    # What the store has.

    async def _anchor(self, followed: Followed) -> None:
        """Learn where a game ends, so that what the bus brings can be checked."""
        game = followed.feed.game
        try:
            heads = await to_thread.run_sync(self._store.heads, [game])
        except StoreError as error:
            logger.error("Game %s cannot be followed yet: %s", game, error)
            self._suspect(followed)
            return
        for early in followed.feed.anchor(heads[0] if heads else None):
            self._take(followed, early)

    async def _poll(self) -> None:
        if not self._games:
            return
        position = await to_thread.run_sync(self._store.last_position)
        open_ones = [each for each in self._games.values() if each.opened.is_set()]
        suspects = [each for each in open_ones if each.is_suspect]
        if not open_ones or (position == self._position and not suspects):
            return
        self.counts.polls += 1
        for each in suspects:
            # What the bus brings after the question to the store makes it suspect anew.
            each.is_suspect = False
        try:
            await self._make_all_good(open_ones)
        except BaseException:
            # The log may not have moved: then nothing else would have it asked again.
            for each in suspects:
                each.is_suspect = True
            raise
        # Not before: where that failed, the log has moved for the next question too.
        self._position = position

    async def _make_all_good(self, open_ones: Sequence[Followed]) -> None:
        passed_on = {each.feed.game: (each.feed.seq, each.feed.head) for each in open_ones}
        heads = await to_thread.run_sync(self._store.heads, list(passed_on))
        truths = {head.game: head for head in heads}
        for each in open_ones:
            try:
                truth = truths.get(each.feed.game)
                if truth is not None:
                    if each.feed.is_astray(*passed_on[each.feed.game], truth):
                        self._lead_back(each, truth)
                    await self._make_good(each, truth)
                for early in each.feed.end_early():
                    self._take(each, early)
            except StoreCorrupt as error:
                self._tell_damage(each, error)
            except Exception:
                self._put_last(each)
                raise

    def _tell_damage(self, followed: Followed, error: StoreCorrupt) -> None:
        if not followed.is_damage_told:
            followed.is_damage_told = True
            logger.error("Game %s is not followed any further: %s", followed.feed.game, error)

    def _put_last(self, followed: Followed) -> None:
        """Make good all others first the next time, lest this one alone keep them from it."""
        game = followed.feed.game
        if self._games.get(game) is followed:
            del self._games[game]
            self._games[game] = followed

    async def _make_good(self, followed: Followed, truth: GameHead) -> None:
        """Pass on what the store has and the bus did not bring."""
        feed, game = followed.feed, truth.game
        seq = max(feed.seq, truth.seq - self._limits.missing_events_max)
        while seq < truth.seq and not followed.is_closed:
            lines = await to_thread.run_sync(
                partial(self._store.load, game, seq, events_max=truth.seq - seq)
            )
            if not lines:
                raise StoreCorrupt(f"event {seq + 1} of game {game} is missing: restore a backup")
            stored = feed.take_stored(seq + 1, lines)
            if isinstance(stored, Publication):
                self.counts.made_good += len(stored.lines)
                self._pass_on(followed, stored)
            seq = max(feed.seq, seq + len(lines))

    def _lead_back(self, followed: Followed, truth: GameHead) -> None:
        logger.error(
            "The bus brought events of game %s, up to %d, that the log does not have: somebody "
            "else writes on it; what was shown of them is wrong until it is loaded again.",
            truth.game,
            followed.feed.seq,
        )
        followed.feed.anchor(truth)
