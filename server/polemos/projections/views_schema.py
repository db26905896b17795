"""The tables of the projections, and how a row of a read model stands in one.

There are no migrations: tables of another version are remade from the log.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from sqlite_utils import Database

from polemos.projections.games import Game, Seat
from polemos.projections.player_games import PlayerGame
from polemos.projections.player_statistics import PlayerStatistics
from polemos.projections.preset_statistics import PresetStatistics
from polemos.projections.results import Result
from polemos.projections.rooms import Room
from polemos.projections.tempo_classes import TempoClass
from polemos.rules.encoding import canonical
from polemos.rules.events import DealScheme, EndReason, SeatKind, Tempo

VERSION = 4
"""To be raised with every change of a fold, a table or a preset; views are then remade at open."""

APPLICATION_ID = 0x504C4D57

Key = tuple[str | int, ...]
Row = Game | Result | Room | PlayerStatistics | PlayerGame | PresetStatistics

KEYS: Mapping[type[Row], tuple[str, ...]] = {
    Game: ("game",),
    Result: ("game",),
    Room: ("room",),
    PlayerStatistics: ("player", "preset", "tempo_class"),
    PlayerGame: ("player", "ended_position"),
    PresetStatistics: ("preset", "players"),
}
TABLES: Mapping[type[Row], str] = {
    Game: "games",
    Result: "results",
    Room: "rooms",
    PlayerStatistics: "player_statistics",
    PlayerGame: "player_games",
    PresetStatistics: "preset_statistics",
}
COLUMNS: Mapping[type[Row], dict[str, type]] = {
    Game: {
        "game": str,
        "room": str,
        "opened_position": int,
        "preset": str,
        "has_changed_rules": int,
        "players": int,
        "deal": str,
        "tempo": str,
        "tempo_class": str,
        "seats": str,
        "opened_at": int,
        "dealt_at": int,
        "ended_at": int,
        "ended_position": int,
        "longest_war_steps": int,
    },
    Result: {
        "game": str,
        "reason": str,
        "winner": int,
        "places": str,
        "rounds": int,
        "wars": int,
        "duration_ms": int,
        "is_counted": int,
    },
    Room: {
        "room": str,
        "games": int,
        "latest_game": str,
        "opened_at": int,
        "latest_opened_at": int,
    },
    PlayerStatistics: {
        "player": str,
        "preset": str,
        "tempo_class": str,
        "games_played": int,
        "games_won": int,
        "streak": int,
        "best_streak": int,
        "best_time_ms": int,
        "fewest_rounds": int,
    },
    PlayerGame: {"player": str, "ended_position": int, "game": str},
    PresetStatistics: {
        "preset": str,
        "players": int,
        "games": int,
        "rounds": int,
        "wars": int,
        "lengths": str,
        "games_at_cap": int,
        "games_drawn": int,
        "longest_rounds": int,
        "longest_game": str,
        "shortest_rounds": int,
        "shortest_game": str,
        "longest_war_steps": int,
        "longest_war_game": str,
    },
}


def create_tables(database: Database) -> None:
    """Create the tables in an empty file of SQLite; `views_tables` has them for PostgreSQL."""
    for kind, columns in COLUMNS.items():
        database.table(TABLES[kind]).create(columns, pk=KEYS[kind], strict=True)
    # By whether a game runs first: the two halves of the list of games are read in these orders.
    database.execute("CREATE INDEX games_newest ON games ((ended_at IS NULL), opened_position)")
    database.execute("CREATE INDEX games_latest ON games ((ended_at IS NULL), ended_position)")
    cursor = database.table("cursor")
    cursor.create({"only": int, "position": int}, pk="only", not_null={"position"}, strict=True)
    cursor.insert({"only": 1, "position": 0})
    database.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    database.execute(f"PRAGMA user_version = {VERSION:d}")


def to_row(kind: type[Row], record: dict[str, Any]) -> Row:
    """Read a row of the table that holds this kind."""
    if kind is Game:
        return to_game(record)
    if kind is Result:
        return to_result(record)
    if kind is PlayerStatistics:
        return to_statistics(record)
    if kind is PresetStatistics:
        return to_preset_statistics(record)
    return kind(**record)


def to_record(row: Row) -> dict[str, Any]:
    """Show a row as its table's columns; what is a list becomes canonical JSON."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {
        name: _listed(value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


def _listed(items: tuple[Any, ...]) -> str:
    # The statistics hold many plain numbers, which `asdict` would look into one by one.
    plain = [asdict(item) if isinstance(item, Seat) else item for item in items]
    return canonical(plain).decode()


def to_game(record: dict[str, Any]) -> Game:
    """Read a row of `games`."""
    return Game(
        **record
        | {
            "has_changed_rules": bool(record["has_changed_rules"]),
            "deal": DealScheme(record["deal"]),
            "tempo": Tempo(record["tempo"]),
            "tempo_class": TempoClass(record["tempo_class"]),
            "seats": tuple(
                Seat(seat=seat["seat"], kind=SeatKind(seat["kind"]), player=seat["player"])
                for seat in json.loads(record["seats"])
            ),
        }
    )


def to_result(record: dict[str, Any]) -> Result:
    """Read a row of `results`."""
    return Result(
        **record
        | {
            "reason": EndReason(record["reason"]),
            "places": tuple(json.loads(record["places"])),
            "is_counted": bool(record["is_counted"]),
        }
    )


def to_statistics(record: dict[str, Any]) -> PlayerStatistics:
    """Read a row of `player_statistics`."""
    return PlayerStatistics(**record | {"tempo_class": TempoClass(record["tempo_class"])})


def to_preset_statistics(record: dict[str, Any]) -> PresetStatistics:
    """Read a row of `preset_statistics`."""
    lengths = tuple((bucket, games) for bucket, games in json.loads(record["lengths"]))
    return PresetStatistics(**record | {"lengths": lengths})
