"""What must not stand in the log: secrets until their reveal, digests of tokens, people's names.

The log is for ever and for everybody. What is kept here can be forgotten, and a room's record is
here because it is no fact of a game.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from polemos.log.sqlite_contents import read_contents, replace_contents
from polemos.log.sqlite_file import (
    Identity,
    open_reader,
    open_writer,
    told_in_sentences,
    transaction,
)
from polemos.log.sqlite_schema import VAULT
from polemos.log.store import StoreError
from polemos.log.vault_contents import RoomRecord, VaultContents

__all__ = ["MemoryVault", "RoomRecord", "SqliteVault", "Vault"]


class Vault(Protocol):
    """Where secrets are kept; whatever is kept is durable on return. Methods block."""

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        """Keep the secret that opens a commitment, before the commitment is published."""
        ...

    def secrets(self, game: str) -> tuple[tuple[str, bytes], ...]:
        """Give a game's commitments and secrets, in the order in which they were kept."""
        ...

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        """Keep the digest of a token, in place of an earlier one of the same role."""
        ...

    def digests(self, room: str) -> Mapping[str, bytes]:
        """Give the digests of a room by their roles."""
        ...

    def forget_digest(self, room: str, role: str) -> None:
        """Remove the digest of one role, if there is one."""
        ...

    def keep_room(self, room: str, record: RoomRecord) -> None:
        """Keep a room's record, in place of an earlier one."""
        ...

    def room(self, room: str) -> RoomRecord | None:
        """Give a room's record, or none where none was kept."""
        ...

    def keep_name(self, player: str, name: str) -> None:
        """Keep the name that a player is shown by, in place of an earlier one."""
        ...

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """Give the names of those players who have one here."""
        ...

    def forget_name(self, player: str) -> bool:
        """Remove a player's name.

        Returns:
            Whether there was one.
        """
        ...

    def forget_secret(self, game: str, commitment: str) -> None:
        """Remove the secret that opens a commitment, where that was never published."""
        ...

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets, once they are revealed in the log."""
        ...

    def forget_room(self, room: str) -> None:
        """Remove a room's digests and its record, where the room came to nothing."""
        ...

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here, ascending."""
        ...

    def contents(self) -> VaultContents:
        """Give everything that is kept at one moment."""
        ...

    def replace(self, contents: VaultContents) -> None:
        """Keep this and nothing else, all of it or, where that fails, what was kept before."""
        ...

    def close(self) -> None:
        """Release files; afterwards nothing may be called."""
        ...


class MemoryVault:
    """Keeps secrets in this process and forgets them with it."""

    def __init__(self) -> None:
        self._secrets: dict[str, dict[str, bytes]] = {}
        self._digests: dict[str, dict[str, bytes]] = {}
        self._rooms: dict[str, RoomRecord] = {}
        self._names: dict[str, str] = {}

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        """Keep the secret that opens a commitment."""
        self._secrets.setdefault(game, {})[commitment] = secret

    def secrets(self, game: str) -> tuple[tuple[str, bytes], ...]:
        """Give a game's commitments and secrets."""
        return tuple(self._secrets.get(game, {}).items())

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        """Keep the digest of a token."""
        self._digests.setdefault(room, {})[role] = digest

    def digests(self, room: str) -> Mapping[str, bytes]:
        """Give the digests of a room by their roles."""
        return dict(self._digests.get(room, {}))

    def forget_digest(self, room: str, role: str) -> None:
        """Remove the digest of one role."""
        self._digests.get(room, {}).pop(role, None)

    def keep_room(self, room: str, record: RoomRecord) -> None:
        """Keep a room's record."""
        self._rooms[room] = record

    def room(self, room: str) -> RoomRecord | None:
        """Give a room's record."""
        return self._rooms.get(room)

    def keep_name(self, player: str, name: str) -> None:
        """Keep the name that a player is shown by."""
        self._names[player] = name

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """Give the names of those players who have one here."""
        return {player: self._names[player] for player in players if player in self._names}

    def forget_name(self, player: str) -> bool:
        """Remove a player's name."""
        return self._names.pop(player, None) is not None

    def forget_secret(self, game: str, commitment: str) -> None:
        """Remove the secret that opens a commitment."""
        kept = self._secrets.get(game, {})
        kept.pop(commitment, None)
        if not kept:
            self._secrets.pop(game, None)

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets."""
        self._secrets.pop(game, None)

    def forget_room(self, room: str) -> None:
        """Remove a room's digests and its record."""
        self._digests.pop(room, None)
        self._rooms.pop(room, None)

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here."""
        return tuple(sorted(self._secrets))

    def contents(self) -> VaultContents:
        """Give everything that is kept."""
        return VaultContents(
            secrets={game: tuple(secrets.items()) for game, secrets in self._secrets.items()},
            digests={
                (room, role): digest
                for room, digests in self._digests.items()
                for role, digest in digests.items()
            },
            rooms=dict(self._rooms),
            names=dict(self._names),
        )

    def replace(self, contents: VaultContents) -> None:
        """Keep this and nothing else."""
        self._secrets = {game: dict(secrets) for game, secrets in contents.secrets.items()}
        self._digests = {}
        for (room, role), digest in contents.digests.items():
            self._digests.setdefault(room, {})[role] = digest
        self._rooms = dict(contents.rooms)
        self._names = dict(contents.names)

    def close(self) -> None:
        """Do nothing: there are no files."""


class SqliteVault:
    """Keeps secrets in vault.db, which only its owner may read.

    Make one with `open` or `open_existing`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = Lock()
        self._identity = Identity(path, VAULT.noun)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> "SqliteVault":
        """Open the vault, creating or migrating it unless it is only read.

        Raises:
            StoreError: as `SqliteStore.open`.
        """
        if read_only:
            return cls(path, open_reader(path, VAULT, are_pages_checked=True))
        _create_closed(path)
        connection = open_writer(path, VAULT)
        # What is deleted is overwritten, not only unlinked.
        connection.execute("PRAGMA secure_delete = ON")
        return cls(path, connection)

    @classmethod
    def open_existing(cls, path: Path) -> "SqliteVault":
        """Open a vault that is there and up to date; a server may run on it meanwhile.

        Raises:
            StoreError: as `open_reader`.
        """
        open_reader(path, VAULT).close()
        return cls.open(path)

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        """Keep the secret that opens a commitment."""
        self._write(
            "INSERT INTO secrets (game, commitment, secret) VALUES (?, ?, ?)"
            " ON CONFLICT (game, commitment) DO UPDATE SET secret = excluded.secret",
            game,
            commitment,
            secret,
        )

    def secrets(self, game: str) -> tuple[tuple[str, bytes], ...]:
        """Give a game's commitments and secrets."""
        return tuple(
            (commitment, secret)
            for commitment, secret in self._rows(
                "SELECT commitment, secret FROM secrets WHERE game = ? ORDER BY number", game
            )
        )

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        """Keep the digest of a token."""
        self._write(
            "INSERT INTO digests (room, role, digest) VALUES (?, ?, ?)"
            " ON CONFLICT (room, role) DO UPDATE SET digest = excluded.digest",
            room,
            role,
            digest,
        )

    def digests(self, room: str) -> Mapping[str, bytes]:
        """Give the digests of a room by their roles."""
        return dict(self._rows("SELECT role, digest FROM digests WHERE room = ?", room))

    def forget_digest(self, room: str, role: str) -> None:
        """Remove the digest of one role."""
        self._write("DELETE FROM digests WHERE room = ? AND role = ?", room, role)

    def keep_room(self, room: str, record: RoomRecord) -> None:
        """Keep a room's record."""
        self._write(
            "INSERT INTO rooms (room, turn_seconds, is_autoplay_wanted) VALUES (?, ?, ?)"
            " ON CONFLICT (room) DO UPDATE SET turn_seconds = excluded.turn_seconds,"
            " is_autoplay_wanted = excluded.is_autoplay_wanted",
            room,
            record.turn_seconds,
            record.is_autoplay_wanted,
        )

    def room(self, room: str) -> RoomRecord | None:
        """Give a room's record."""
        rows = self._rows("SELECT turn_seconds, is_autoplay_wanted FROM rooms WHERE room = ?", room)
        for turn_seconds, is_autoplay_wanted in rows:
            return RoomRecord(
                turn_seconds=turn_seconds, is_autoplay_wanted=bool(is_autoplay_wanted)
            )
        return None

    def keep_name(self, player: str, name: str) -> None:
        """Keep the name that a player is shown by."""
        self._write(
            "INSERT INTO names (player, name) VALUES (?, ?)"
            " ON CONFLICT (player) DO UPDATE SET name = excluded.name",
            player,
            name,
        )

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """Give the names of those players who have one here."""
        return dict(
            self._rows(
                "SELECT player, name FROM names WHERE player IN (SELECT value FROM json_each(?))",
                json.dumps(list(players)),
            )
        )

    def forget_name(self, player: str) -> bool:
        """Remove a player's name, from the files too as soon as nobody else reads them."""
        is_removed = self._write("DELETE FROM names WHERE player = ?", player) > 0
        with self._lock, told_in_sentences(self._path, VAULT.noun):
            # What was written before stands in the write-ahead log until that is emptied.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return is_removed

    def forget_secret(self, game: str, commitment: str) -> None:
        """Remove the secret that opens a commitment."""
        self._write("DELETE FROM secrets WHERE game = ? AND commitment = ?", game, commitment)

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets."""
        self._write("DELETE FROM secrets WHERE game = ?", game)

    def forget_room(self, room: str) -> None:
        """Remove a room's digests and its record."""
        with self._writing() as connection:
            connection.execute("DELETE FROM digests WHERE room = ?", (room,))
            connection.execute("DELETE FROM rooms WHERE room = ?", (room,))

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here."""
        return tuple(game for (game,) in self._rows("SELECT DISTINCT game FROM secrets ORDER BY 1"))

    def contents(self) -> VaultContents:
        """Give everything that is kept at one moment."""
        with self._lock, told_in_sentences(self._path, VAULT.noun):
            self._connection.execute("BEGIN")
            try:
                return read_contents(self._connection)
            finally:
                self._connection.execute("ROLLBACK")

    def replace(self, contents: VaultContents) -> None:
        """Keep this and nothing else, leaving what is the same as it is."""
        with self._writing() as connection:
            replace_contents(connection, contents)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _write(self, statement: str, *values: str | bytes | int) -> int:
        with self._writing() as connection:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._identity.check()
        with (
            self._lock,
            told_in_sentences(self._path, VAULT.noun),
            transaction(self._connection),
        ):
            yield self._connection

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock, told_in_sentences(self._path, VAULT.noun):
            return self._connection.execute(query, values).fetchall()


def _create_closed(path: Path) -> None:
    """Make the file before SQLite does, which gives its companions the same permissions."""
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise StoreError(
            f"The vault {path} cannot be written to ({error.strerror}): check its permissions."
        ) from error
