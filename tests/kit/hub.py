"""A whole hub on a free port, with rooms, a store and a clock that the test holds in its hands."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from kit.clock import TurnedClock
from kit.companies import company
from polemos.hub.addresses import read_networks
from polemos.hub.files import Files
from polemos.hub.hub import Hub
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Guest
from polemos.log.canonical import encode
from polemos.log.memory import MemoryStore
from polemos.log.store import Append, GameHead, StoreError
from polemos.rooms.errors import Refusal
from polemos.rooms.performing import Performing
from polemos.rules.encoding import digest
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import CardHidden, Tempo
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Company
from polemos.wire.requests import OpenRoom, TakeSeat

GAME = "k7m2q9x4wd-1"
OTHER_GAME = "b2c3d4e5f6-1"
ROOM = "k7m2q9x4wd"
SECRET = "the host's own secret"
INVITATION = "the secret of the invitation"
TICK_MS = 600_000
"""So long that a hub ticks only when the test says so."""

TEST_LIMITS = replace(
    HubLimits(),
    tick_ms=TICK_MS,
    opening_ms_max=2 * TICK_MS,
    closing_ms_max=2 * TICK_MS,
    heartbeat_interval_ms_min=3 * TICK_MS,
    heartbeat_interval_ms_max=3 * TICK_MS,
    flush_interval_ms_min=0.0,
    company_interval_ms_min=0.0,
    requests_burst=10_000,
    address_connections_burst=100_000,
    address_requests_burst=100_000,
    host_requests_burst=100_000,
    seat_requests_burst=100_000,
    frames_burst=100_000,
)


@dataclass(frozen=True)
class OpenedRoom:
    room: str
    game: str
    seq: int
    host_secret: str
    invite_secret: str


@dataclass(frozen=True)
class Committed:
    game: str
    seq: int


@dataclass(frozen=True)
class Seated:
    room: str
    game: str
    seq: int
    seat: int
    player: str


def seat_secret(seat: int) -> str:
    """Give the secret that holds a seat in the test's own rooms."""
    return f"{str(seat) * 42}A"


class OwnRooms:
    """Rooms of the test's own: they write down what they are asked, and commit to the house.

    They seat whoever shows a seat's secret, be it gone by now, and hold the seat until it parts.
    """

    def __init__(self, house: "HubHouse") -> None:
        self._house = house
        self.asked: list[str] = []
        self.failures: list[Exception] = []
        self.gate: asyncio.Event | None = None
        self.companies: dict[str, Company] = {}
        self.holders: dict[tuple[str, int], Guest] = {}
        self.parted: list[Guest] = []

    async def _heed(self, name: str) -> None:
        self.asked.append(name)
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)

    async def _ask(self, name: str, room: str) -> Committed:
        await self._heed(name)
        game = await self.current_game(room)
        self._house.commit(game, 1)
        return Committed(game, self._house.seq(game))

    def company(self, room: str) -> Company | None:
        return self.companies.get(room)

    def part(self, guest: Guest) -> None:
        self.parted.append(guest)
        self.holders = {
            place: holder for place, holder in self.holders.items() if holder is not guest
        }

    async def take_seat(self, request: TakeSeat, guest: Guest) -> Seated:
        return await self._seat(room_of(request.game), request.seat, guest)

    async def resume_seat(self, room: str, seat_secret: str, guest: Guest) -> Seated:
        return await self._seat(room, int(seat_secret[0]), guest)

    async def _seat(self, room: str, seat: int, guest: Guest) -> Seated:
        await self._heed("sit")
        game = await self.current_game(room)
        former = self.holders.get((room, seat))
        self.holders[room, seat] = guest
        if former is not None and former is not guest:
            former.be_replaced(room)
        return Seated(room, game, self._house.seq(game), seat, f"player {seat}")

    async def leave_seat(self, room: str, guest: Guest) -> Committed:
        committed = await self._ask("leave_seat", room)
        for place in [place for place, holder in self.holders.items() if holder is guest]:
            if place[0] == room:
                del self.holders[place]
                guest.be_removed(room)
        return committed

    async def reveal_entropy(self, room: str, entropy: str, guest: Guest) -> Committed:
        return await self._ask("reveal_entropy", room)

    async def turn_card(self, room: str, place: tuple[int, int], guest: Guest) -> Committed:
        return await self._ask(f"turn_card {place}", room)

    async def change_name(self, room: str, name: str, guest: Guest) -> Committed:
        return await self._ask(f"change_name {name}", room)

    async def rematch(self, game: str, guest: Guest) -> Committed:
        return await self._ask("rematch", room_of(game))

    async def open_room(self, request: OpenRoom, guest: Guest) -> OpenedRoom:
        await self._heed("open_room")
        if request.preset != "war":
            raise RuleViolation(RuleCode.UNKNOWN_PRESET, "There is no such preset.")
        self._house.commit(GAME, 3)
        return OpenedRoom(ROOM, GAME, 3, SECRET, INVITATION)

    async def take_control(self, room: str, host_secret: str, guest: Guest) -> Committed:
        await self._heed("take_control")
        game = await self.current_game(room)
        if host_secret != SECRET:
            raise Refusal(WireCode.WRONG_SECRET, f"That secret does not control room {room}.")
        return Committed(game, self._house.seq(game))

    async def current_game(self, room: str) -> str:
        if self._house.store.head(f"{room}-1") is None:
            raise Refusal(WireCode.UNKNOWN_ROOM, f"There is no room {room}.")
        return f"{room}-1"

    async def start_autoplay(self, room: str) -> Committed:
        return await self._ask("start_autoplay", room)

    async def pause_autoplay(self, room: str) -> Committed:
        return await self._ask("pause_autoplay", room)

    async def change_tempo(self, room: str, tempo: Tempo) -> Committed:
        return await self._ask(f"change_tempo {tempo}", room)

    async def play_round(self, room: str) -> Committed:
        return await self._ask("play_round", room)

    async def close_game(self, room: str) -> Committed:
        return await self._ask("close_game", room)

    async def add_bot(self, room: str, seat: int) -> Committed:
        return await self._ask(f"add_bot {seat}", room)

    async def remove_seat(self, room: str, seat: int) -> Committed:
        committed = await self._ask(f"remove_seat {seat}", room)
        holder = self.holders.pop((room, seat), None)
        if holder is not None:
            holder.be_removed(room)
        return committed

    async def start_game(self, room: str) -> Committed:
        return await self._ask("start_game", room)

    async def change_turn_seconds(self, room: str, turn_seconds: int) -> Committed:
        return await self._ask(f"change_turn_seconds {turn_seconds}", room)


