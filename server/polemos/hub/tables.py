"""The table of a snapshot: the projection's public fold over stored lines."""

from collections.abc import Mapping
from typing import Any

from polemos.log.codec import decode_own
from polemos.projections.table_views import table_json
from polemos.projections.tables import Table, fold, initial_table


class PublicTables:
    """Folds what anybody may see."""

    def begin(self, game: str) -> Table:
        """Give the table before the first event."""
        return initial_table(game)

    def fold(self, table: Table, line: bytes) -> Table:
        """Give the table after one more event.

        Raises:
            StoreCorrupt: the line is not an event.
        """
        return fold(table, decode_own(line))

    def show(self, table: Table) -> Mapping[str, Any]:
        """Show a table as the JSON object of a snapshot."""
        return table_json(table)
