"""The reference store: every other store behaves like it, and is durable besides."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from polemos.log.requests import COMMANDS_KEPT_MAX, ends_game, refuse_malformed
from polemos.log.store import (
    Append,
    Appended,
    AppendResult,
    GameHead,
    LogEntry,
    StoreFull,
    VersionConflict,
)
from polemos.rules.names import number_of, room_of


class MemoryStore:
    """Keeps the log in this process and forgets it with it.

    It has one writer, so it ignores fences.

    Args:
        events_max: events that fit, or none for as many as the memory holds.
    """

    def __init__(self, *, events_max: int | None = None) -> None:
        self._events_max = events_max
        self._lock = Lock()
        self._log: list[LogEntry] = []
        self._lines: dict[str, list[bytes]] = {}
        self._heads: dict[str, GameHead] = {}
        self._results: OrderedDict[str, Appended] = OrderedDict()

    def append(self, batch: Sequence[Append]) -> list[AppendResult]:
        """Append a batch; see `EventStore`."""
        for request in batch:
            refuse_malformed(request)
        with self._lock:
            self._refuse_overflow(batch)
            return [self._append(request) for request in batch]

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        """Read a game's lines; see `EventStore`."""
        with self._lock:
            lines = self._lines.get(game, [])[after_seq : after_seq + events_max]
        size_bytes = 0
        for count, line in enumerate(lines):
            size_bytes += len(line)
            if count and size_bytes > bytes_max:
                return lines[:count]
        return lines

    def read(self, after_position: int = 0, *, events_max: int = 1_000) -> list[LogEntry]:
        """Read the whole log; see `EventStore`."""
        with self._lock:
            return self._log[after_position : after_position + events_max]

    def head(self, game: str) -> GameHead | None:
        """Tell where a game ends."""
        with self._lock:
            return self._heads.get(game)

    def heads(self, games: Sequence[str]) -> list[GameHead]:
        """Tell where several games end."""
        with self._lock:
            return [self._heads[game] for game in dict.fromkeys(games) if game in self._heads]

    def running_games(self) -> list[GameHead]:
        """List the games that have not ended, by first position."""
        with self._lock:
            return [head for head in self._heads.values() if not head.is_ended]

    def games(self, after_game: str = "", *, games_max: int = 1_000) -> list[GameHead]:
        """List where games end, by id."""
        with self._lock:
            games = sorted(game for game in self._heads if game > after_game)
            return [self._heads[game] for game in games[:games_max]]

    def latest_game(self, room: str) -> GameHead | None:
        """Tell the newest game of a room."""
        with self._lock:
            heads = [head for head in self._heads.values() if room_of(head.game) == room]
        return max(heads, key=lambda head: number_of(head.game), default=None)

    def last_position(self) -> int:
        """Tell the position of the newest event."""
        with self._lock:
            return len(self._log)

    def close(self) -> None:
        """Do nothing: there are no files."""

    def _refuse_overflow(self, batch: Sequence[Append]) -> None:
        """Refuse a batch whole, counting the requests that would conflict too."""
        count = len(self._log) + sum(len(request.lines) for request in batch)
        if self._events_max is not None and count > self._events_max:
            raise StoreFull(f"The log holds {self._events_max} events and is full.")

    def _append(self, request: Append) -> Appended | VersionConflict:
        first = self._results.get(request.command_id)
        if first is not None:
            return first
        game = request.game
        head = self._heads.get(game) or GameHead(game=game, seq=0, head="", is_ended=False)
        if head.seq != request.expected_seq:
            return VersionConflict(game, request.expected_seq, head.seq)
        self._lines.setdefault(game, []).extend(request.lines)
        for offset, line in enumerate(request.lines, start=1):
            position = len(self._log) + 1
            self._log.append(
                LogEntry(position=position, game=game, seq=head.seq + offset, line=line)
            )
        seq = head.seq + len(request.lines)
        self._heads[game] = replace(head, seq=seq, head=request.head, is_ended=ends_game(request))
        return self._remember(request, Appended(position=len(self._log), seq=seq))

    def _remember(self, request: Append, result: Appended) -> Appended:
        self._results[request.command_id] = result
        if len(self._results) > COMMANDS_KEPT_MAX:
            self._results.popitem(last=False)
        return result
