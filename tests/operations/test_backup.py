"""A backup that was made while a server ran is restored, and its games go on."""

import shutil
from contextlib import closing

import psycopg
import pytest

from kit.postgres_databases import OWNER
from kit.restored import dump, restore, verified
from kit.server import ServerProcess
from kit.wire import connected
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.cli.main import main
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore


async def open_room(server, tempo):
    """Open a room whose game plays by itself, and watch it into its first beats."""
    async with connected(server.websocket_url) as host:
        opened = await host.ask("open_room", preset="tod-und-leben", tempo=tempo)
        await host.ask("watch", game=opened["game"])
        await host.receive_until("GameEnded" if tempo == "lightning" else "CardFlipped")
    return opened


async def play_to_the_end(server, opened, lines):
    """Go on with a restored game by its host's secret; give all that its watcher sees."""
    async with connected(server.websocket_url) as host:
        secret = {"room": opened["room"], "host_secret": opened["host_secret"]}
        assert (await host.ask("take_control", **secret))["type"] == "accepted"
        await host.ask("watch", game=opened["game"])
        await host.ask("change_tempo", room=opened["room"], tempo="lightning")
        await host.receive_until("GameEnded")
    assert host.lines[: len(lines)] == lines
    return host.lines


def passes_the_audit(lines):
    return audit([line + b"\n" for line in lines]).verdict is Verdict.VERIFIED


async def test_a_copy_of_a_served_folder_takes_the_place_of_the_folder(tmp_path):
    data, backup = tmp_path / "data", tmp_path / "backup"
    with ServerProcess(data) as server:
        ended, running = await open_room(server, "lightning"), await open_room(server, "2")
        assert main(["copy", "--from", f"sqlite:{data}", "--to", f"sqlite:{backup}"]) == 0
        server.kill()
    shutil.rmtree(data)

    shutil.copytree(backup, data)
    with closing(SqliteStore.open(data / "events.db", read_only=True)) as store:
        games = verified(store)
    assert passes_the_audit(games[ended["game"]])
    with ServerProcess(data) as server:
        lines = await play_to_the_end(server, running, games[running["game"]])
    assert passes_the_audit(lines)


async def test_a_dump_of_a_served_database_is_restored(postgres, address, tmp_path):
    words = ("--store", address)
    with ServerProcess(tmp_path / "data", words=words) as server:
        ended, running = await open_room(server, "lightning"), await open_room(server, "2")
        dump(address, tmp_path / "polemos.dump")
        server.kill()

    restored = restore(postgres, tmp_path / "polemos.dump", "restored", OWNER)
    try:
        with (
            closing(Database.open(restored, read_only=True)) as database,
            closing(PostgresStore(database)) as store,
        ):
            games = verified(store)
        assert passes_the_audit(games[ended["game"]])
        with psycopg.connect(postgres.address("restored"), autocommit=True) as connection:
            with pytest.raises(psycopg.Error, match="append-only"):
                connection.execute("DELETE FROM polemos.events")
            # The node that was dumped lives in the copy until its lease is over there.
            connection.execute(
                "SELECT pg_sleep(extract(epoch FROM max(expires_at) - clock_timestamp()))"
                " FROM polemos.nodes"
            )
        with ServerProcess(tmp_path / "new", words=("--store", restored)) as server:
            lines = await play_to_the_end(server, running, games[running["game"]])
        assert passes_the_audit(lines)
    finally:
        postgres.drop_database("restored")
