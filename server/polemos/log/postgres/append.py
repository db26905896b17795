"""A batch of appends as the arguments of `polemos.append`, and what it answers."""

from collections.abc import Sequence
from typing import Any

from polemos.log.postgres.connections import Connection, fetch
from polemos.log.requests import COMMANDS_KEPT_MAX, ends_game
from polemos.log.store import Append, Appended, AppendResult, Fenced, VersionConflict
from polemos.rules.names import number_of, room_of

CONFLICT = -1
"""The function's answer in place of a position where the game is at another seq."""

FENCED = -2
"""The function's answer in place of a position where another fence is in force."""

NO_FENCE = 0
"""The first fence that is ever granted is 1."""

_APPEND = (
    "SELECT positions, seqs FROM polemos.append("
    " %b::text[], %b::text[], %b::integer[], %b::text[],"
    " %b::integer[], %b::integer[], %b::integer[], %b::integer[], %b::bigint[],"
    " %b::text[], %b::boolean[], %b::integer[], %b::text[], %b::bytea[], %b::bigint)"
)

_STORED = (
    "SELECT events.position, events.line FROM polemos.events"
    " JOIN polemos.games ON games.number = events.game"
    " WHERE games.game = %b AND events.seq BETWEEN %b AND %b ORDER BY events.seq"
)


def append_batch(connection: Connection, batch: Sequence[Append]) -> list[AppendResult]:
    """Append a batch in one round trip, which is one transaction.

    Args:
        connection: in autocommit.
        batch: one request or more, well formed.
    """
    with connection.cursor(binary=True) as cursor:
        row = cursor.execute(_APPEND, _arguments(batch), prepare=True).fetchone()
    if row is None:
        raise AssertionError("polemos.append gives a row")
    return [
        _result(request, position, seq) for request, position, seq in zip(batch, *row, strict=True)
    ]


def found(connection: Connection, request: Append) -> Appended | None:
    """Look for a request's events by their bytes, or give none where they are not in the log.

    A line names the hash of the one before it, so nobody else's event has the same bytes.
    """
    first, last = request.expected_seq + 1, request.expected_seq + len(request.lines)
    rows = fetch(connection, _STORED, request.game, first, last)
    if tuple(line for _, line in rows) != request.lines:
        return None
    return Appended(position=rows[-1][0], seq=last)


def _arguments(batch: Sequence[Append]) -> list[Any]:
    """Lay the batch out by games, commands, requests and events; see step 3 of the schema."""
    games: dict[str, int] = {}
    commands: dict[str, int] = {}
    return [
        *_places(batch, games, commands),
        [request.expected_seq for request in batch],
        [len(request.lines) for request in batch],
        [NO_FENCE if request.fence is None else request.fence for request in batch],
        [request.head for request in batch],
        [ends_game(request) for request in batch],
        [place for place, request in enumerate(batch, start=1) for _ in request.lines],
        [kind for request in batch for kind in request.types],
        [line for request in batch for line in request.lines],
        COMMANDS_KEPT_MAX,
    ]


def _places(
    batch: Sequence[Append], games: dict[str, int], commands: dict[str, int]
) -> tuple[list[Any], ...]:
    """Number games and commands from 1, as arrays of PostgreSQL do."""
    of_game = [games.setdefault(request.game, len(games) + 1) for request in batch]
    of_command = [commands.setdefault(request.command_id, len(commands) + 1) for request in batch]
    return (
        list(games),
        [room_of(game) for game in games],
        [number_of(game) for game in games],
        list(commands),
        of_game,
        of_command,
    )


def _result(request: Append, position: int, seq: int) -> AppendResult:
    if position == FENCED:
        return Fenced(request.game, request.fence or NO_FENCE)
    if position == CONFLICT:
        return VersionConflict(request.game, request.expected_seq, seq)
    return Appended(position=position, seq=seq)
