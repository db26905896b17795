"""`kill -9` at the worst moments: what was acknowledged or shown is there, and the game goes on."""

import json
from pathlib import Path
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed

from kit.server import ServerProcess
from kit.wire import WireClient, connected
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.log.folder import events_path
from polemos.log.sqlite import SqliteStore

KILLS_IN_WAR = 10
KILLS_MAX = 80
RULES = {"preset": "one-hidden", "players": 4, "rules": {"cap": None}}
SEED = "kill/105"
"""A game of 2,276 rounds and 123 wars: long enough for every kill."""

MID_WAR = ("TieDeclared", "CardHidden")


def newest_type(folder: Path, game: str) -> str:
    """What the log of a dead server ends with."""
    store = SqliteStore.open(events_path(folder), read_only=True)
    try:
        head = store.head(game)
        assert head is not None
        (line,) = store.load(game, head.seq - 1)
        return str(json.loads(line)["type"])
    finally:
        store.close()


async def watch_into_a_war(server: ServerProcess, game: str, held: list[bytes]) -> list[bytes]:
    """Watch until the newest event is a tie's, kill the server, and return what was seen."""
    async with connected(server.websocket_url, held=held) as watcher:
        await watcher.ask("watch", game=game, after_seq=len(held))
        await watcher.receive_until(*MID_WAR)
        server.kill()
        await drink_up(watcher)
        return watcher.lines


def fetched(address: str) -> bytes:
    with urlopen(address) as response:  # noqa: S310  our own server
        body: bytes = response.read()
        return body


async def drink_up(watcher: WireClient) -> None:
    """Take in what was sent before the kill."""
    try:
        while True:
            await watcher.receive()
    except ConnectionClosed:
        return


async def test_ten_kills_in_mid_war_lose_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ServerProcess(folder) as server:
        async with connected(server.websocket_url) as host:
            opened = await host.ask("open_room", tempo="32", seed=SEED, **RULES)
        room, game = opened["room"], opened["game"]
        seen: list[bytes] = []
        kills_in_war = 0
        for _ in range(KILLS_MAX):
            seen = await watch_into_a_war(server, game, seen)
            kills_in_war += newest_type(folder, game) in MID_WAR
            server.restart()
            if kills_in_war == KILLS_IN_WAR:
                break
        assert kills_in_war == KILLS_IN_WAR
        async with connected(server.websocket_url, held=seen) as watcher:
            await watcher.ask("watch", game=game, after_seq=len(seen))
            await watcher.ask("take_control", room=room, host_secret=opened["host_secret"])
            changed = await watcher.ask("change_tempo", room=room, tempo="lightning")
            assert changed["type"] == "accepted"
            await watcher.receive_until("GameEnded")
            seen = watcher.lines
        exported = fetched(f"{server.url}/games/{game}/events.jsonl")
    assert exported == b"".join(line + b"\n" for line in seen)
    assert audit(exported.splitlines(keepends=True)).verdict is Verdict.VERIFIED
