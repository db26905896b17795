"""Limits by connection, address, host and seat say what they are and when to try again."""

from dataclasses import replace

import pytest

from kit.heads import SOCKET, get, read_answer, request, send, shake_hands
from kit.hub import GAME, INVITATION, ROOM, SECRET, TEST_LIMITS, HubHouse, ask, until
from polemos.hub.limits import HubLimits

PROXY = "127.0.0.0/8"
"""Every connection of a test comes from there, so its header is heeded."""


def limited(**bounds: float) -> HubHouse:
    return HubHouse(limits=replace(TEST_LIMITS, **bounds), trusted_proxies=(PROXY,))


def behind(address: str) -> dict[str, dict[str, str]]:
    """Connect as somebody behind the proxy."""
    return {"additional_headers": {"X-Forwarded-For": address}}


# New connections and open ones, by address.


async def test_an_address_that_connects_too_often_is_told_when_to_come_back():
    async with limited(
        address_connections_burst=2, address_connections_per_second=0.25
    ).open() as house:
        mine, other = "X-Forwarded-For: 203.0.113.5", "X-Forwarded-For: 203.0.113.6"
        assert (await get(house, "/healthz", mine)).status == 200
        assert (await shake_hands(house, mine)).status == 101
        for target in ("/healthz", "/socket", "/nowhere"):
            answer = await get(house, target, mine)
            assert (answer.status, answer.one("Retry-After")) == (429, "5")
            assert b"0.25 connections a second" in answer.body
        assert (await get(house, "/healthz", other)).status == 200
        await house.clock.turn(4)
        assert (await get(house, "/healthz", mine)).status == 200
        assert (await get(house, "/healthz", mine)).status == 429


@pytest.mark.parametrize("neighbour", ["2001:db8:1:2:9::9", "[2001:db8:1:2::7]:80"])
async def test_a_household_counts_as_one_address(neighbour):
    async with limited(address_connections_burst=1).open() as house:
        first = await get(house, "/healthz", "X-Forwarded-For: 2001:db8:1:2::1")
        again = await get(house, "/healthz", f"X-Forwarded-For: {neighbour}")
        other = await get(house, "/healthz", "X-Forwarded-For: 2001:db8:1:3::1")
        assert [first.status, again.status, other.status] == [200, 429, 200]


async def test_no_header_of_a_client_s_own_gives_it_another_address():
    async with limited(address_connections_burst=1).open() as house:
        assert (await get(house, "/healthz", "X-Forwarded-For: 1.1.1.1, 203.0.113.5")).status == 200
        assert (await get(house, "/healthz", "X-Forwarded-For: 2.2.2.2, 203.0.113.5")).status == 429
    direct = HubHouse(limits=replace(TEST_LIMITS, address_connections_burst=1))
    async with direct.open() as house:
        assert (await get(house, "/healthz", "X-Forwarded-For: 203.0.113.5")).status == 200
        assert (await get(house, "/healthz", "X-Forwarded-For: 203.0.113.6")).status == 429


async def test_an_address_may_have_so_many_connections_open_and_another_is_not_its_neighbour():
    async with limited(connections_per_address_max=2).open() as house:
        async with house.client(**behind("203.0.113.5")), house.client(**behind("203.0.113.5")):
            answer = await get(house, "/healthz", "X-Forwarded-For: 203.0.113.5")
            assert (answer.status, answer.one("Retry-After")) == (429, "6")
            assert b"2 connections" in answer.body
            assert (await get(house, "/healthz", "X-Forwarded-For: 203.0.113.6")).status == 200
        await until(lambda: not house.hub.upkeep.connections)
        assert (await get(house, "/healthz", "X-Forwarded-For: 203.0.113.5")).status == 200


async def test_one_address_cannot_fill_the_server_with_heads_that_never_end():
    limits = replace(TEST_LIMITS, connections_per_address_max=3, connections_turned_away_max=2)
    async with HubHouse(limits=limits).open() as house:
        for _ in range(5):
            await (await house.peer()).send(b"GET ")
        await until(lambda: len(house.hub.upkeep.connections) == 5)
        sixth = await house.peer()
        assert await sixth.read_to_end() == b""
        assert house.hub.counters.connections_turned_away == 1


