"""Whoever comes back holds exactly the log: no gap, no duplicate, whatever the cut."""

import asyncio
import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection

from kit.hub import GAME, TEST_LIMITS, HubHouse, ask, lines_of, read, until
from polemos.log.store import StoreError
from polemos.rules.encoding import digest

SMALL = replace(TEST_LIMITS, ring_events_max=8, page_events_max=5, frame_size_bytes_max=700)


class Follower:
    """A client as docs/protocol.md describes it: holds lines, applies what fits, asks again."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.modes: list[str] = []

    async def follow(self, client: ClientConnection, *, until_seq: int, frames_max: int) -> None:
        await client.send(
            json.dumps({"id": 1, "type": "watch", "game": GAME, "after_seq": len(self.lines)})
        )
        for _ in range(frames_max + 2):
            if len(self.lines) >= until_seq and self.modes:
                return
            self.apply(await asyncio.wait_for(client.recv(), 30))

    def apply(self, frame: str | bytes) -> None:
        push = json.loads(frame)
        if push["type"] == "welcome":
            self.modes.append(push["mode"])
            if push["mode"] == "reset":
                self.lines.clear()
        if push["type"] == "events":
            assert push["events"], "a frame without an event"
            assert push["first_seq"] == len(self.lines) + 1, "a gap or a duplicate"
            self.lines += lines_of(frame)


visits = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 4)), min_size=1, max_size=8
)


@given(visits)
@settings(deadline=None, max_examples=60)
def test_a_client_that_comes_and_goes_at_any_point_holds_exactly_the_log(steps):
    asyncio.run(come_and_go(steps))


async def come_and_go(steps: list[tuple[int, int, int]]) -> None:
    """Each visit: so many events while away, so many while there, gone after so many frames."""
    async with HubHouse(limits=SMALL).open() as house:
        house.commit(GAME, 1)
        follower = Follower()
        for away, there, frames_max in steps:
            if away:
                house.commit(GAME, away)
            async with house.client() as client:
                following = asyncio.create_task(
                    follower.follow(
                        client, until_seq=house.seq(GAME) + there, frames_max=frames_max
                    )
                )
                for _ in range(there):
                    house.commit(GAME, 1)
                    await asyncio.sleep(0)
                await following
        async with house.client() as client:
            await follower.follow(client, until_seq=house.seq(GAME), frames_max=1_000)
        assert follower.lines == house.lines(GAME)


async def test_many_join_while_events_are_published_as_fast_as_they_can_be():
    limits = replace(TEST_LIMITS, ring_events_max=64, page_events_max=50, slice_connections=3)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 300)
        followers = [Follower() for _ in range(12)]
        clients = [await house.client() for _ in followers]
        tasks = [
            asyncio.create_task(follower.follow(client, until_seq=1_500, frames_max=10_000))
            for follower, client in zip(followers, clients, strict=True)
        ]
        for _ in range(400):
            house.commit(GAME, 3)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert all(follower.lines == house.lines(GAME) for follower in followers)
        for client in clients:
            await client.close()


async def test_what_is_stored_while_the_channel_opens_comes_once():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 10)
        await client.send(json.dumps({"id": 1, "type": "watch", "game": GAME, "after_seq": 0}))
        follower = Follower()
        await until(lambda: house.hub.channels.count == 1)
        for _ in range(30):
            house.commit(GAME, 1)
            await asyncio.sleep(0)
        while len(follower.lines) < 40:
            follower.apply(await client.recv())
        assert follower.lines == house.lines(GAME)


async def test_an_event_published_late_or_twice_is_sent_once():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 2)
        first = house.store_events(GAME, 3)
        await ask(client, type="watch", game=GAME, after_seq=2)
        assert (await read(client))["mode"] == "ring"
        missing = lines_of(await client.recv())
        house.hub.publish(GAME, *first)
        house.commit(GAME, 1)
        assert missing + lines_of(await client.recv()) == house.lines(GAME)[2:]


async def test_a_lost_publication_costs_time_and_no_event():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 2)
        follower = Follower()
        await follower.follow(client, until_seq=2, frames_max=5)
        house.store_events(GAME, 3)
        house.commit(GAME, 1)
        snapshot = await read(client)
        assert (snapshot["type"], snapshot["seq"], snapshot["skipped_events"]) == ("snapshot", 6, 4)


async def test_the_mode_says_where_the_missing_part_comes_from():
    limits = replace(SMALL, snapshot_after_events=20)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 40)
        expected = {
            40: "live",
            35: "ring",
            32: "ring",
            31: "log",
            20: "log",
            19: "snapshot",
            0: "snapshot",
            41: "reset",
        }
        for after_seq, mode in expected.items():
            async with house.client() as client:
                await ask(client, type="watch", game=GAME, after_seq=after_seq)
                welcome = await read(client)
                assert (after_seq, welcome["mode"]) == (after_seq, mode)
                assert (welcome["seq"], welcome["head"]) == (40, digest(house.lines(GAME)[-1]))


async def test_whoever_is_far_behind_gets_a_table_and_the_tail():
    limits = replace(TEST_LIMITS, snapshot_after_events=20)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        house.commit(GAME, 50)
        await ask(client, type="watch", game=GAME, after_seq=5)
        await read(client)
        assert await read(client) == {
            "type": "snapshot",
            "game": GAME,
            "seq": 50,
            "caught_up_at": house.clock.unix_ms(),
            "skipped_events": 45,
            "table": {"events": 50, "head": digest(house.lines(GAME)[-1])},
        }
        house.commit(GAME, 2)
        assert lines_of(await client.recv()) == house.lines(GAME)[50:]


async def test_a_snapshot_is_shared_and_the_tail_follows_it():
    limits = replace(TEST_LIMITS, snapshot_after_events=20, snapshot_stale_events=5)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 50)
        for more in (0, 5, 1):
            if more:
                house.commit(GAME, more)
            async with house.client() as client:
                await ask(client, type="watch", game=GAME)
                await read(client)
                snapshot = await read(client)
                seq = snapshot["seq"]
                assert seq == (50 if more != 1 else 56)
                tail = lines_of(await client.recv()) if seq < house.seq(GAME) else []
                assert tail == house.lines(GAME)[seq:]


async def test_whoever_held_more_than_there_is_starts_over():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 3)
        await ask(client, type="watch", game=GAME, after_seq=9)
        assert (await read(client))["mode"] == "reset"
        assert lines_of(await client.recv()) == house.lines(GAME)


async def test_a_watch_on_top_of_a_watch_goes_on_from_the_new_place():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 4)
        await ask(client, type="watch", game=GAME, after_seq=4)
        await read(client)
        await ask(client, type="watch", game=GAME, after_seq=1)
        await read(client)
        assert lines_of(await client.recv()) == house.lines(GAME)[1:]
        house.commit(GAME, 1)
        assert lines_of(await client.recv()) == house.lines(GAME)[4:]


async def test_a_heartbeat_carries_what_was_sent_and_its_hash():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 4)
        await ask(client, type="watch", game=GAME, after_seq=4)
        await read(client)
        house.tick(3)
        heartbeat = {"type": "heartbeat", "game": GAME, "seq": 4, "head": house.heads[GAME][1]}
        assert await read(client) == heartbeat


async def test_a_channel_without_watchers_is_closed_after_a_while_and_opened_again():
    async with HubHouse().open() as house:
        house.commit(GAME, 2)
        async with house.client() as client:
            await ask(client, type="watch", game=GAME, after_seq=2)
            await read(client)
            house.tick(2)
            assert house.hub.channels.count == 1
        await until(lambda: not house.hub.upkeep.connections)
        house.tick(3)
        assert house.hub.channels.count == 0
        house.commit(GAME, 2)
        async with house.client() as client:
            await ask(client, type="watch", game=GAME, after_seq=2)
            await read(client)
            assert lines_of(await client.recv()) == house.lines(GAME)[2:]


async def test_a_store_that_fails_is_told_and_the_connection_closed():
    limits = replace(SMALL, snapshot_after_events=100)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        house.commit(GAME, 40)
        await ask(client, type="watch", game=GAME, after_seq=40)
        await read(client)
        house.store.failure = StoreError("The disk is gone.")
        await ask(client, type="watch", game=GAME, after_seq=10)
        assert (await read(client))["mode"] == "log"
        bye = await read(client)
        assert (bye["type"], bye["code"]) == ("bye", "storage_failed")
