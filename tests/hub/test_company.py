"""Company and audience from outside: the newest to everybody who watches, beside the events."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection

from kit.companies import company
from kit.hub import GAME, ROOM, TEST_LIMITS, HubHouse, ask, read, until
from kit.hub import seat_secret as secret
from polemos.rules.names import room_of

TIGHT = replace(
    TEST_LIMITS,
    buffer_size_bytes_max=8_192,
    frame_size_bytes_max=2_048,
    socket_send_buffer_bytes=4_096,
)


async def watch(client: ClientConnection, game: str = GAME, after_seq: int = 1) -> None:
    """Watch from where the game stands, up to the welcome."""
    assert (await ask_past(client, type="watch", game=game, after_seq=after_seq))["game"] == game
    assert (await read(client))["type"] == "welcome"


async def ask_past(client: ClientConnection, **request: object) -> dict[str, object]:
    """Ask, and pass over the pushes that come before the answer."""
    await client.send(json.dumps({"id": 1, **request}))
    while (answer := await read(client))["type"] not in ("accepted", "refused"):
        pass
    return answer


async def read_until(client: ClientConnection, kind: str, **wanted: object) -> list[dict]:
    """Read pushes up to the first of a kind that has the wanted values."""
    pushes = [await read(client)]
    wanted["type"] = kind
    while any(pushes[-1].get(name) != value for name, value in wanted.items()):
        pushes.append(await read(client))
    return pushes


async def test_the_company_comes_right_after_the_welcome_and_before_the_events():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 3)
        house.rooms.companies[ROOM] = company(7, game=GAME)
        await watch(client, after_seq=0)
        first, second = await read(client), await read(client)
        assert first == json.loads(company(7, game=GAME).model_dump_json())
        assert (second["type"], second["first_seq"]) == ("events", 1)


async def test_a_game_whose_room_is_not_in_memory_has_no_company_until_one_is_told():
    async with HubHouse().open() as house, house.client() as client, house.client() as late:
        house.commit(GAME, 1)
        await watch(client)
        house.rooms.companies[ROOM] = company(1, game=GAME)
        await watch(late)
        for each in (client, late):
            assert (await read(each))["turn_seconds"] == 1


async def test_every_change_is_told_to_all_who_watch_the_game_and_to_nobody_else():
    async with HubHouse().open() as house, house.client() as one, house.client() as other:
        for game in (GAME, "a-1"):
            house.commit(game, 1)
        await watch(one)
        await watch(other, "a-1")
        house.tell(GAME, 1)
        house.tell("a-1", 2)
        house.tell("nobody-1", 3)
        assert [(await read(client))["turn_seconds"] for client in (one, other)] == [1, 2]
        assert house.hub.counters.notices_told == 2


async def test_the_company_of_the_next_game_is_told_to_whoever_watches_the_last_one():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await watch(client)
        house.hub.tell(GAME, company(1, game=f"{ROOM}-2"))
        assert (await read(client))["game"] == f"{ROOM}-2"


async def test_a_new_watch_of_the_same_game_brings_the_newest_company_again():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await watch(client)
        house.tell(GAME, 1)
        await read(client)
        await watch(client)
        assert (await read(client))["turn_seconds"] == 1


async def test_a_company_that_changed_untold_reaches_all_when_somebody_joins():
    async with HubHouse().open() as house, house.client() as client, house.client() as late:
        house.commit(GAME, 1)
        house.rooms.companies[ROOM] = company(1, game=GAME)
        await watch(client)
        house.rooms.companies[ROOM] = company(2, game=f"{ROOM}-2")
        await watch(late)
        assert (await read(late))["turn_seconds"] == 2
        assert [(await read(client))["turn_seconds"] for _ in range(2)] == [1, 2]


async def test_after_unwatch_no_company_comes():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await watch(client)
        house.tell(GAME, 1)
        await read(client)
        await ask_past(client, type="unwatch", game=GAME)
        house.tell(GAME, 2)
        house.tick()
        assert (await ask(client, type="unwatch", game=GAME))["code"] == "not_watching"


async def test_a_peer_that_does_not_read_gets_the_newest_company_when_it_reads_again():
    async with HubHouse(limits=TIGHT).open() as house:
        house.commit(GAME, 1)
        peer = await house.peer()
        await peer.open_socket()
        await peer.ask(type="watch", game=GAME, after_seq=1)
        await peer.read_until(b'"mode":"live"}')
        told = 0
        while not house.hub.upkeep.paused:
            told += 1
            house.commit(GAME, 3)
            house.tell(GAME, told)
            await house.flushed(GAME)
        unsent_bytes = house.hub.upkeep.unsent_bytes()
        for _ in range(300):
            told += 1
            house.tell(GAME, told)
            await asyncio.sleep(0)
        assert house.hub.upkeep.unsent_bytes() == unsent_bytes
        house.commit(GAME, 1)
        raw = await peer.read_until(b'"seq":%d,' % house.seq(GAME))
        raw += await peer.read_until(b"}]}")
        pushes = [json.loads(payload) for payload in payloads(raw)]
        numbers = [push["turn_seconds"] for push in pushes if push["type"] == "company"]
        seqs = [event["seq"] for push in pushes for event in push.get("events", [])]
        assert (numbers[-1], numbers) == (told, sorted(numbers))
        assert len(numbers) < 300
        assert seqs == list(range(2, house.seq(GAME) + 1))


def payloads(raw: bytes) -> list[bytes]:
    """Cut a server's bytes into whole text frames, and give what is in them."""
    found = []
    while raw:
        assert raw[0] == 0x81
        length, start = raw[1], 2
        if length == 126:
            length, start = int.from_bytes(raw[2:4], "big"), 4
        assert len(raw) >= start + length
        found.append(raw[start : start + length])
        raw = raw[start + length :]
    return found


