"""Fan-out side by side: our hub, `websockets.broadcast()`, and a bare asyncio protocol.

Each server is a process of its own with 1,000 connections from one load client, another process
that only counts bytes. In each round every server takes its turn, in another order each time, so
that a noisy neighbour meets all of them: rates are compared within a round, and the median of the
rounds' ratios counts. CPU is the server process's own, as the system counts it, over all rounds.

    python benchmarks/fanout.py [--rounds 5] [--connections 1000] [--json]
"""

import argparse
import asyncio
import gc
import json
import resource
import select
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.asyncio.server import serve as serve_websockets
from websockets.utils import accept_key

from polemos.hub.files import Files
from polemos.hub.frames import text_frame
from polemos.hub.hub import Hub
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Guest
from polemos.log.memory import MemoryStore
from polemos.log.store import Append
from polemos.rooms.clock import SystemClock

GAME = "bench-1"
EVENT_BYTES = 200
EVENTS_A_WRITE = (1, 4, 16)
WRITES = {1: 80, 4: 60, 16: 30}
"""Few enough that the kernel could hold them all for every connection."""

WARM_CONNECTIONS = 20
SERVERS = ("hub", "broadcast", "bare")
TARGETS = {
    "deliveries, hub ÷ broadcast": (1.4, True),
    "user CPU, hub ÷ broadcast": (0.4, False),
    "deliveries, hub ÷ bare": (0.9, True),
}


def stored_line(seq: int) -> bytes:
    line = f'{{"at":1700000000000,"game":"{GAME}","pad":"%s","seq":{seq:09d}}}'
    return (line % ("x" * (EVENT_BYTES - len(line) + 2))).encode()


def events_payload(first_seq: int, lines: list[bytes]) -> bytes:
    head = f'{{"type":"events","game":"{GAME}","first_seq":{first_seq},"events":['
    return head.encode() + b",".join(lines) + b"]}"


# Servers: each yields a port, and a coroutine function that writes some lines to everybody.

Write = Callable[[int, list[bytes]], Awaitable[None]]


@dataclass
class Served:
    port: int
    write: Write
    count: Callable[[], int]


class NoRooms:
    """The load client only watches."""

    async def open_room(self, *asked: object) -> Any:
        raise AssertionError("the benchmark opens no room")

    take_control = seat = change = current_game = open_room

    def company(self, room: str) -> None: ...

    def part(self, guest: Guest) -> None: ...


class NoTables:
    def begin(self, game: str) -> None: ...

    def fold(self, table: None, line: bytes) -> None: ...

    def show(self, table: None) -> dict[str, Any]:
        return {}


class NoLobby:
    def games(self, limit: int, first: Sequence[str]) -> list[dict[str, Any]]:
        return []


async def serve_hub() -> Served:
    store = MemoryStore()
    first = stored_line(1)
    store.append(
        [
            Append(
                command_id="first",
                game=GAME,
                expected_seq=0,
                lines=(first,),
                types=("AutoplayStarted",),
                head="",
            )
        ]
    )
    # Every write is flushed by itself, or the hub would share frames and win by that alone.
    # Heartbeats and audiences would be counted as events.
    limits = replace(
        HubLimits(),
        flush_interval_ms_min=0.0,
        flush_budget=1e9,
        connections_per_address_max=1_000_000,
        address_connections_burst=1_000_000,
        heartbeat_interval_ms_min=600_000,
        heartbeat_interval_ms_max=600_000,
        tick_ms=600_000,
    )
    hub = Hub(
        rooms=NoRooms(),
        store=store,
        limits=limits,
        clock=SystemClock(),
        tables=NoTables(),
        lobby=NoLobby(),
        draw=lambda: 0.5,
        files=Files({}),
        schemas={},
    )
    loop = asyncio.get_running_loop()
    server = await loop.create_server(hub.protocol_factory, "127.0.0.1", 0, backlog=4096)

    async def write(first_seq: int, lines: list[bytes]) -> None:
        hub.publish(GAME, first_seq, tuple(lines), "")
        channel = hub.channels.find(GAME)
        assert channel is not None
        while channel.is_flushing:  # noqa: ASYNC110  a wake-up per write would be measured too
            await asyncio.sleep(0)

    def count() -> int:
        channel = hub.channels.find(GAME)
        return 0 if channel is None else channel.watchers_count

    return Served(server.sockets[0].getsockname()[1], write, count)


async def serve_broadcast() -> Served:
    connections: set[ServerConnection] = set()

    async def handle(connection: ServerConnection) -> None:
        connections.add(connection)
        await connection.wait_closed()

    server = await serve_websockets(
        handle, "127.0.0.1", 0, compression=None, ping_interval=None, backlog=4096
    )

    async def write(first_seq: int, lines: list[bytes]) -> None:
        broadcast(connections, events_payload(first_seq, lines), text=True)
        await asyncio.sleep(0)

    port = next(iter(server.sockets)).getsockname()[1]
    return Served(port, write, lambda: len(connections))


