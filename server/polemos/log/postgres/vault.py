"""The vault in PostgreSQL: a schema of its own, into which no reader is let.

What is forgotten is gone for whoever asks the database. Old pages and the write-ahead log keep its
bytes until they are written over or removed, as backups do: who needs them gone rotates those.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from polemos.log.postgres.connections import Connection
from polemos.log.postgres.contents import read_contents, replace_contents
from polemos.log.postgres.database import Database
from polemos.log.vault_contents import RoomRecord, VaultContents


class PostgresVault:
    """Keeps secrets in the schema `polemos_vault`; see `Vault` for the methods.

    Whatever it writes may be written twice, so it is written again where the connection was lost.

    Args:
        database: where; it is closed by whoever opened it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def bus_key(self) -> bytes:
        """Give the key with which the nodes of this cluster seal what they say to each other."""
        ((key,),) = self._rows("SELECT key FROM polemos_vault.bus_key")
        return bytes(key)

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        """Keep the secret that opens a commitment."""
        self._write(
            "INSERT INTO polemos_vault.secrets (game, commitment, secret) VALUES (%b, %b, %b)"
            " ON CONFLICT (game, commitment) DO UPDATE SET secret = excluded.secret",
            game,
            commitment,
            secret,
        )

    def secrets(self, game: str) -> tuple[tuple[str, bytes], ...]:
        """Give a game's commitments and secrets."""
        rows = self._rows(
            "SELECT commitment, secret FROM polemos_vault.secrets WHERE game = %b ORDER BY number",
            game,
        )
        return tuple((commitment, secret) for commitment, secret in rows)

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        """Keep the digest of a token."""
        self._write(
            "INSERT INTO polemos_vault.digests (room, role, digest) VALUES (%b, %b, %b)"
            " ON CONFLICT (room, role) DO UPDATE SET digest = excluded.digest",
            room,
            role,
            digest,
        )

    def digests(self, room: str) -> Mapping[str, bytes]:
        """Give the digests of a room by their roles."""
        return dict(
            self._rows("SELECT role, digest FROM polemos_vault.digests WHERE room = %b", room)
        )

    def forget_digest(self, room: str, role: str) -> None:
        """Remove the digest of one role."""
        self._write("DELETE FROM polemos_vault.digests WHERE room = %b AND role = %b", room, role)

    def keep_room(self, room: str, record: RoomRecord) -> None:
        """Keep a room's record."""
        self._write(
            "INSERT INTO polemos_vault.rooms (room, turn_seconds, is_autoplay_wanted)"
            " VALUES (%b, %b, %b)"
            " ON CONFLICT (room) DO UPDATE SET turn_seconds = excluded.turn_seconds,"
            " is_autoplay_wanted = excluded.is_autoplay_wanted",
            room,
            record.turn_seconds,
            record.is_autoplay_wanted,
        )

    def room(self, room: str) -> RoomRecord | None:
        """Give a room's record."""
        rows = self._rows(
            "SELECT turn_seconds, is_autoplay_wanted FROM polemos_vault.rooms WHERE room = %b", room
        )
        for turn_seconds, is_autoplay_wanted in rows:
            return RoomRecord(turn_seconds=turn_seconds, is_autoplay_wanted=is_autoplay_wanted)
        return None

    def keep_name(self, player: str, name: str) -> None:
        """Keep the name that a player is shown by."""
        self._write(
            "INSERT INTO polemos_vault.names (player, name) VALUES (%b, %b)"
            " ON CONFLICT (player) DO UPDATE SET name = excluded.name",
            player,
            name,
        )

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """Give the names of those players who have one here."""
        return dict(
            self._rows(
                "SELECT player, name FROM polemos_vault.names WHERE player = ANY (%b::text[])",
                list(players),
            )
        )

    def forget_name(self, player: str) -> bool:
        """Remove a player's name."""
        return self._write("DELETE FROM polemos_vault.names WHERE player = %b", player) > 0

    def forget_secret(self, game: str, commitment: str) -> None:
        """Remove the secret that opens a commitment."""
        self._write(
            "DELETE FROM polemos_vault.secrets WHERE game = %b AND commitment = %b",
            game,
            commitment,
        )

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets."""
        self._write("DELETE FROM polemos_vault.secrets WHERE game = %b", game)

    def forget_room(self, room: str) -> None:
        """Remove a room's digests and its record."""
        self._write(
            "WITH digests AS (DELETE FROM polemos_vault.digests WHERE room = %b)"
            " DELETE FROM polemos_vault.rooms WHERE room = %b",
            room,
            room,
        )

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here."""
        rows = self._rows("SELECT DISTINCT game FROM polemos_vault.secrets ORDER BY game")
        return tuple(game for (game,) in rows)

    def contents(self) -> VaultContents:
        """Give everything that is kept at one moment."""
        return self._database.readers.ask(read_contents)

    def replace(self, contents: VaultContents) -> None:
        """Keep this and nothing else, leaving what is the same as it is."""
        self._database.readers.ask(lambda connection: replace_contents(connection, contents))

    def close(self) -> None:
        """Do nothing: the connections are the database's."""

    def _write(self, statement: str, *values: object) -> int:
        def write(connection: Connection) -> int:
            return connection.execute(statement, values, prepare=True).rowcount

        return self._database.readers.ask(write)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.readers.rows(query, *values)