async def test_one_connection_follows_eight_games_each_with_its_own_company_and_audience():
    async with HubHouse().open() as house, house.client() as client:
        games = [f"{room}-1" for room in "abcdefgh"]
        for number, game in enumerate(games):
            house.commit(game, 1)
            house.rooms.companies[room_of(game)] = company(100 + number, game=game)
            await watch(client, game)
            assert (await read(client))["turn_seconds"] == 100 + number
        for turn in range(1, 6):
            for number, game in enumerate(games):
                house.commit(game, number + 1)
                house.tell(game, 10 * turn + number)
            house.tick()
            await until(lambda: not any(map(house.is_flushing, games)))
        house.commit(games[-1], 1)
        pushes = await read_until(client, "events", first_seq=house.seq(games[-1]))
        for number, game in enumerate(games):
            own = [push for push in pushes if push["game"] == game]
            seqs = [event["seq"] for push in own for event in push.get("events", [])]
            companies = [push["turn_seconds"] for push in own if push["type"] == "company"]
            assert seqs == list(range(2, house.seq(game) + 1))
            assert companies[-1] == 50 + number
            assert companies == sorted(companies)
            assert [push["spectators"] for push in own if push["type"] == "audience"] == [1]


# How many watch.


async def told(client: ClientConnection) -> int:
    return (await read_until(client, "audience"))[-1]["spectators"]


async def test_the_audience_is_whoever_watches_without_a_seat_in_the_room():
    async with HubHouse().open() as house, house.client() as client, house.client() as player:
        for game in (GAME, "a-1"):
            house.commit(game, 1)
        for each in (client, player):
            await watch(each)
        house.tick()
        assert [await told(client), await told(player)] == [2, 2]
        await sit(player)
        house.tick()
        assert [await told(client), await told(player)] == [1, 1]
        await watch(player, "a-1")
        house.tick()
        assert (await read_until(player, "audience", game="a-1"))[-1]["spectators"] == 1
        await ask_past(player, type="leave_seat", room=ROOM)
        house.tick()
        assert await told(client) == 2
        await sit(player)
        house.tick()
        assert await told(client) == 1
        house.rooms.holders[ROOM, 0].be_removed(ROOM)
        house.tick()
        assert await told(client) == 2


