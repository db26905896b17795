"""All that vault.db keeps, read and written in one transaction of the caller's."""

import sqlite3

from polemos.log.vault_contents import RoomRecord, VaultContents

_KEEP_ROOM = "INSERT INTO rooms (room, turn_seconds, is_autoplay_wanted) VALUES (?, ?, ?)"


def read_contents(connection: sqlite3.Connection) -> VaultContents:
    """Read every table."""
    secrets: dict[str, tuple[tuple[str, bytes], ...]] = {}
    for game, commitment, secret in connection.execute(
        "SELECT game, commitment, secret FROM secrets ORDER BY number"
    ):
        secrets[game] = (*secrets.get(game, ()), (commitment, secret))
    return VaultContents(
        secrets=secrets,
        digests={
            (room, role): digest
            for room, role, digest in connection.execute("SELECT room, role, digest FROM digests")
        },
        rooms={
            room: RoomRecord(turn_seconds=turn_seconds, is_autoplay_wanted=bool(is_autoplay_wanted))
            for room, turn_seconds, is_autoplay_wanted in connection.execute(
                "SELECT room, turn_seconds, is_autoplay_wanted FROM rooms"
            )
        },
        names=dict(connection.execute("SELECT player, name FROM names").fetchall()),
    )


def replace_contents(connection: sqlite3.Connection, contents: VaultContents) -> None:
    """Remove what is other than in the contents, and write what is missing then."""
    kept = read_contents(connection)
    _remove(connection, kept.without(contents))
    _keep(connection, contents.without(kept))


def _remove(connection: sqlite3.Connection, gone: VaultContents) -> None:
    for statement, keys in (
        ("DELETE FROM secrets WHERE game = ?", ((game,) for game in gone.secrets)),
        ("DELETE FROM rooms WHERE room = ?", ((room,) for room in gone.rooms)),
        ("DELETE FROM names WHERE player = ?", ((player,) for player in gone.names)),
    ):
        connection.executemany(statement, keys)
    connection.executemany("DELETE FROM digests WHERE room = ? AND role = ?", gone.digests)


def _keep(connection: sqlite3.Connection, new: VaultContents) -> None:
    connection.executemany(
        "INSERT INTO secrets (game, commitment, secret) VALUES (?, ?, ?)",
        [(game, *kept) for game, secrets in new.secrets.items() for kept in secrets],
    )
    connection.executemany(
        "INSERT INTO digests (room, role, digest) VALUES (?, ?, ?)",
        [(*key, digest) for key, digest in new.digests.items()],
    )
    connection.executemany(
        _KEEP_ROOM,
        [
            (room, record.turn_seconds, record.is_autoplay_wanted)
            for room, record in new.rooms.items()
        ],
    )
    connection.executemany("INSERT INTO names (player, name) VALUES (?, ?)", new.names.items())
