"""The projections wherever they are kept, as a test looks into them and damages them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from polemos.log.postgres.database import Database
from polemos.projections.places import Place
from polemos.projections.views_schema import TABLES


def dump(place: Place) -> list[str]:
    """Show all that is kept, in a fixed order."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as connection:
            return sorted(connection.iterdump())
    rows = [
        (table, row)
        for table in (*TABLES.values(), "cursor")
        for row in place.readers.rows(f"SELECT * FROM polemos_views.{table}")
    ]
    return sorted(map(str, rows))


def damage(place: Place, *statements: str) -> None:
    """Change what is kept behind the projector's back."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as connection, connection:
            for statement in statements:
                connection.execute(statement)
        return
    for statement in statements:
        _execute(place, statement)


def _execute(database: Database, statement: str) -> None:
    def work(connection):  # type: ignore[no-untyped-def]
        with connection.transaction():
            connection.execute("SET LOCAL search_path = polemos_views")
            connection.execute(statement)

    database.readers.ask(work)