async def test_who_sits_before_watching_is_no_spectator_either():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await sit(client)
        for _ in range(2):
            await watch(client)
            assert house.hub.channels.spectators_count == 0
        house.tick()
        assert await told(client) == 0


async def test_who_joins_between_two_ticks_has_the_present_number_with_the_next_one():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await watch(client)
        house.tick()
        assert await told(client) == 1
        async with house.client() as second, house.client() as third:
            await watch(second)
            assert await told(second) == 1
            house.tick()
            assert await told(client) == 2
            assert await told(second) == 2
            await second.close()
            await until(lambda: house.hub.channels.spectators_count == 1)
            await watch(third)
            house.tick()
            assert await told(third) == 2


async def test_a_number_that_has_not_changed_is_not_told_again():
    async with HubHouse().open() as house, house.client() as client:
        house.commit(GAME, 1)
        await watch(client)
        house.tick(3)
        house.commit(GAME, 1)
        pushes = await read_until(client, "events")
        house.tick(3)
        house.commit(GAME, 1)
        pushes += await read_until(client, "events")
        assert [push["type"] for push in pushes].count("audience") == 1


# How many may watch.

FEW = replace(TEST_LIMITS, watchers_per_game_max=2)


async def test_one_watcher_too_many_is_refused_until_another_leaves():
    async with (
        HubHouse(limits=FEW).open() as house,
        house.client() as one,
        house.client() as two,
        house.client() as three,
    ):
        for game in (GAME, "a-1"):
            house.commit(game, 1)
        for client in (one, two):
            await watch(client)
        refused = await ask(three, type="watch", game=GAME)
        assert (refused["type"], refused["code"]) == ("refused", "too_many_watchers")
        assert "2 people watch" in refused["sentence"]
        assert refused["retry_after_ms"] > 0
        assert house.hub.counters.watchers_refused == 1
        await watch(three, "a-1")
        await ask_past(one, type="unwatch", game=GAME)
        await watch(three)


async def test_whoever_watches_already_may_watch_again_though_the_game_is_full():
    async with HubHouse(limits=FEW).open() as house, house.client() as one, house.client() as two:
        house.commit(GAME, 1)
        for client in (one, two):
            await watch(client)
        await watch(one)
        assert house.hub.channels.spectators_count == 2


async def test_whoever_holds_a_seat_of_the_room_watches_though_the_game_is_full():
    async with (
        HubHouse(limits=FEW).open() as house,
        house.client() as one,
        house.client() as two,
        house.client() as player,
        house.client() as late,
    ):
        house.commit(GAME, 1)
        for client in (one, two):
            await watch(client)
        assert (await ask(player, type="watch", game=GAME))["code"] == "too_many_watchers"
        await sit(player)
        await watch(player)
        await ask_past(one, type="unwatch", game=GAME)
        await watch(late)
        assert house.hub.channels.spectators_count == 2


async def sit(client: ClientConnection, room: str = ROOM) -> None:
    answer = await ask_past(client, type="resume_seat", room=room, seat_secret=secret(0))
    assert answer["type"] == "accepted"


async def test_an_operator_sees_spectators_seats_and_what_became_of_them():
    async with HubHouse().open() as house, house.client() as one, house.client() as two:
        house.commit(GAME, 1)
        for client in (one, two):
            await watch(client)
        await sit(one)
        house.tell(GAME, 1)
        house.tick()
        await told(two)
        lines = house.hub.metrics().splitlines()
        for line in (
            "polemos_spectators 1",
            "polemos_seats_held 1",
            "polemos_seats_gained_total 1",
            "polemos_seats_lost_total 0",
            "polemos_take_overs_total 0",
            "polemos_watchers_refused_total 0",
            "polemos_notices_told_total 2",
            "polemos_notices_written_total 4",
        ):
            assert line in lines


# Whatever happens to connections, each holds the newest in the end.

steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["watch", "unwatch", "sit", "leave"]), st.integers(0, 3)),
        st.tuples(st.sampled_from(["pause", "resume", "close"]), st.integers(0, 3)),
        st.tuples(st.sampled_from(["tell", "tick", "commit"]), st.just(0)),
    ),
    max_size=30,
)


