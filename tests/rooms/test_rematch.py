"""The next game of a room: the same seats, another secret, opened once whoever asks how often."""

import anyio
import pytest

from kit.people import Person, Table, events, open_table
from kit.rooms import House, OwnGuest
from polemos.audit.report import Verdict
from polemos.log.store import StoreFull
from polemos.rooms.errors import Refusal
from polemos.rooms.registry import Rooms
from polemos.rules.errors import RuleViolation
from polemos.rules.events import CardsDealt, DealScheme, GameEnded, GameOpened, SeatTaken


async def ended(house: House, rooms: Rooms, *names: str, **fields: object) -> Table:
    """Play a game to its end."""
    table = await open_table(house, rooms, *names, tempo="lightning", autoplay=True, **fields)
    await table.deal()
    while rooms.running_count:
        await house.clock.turn(1)
    return table


async def test_the_same_seats_play_again_with_another_secret() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben", players=3)
        again = await rooms.rematch(table.game, table.people[0].guest)
        assert again.game == f"{table.room}-2"
        opened, bot = events(house, again.game)
        assert isinstance(opened, GameOpened)
        assert isinstance(bot, SeatTaken)
        first = table.events()[0]
        assert isinstance(first, GameOpened)
        assert opened.rules == first.rules
        assert opened.commitment != first.commitment
        company = rooms.company(table.room)
        assert company is not None
        assert company.game == again.game
        assert [seat.standing for seat in company.seats] == ["reserved", "reserved", "taken"]
        assert [seat.name for seat in company.seats] == ["Ana", "Ben", None]
        for person in table.people:
            await person.sit(rooms, again.game)
        for person in table.people:
            await person.reveal(rooms, again.game)
        assert any(isinstance(event, CardsDealt) for event in events(house, again.game))
        while rooms.running_count:
            await house.clock.turn(1)
    assert house.verdict(again.game) is Verdict.VERIFIED


async def test_a_name_that_was_forgotten_is_not_shown_in_the_next_game() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        before = rooms.company(table.room)
        assert before is not None
        assert before.seats[0].player is not None
        house.vault.forget_name(before.seats[0].player)
        await rooms.rematch(table.game, table.host)
        after = rooms.company(table.room)
        assert after is not None
        assert [seat.name for seat in after.seats] == [None, "Ben"]


async def test_whoever_asks_again_gets_the_game_that_was_opened() -> None:
    house = House()
    games: set[str] = set()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")

        async def ask(guest: OwnGuest) -> None:
            games.add((await rooms.rematch(table.game, guest)).game)

        async with anyio.create_task_group() as group:
            for guest in (table.host, *(person.guest for person in table.people)):
                group.start_soon(ask, guest)
                group.start_soon(ask, guest)
        await ask(table.people[0].guest)
        assert games == {f"{table.room}-2"}
        assert rooms.running_count == 1
        with pytest.raises(Refusal) as refused:
            await rooms.rematch(f"{table.room}-3", table.host)
        assert refused.value.code == "unknown_game"


async def test_there_is_no_rematch_of_a_game_that_goes_on() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana")
        await table.deal()
        with pytest.raises(Refusal) as refused:
            await rooms.rematch(table.game, table.host)
        assert refused.value.code == "game_in_play"


async def test_a_spectator_asks_for_no_rematch() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana")
        for game in (table.game, "nowhere-1"):
            with pytest.raises(Refusal) as refused:
                await rooms.rematch(game, OwnGuest())
            assert refused.value.code == "not_seated"


async def test_a_rematch_while_the_last_beat_is_stored_gets_one_of_two_answers() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana")
        await table.deal()
        answers: list[str] = []

        async def ask() -> None:
            try:
                answers.append((await rooms.rematch(table.game, table.host)).game)
            except Refusal as refusal:
                answers.append(refusal.code)

        async with anyio.create_task_group() as group:
            group.start_soon(rooms.close_game, table.room)
            for _ in range(8):
                group.start_soon(ask)
                await anyio.lowlevel.checkpoint()
        assert set(answers) <= {"game_in_play", f"{table.room}-2"}
        assert len(answers) == 8
        await ask()
        assert answers[-1] == f"{table.room}-2"
        assert rooms.running_count == 1


