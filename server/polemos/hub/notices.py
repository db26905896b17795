"""What a channel tells beside its log: the company of the game's room, and how many watch."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Any

from polemos.hub.audience import coarse
from polemos.hub.counters import Counters
from polemos.hub.limits import HubLimits
from polemos.hub.notice import Notice
from polemos.hub.watching import Watching
from polemos.wire.pushes import Audience, Company


class Notices:
    """The company and the audience of one channel.

    Args:
        game: what is watched.
        limits: the hub's bounds.
        loop: runs the rounds.
        counters: what is counted.
        watchings: lists everybody who watches, live or not.
    """

    __slots__ = ("_audience", "_company", "_game", "_seated")

    def __init__(
        self,
        *,
        game: str,
        limits: HubLimits,
        loop: AbstractEventLoop,
        counters: Counters,
        watchings: Callable[[], list[Watching]],
    ) -> None:
        def notice(interval_ms: float) -> Notice[Any]:
            return Notice(
                loop=loop,
                counters=counters,
                watchings=watchings,
                interval_seconds=interval_ms / 1_000,
                slice_connections=limits.slice_connections,
            )

        self._game = game
        self._seated: set[Watching] = set()
        self._company: Notice[Company] = notice(limits.company_interval_ms_min)
        # It is told on the tick, which is interval enough.
        self._audience: Notice[Audience] = notice(0.0)

    @property
    def company(self) -> Company | None:
        """The newest company that is known."""
        return self._company.newest

    @property
    def seated_count(self) -> int:
        """How many who watch hold a seat of the room."""
        return len(self._seated)

    def join(self, watching: Watching) -> None:
        """Tell the newest to one who has come."""
        self._company.offer(watching)
        self._audience.offer(watching)

    def leave(self, watching: Watching) -> None:
        """Count one out who has gone."""
        self._seated.discard(watching)
        self._company.forget(watching)
        self._audience.forget(watching)

    def resume(self, watching: Watching) -> None:
        """Tell the newest to one who missed it while its buffer was full."""
        self._company.go_on(watching)
        self._audience.go_on(watching)

    def note_seat(self, watching: Watching, *, is_held: bool) -> None:
        """Count one whose connection holds a seat of the room from now on, or no longer does."""
        if is_held:
            self._seated.add(watching)
        else:
            self._seated.discard(watching)

    def tell_company(self, company: Company, watchers_count: int) -> None:
        """Tell the newest company, or keep it for whoever comes first."""
        if watchers_count:
            self._company.tell(company)
        else:
            self._company.keep(company)

    def tell_audience(self, watchers_count: int, elsewhere: int = 0) -> None:
        """Tell how many watch without a seat, if what was told of it is no longer so."""
        spectators = coarse(watchers_count - self.seated_count + elsewhere)
        told = self._audience.newest
        if watchers_count and (told is None or told.spectators != spectators):
            self._audience.tell(Audience(game=self._game, spectators=spectators))

    def close(self) -> None:
        """Tell nothing more; nobody is left."""
        self._company.close()
        self._audience.close()