async def serve_bare() -> Served:
    transports: list[asyncio.Transport] = []

    class Bare(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            if not data.startswith(b"GET"):
                return
            key = data.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0].decode()
            self.transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Accept: "
                + accept_key(key).encode()
                + b"\r\n\r\n"
            )
            transports.append(self.transport)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(Bare, "127.0.0.1", 0, backlog=4096)

    async def write(first_seq: int, lines: list[bytes]) -> None:
        frame = text_frame(events_payload(first_seq, lines))
        for transport in transports:
            transport.write(frame)
        await asyncio.sleep(0)

    return Served(server.sockets[0].getsockname()[1], write, lambda: len(transports))


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def run_server(kind: str) -> None:
    """Obey one JSON order a line: report memory, or write so many times so many events."""
    served = await {"hub": serve_hub, "broadcast": serve_broadcast, "bare": serve_bare}[kind]()
    print(served.port, flush=True)
    loop = asyncio.get_running_loop()
    seq = 1
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        if order["do"] == "count":
            while served.count() < order["connections"]:  # noqa: ASYNC110  not measured
                await asyncio.sleep(0.01)
            answer = {"resident_bytes": resident_bytes()}
        else:
            lines = [stored_line(number) for number in range(order["events"])]
            before, started_at = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
            for _ in range(order["writes"]):
                await served.write(seq + 1, lines)
                seq += len(lines)
            after = resource.getrusage(resource.RUSAGE_SELF)
            answer = {
                "started_at": started_at,
                "user_seconds": after.ru_utime - before.ru_utime,
                "system_seconds": after.ru_stime - before.ru_stime,
            }
        print(json.dumps(answer), flush=True)


# The load client: sockets and epoll, nothing else.

HANDSHAKE = (
    "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: polemos.v1\r\n\r\n"
)