async def test_a_reserved_seat_waits_for_its_holder_and_then_for_anybody() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        cleo = Person("Cleo", house, 1)
        with pytest.raises(Refusal) as refused:
            await cleo.sit(rooms, again.game, table.opened.invite_secret)
        assert refused.value.code == "seat_is_reserved"
        assert refused.value.retry_after_ms == 60_001
        await house.clock.turn(house.limits.reserve_seconds)
        await cleo.sit(rooms, again.game, table.opened.invite_secret)
        ben = table.people[1]
        with pytest.raises(Refusal):
            await ben.come_back(rooms, table.room)
        await table.people[0].sit(rooms, again.game)


async def test_the_host_gives_a_reserved_seat_to_a_bot() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        await rooms.add_bot(table.room, 1)
        with pytest.raises(Refusal):
            await table.people[1].sit(rooms, again.game)
        await table.people[0].sit(rooms, again.game)
        await table.people[0].reveal(rooms, again.game)
        assert any(isinstance(event, CardsDealt) for event in events(house, again.game))


async def test_reservations_survive_a_restart() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        await table.people[0].sit(rooms, again.game)
    async with house.rooms() as rooms:
        company = rooms.company(table.room)
        assert company is not None
        assert [seat.standing for seat in company.seats] == ["taken", "reserved"]
        assert [seat.name for seat in company.seats] == ["Ana", "Ben"]
        table.people[1].guest = OwnGuest()
        await table.people[1].sit(rooms, again.game)


async def test_a_rematch_is_possible_after_a_restart_and_by_nobody_in_memory() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
    async with house.rooms() as rooms:
        assert rooms.company(table.room) is None
        await table.people[1].come_back(rooms, table.room)
        again = await rooms.rematch(table.game, table.people[1].guest)
        assert again.game == f"{table.room}-2"
        company = rooms.company(table.room)
        assert company is not None
        assert [seat.is_here for seat in company.seats] == [False, True]


async def test_a_rematch_that_could_not_be_stored_leaves_the_room_as_it_was() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        before = rooms.company(table.room)
        house.commits.failures.append(StoreFull("no space left"))
        with pytest.raises(Refusal):
            await rooms.rematch(table.game, table.host)
        assert rooms.company(table.room) == before
        assert house.vault.secrets(f"{table.room}-2") == ()
        await rooms.rematch(table.game, table.host)


async def test_what_belongs_to_the_game_before_is_refused() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        await rooms.rematch(table.game, table.host)
        with pytest.raises(Refusal) as refused:
            await table.people[0].sit(rooms, table.game)
        assert refused.value.code == "game_is_old"


async def test_bots_play_again_by_themselves_when_their_host_asks() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, seed="ares")
        again = await rooms.rematch(table.game, table.host)
        opened = events(house, again.game)[0]
        assert isinstance(opened, GameOpened)
        assert opened.deal is DealScheme.FAIR
        while rooms.running_count:
            await house.clock.turn(1)
    assert isinstance(events(house, again.game)[-1], GameEnded)


async def test_a_change_of_an_ended_game_is_refused() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        for ask in (
            rooms.start_autoplay,
            rooms.pause_autoplay,
            rooms.start_game,
            rooms.close_game,
        ):
            with pytest.raises(RuleViolation) as refused:
                await ask(table.room)
            assert refused.value.code == "game_is_over"
        with pytest.raises(RuleViolation) as turned:
            await table.people[0].turn(rooms, table.game, (1, 0))
        assert turned.value.code == "game_is_over"


async def test_a_seat_left_between_games_is_free_in_the_next() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        await rooms.leave_seat(table.room, table.people[1].guest)
        again = await rooms.rematch(table.game, table.people[0].guest)
        company = rooms.company(table.room)
        assert company is not None
        assert [seat.standing for seat in company.seats] == ["reserved", "free"]
        await Person("Cleo", house, 1).sit(rooms, again.game, table.opened.invite_secret)


async def test_a_room_that_nobody_is_in_is_not_kept_in_memory() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        for guest in (table.host, *(person.guest for person in table.people)):
            assert rooms.company(table.room) is not None
            guest.is_here = False
            rooms.part(guest)
        assert rooms.company(table.room) is None
        with pytest.raises(Refusal):
            await rooms.take_control(table.room, "wrong", OwnGuest())
        assert rooms.company(table.room) is None
