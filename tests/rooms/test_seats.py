"""Seats: taken once, held by one connection, given up, and never by a wrong secret."""

import anyio
import pytest

from kit.people import Person, Table, events, open_table, secret
from kit.rooms import House, OwnGuest
from polemos.audit.report import Verdict
from polemos.log.store import StoreFull
from polemos.rooms.errors import Refusal
from polemos.rooms.limits import RoomLimits
from polemos.rules.errors import RuleViolation
from polemos.rules.events import GameEnded, SeatReleased, SeatTaken
from polemos.wire.pushes import SeatStanding


def standings(table: Table) -> list[SeatStanding]:
    company = table.rooms.company(table.room)
    assert company is not None
    return [seat.standing for seat in company.seats]


async def test_a_seat_is_taken_by_the_invitation_and_shown_with_its_name() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", people=1)
        seated = await table.people[0].sit(rooms, table.game, table.opened.invite_secret)
        company = rooms.company(table.room)
        assert company is not None
        first, bot = company.seats
        assert (first.name, first.is_here, first.standing) == ("Ana", True, SeatStanding.TAKEN)
        assert first.player == seated.player != "bot"
        assert (bot.kind, bot.is_here) == ("bot", True)
        assert isinstance(table.events()[-1], SeatTaken)


async def test_taking_a_seat_again_changes_nothing() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        first = await table.people[0].sit(rooms, table.game, table.opened.invite_secret)
        for invitation in (table.opened.invite_secret, None, "wrong"):
            assert await table.people[0].sit(rooms, table.game, invitation) == first
        assert len(house.lines(table.game)) == first.seq
        assert table.people[0].guest.replaced == []


async def test_of_two_who_want_the_last_seat_one_gets_it_and_the_other_is_told() -> None:
    house = House()
    outcomes: dict[str, str] = {}
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, people=1)
        rivals = [Person(name, house) for name in ("Ana", "Ben")]

        async def sit(person: Person) -> None:
            try:
                await person.sit(rooms, table.game, table.opened.invite_secret)
                outcomes[person.name] = "seated"
            except RuleViolation as violation:
                outcomes[person.name] = violation.code.value

        async with anyio.create_task_group() as group:
            for person in rivals:
                group.start_soon(sit, person)
        assert sorted(outcomes.values()) == ["seat_is_taken", "seated"]
        (winner,) = [person for person in rivals if outcomes[person.name] == "seated"]
        (loser,) = [person for person in rivals if person is not winner]
        await winner.come_back(rooms, table.room)
        with pytest.raises(Refusal) as refused:
            await loser.come_back(rooms, table.room)
        assert refused.value.code == "wrong_secret"


@pytest.mark.parametrize("invitation", [None, "", "wrong", "host"])
async def test_without_the_invitation_nobody_sits(invitation: str | None) -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        shown = table.opened.host_secret if invitation == "host" else invitation
        before = house.lines(table.game)
        with pytest.raises(Refusal) as refused:
            await table.people[0].sit(rooms, table.game, shown or None)
        assert refused.value.code == "wrong_secret"
        assert house.lines(table.game) == before
        assert standings(table) == [SeatStanding.FREE, SeatStanding.FREE]


async def test_a_stranger_neither_waits_with_the_family_nor_keeps_a_game_alive() -> None:
    house = House(limits=RoomLimits(abandon_after_seconds=100, absent_seconds_max=1_000))
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        house.commits.failures.append(StoreFull("the writer is not to be asked at all"))
        for _ in range(10):
            await house.clock.turn(9)
            with pytest.raises(Refusal) as refused:
                await table.people[0].sit(rooms, table.game, "wrong")
            assert refused.value.code == "wrong_secret"
        house.commits.failures.clear()
        await house.clock.turn(10)
        assert rooms.running_count == 0


async def test_coming_back_takes_the_seat_over_and_only_by_its_secret() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        ana, ben = table.people
        old = ana.guest
        with pytest.raises(Refusal) as refused:
            await rooms.resume_seat(table.room, secret("somebody else"), OwnGuest())
        assert refused.value.code == "wrong_secret"
        assert old.replaced == []
        await ana.come_back(rooms, table.room)
        assert old.replaced == [table.room]
        assert ben.guest.replaced == []
        with pytest.raises(Refusal) as refused:
            await rooms.leave_seat(table.room, old)
        assert refused.value.code == "not_seated"


async def test_a_connection_that_is_gone_holds_no_seat() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        table.people[0].vanish(rooms)
        assert [seat.is_here for seat in house.told.companies[-1][1].seats] == [False, True]
        await rooms.resume_seat(table.room, table.people[0].seat_secret, OwnGuest(is_here=False))
        assert [seat.is_here for seat in house.told.companies[-1][1].seats] == [False, True]


async def test_a_connection_lost_while_it_is_seated_holds_no_seat() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        ana = table.people[0]
        async with anyio.create_task_group() as group:
            group.start_soon(ana.sit, rooms, table.game, table.opened.invite_secret)
            while not house.told.companies or not house.told.companies[-1][1].seats[0].is_here:
                await anyio.lowlevel.checkpoint()
            ana.vanish(rooms)
        company = rooms.company(table.room)
        assert company is not None
        assert (company.seats[0].standing, company.seats[0].is_here) == ("taken", False)


