"""A watcher of another node's game, through a real hub, whatever the bus between them does."""

import json

import anyio
import pytest

from kit.bus import HostileExchange, Hostility
from kit.hub import GAME, HubHouse, lines_of
from polemos.cluster.feed_limits import FeedLimits
from polemos.cluster.feeds import Feeds
from polemos.cluster.publications import Publications
from polemos.cluster.subjects import Subjects

SOON = FeedLimits(poll_seconds=0.02, hurry_seconds=0.005)


@pytest.mark.parametrize(
    "hostility",
    [
        Hostility(lost=0, repeated=0, delayed=0),
        Hostility(lost=0.3, repeated=0.3, delayed=0.5, delay_seconds_max=0.02),
        Hostility(lost=1),
    ],
)
async def test_a_watcher_of_another_nodes_game_gets_every_event_once(hostility: Hostility):
    """The frames that a browser receives hold the log's bytes, in order, without a hole."""
    exchange, subjects = HostileExchange(7, hostility), Subjects("c1")
    publications = Publications(exchange.connect(), subjects)
    async with HubHouse().open() as house, anyio.create_task_group() as tasks:
        house.store_events(GAME, 5)
        feeds = Feeds(
            bus=exchange.connect(),
            store=house.store,
            subjects=subjects,
            publish=house.hub.publish,
            tasks=tasks,
            limits=SOON,
        )
        tasks.start_soon(feeds.run)
        await feeds.open(GAME)
        async with house.client() as client:
            await client.send(json.dumps({"type": "watch", "id": 1, "game": GAME, "after_seq": 0}))
            received: list[bytes] = []
            for burst in range(40):
                publications.publish(GAME, *house.store_events(GAME, 1 + burst % 30))
                await read_until(client, received, len(received) + 1)
            await read_until(client, received, house.seq(GAME))
            assert received == house.lines(GAME)
        tasks.cancel_scope.cancel()


async def read_until(client, received: list[bytes], count: int) -> None:
    """Read pushes of events until so many events have come."""
    with anyio.fail_after(30):
        while len(received) < count:
            frame = await client.recv()
            if json.loads(frame)["type"] == "events":
                received += lines_of(frame)