@given(steps)
@settings(deadline=None, max_examples=60)
def test_the_last_company_and_audience_of_each_connection_are_the_newest(steps):
    asyncio.run(walk(steps))


async def walk(steps: list[tuple[str, int]]) -> None:
    """Let real connections come, sit, stop reading and go, between tells and events."""
    async with HubHouse().open() as house:
        house.commit(GAME, 1)
        visitors = [await Visitor(house).connect(seat) for seat in range(4)]
        number = 0
        for name, index in steps:
            match name:
                case "tell":
                    number += 1
                    house.tell(GAME, number)
                case "tick":
                    house.hub.channels.tick()
                case "commit":
                    house.commit(GAME, 1)
                case _:
                    await visitors[index].act(name)
        for visitor in visitors:
            await visitor.act("resume")
        watching = [visitor for visitor in visitors if visitor.is_watching]
        spectators = sum(not visitor.is_seated for visitor in watching)
        assert house.hub.channels.spectators_count == spectators
        house.hub.channels.tick()
        house.commit(GAME, 1)
        for visitor in watching:
            await visitor.check(house.seq(GAME), number, spectators)
        for visitor in visitors:
            await visitor.client.close()


class Visitor:
    """A client of the real hub, whose connection the test pauses as a full buffer does."""

    def __init__(self, house: HubHouse) -> None:
        self.house = house
        self.pushes: list[dict] = []
        self.is_watching = self.is_seated = self.is_paused = self.is_gone = False

    async def connect(self, seat: int) -> "Visitor":
        before = set(self.house.hub.upkeep.connections)
        self.seat = seat
        self.client = await self.house.client()
        (self.connection,) = set(self.house.hub.upkeep.connections) - before
        return self

    async def act(self, name: str) -> None:
        match name:
            case "resume" if self.is_paused and not self.is_gone:
                self.is_paused = False
                self.connection.resume_writing()
            case _ if self.is_paused or self.is_gone:
                pass
            case "pause":
                self.is_paused = True
                self.connection.pause_writing()
            case "close":
                self.is_gone, self.is_watching, self.is_seated = True, False, False
                await self.client.close()
                await until(lambda: self.connection not in self.house.hub.upkeep.connections)
            case "watch":
                self.is_watching = True
                await self.ask(type="watch", game=GAME, after_seq=self.held)
                await self.read_until(lambda: self.pushes[-1]["type"] == "welcome")
            case "unwatch":
                self.is_watching = False
                await self.ask(type="unwatch", game=GAME)
            case "sit":
                self.is_seated = True
                await self.ask(type="resume_seat", room=ROOM, seat_secret=secret(self.seat))
            case "leave":
                self.is_seated = False
                await self.ask(type="leave_seat", room=ROOM)

    async def ask(self, **request: object) -> None:
        await self.client.send(json.dumps({"id": 1, **request}))
        await self.read_until(lambda: self.pushes[-1]["type"] in ("accepted", "refused"))

    async def read_until(self, condition: Callable[[], bool]) -> None:
        self.pushes.append(await read(self.client))
        while not condition():
            self.pushes.append(await read(self.client))

    @property
    def held(self) -> int:
        """Apply the events as a client does, who passes over what a new watch brought again."""
        held = 1
        for seq in (event["seq"] for push in self.pushes for event in push.get("events", [])):
            assert seq <= held + 1
            held = max(held, seq)
        return held

    def told(self, kind: str, field: str) -> list[int]:
        return [push[field] for push in self.pushes if push["type"] == kind]

    async def check(self, seq: int, number: int, spectators: int) -> None:
        """Read what is the newest, and let an answer show that nothing older follows it."""
        await self.read_until(
            lambda: (
                self.held == seq
                and self.told("company", "turn_seconds")[-1:] == [number][: number > 0]
                and self.told("audience", "spectators")[-1:] == [spectators]
            )
        )
        await self.ask(type="unwatch", game=GAME)
        companies = self.told("company", "turn_seconds")
        assert companies == sorted(companies)
        assert companies[-1:] == [number][: number > 0]
        assert self.told("audience", "spectators")[-1] == spectators