def masked(payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload


def open_client(port: int, kind: str) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(HANDSHAKE.format(port=port).encode())
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(4096)
    if kind == "hub":
        watch = {"type": "watch", "id": 1, "game": GAME, "after_seq": 1}
        client.sendall(masked(json.dumps(watch).encode()))
        received = b""
        while b'"mode":"live"' not in received:
            received += client.recv(4096)
    client.setblocking(False)
    return client


def run_client(kind: str, port: int) -> None:
    """Obey one JSON order a line: open connections, or count bytes until all have come."""
    clients: list[socket.socket] = []
    poller = select.epoll()
    by_number: dict[int, Callable[..., int]] = {}
    buffer = bytearray(1 << 18)
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "open":
            for _ in range(order["connections"]):
                client = open_client(port, kind)
                clients.append(client)
                poller.register(client, select.EPOLLIN)
                by_number[client.fileno()] = client.recv_into
            print(json.dumps({"open": len(clients)}), flush=True)
        else:
            missing = order["bytes"] * len(clients)
            print(json.dumps({"counting": missing}), flush=True)
            while missing > 0:
                for number, _ in poller.poll():
                    missing -= by_number[number](buffer)
            assert missing == 0, f"{-missing} bytes too many"
            print(json.dumps({"ended_at": time.monotonic()}), flush=True)


# The whole: processes, rounds, medians.


class Worker:
    """A process that obeys orders."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"{self.process.args} ended"
        return json.loads(line)

    def tell(self, **order: Any) -> None:
        assert self.process.stdin is not None
        print(json.dumps(order), file=self.process.stdin, flush=True)

    def ask(self, **order: Any) -> Any:
        self.tell(**order)
        return self.read()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Side:
    """One server with its load client."""

    server: Worker
    client: Worker
    bytes_a_connection: float
    seq: int = 1


def open_side(kind: str, connections: int) -> Side:
    server = Worker("--server", kind)
    port = server.read()
    client = Worker("--client", kind, "--port", str(port))
    client.ask(do="open", connections=WARM_CONNECTIONS)
    before = server.ask(do="count", connections=WARM_CONNECTIONS)["resident_bytes"]
    total = client.ask(do="open", connections=connections - WARM_CONNECTIONS)["open"]
    after = server.ask(do="count", connections=total)["resident_bytes"]
    return Side(server, client, (after - before) / (connections - WARM_CONNECTIONS))


def expected_bytes(first_seq: int, events: int, writes: int) -> int:
    lines = [stored_line(number) for number in range(events)]
    return sum(
        len(text_frame(events_payload(first_seq + index * events + 1, lines)))
        for index in range(writes)
    )


Sample = dict[str, float]


def measure(side: Side, events: int, connections: int) -> Sample:
    writes = WRITES[events]
    side.client.ask(do="receive", bytes=expected_bytes(side.seq, events, writes))
    served = side.server.ask(do="write", events=events, writes=writes)
    received = side.client.read()
    side.seq += events * writes
    return {
        "deliveries": events * writes * connections,
        "seconds": received["ended_at"] - served["started_at"],
        "user_seconds": served["user_seconds"],
        "system_seconds": served["system_seconds"],
    }


def rate(sample: Sample) -> float:
    return sample["deliveries"] / sample["seconds"]


def seconds_per_million(samples: list[Sample], name: str) -> float:
    """Over all rounds: a single one has too few of the ticks that the system samples with."""
    deliveries = sum(sample["deliveries"] for sample in samples)
    return sum(sample[name] for sample in samples) / deliveries * 1e6


def paired(left: list[Sample], right: list[Sample]) -> float:
    return statistics.median(
        rate(one) / rate(other) for one, other in zip(left, right, strict=True)
    )


def compare(rounds: int, connections: int) -> dict[str, Any]:
    sides = {kind: open_side(kind, connections) for kind in SERVERS}
    samples: dict[int, dict[str, list[Sample]]] = {
        events: {kind: [] for kind in SERVERS} for events in EVENTS_A_WRITE
    }
    try:
        for round_number in range(rounds + 1):
            turn = round_number % len(SERVERS)
            for events in EVENTS_A_WRITE:
                for kind in SERVERS[turn:] + SERVERS[:turn]:
                    sample = measure(sides[kind], events, connections)
                    if round_number:  # the first warms up
                        samples[events][kind].append(sample)
    finally:
        for side in sides.values():
            side.client.end()
            side.server.end()
    return {
        "connections": connections,
        "event_bytes": EVENT_BYTES,
        "bytes_a_connection": {
            kind: round(side.bytes_a_connection) for kind, side in sides.items()
        },
        "events_a_write": {
            events: {
                "servers": {kind: summary(taken) for kind, taken in by_kind.items()},
                "ratios": ratios(by_kind),
            }
            for events, by_kind in samples.items()
        },
    }


def summary(samples: list[Sample]) -> dict[str, float]:
    return {
        "deliveries_per_second": statistics.median(rate(sample) for sample in samples),
        "user_seconds_per_million": seconds_per_million(samples, "user_seconds"),
        "system_seconds_per_million": seconds_per_million(samples, "system_seconds"),
    }


def ratios(by_kind: dict[str, list[Sample]]) -> dict[str, float]:
    hub, others, bare = (by_kind[kind] for kind in SERVERS)
    user = "user_seconds"
    return {
        "deliveries, hub ÷ broadcast": paired(hub, others),
        "user CPU, hub ÷ broadcast": seconds_per_million(hub, user)
        / seconds_per_million(others, user),
        "deliveries, hub ÷ bare": paired(hub, bare),
    }


def show(result: dict[str, Any]) -> None:
    print(f"{result['connections']} connections, events of {result['event_bytes']} bytes")
    for events, measured in result["events_a_write"].items():
        print(f"\n{events} events a write")
        for kind, row in measured["servers"].items():
            print(
                f"{kind:>12}: {row['deliveries_per_second']:>11,.0f} deliveries/s, "
                f"CPU-s per million: {row['user_seconds_per_million']:6.3f} user, "
                f"{row['system_seconds_per_million']:6.3f} system"
            )
        for name, ratio in measured["ratios"].items():
            show_ratio(name, ratio)
    print()
    for kind, size_bytes in result["bytes_a_connection"].items():
        print(f"{kind:>12}: {size_bytes / 1024:5.1f} KiB a watching connection")


def show_ratio(name: str, ratio: float) -> None:
    wanted, is_floor = TARGETS[name]
    is_met = ratio >= wanted if is_floor else ratio <= wanted
    sign, verdict = "≥" if is_floor else "≤", "met" if is_met else "MISSED"
    print(f"{name:>30}: {ratio:5.2f} (target {sign} {wanted}) {verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="measured rounds")
    parser.add_argument("--connections", type=int, default=1_000)
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--server", choices=SERVERS, help=argparse.SUPPRESS)
    parser.add_argument("--client", choices=SERVERS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = arguments.connections + 100
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))
    if arguments.server:
        asyncio.run(run_server(arguments.server))
    elif arguments.client:
        run_client(arguments.client, arguments.port)
    else:
        result = compare(arguments.rounds, arguments.connections)
        if arguments.json:
            print(json.dumps(result, indent=2))
        else:
            show(result)


if __name__ == "__main__":
    main()
