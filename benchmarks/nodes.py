"""How many games at one beat a second one node plays, and two, before their beats come late.

Real nodes on a real PostgreSQL and a real NATS server, all on this machine. More and more games are
opened; at each number some of them are watched, each at a node that may not be its own, and every
beat is compared with the second in which it was due: that of the same game's most punctual beat,
and a second for each beat since. A number counts as long as the 99th percentile of that lateness
stays within 100 ms.

    python benchmarks/nodes.py [--nodes 1 2] [--step 250] [--seconds 8]
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.nats import NatsServer
from kit.postgres import postgres_server
from kit.server import ServerProcess

LATE_MS_MAX = 100.0
SAMPLED_GAMES = 60
ROOMS_A_CONNECTION = 16
GAMES_MAX = 8_000
SETTINGS = {
    "POLEMOS_ADDRESS_ROOMS_BURST": "1000000",
    "POLEMOS_ADDRESS_REQUESTS_BURST": "1000000",
    "POLEMOS_CONNECTION_REQUESTS_BURST": "1000",
}
OPENING = {"type": "open_room", "preset": "war", "rules": {"cap": None}, "tempo": "1"}


async def reach(server: ServerProcess) -> ClientConnection:
    return await connect(
        server.websocket_url, subprotocols=[Subprotocol("polemos.v1")], compression=None
    )


async def ask(socket: ClientConnection, **request: object) -> dict[str, object]:
    await socket.send(json.dumps({**request, "id": 1}))
    while True:
        answer: dict[str, object] = json.loads(await socket.recv())
        if answer.get("id") == 1:
            assert answer["type"] == "accepted", answer
            return answer


async def open_games(servers: Sequence[ServerProcess], count: int) -> list[str]:
    """Open games at all nodes in turn."""
    games: list[str] = []
    for server in cycle(servers):
        socket = await reach(server)
        wanted = min(ROOMS_A_CONNECTION, count - len(games))
        games += [str((await ask(socket, **OPENING))["game"]) for _ in range(wanted)]
        await socket.close()
        if len(games) == count:
            return games
    raise AssertionError("there is no node")


async def arrivals(server: ServerProcess, game: str, until: float) -> list[float]:
    """Watch a game, and note when each beat arrives."""
    socket = await reach(server)
    await ask(socket, type="watch", game=game, after_seq=0)
    seen: list[float] = []
    is_backlog = True
    try:
        async with asyncio.timeout_at(until):
            while True:
                push = await socket.recv(decode=False)
                if not push.startswith(b'{"type":"events"'):
                    continue
                if not is_backlog:
                    seen.append(time.perf_counter())
                # What was played before comes in one write, and in a frame of its own.
                is_backlog = False
    except TimeoutError:
        return seen
    finally:
        await socket.close()


def lateness_ms(seen: Sequence[float]) -> list[float]:
    """Compare each beat with the most punctual one."""
    offsets = [moment - number for number, moment in enumerate(seen)]
    return [1_000 * (offset - min(offsets)) for offset in offsets]


async def percentile_99(
    servers: Sequence[ServerProcess], games: Sequence[str], seconds: float
) -> float:
    """Watch some of the games for a while."""
    sampled = games[:: max(1, len(games) // SAMPLED_GAMES)]
    until = asyncio.get_running_loop().time() + seconds
    watched = zip(islice(cycle(servers[::-1]), len(sampled)), sampled, strict=True)
    seen = await asyncio.gather(*(arrivals(server, game, until) for server, game in watched))
    late = [each for moments in seen if len(moments) > 1 for each in lateness_ms(moments)]
    assert late, "no beat was seen"
    return quantiles(late, n=100)[98]


async def measure(servers: Sequence[ServerProcess], step: int, seconds: float) -> int:
    """Open more and more games, and give the last number that was punctual."""
    games: list[str] = []
    punctual = 0
    while len(games) < GAMES_MAX:
        games += await open_games(servers, step)
        await asyncio.sleep(2.0)
        late_ms = await percentile_99(servers, games, seconds)
        print(f"  {len(games):>5} games: 99 % within {late_ms:6.1f} ms", flush=True)
        if late_ms > LATE_MS_MAX:
            break
        punctual = len(games)
    return punctual


def run(nodes: int, step: int, seconds: float) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(postgres_server())
        address = postgres.address(postgres.new_database())
        bus = NatsServer().start()
        stack.callback(bus.kill)
        words = ("--store", address, "--bus", bus.url)
        servers = [
            stack.enter_context(ServerProcess(folder / f"node{number}", words=words))
            for number in range(nodes)
        ]
        punctual = asyncio.run(measure(servers, step, seconds))
    print(f"{nodes} node{'s' if nodes > 1 else ' '}: {punctual:,} games at one beat a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--step", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=8.0)
    words = parser.parse_args()
    os.environ.update(SETTINGS)
    print(f"{os.cpu_count()} cores for nodes, database, bus and watchers together")
    for nodes in words.nodes:
        run(nodes, words.step, words.seconds)


if __name__ == "__main__":
    main()
