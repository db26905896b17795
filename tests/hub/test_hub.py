"""A hub from outside: requests answered, games watched, over real sockets."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from kit.hub import GAME, ROOM, SECRET, HubHouse, ask, lines_of, read


async def test_a_watcher_gets_every_event_exactly_as_it_is_stored():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 5)
        accepted = await ask(client, type="watch", game=GAME)
        assert accepted == {"type": "accepted", "id": 1, "game": GAME, "seq": 5}
        welcome = await read(client)
        assert welcome == {
            "type": "welcome",
            "game": GAME,
            "seq": 5,
            "head": house.heads[GAME][1],
            "mode": "ring",
        }
        missed = lines_of(await client.recv())
        house.commit(GAME, 3)
        live = lines_of(await client.recv())
        assert missed + live == house.lines(GAME)
        assert len(live) == 3


async def test_every_watcher_is_sent_the_same_bytes():
    async with HubHouse().open() as house:
        house.commit(GAME, 1)
        clients = [await house.client() for _ in range(20)]
        for client in clients:
            await ask(client, type="watch", game=GAME, after_seq=1)
            assert (await read(client))["mode"] == "live"
        house.commit(GAME, 7)
        frames = {await client.recv() for client in clients}
        assert len(frames) == 1
        assert lines_of(frames.pop()) == house.lines(GAME)[1:]
        for client in clients:
            await client.close()


async def test_events_of_one_commit_share_a_frame():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="watch", game=GAME, after_seq=1)
        await read(client)
        house.commit(GAME, 2)
        house.commit(GAME, 2)
        push = await read(client)
        assert (push["first_seq"], len(push["events"])) == (2, 4)


async def test_whoever_opens_a_room_controls_it():
    async with HubHouse().open() as house, house.client() as client:
        accepted = await ask(client, type="open_room", preset="war")
        assert accepted["host_secret"] == SECRET
        answer = await ask(client, type="pause_autoplay", room=ROOM)
        assert answer == {"type": "accepted", "id": 1, "room": ROOM, "game": GAME, "seq": 4}


async def test_a_rule_violation_is_refused_with_its_own_code():
    async with HubHouse().open() as house, house.client() as client:
        refused = await ask(client, type="open_room", preset="chess")
        assert (refused["type"], refused["code"]) == ("refused", "unknown_preset")


@pytest.mark.parametrize(
    "request_type", ["start_autoplay", "pause_autoplay", "play_round", "close_game"]
)
async def test_control_belongs_to_whoever_shows_the_secret(request_type):
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        refused = await ask(client, type=request_type, room=ROOM)
        assert refused["code"] == "not_host"
        wrong = await ask(client, type="take_control", room=ROOM, host_secret="guess")
        assert wrong["code"] == "wrong_secret"
        assert (await ask(client, type=request_type, room=ROOM))["code"] == "not_host"
        taken = await ask(client, type="take_control", room=ROOM, host_secret=SECRET)
        assert taken == {"type": "accepted", "id": 1, "room": ROOM, "game": GAME}
        assert (await ask(client, type=request_type, room=ROOM))["type"] == "accepted"
        assert house.rooms.asked == ["take_control", "take_control", request_type]


async def test_control_is_of_one_connection_alone():
    async with HubHouse().open() as house, house.client() as host, house.client() as other:
        house.commit(GAME, 1)
        await ask(host, type="take_control", room=ROOM, host_secret=SECRET)
        assert (await ask(other, type="play_round", room=ROOM))["code"] == "not_host"


async def test_the_tempo_reaches_the_room():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="take_control", room=ROOM, host_secret=SECRET)
        await ask(client, type="change_tempo", room=ROOM, tempo="0.25")
        assert house.rooms.asked == ["take_control", "change_tempo 0.25"]


async def test_a_room_is_watched_by_its_link():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 2)
        assert (await ask(client, type="watch", room=ROOM))["game"] == GAME
        assert (await ask_past(client, type="watch", room="nobody"))["code"] == "unknown_room"
        assert (await ask(client, type="watch", game="nobody-1"))["code"] == "unknown_game"


async def test_nothing_comes_after_unwatch():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="watch", game=GAME, after_seq=1)
        await read(client)
        assert (await ask(client, type="unwatch", game=GAME))["type"] == "accepted"
        house.commit(GAME, 4)
        await house.flushed(GAME)
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_one_connection_watches_so_many_games_and_no_more():
    async with HubHouse().open() as house, house.client() as client:
        most = house.limits.watches_per_connection_max
        for number in range(1, most + 2):
            house.commit(f"a-{number}", 1)
        for number in range(1, most + 1):
            await ask(client, type="watch", game=f"a-{number}", after_seq=1)
            await read(client)
        refused = await ask(client, type="watch", game=f"a-{most + 1}")
        assert refused["code"] == "too_many_watches"
        again = await ask(client, type="watch", game="a-1", after_seq=1)
        assert again["type"] == "accepted"


async def test_requests_are_answered_in_their_order_one_at_a_time():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="take_control", room=ROOM, host_secret=SECRET)
        house.rooms.gate = asyncio.Event()
        for number in range(2, 6):
            await client.send(json.dumps({"id": number, "type": "play_round", "room": ROOM}))
        await client.send(json.dumps({"id": "last", "type": "unwatch", "game": "a-1"}))
        house.rooms.gate.set()
        answers = [await read(client) for _ in range(5)]
        assert [answer["id"] for answer in answers] == [2, 3, 4, 5, "last"]


async def test_a_fault_of_ours_is_still_one_answer(caplog):
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="take_control", room=ROOM, host_secret=SECRET)
        house.rooms.failures.append(ZeroDivisionError())
        refused = await ask(client, type="play_round", room=ROOM)
        assert refused["code"] == "server_failed"
        assert (await ask(client, type="play_round", room=ROOM))["type"] == "accepted"
    assert "Request play_round failed" in caplog.text


async def test_a_drain_says_goodbye_with_a_delay_and_closes_with_1012():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await ask(client, type="watch", game=GAME, after_seq=1)
        await read(client)
        draining = asyncio.create_task(house.hub.drain(window_ms=4_000))
        bye = await read(client)
        assert (bye["type"], bye["code"], bye["reconnect_after_ms"]) == ("bye", "draining", 2_000)
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        await draining
        assert not house.hub.upkeep.connections


async def ask_past(client, **request):
    """Ask, and pass over the pushes that come before the answer."""
    await client.send(json.dumps({"id": 1, **request}))
    while (answer := await read(client))["type"] not in ("accepted", "refused"):
        pass
    return answer
