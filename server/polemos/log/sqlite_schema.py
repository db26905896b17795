"""The tables of events.db and vault.db, and the steps that bring an older file up to date.

A file's version is its `user_version`, its kind its `application_id`. A step, once released, is
never changed: a new version appends another one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

Step = Callable[[Database], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """What one kind of file holds.

    Args:
        noun: what the file is, for people.
        application_id: stands in the file's header.
        steps: each takes a file from the version that is its index to the next one.
    """

    noun: str
    application_id: int
    steps: Sequence[Step]

    @property
    def version(self) -> int:
        """Tell the newest version."""
        return len(self.steps)


def _log_tables(database: Database) -> None:
    database.table("log_head").create(
        {"only": int, "position": int}, pk="only", not_null={"position"}, strict=True
    )
    database.execute("INSERT INTO log_head (only, position) VALUES (1, 0)")
    database.table("games").create(
        {"number": int, "game": str, "seq": int, "head": str},
        pk="number",
        not_null={"game", "seq", "head"},
        strict=True,
    )
    database.table("games").create_index(["game"], unique=True)
    database.table("types").create(
        {"number": int, "type": str}, pk="number", not_null={"type"}, strict=True
    )
    database.table("events").create(
        {"position": int, "game": int, "seq": int, "type": int, "line": bytes},
        pk="position",
        foreign_keys=[("game", "games", "number"), ("type", "types", "number")],
        not_null={"game", "seq", "type", "line"},
        strict=True,
    )
    database.table("events").create_index(["game", "seq"], unique=True)
    for action in ("UPDATE", "DELETE"):
        database.execute(
            f"CREATE TRIGGER events_refuse_{action.lower()} BEFORE {action} ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
        )


def _command_results(database: Database) -> None:
    """Remember the results of appends, in order of time, so that a repetition gets the first."""
    database.table("commands").create(
        {"number": int, "command": str, "position": int, "seq": int},
        pk="number",
        not_null={"command", "position", "seq"},
        strict=True,
    )


def _rooms_and_ends(database: Database) -> None:
    """Let rooms find their newest game, and a start its running games, without a scan."""
    games = database.table("games")
    for column, kind, default in (("room", str, ""), ("nth", int, 0), ("is_ended", int, 0)):
        games.add_column(column, kind, not_null_default=default)
    # A room has no hyphen, so what follows the id's only one is the number.
    database.execute(
        "UPDATE games SET room = substr(game, 1, instr(game, '-') - 1),"
        " nth = CAST(substr(game, instr(game, '-') + 1) AS INTEGER),"
        " is_ended = EXISTS (SELECT 1 FROM events JOIN types ON types.number = events.type"
        "  WHERE events.game = games.number AND events.seq = games.seq"
        "  AND types.type = 'GameEnded')"
    )
    games.create_index(["room", "nth"], unique=True)
    database.execute("CREATE INDEX games_running ON games (number) WHERE is_ended = 0")


def _vault_tables(database: Database) -> None:
    database.table("secrets").create(
        {"number": int, "game": str, "commitment": str, "secret": bytes},
        pk="number",
        not_null={"game", "commitment", "secret"},
        strict=True,
    )
    database.table("secrets").create_index(["game", "commitment"], unique=True)
    database.table("digests").create(
        {"room": str, "role": str, "digest": bytes},
        pk=("room", "role"),
        not_null={"room", "role", "digest"},
        strict=True,
    )


def _names_and_rooms(database: Database) -> None:
    """Keep what people may have forgotten, and what a room goes by from game to game."""
    database.table("names").create(
        {"player": str, "name": str}, pk="player", not_null={"player", "name"}, strict=True
    )
    database.table("rooms").create(
        {"room": str, "turn_seconds": int, "is_autoplay_wanted": int},
        pk="room",
        not_null={"room", "turn_seconds", "is_autoplay_wanted"},
        strict=True,
    )


LOG = Schema(
    noun="event log",
    application_id=0x504C4D45,  # PLME
    steps=(_log_tables, _command_results, _rooms_and_ends),
)
VAULT = Schema(
    noun="vault",
    application_id=0x504C4D56,  # PLMV
    steps=(_vault_tables, _names_and_rooms),
)
