"""What must not stand in the log: games' secrets until their reveal, and digests of tokens."""

import sqlite3
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from polemos.log.sqlite_file import Identity, open_writer, told_in_sentences, transaction
from polemos.log.sqlite_schema import VAULT
from polemos.log.store import StoreError


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

    def holds_digest(self, room: str, role: str, digest: bytes) -> bool:
        """Tell, in constant time, whether this is the digest that is kept."""
        ...

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets, once they are revealed in the log."""
        ...

    def forget_room(self, room: str) -> None:
        """Remove a room's digests, where the room came to nothing."""
        ...

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here, ascending."""
        ...

    def close(self) -> None:
        """Release files; afterwards nothing may be called."""
        ...


class MemoryVault:
    """Keeps secrets in this process and forgets them with it."""

    def __init__(self) -> None:
        self._secrets: dict[str, dict[str, bytes]] = {}
        self._digests: dict[tuple[str, str], bytes] = {}

    def keep_secret(self, game: str, commitment: str, secret: bytes) -> None:
        """Keep the secret that opens a commitment."""
        self._secrets.setdefault(game, {})[commitment] = secret

    def secrets(self, game: str) -> tuple[tuple[str, bytes], ...]:
        """Give a game's commitments and secrets."""
        return tuple(self._secrets.get(game, {}).items())

    def keep_digest(self, room: str, role: str, digest: bytes) -> None:
        """Keep the digest of a token."""
        self._digests[room, role] = digest

    def holds_digest(self, room: str, role: str, digest: bytes) -> bool:
        """Tell whether this is the digest that is kept."""
        return _is_same(self._digests.get((room, role)), digest)

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets."""
        self._secrets.pop(game, None)

    def forget_room(self, room: str) -> None:
        """Remove a room's digests."""
        for kept in [key for key in self._digests if key[0] == room]:
            del self._digests[kept]

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here."""
        return tuple(sorted(self._secrets))

    def close(self) -> None:
        """Do nothing: there are no files."""


class SqliteVault:
    """Keeps secrets in vault.db, which only its owner may read.

    Make one with `open`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = Lock()
        self._identity = Identity(path, VAULT.noun)

    @classmethod
    def open(cls, path: Path) -> "SqliteVault":
        """Open the vault, creating or migrating it.

        Raises:
            StoreError: as `SqliteStore.open`.
        """
        _create_closed(path)
        connection = open_writer(path, VAULT)
        # What is deleted is overwritten, not only unlinked.
        connection.execute("PRAGMA secure_delete = ON")
        return cls(path, connection)

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

    def holds_digest(self, room: str, role: str, digest: bytes) -> bool:
        """Tell whether this is the digest that is kept."""
        rows = self._rows("SELECT digest FROM digests WHERE room = ? AND role = ?", room, role)
        return _is_same(rows[0][0] if rows else None, digest)

    def forget_game(self, game: str) -> None:
        """Remove a game's secrets."""
        self._write("DELETE FROM secrets WHERE game = ?", game)

    def forget_room(self, room: str) -> None:
        """Remove a room's digests."""
        self._write("DELETE FROM digests WHERE room = ?", room)

    def games(self) -> tuple[str, ...]:
        """List the games that have secrets here."""
        return tuple(game for (game,) in self._rows("SELECT DISTINCT game FROM secrets ORDER BY 1"))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _write(self, statement: str, *values: str | bytes) -> None:
        self._identity.check()
        with (
            self._lock,
            told_in_sentences(self._path, VAULT.noun),
            transaction(self._connection),
        ):
            self._connection.execute(statement, values)

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


def _is_same(kept: bytes | None, digest: bytes) -> bool:
    return kept is not None and compare_digest(kept, digest)
