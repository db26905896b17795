"""What one append transaction of the SQLite log writes."""

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from polemos.log.requests import COMMANDS_KEPT_MAX, ends_game
from polemos.log.store import Append, Appended, AppendResult, StoreCorrupt, VersionConflict
from polemos.rules.names import number_of, room_of

GAMES_KNOWN_MAX = 16_384
"""Games whose end the writer remembers; others are looked up in the table."""

COMMANDS_DELETED_TOGETHER = 1_024
"""The table may hold so many more rows than are remembered."""

_EVENT = "INSERT INTO events (position, game, seq, type, line) VALUES (?, ?, ?, ?, ?)"
_COMMAND = "INSERT INTO commands (number, command, position, seq) VALUES (?, ?, ?, ?)"
_NEWEST_COMMANDS = (
    "SELECT number, command, position, seq FROM commands ORDER BY number DESC LIMIT ?"
)
_NEW_GAME = (
    "INSERT INTO games (number, game, seq, head, room, nth, is_ended) VALUES (?, ?, 0, '', ?, ?, 0)"
)
_GAME_END = "UPDATE games SET seq = ?, head = ?, is_ended = ? WHERE number = ?"


@dataclass(slots=True)
class Known:
    """What the writer knows of the tables without asking them.

    Args:
        position: the newest event's.
        command_number: the newest remembered append's.
        commands: the first results of the newest appends, oldest first.
        types: each type's number.
        games: number and seq of the games written to last.
    """

    position: int
    command_number: int
    commands: OrderedDict[str, Appended]
    types: dict[str, int]
    games: dict[str, tuple[int, int]] = field(default_factory=dict)


def learn(writer: sqlite3.Connection) -> Known:
    """Read what the writer remembers, inside its transaction."""
    rows = writer.execute(_NEWEST_COMMANDS, (COMMANDS_KEPT_MAX,)).fetchall()[::-1]
    return Known(
        position=log_head(writer),
        command_number=rows[-1][0] if rows else 0,
        commands=OrderedDict(
            (command, Appended(position=position, seq=seq)) for _, command, position, seq in rows
        ),
        types=dict(writer.execute("SELECT type, number FROM types").fetchall()),
    )


def log_head(connection: sqlite3.Connection) -> int:
    """Read the position of the newest event."""
    row = connection.execute("SELECT position FROM log_head").fetchone()
    if row is None:
        raise StoreCorrupt(
            "The event log does not say where it ends: keep a copy of it and put its backup in "
            "its place."
        )
    return int(row[0])


def refuse_wrong_head(connection: sqlite3.Connection, path: Path) -> None:
    """Check that the log ends where it says, before anything is appended there.

    Raises:
        StoreCorrupt: it does not.
    """
    (newest,) = connection.execute("SELECT max(position) FROM events").fetchone()
    position = log_head(connection)
    if position != (newest or 0):
        raise StoreCorrupt(
            f"The event log {path} says that it ends at position {position} and ends at "
            f"{newest or 0}: keep a copy of it and put its backup in its place."
        )


def write(writer: sqlite3.Connection, known: Known, batch: Sequence[Append]) -> list[AppendResult]:
    """Write a batch inside the writer's transaction and bring `known` up to it.

    The caller forgets `known` if the transaction fails.
    """
    rows = _Rows()
    results: list[AppendResult] = [_take(writer, known, rows, request) for request in batch]
    if rows.events:
        writer.executemany(_EVENT, rows.events)
        writer.executemany(_GAME_END, rows.game_ends.values())
        writer.executemany(_COMMAND, rows.commands)
        writer.execute("UPDATE log_head SET position = ?", (known.position,))
        _forget_commands(writer, known, len(rows.commands))
    # Only here, where the table knows them; whoever plays on is looked up again.
    while len(known.games) > GAMES_KNOWN_MAX:
        known.games.pop(next(iter(known.games)))
    return results


@dataclass(slots=True)
class _Rows:
    """What is to be written at the end: one statement a table, not one a request."""

    events: list[tuple[int, int, int, int, bytes]] = field(default_factory=list)
    game_ends: dict[int, tuple[int, str, bool, int]] = field(default_factory=dict)
    commands: list[tuple[int, str, int, int]] = field(default_factory=list)


def _take(
    writer: sqlite3.Connection, known: Known, rows: _Rows, request: Append
) -> Appended | VersionConflict:
    first = known.commands.get(request.command_id)
    if first is not None:
        return first
    number, seq = known.games.get(request.game) or _look_up(writer, request.game)
    if seq != request.expected_seq:
        return VersionConflict(request.game, request.expected_seq, seq)
    number = number or _open_game(writer, request.game)
    for line, kind in zip(request.lines, request.types, strict=True):
        known.position += 1
        seq += 1
        rows.events.append((known.position, number, seq, _type(writer, known, kind), line))
    rows.game_ends[number] = (seq, request.head, ends_game(request), number)
    known.games[request.game] = (number, seq)
    result = Appended(position=known.position, seq=seq)
    _remember_command(known, rows, request.command_id, result)
    return result


def _look_up(writer: sqlite3.Connection, game: str) -> tuple[int, int]:
    """Find a game's number and seq, both 0 for one that has no event."""
    row = writer.execute("SELECT number, seq FROM games WHERE game = ?", (game,)).fetchone()
    return row or (0, 0)


def _open_game(writer: sqlite3.Connection, game: str) -> int:
    (number,) = writer.execute("SELECT coalesce(max(number), 0) + 1 FROM games").fetchone()
    writer.execute(_NEW_GAME, (number, game, room_of(game), number_of(game)))
    return int(number)


def _type(writer: sqlite3.Connection, known: Known, kind: str) -> int:
    number = known.types.get(kind)
    if number is None:
        number = len(known.types) + 1
        writer.execute("INSERT INTO types (number, type) VALUES (?, ?)", (number, kind))
        known.types[kind] = number
    return number


def _forget_commands(writer: sqlite3.Connection, known: Known, count: int) -> None:
    """Delete the rows of old commands, many at once, whenever so many more have been written."""
    newest = known.command_number
    if newest // COMMANDS_DELETED_TOGETHER > (newest - count) // COMMANDS_DELETED_TOGETHER:
        writer.execute("DELETE FROM commands WHERE number <= ?", (newest - COMMANDS_KEPT_MAX,))


def _remember_command(known: Known, rows: _Rows, command_id: str, result: Appended) -> None:
    known.command_number += 1
    known.commands[command_id] = result
    rows.commands.append((known.command_number, command_id, result.position, result.seq))
    if len(known.commands) > COMMANDS_KEPT_MAX:
        known.commands.popitem(last=False)
