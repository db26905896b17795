"""One game at `lightning`, 100 watchers: durable events a second, until the last one saw the end.

The real server runs in a process of its own on a temporary folder. The watchers share this process;
they look for the end of the game in what they receive and decode nothing.

    python benchmarks/lightning.py [--games 5] [--watchers 100]
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

RULES = {"cap": None}
SEEDS = ("lightning/93", "lightning/140", "lightning/110", "lightning/77", "lightning/35")
"""Seeds of long games (1,240 to 1,918 rounds): a typical one is over before a watcher is woken."""


@asynccontextmanager
async def served() -> AsyncIterator[str]:
    """Run the real server and give its socket's address."""
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "polemos.cli.main", "serve", "--port", "0", "--data", folder),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert server.stdout is not None
        line = (await server.stdout.readline()).decode()
        found = re.search(r"http://(\S+)", line)
        assert found, line
        try:
            yield f"ws://{found[1]}/socket"
        finally:
            server.terminate()
            await server.wait()


async def ask(socket: ClientConnection, **request: object) -> dict[str, object]:
    await socket.send(json.dumps({"id": 1, **request}))
    answer: dict[str, object] = json.loads(await socket.recv())
    assert answer["type"] == "accepted", answer
    return answer


async def see_the_end(socket: ClientConnection) -> None:
    while b'"type":"GameEnded"' not in await socket.recv(decode=False):
        continue


async def measure(url: str, seed: str, watchers: int) -> float:
    """Play one game and give its durable events a second."""
    async with AsyncExitStack() as stack:

        async def joined() -> ClientConnection:
            return await stack.enter_async_context(
                connect(url, subprotocols=[Subprotocol("polemos.v1")], max_size=None)
            )

        host = await joined()
        opened = await ask(
            host,
            type="open_room",
            preset="one-hidden",
            rules=RULES,
            seed=seed,
            tempo="lightning",
            autoplay=False,
        )
        room = opened["room"]
        control = {"room": room, "host_secret": opened["host_secret"]}
        await ask(host, type="take_control", **control)
        sockets = [await joined() for _ in range(watchers)]
        for socket in sockets:
            await ask(socket, type="watch", room=room, after_seq=opened["seq"])
        started = time.perf_counter()
        await ask(host, type="start_autoplay", room=room)
        await asyncio.gather(*[see_the_end(socket) for socket in sockets])
        elapsed_seconds = time.perf_counter() - started
        head = await ask(host, type="watch", room=room, after_seq=0)
        events = int(str(head["seq"])) - int(str(opened["seq"]))
        return events / elapsed_seconds


async def run(games: int, watchers: int) -> None:
    async with served() as url:
        rates = [await measure(url, seed, watchers) for seed in SEEDS[:games]]
    print(
        f"lightning, {watchers} watchers, {games} games: median {statistics.median(rates):,.0f}, "
        f"worst {min(rates):,.0f} durable events/s (at least 10,000 wanted)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=len(SEEDS))
    parser.add_argument("--watchers", type=int, default=100)
    words = parser.parse_args()
    asyncio.run(run(words.games, words.watchers))
