import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from kit.nats import NatsServer
from polemos.cluster.bus import Bus
from polemos.cluster.memory_bus import MemoryExchange
from polemos.cluster.nats_bus import NatsBus
from polemos.cluster.seals import SPEAKER_BYTES, SealedBus

Connect = Callable[[], Awaitable[Bus]]


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsServer]:
    """A server that all tests of a file share; whoever kills it starts it again."""
    with NatsServer() as server:
        yield server


@pytest.fixture(params=["memory", "nats", "sealed"])
async def connect(request: pytest.FixtureRequest) -> AsyncIterator[Connect]:
    """Every bus that there is: what is tested with it is the contract."""
    buses: list[Bus] = []
    exchange = MemoryExchange()

    async def connect() -> Bus:
        bus: Bus
        match request.param:
            case "memory":
                bus = exchange.connect()
            case "sealed":
                speaker = len(buses).to_bytes(SPEAKER_BYTES, "big")
                bus = SealedBus(exchange.connect(), b"the key of these buses", speaker)
            case _:
                server = request.getfixturevalue("nats")
                bus = await NatsBus.connect(server.url, name="test", draw=lambda: 0.5)
        buses.append(bus)
        return bus

    yield connect
    await asyncio.gather(*(bus.close() for bus in buses))