class CountTables:
    """A table that is nothing but a count and the last line's hash."""

    def begin(self, game: str) -> tuple[int, str]:
        return (0, "")

    def fold(self, table: tuple[int, str], line: bytes) -> tuple[int, str]:
        return (table[0] + 1, digest(line))

    def show(self, table: tuple[int, str]) -> Mapping[str, Any]:
        return {"events": table[0], "head": table[1]}


class OwnLobby:
    def __init__(self) -> None:
        self.listings = 0

    def games(self, limit: int, first: Sequence[str]) -> Sequence[Mapping[str, Any]]:
        self.listings += 1
        others = [game for game in (GAME, OTHER_GAME) if game not in first]
        return [{"game": game, "preset": "war"} for game in (*first, *others)][:limit]

    def game(self, game: str) -> Mapping[str, Any] | None:
        return {"game": game, "preset": "war"} if game == GAME else None

    def preset_statistics(self) -> Mapping[str, Any]:
        return {"length_edges": [0], "statistics": []}

    def player(self, player: str) -> Mapping[str, Any]:
        return {"player": player, "name": "Élodie", "statistics": [], "games": []}


class FailingStore(MemoryStore):
    """Fails to read while `failure` is set, and writes down whose head was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.failure: StoreError | None = None
        self.heads_read: list[str] = []

    def head(self, game: str) -> GameHead | None:
        self.heads_read.append(game)
        return super().head(game)

    def load(
        self, game: str, after_seq: int = 0, *, events_max: int = 1_000, bytes_max: int = 1 << 20
    ) -> list[bytes]:
        if self.failure is not None:
            raise self.failure
        return super().load(game, after_seq, events_max=events_max, bytes_max=bytes_max)


@dataclass
class HubHouse:
    """A hub and everything around it."""

    limits: HubLimits = TEST_LIMITS
    store: FailingStore = field(default_factory=FailingStore)
    clock: TurnedClock = field(default_factory=TurnedClock)
    files: Mapping[str, bytes] = field(default_factory=dict)
    schemas: Mapping[str, bytes] = field(default_factory=dict)
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    troubles: list[str] = field(default_factory=list)
    port: int = 0

    def __post_init__(self) -> None:
        self.rooms = OwnRooms(self)
        self.lobby = OwnLobby()
        self.heads: dict[str, tuple[int, str]] = {}
        self.peers: list[Stalled] = []
        self.hub: Hub
        self.server: asyncio.Server

    def seq(self, game: str) -> int:
        return self.heads.get(game, (0, ""))[0]

    def lines(self, game: str) -> list[bytes]:
        return self.store.load(game, 0, events_max=1_000_000, bytes_max=1 << 40)

    def store_events(self, game: str, count: int) -> tuple[int, tuple[bytes, ...], str]:
        """Make events durable without telling the hub."""
        expected_seq, head = self.heads.get(game, (0, ""))
        seq, lines = expected_seq, list[bytes]()
        for seq in range(expected_seq + 1, expected_seq + count + 1):
            event = CardHidden(round=seq, step=1, seat=seq % 2)
            line = encode(event, game=game, seq=seq, at=1_700_000_000_000 + seq, prev=head)
            head = digest(line)
            lines.append(line)
        append = Append(
            command_id=f"{game} {seq}",
            game=game,
            expected_seq=expected_seq,
            lines=tuple(lines),
            types=("CardHidden",) * count,
            head=head,
        )
        self.store.append([append])
        self.heads[game] = (seq, head)
        return expected_seq + 1, tuple(lines), head

    def commit(self, game: str, count: int) -> None:
        """Make events durable, then publish them, as a room does."""
        first_seq, lines, head = self.store_events(game, count)
        self.hub.publish(game, first_seq, lines, head)

    def tell(self, game: str, number: int) -> None:
        """Have a company in a game's room, and tell it, as a room does."""
        self.rooms.companies[room_of(game)] = company(number, game=game)
        self.hub.tell(game, company(number, game=game))

    async def flushed(self, game: str) -> None:
        """Wait until everything published has been written to whoever is live."""
        await until(lambda: not self.is_flushing(game))

    def is_flushing(self, game: str) -> bool:
        """Tell whether something published is still to be written to whoever is live."""
        channel = self.hub.channels.find(game)
        return channel is not None and (
            channel.is_flushing or channel.flushed_seq != channel.head_seq
        )

    def tick(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.hub.tick()

    async def peer(self) -> "Stalled":
        """Connect a peer of raw bytes, closed with the house."""
        peer = await Stalled(self.port).connect()
        self.peers.append(peer)
        return peer

    def client(self, *, origin: str | None = None, **options: Any) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/socket",
            subprotocols=[Subprotocol("polemos.v1")],
            compression=None,
            origin=None if origin is None else Origin(origin),
            ping_interval=None,
            proxy=None,
            max_size=None,
            **options,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator["HubHouse"]:
        loop = asyncio.get_running_loop()
        self.hub = Hub(
            rooms=Performing(self.rooms),
            store=self.store,
            limits=self.limits,
            clock=self.clock,
            tables=CountTables(),
            lobby=self.lobby,
            draw=lambda: 0.5,
            files=Files(self.files),
            schemas=self.schemas,
            origins=self.origins,
            hosts=self.hosts,
            trusted_proxies=read_networks(self.trusted_proxies),
            trouble=lambda: self.troubles[0] if self.troubles else None,
        )
        self.server = await loop.create_server(self.hub.protocol_factory, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.server.close()
            for peer in self.peers:
                peer.close()
            for connection in list(self.hub.upkeep.connections):
                connection.abort()
            await self.hub.drain(window_ms=0)


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop run until something is so; the test's own timeout bounds it."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  a condition has no event to wait for
            await asyncio.sleep(0)


class Stalled:
    """A peer that sends what it is told and reads only when it is told, with a small buffer."""

    def __init__(self, port: int, receive_buffer_bytes: int = 4_096) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
        self.socket.setblocking(False)
        self.port = port
        self.received = bytearray()

    async def connect(self) -> "Stalled":
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.port))
        return self

    async def send(self, raw: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, raw)

    async def read_until(self, mark: bytes) -> bytes:
        """Read until a mark has come, and give everything up to its end."""
        while mark not in self.received:
            assert await self._read(), f"the server closed after {bytes(self.received)!r}"
        end = self.received.index(mark) + len(mark)
        head = bytes(self.received[:end])
        del self.received[:end]
        return head

    async def read_to_end(self) -> bytes:
        """Read until the server has closed; a reset is an end too."""
        try:
            while await self._read():
                pass
        except ConnectionError:
            pass
        rest = bytes(self.received)
        self.received.clear()
        return rest

    async def open_socket(self) -> None:
        """Do the handshake."""
        await self.send(HANDSHAKE)
        await self.read_until(b"\r\n\r\n")

    async def ask(self, **request: Any) -> None:
        await self.send(client_frame(0x1, json.dumps({"id": 1, **request}).encode()))

    def close(self) -> None:
        self.socket.close()

    async def _read(self) -> int:
        async with asyncio.timeout(30):
            part = await asyncio.get_running_loop().sock_recv(self.socket, 65_536)
        self.received += part
        return len(part)


HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: polemos.v1\r\n\r\n"
)


def client_frame(opcode: int, payload: bytes, *, is_final: bool = True) -> bytes:
    """Frame as a client must (RFC 6455, section 5.3), with a mask of zeros."""
    length = len(payload)
    size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes(((0x80 if is_final else 0) | opcode,)) + size + bytes(4) + payload


async def ask(client: ClientConnection, **request: Any) -> dict[str, Any]:
    """Send one request and give its answer; pushes before it are an error."""
    await client.send(json.dumps({"id": 1, **request}))
    return await read(client)


async def read(client: ClientConnection) -> dict[str, Any]:
    """Give the next push."""
    push = json.loads(await asyncio.wait_for(client.recv(), 30))
    assert isinstance(push, dict)
    return push


def lines_of(frame: str | bytes) -> list[bytes]:
    """Cut the stored lines out of an `events` push, byte for byte."""
    raw = frame.encode() if isinstance(frame, str) else frame
    body = raw[raw.index(b'"events":[') + len(b'"events":[') : -len(b"]}")]
    return [b"{" + line + b"}" for line in body[1:-1].split(b"},{")] if body else []
