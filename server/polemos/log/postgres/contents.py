"""All that the schema `polemos_vault` keeps, each way in one transaction."""

from psycopg import Cursor
from psycopg.rows import TupleRow

from polemos.log.postgres.connections import Connection
from polemos.log.vault_contents import RoomRecord, VaultContents

_AT_ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"


def read_contents(connection: Connection) -> VaultContents:
    """Read every table as it was at one moment.

    Args:
        connection: in autocommit.
    """
    with connection.transaction(), connection.cursor(binary=True) as cursor:
        cursor.execute(_AT_ONE_MOMENT)
        return _read(cursor)


def replace_contents(connection: Connection, contents: VaultContents) -> None:
    """Remove what is other than in the contents, and write what is missing then.

    Args:
        connection: in autocommit.
        contents: what is to be kept.
    """
    with connection.transaction(), connection.cursor(binary=True) as cursor:
        cursor.execute(_AT_ONE_MOMENT)
        kept = _read(cursor)
        _remove(cursor, kept.without(contents))
        _keep(cursor, contents.without(kept))


def _read(cursor: Cursor[TupleRow]) -> VaultContents:
    secrets: dict[str, tuple[tuple[str, bytes], ...]] = {}
    for game, commitment, secret in cursor.execute(
        "SELECT game, commitment, secret FROM polemos_vault.secrets ORDER BY number"
    ):
        secrets[game] = (*secrets.get(game, ()), (commitment, secret))
    digests = cursor.execute("SELECT room, role, digest FROM polemos_vault.digests").fetchall()
    rooms = cursor.execute(
        "SELECT room, turn_seconds, is_autoplay_wanted FROM polemos_vault.rooms"
    ).fetchall()
    names = cursor.execute("SELECT player, name FROM polemos_vault.names").fetchall()
    return VaultContents(
        secrets=secrets,
        digests={(room, role): digest for room, role, digest in digests},
        rooms={
            room: RoomRecord(turn_seconds=turn_seconds, is_autoplay_wanted=is_autoplay_wanted)
            for room, turn_seconds, is_autoplay_wanted in rooms
        },
        names=dict(names),
    )


def _remove(cursor: Cursor[TupleRow], gone: VaultContents) -> None:
    cursor.execute(
        "DELETE FROM polemos_vault.secrets WHERE game = ANY (%b::text[])", [[*gone.secrets]]
    )
    cursor.execute("DELETE FROM polemos_vault.rooms WHERE room = ANY (%b::text[])", [[*gone.rooms]])
    cursor.execute(
        "DELETE FROM polemos_vault.names WHERE player = ANY (%b::text[])", [[*gone.names]]
    )
    cursor.executemany(
        "DELETE FROM polemos_vault.digests WHERE room = %b AND role = %b", [*gone.digests]
    )


def _keep(cursor: Cursor[TupleRow], new: VaultContents) -> None:
    cursor.executemany(
        "INSERT INTO polemos_vault.secrets (game, commitment, secret) VALUES (%b, %b, %b)",
        [(game, *kept) for game, secrets in new.secrets.items() for kept in secrets],
    )
    cursor.executemany(
        "INSERT INTO polemos_vault.digests (room, role, digest) VALUES (%b, %b, %b)",
        [(*key, digest) for key, digest in new.digests.items()],
    )
    cursor.executemany(
        "INSERT INTO polemos_vault.rooms (room, turn_seconds, is_autoplay_wanted)"
        " VALUES (%b, %b, %b)",
        [
            (room, record.turn_seconds, record.is_autoplay_wanted)
            for room, record in new.rooms.items()
        ],
    )
    cursor.executemany(
        "INSERT INTO polemos_vault.names (player, name) VALUES (%b, %b)", [*new.names.items()]
    )