async def test_nobody_holds_two_seats() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        ana = table.people[0]
        await ana.sit(rooms, table.game, table.opened.invite_secret)
        ana.seat = 1
        with pytest.raises(Refusal) as refused:
            await ana.sit(rooms, table.game, table.opened.invite_secret)
        assert refused.value.code == "seated_already"
        stranger = Person("Cleo", house, 1, guest=ana.guest)
        with pytest.raises(Refusal) as refused:
            await stranger.sit(rooms, table.game, table.opened.invite_secret)
        assert refused.value.code == "seated_already"


async def test_a_seat_that_was_left_is_free_and_its_secret_worthless() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        ana = table.people[0]
        await rooms.leave_seat(table.room, ana.guest)
        assert isinstance(table.events()[-1], SeatReleased)
        with pytest.raises(Refusal) as refused:
            await ana.come_back(rooms, table.room)
        assert refused.value.code == "wrong_secret"
        await Person("Cleo", house, 0).sit(rooms, table.game, table.opened.invite_secret)


async def test_the_host_removes_somebody_who_is_told_and_may_not_act() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.remove_seat(table.room, 0)
        ana = table.people[0]
        assert ana.guest.removed == [table.room]
        with pytest.raises(Refusal) as refused:
            await rooms.change_name(table.room, "Ana again", ana.guest)
        assert refused.value.code == "not_seated"
        await rooms.add_bot(table.room, 0)
        await rooms.add_bot(table.room, 0)
        assert [event.kind for event in table.events()[-1:]] == ["bot"]


async def test_a_seat_that_does_not_exist_is_named() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        for ask in (rooms.add_bot, rooms.remove_seat):
            with pytest.raises(RuleViolation) as refused:
                await ask(table.room, 2)
            assert refused.value.code == "seat_unknown"


async def test_a_seat_that_could_not_be_stored_is_not_taken() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        house.commits.failures.append(StoreFull("no space left"))
        ana = table.people[0]
        with pytest.raises(Refusal) as refused:
            await ana.sit(rooms, table.game, table.opened.invite_secret)
        assert refused.value.code == "storage_full"
        company = rooms.company(table.room)
        assert company is not None
        assert company.seats[0].standing is SeatStanding.FREE
        with pytest.raises(Refusal):
            await ana.come_back(rooms, table.room)
        await ana.sit(rooms, table.game, table.opened.invite_secret)


async def test_seats_names_and_settings_survive_a_restart() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.change_turn_seconds(table.room, 7)
        before = rooms.company(table.room)
    async with house.rooms() as rooms:
        after = rooms.company(table.room)
        assert before is not None
        assert after is not None
        assert after.turn_seconds == 7
        assert [seat.name for seat in after.seats] == ["Ana", "Ben"]
        assert [seat.is_here for seat in after.seats] == [False, False]
        await table.people[1].come_back(rooms, table.room)
        await rooms.take_control(table.room, table.opened.host_secret, OwnGuest())


async def test_an_open_room_without_people_ends_whoever_watches() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await house.clock.turn(house.limits.absent_seconds_max + 1)
        assert rooms.running_count == 1
        for person in table.people:
            person.vanish(rooms)
        rooms.part(table.host)
        await house.clock.turn(house.limits.absent_seconds_max - 1)
        assert rooms.running_count == 1
        await house.clock.turn(1)
        assert rooms.running_count == 0
        assert rooms.company(table.room) is None
    end = events(house, table.game)[-1]
    assert isinstance(end, GameEnded)
    assert end.reason == "abandoned"
    assert house.verdict(table.game) is Verdict.VERIFIED


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "Μapia", "a\u202eb"])
async def test_a_bad_name_seats_nobody(name: str) -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, people=1)
        with pytest.raises(Refusal) as refused:
            await Person(name, house).sit(rooms, table.game, table.opened.invite_secret)
        assert refused.value.code == "bad_name"
        await house.clock.turn(0)
        assert standings(table) == [SeatStanding.FREE, SeatStanding.TAKEN]


async def test_a_name_is_changed_by_whoever_sits_there() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.change_name(table.room, "  Ána  Maria ", table.people[0].guest)
        assert house.told.companies[-1][1].seats[0].name == "Ána Maria"
        with pytest.raises(Refusal) as refused:
            await rooms.change_name(table.room, "Nobody", OwnGuest())
        assert refused.value.code == "not_seated"


async def test_a_chosen_seed_and_more_people_than_seats_are_refused() -> None:
    house = House()
    async with house.rooms() as rooms:
        with pytest.raises(Refusal) as refused:
            await open_table(house, rooms, "Ana", seed="ares")
        assert refused.value.code == "seeded_with_people"
        with pytest.raises(RuleViolation) as violated:
            await open_table(house, rooms, people=3)
        assert violated.value.code == "wrong_player_count"
    assert house.store.last_position() == 0
