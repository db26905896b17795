"""Nothing secret is in anything that a real server shows before the reveal."""

from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from kit.server import ServerProcess
from kit.wire import Json, WireClient, connected
from polemos.log.folder import vault_path
from polemos.log.vault import SqliteVault
from polemos.rules.encoding import b64url

PAGES = ("games", "metrics", "healthz", "readyz", "nowhere", "schemas/events.json")
SEED = "seed-that-is-nobodys-business"


def shown(address: str) -> bytes:
    """Give a page whatever its status."""
    try:
        with urlopen(address) as response:  # noqa: S310  our own server
            body: bytes = response.read()
    except HTTPError as refusal:
        body = refusal.read()
    return body


async def provoke(client: WireClient, room: str) -> None:
    """Ask for what is refused, so that the refusals are seen too."""
    await client.ask("take_control", room=room, host_secret="wrong")
    await client.ask("pause_autoplay", room=room)
    await client.ask("watch", game=f"{room}-9")
    await client.ask("open_room", preset="war", players=99)


async def shown_to_strangers(server: ServerProcess, opened: Json) -> bytes:
    """Watch, look at every page and provoke refusals."""
    room, game = opened["room"], opened["game"]
    async with connected(server.websocket_url) as watcher:
        await watcher.ask("watch", game=game)
        await provoke(watcher, room)
        frames = b"".join(watcher.frames)
    pages = [shown(f"{server.url}/{page}") for page in (*PAGES, f"games/{game}/events.jsonl")]
    return frames + b"".join(pages)


def kept_secret(folder: Path, game: str) -> bytes:
    with closing(SqliteVault.open(vault_path(folder))) as vault:
        ((_, secret),) = vault.secrets(game)
        return secret


@pytest.mark.parametrize("seed", [None, SEED])
async def test_nothing_secret_is_shown_before_the_reveal(tmp_path: Path, seed: str | None) -> None:
    folder = tmp_path / "data"
    with ServerProcess(folder) as server:
        async with connected(server.websocket_url) as host:
            opened = await host.ask("open_room", preset="war", tempo="64", seed=seed)
            await host.ask("watch", game=opened["game"])
            await host.receive_until("PileReturned")
            await host.ask("pause_autoplay", room=opened["room"])
            seen = await shown_to_strangers(server, opened)
        assert b"PileReturned" in seen
        secret = kept_secret(folder, opened["game"])
        for hidden in (secret, b64url(secret).encode(), opened["host_secret"].encode()):
            assert hidden not in seen
            assert hidden not in server.stderr().encode()
        assert str(folder).encode() not in seen