async def test_a_connection_too_many_of_an_address_is_told_why_before_it_is_dropped():
    limits = replace(TEST_LIMITS, connections_per_address_max=1, connections_turned_away_max=1)
    async with HubHouse(limits=limits).open() as house:
        await shake_hands(house)
        peer = await house.peer()
        await peer.send(request("/socket", *SOCKET))
        assert read_answer(await peer.read_until(b"\r\n\r\n")).status == 429


async def test_nothing_is_counted_of_connections_that_are_gone():
    async with limited(connections_per_address_max=1).open() as house:
        for _ in range(20):
            answer = await send(house, request("/healthz", "X-Forwarded-For: 203.0.113.5"))
            await until(lambda: not house.hub.upkeep.connections)
            assert answer.status == 200


# Requests.


async def test_requests_of_all_connections_of_an_address_count_together():
    async with (
        limited(address_requests_burst=2, address_requests_per_second=0.5).open() as house,
        house.client(**behind("203.0.113.5")) as one,
        house.client(**behind("203.0.113.5")) as two,
        house.client(**behind("203.0.113.6")) as other,
    ):
        assert (await ask(one, type="unwatch", game=GAME))["code"] == "not_watching"
        assert (await ask(two, type="nonsense"))["code"] == "unknown_request"
        refused = await ask(one, type="unwatch", game=GAME)
        assert (refused["code"], refused["retry_after_ms"]) == ("rate_limited", 2_001)
        assert "0.5 requests a second came from your address" in refused["sentence"]
        assert (await ask(other, type="unwatch", game=GAME))["code"] == "not_watching"
        await house.clock.turn(refused["retry_after_ms"] / 1_000)
        assert (await ask(two, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_rooms_opened_by_an_address_count_over_its_connections_and_refusals_do_not():
    async with (
        limited(address_rooms_burst=1, address_rooms_per_minute=6.0).open() as house,
        house.client(**behind("203.0.113.5")) as one,
        house.client(**behind("203.0.113.5")) as two,
    ):
        for _ in range(3):
            assert (await ask(one, type="open_room", preset="x"))["code"] == "unknown_preset"
        assert (await ask(one, type="open_room", preset="war"))["type"] == "accepted"
        refused = await ask(two, type="open_room", preset="war")
        assert (refused["code"], refused["retry_after_ms"]) == ("too_many_rooms_opened", 10_001)
        assert house.rooms.asked.count("open_room") == 4


async def test_wrong_secrets_of_a_stranger_lock_out_the_stranger_and_not_the_host():
    async with (
        limited(address_secrets_burst=3, host_requests_burst=1).open() as house,
        house.client(**behind("203.0.113.5")) as stranger,
        house.client(**behind("203.0.113.5")) as again,
        house.client(**behind("203.0.113.6")) as host,
    ):
        house.commit(GAME, 1)
        guess = {"type": "take_control", "room": ROOM, "host_secret": "a guess"}
        codes = [(await ask(stranger, **guess))["code"] for _ in range(3)]
        assert codes == ["wrong_secret"] * 3
        refused = await ask(again, **guess)
        assert refused["code"] == "too_many_wrong_secrets"
        assert refused["retry_after_ms"] > 0
        secret = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
        assert (await ask(host, **secret))["type"] == "accepted"


async def test_what_hosts_ask_of_a_room_counts_over_their_connections_and_for_no_stranger():
    async with (
        limited(host_requests_burst=3, host_requests_per_second=0.5).open() as house,
        house.client() as stranger,
        house.client() as one,
        house.client() as two,
    ):
        house.commit(GAME, 1)
        secret = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
        assert (await ask(one, **secret))["type"] == "accepted"
        assert (await ask(two, **secret))["type"] == "accepted"
        for _ in range(20):
            assert (await ask(stranger, type="close_game", room=ROOM))["code"] == "not_host"
        assert (await ask(one, type="pause_autoplay", room=ROOM))["type"] == "accepted"
        refused = await ask(two, type="pause_autoplay", room=ROOM)
        assert (refused["code"], refused["retry_after_ms"]) == ("rate_limited", 2_001)
        assert ROOM in refused["sentence"]
        assert house.rooms.asked.count("pause_autoplay") == 1


async def test_invited_people_who_take_and_leave_as_fast_as_they_may_never_hold_up_the_host():
    """Each takes with another secret every time, as whoever wants a fresh share would."""
    usual = HubLimits()
    shares = {
        "seat_requests_burst": usual.seat_requests_burst,
        "host_requests_burst": usual.host_requests_burst,
    }
    async with (
        limited(**shares).open() as house,
        house.client(**behind("203.0.113.1")) as host,
        house.client(**behind("203.0.113.2")) as one,
        house.client(**behind("203.0.113.3")) as two,
        house.client(**behind("203.0.113.4")) as three,
    ):
        house.commit(GAME, 1)
        control = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
        assert (await ask(host, **control))["type"] == "accepted"
        answers = []
        for number in range(2 * usual.seat_requests_burst):
            for seat, invitee in enumerate((one, two, three)):
                taken = await ask(invitee, **take_seat(seat, number))
                left = await ask(invitee, type="leave_seat", room=ROOM)
                answers += [taken.get("code", "accepted"), left.get("code", "accepted")]
            if number % 20 == 0:
                removed = await ask(host, type="remove_seat", room=ROOM, seat=number // 20 % 3)
                assert removed["type"] == "accepted"
        assert answers[-6:] == ["rate_limited", "not_seated"] * 3
        assert answers.count("accepted") <= 4 * usual.seat_requests_burst
        for seat in range(3):
            removed = await ask(host, type="remove_seat", room=ROOM, seat=seat)
            assert removed["type"] == "accepted"


def take_seat(seat: int, number: int) -> dict[str, object]:
    return {
        "type": "take_seat",
        "game": GAME,
        "seat": seat,
        "seat_secret": f"{number:042d}A",
        "commitment": "A" * 43,
        "invite_secret": INVITATION,
    }


async def test_a_rematch_is_paid_once_by_whoever_opened_it():
    async with (
        limited(address_rooms_burst=2).open() as house,
        house.client(**behind("203.0.113.5")) as host,
    ):
        house.commit(GAME, 1)
        control = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
        assert (await ask(host, **control))["type"] == "accepted"
        for _ in range(10):
            assert (await ask(host, type="rematch", game=GAME))["type"] == "accepted"
        assert (await ask(host, type="open_room", preset="war"))["type"] == "accepted"
        assert (await ask(host, type="rematch", game=GAME))["code"] == "too_many_rooms_opened"


async def test_codes_are_drawn_for_hosts_and_seats_and_so_many_for_an_address():
    async with (
        limited(address_codes_burst=2, address_codes_per_minute=6.0).open() as house,
        house.client(**behind("203.0.113.5")) as spectator,
        house.client(**behind("203.0.113.5")) as host,
        house.client(**behind("203.0.113.5")) as seat,
        house.client(**behind("203.0.113.6")) as other,
    ):
        house.commit(GAME, 1)
        draw = {"type": "draw_code", "text": f"https://war.example/rooms/{ROOM}#invite=a"}
        control = {"type": "take_control", "room": ROOM, "host_secret": SECRET}
        for _ in range(5):
            assert (await ask(spectator, **draw))["code"] == "not_seated"
        for client in (host, other):
            assert (await ask(client, **control))["type"] == "accepted"
        assert (await ask(seat, **take_seat(0, 0)))["type"] == "accepted"
        for client in (host, seat):
            assert (await ask(client, **draw))["modules"]
        refused = await ask(host, **draw)
        assert (refused["code"], refused["retry_after_ms"]) == ("rate_limited", 10_001)
        assert "6 codes a minute were drawn for your address" in refused["sentence"]
        assert (await ask(other, **draw))["modules"]
        too_long = await ask(other, type="draw_code", text="a" * 201)
        assert (too_long["code"], "200" in too_long["sentence"]) == ("bad_request", True)


async def test_watching_counts_for_no_room():
    async with limited(host_requests_burst=1, seat_requests_burst=1).open() as house:
        house.commit(GAME, 1)
        for _ in range(10):
            async with house.client() as watcher:
                assert (await ask(watcher, type="watch", room=ROOM))["type"] == "accepted"


async def test_a_connection_too_fast_by_itself_is_refused_and_then_closed():
    limits = replace(TEST_LIMITS, requests_burst=1, flood_refusals_max=2)
    async with HubHouse(limits=limits).open() as house, house.client() as client:
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"
        for _ in range(2):
            refused = await ask(client, type="unwatch", game=GAME)
            assert (refused["code"], refused["retry_after_ms"]) == ("rate_limited", 101)
            assert "this connection" in refused["sentence"]
        await ask(client, type="unwatch", game=GAME)
        await client.wait_closed()
        assert client.close_code == 1008
