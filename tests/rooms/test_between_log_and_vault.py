"""A failure or a kill at any point between the log and the vault: nobody gets another's seat."""

import pytest

from kit.people import Person, Table, events, open_table
from kit.rooms import FailingVault, House, OwnGuest
from polemos.audit.report import Verdict
from polemos.log.store import StoreError, StoreFull
from polemos.rooms.errors import Refusal
from polemos.rooms.limits import RoomLimits
from polemos.rooms.registry import Rooms
from polemos.rules.errors import RuleViolation
from polemos.rules.events import EntropyRevealed, GameEnded, SeatReleased, SeatsLocked


async def ended(house: House, rooms: Rooms, *names: str) -> Table:
    table = await open_table(house, rooms, *names, tempo="lightning", autoplay=True)
    await table.deal()
    while rooms.running_count:
        await house.clock.turn(1)
    return table


async def test_a_seat_that_could_not_be_stored_gives_nobody_a_right_after_a_restart() -> None:
    house = House(vault=FailingVault())
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        await house.clock.turn(house.limits.reserve_seconds)
        eve, ben = Person("Eve", house, 1), table.people[1]
        house.commits.failures.append(StoreFull("no space left"))
        with pytest.raises(Refusal) as refused:
            await eve.sit(rooms, again.game, table.opened.invite_secret)
        assert refused.value.code == "storage_full"
        await ben.sit(rooms, again.game)
    async with house.rooms() as rooms:
        with pytest.raises(Refusal) as refused:
            await eve.come_back(rooms, table.room)
        assert refused.value.code == "wrong_secret"
        await ben.come_back(rooms, table.room)


@pytest.mark.parametrize("way", ["left", "removed"])
async def test_a_seat_is_given_up_only_where_the_vault_forgets_it(way: str) -> None:
    vault = FailingVault()
    house = House(vault=vault)
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        ben = table.people[1]
        await ben.sit(rooms, again.game)

        async def give_up() -> None:
            if way == "left":
                await rooms.leave_seat(table.room, ben.guest)
            else:
                await rooms.remove_seat(table.room, 1)

        vault.failures["forget_digest"] = [StoreError("the vault is away")]
        with pytest.raises(Refusal) as refused:
            await give_up()
        assert refused.value.code == "storage_failed"
        house.commits.failures.append(StoreFull("no space left"))
        with pytest.raises(Refusal):
            await give_up()
    async with house.rooms() as rooms:
        await ben.come_back(rooms, table.room)
        await rooms.take_control(table.room, table.opened.host_secret, table.host)
        await give_up()
    async with house.rooms() as rooms:
        with pytest.raises(Refusal) as refused:
            await ben.come_back(rooms, table.room)
        assert refused.value.code == "wrong_secret"
        await Person("Eve", house, 1).sit(rooms, again.game, table.opened.invite_secret)


async def test_a_name_that_is_accepted_is_kept() -> None:
    vault = FailingVault()
    house = House(vault=vault)
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        vault.failures["keep_name"] = [StoreError("the vault is away")]
        with pytest.raises(Refusal) as refused:
            await table.people[0].sit(rooms, table.game)
        assert refused.value.code == "storage_failed"


async def test_whoever_leaves_at_the_last_attempt_has_left() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana")
        ana = table.people[0]
        for _ in range(64):
            await ana.sit(rooms, table.game, table.opened.invite_secret)
            await rooms.start_game(table.room) if not _is_locked(table) else None
            await rooms.leave_seat(table.room, ana.guest)
        assert isinstance(table.events()[-1], GameEnded)
        company = rooms.company(table.room)
        assert company is not None
        assert company.seats[0].standing == "free"
        with pytest.raises(Refusal):
            await ana.come_back(rooms, table.room)


def _is_locked(table: Table) -> bool:
    return isinstance(table.events()[-1], SeatsLocked | EntropyRevealed)


async def test_a_vault_that_fails_in_a_rematch_leaves_the_room_as_it_was() -> None:
    for method in ("names", "keep_secret"):
        vault = FailingVault()
        house = House(vault=vault)
        async with house.rooms() as rooms:
            table = await ended(house, rooms, "Ana", "Ben")
            vault.failures[method] = [StoreError("the vault is away")]
            with pytest.raises(StoreError):
                await rooms.rematch(table.game, table.host)
            assert house.store.head(f"{table.room}-2") is None
            again = await rooms.rematch(table.game, table.host)
            assert again.game == f"{table.room}-2"
            for person in table.people:
                await person.sit(rooms, again.game)


async def test_an_unfinished_game_without_a_writer_goes_on_when_somebody_comes() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
    async with house.bare_rooms() as rooms:
        assert rooms.running_count == 0
        await table.people[0].come_back(rooms, table.room)
        assert rooms.running_count == 1
        table.people[1].guest = OwnGuest()
        await table.people[1].come_back(rooms, table.room)
        assert rooms.running_count == 1


async def test_somebody_new_on_a_seat_is_no_other_device_of_its_holder() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        await house.clock.turn(house.limits.reserve_seconds)
        ben = table.people[1]
        await Person("Eve", house, 1).sit(rooms, again.game, table.opened.invite_secret)
        assert (ben.guest.replaced, ben.guest.removed) == ([], [table.room])
        assert ben.guest.is_here


async def test_while_the_server_stops_nothing_is_over_and_nothing_is_given_up() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        rooms.stop()
        await house.clock.turn(0)
        for ask in (
            rooms.leave_seat(table.room, table.people[0].guest),
            rooms.start_game(table.room),
            rooms.remove_seat(table.room, 1),
        ):
            with pytest.raises(Refusal) as refused:
                await ask
            assert refused.value.code == "draining"
    async with house.rooms() as rooms:
        for person in table.people:
            await person.come_back(rooms, table.room)


async def test_a_fault_in_one_room_ends_that_game_and_no_other() -> None:
    house = House()
    async with house.rooms() as rooms:
        failing = await open_table(house, rooms, "Ana")
        other = await open_table(house, rooms, "Ben")
        await house.clock.turn(0)
        house.told.faults.append(RuntimeError("a fault of ours"))
        await failing.people[0].sit(rooms, failing.game, failing.opened.invite_secret)
        await house.clock.turn(0)
        with pytest.raises(RuleViolation) as refused:
            await rooms.start_game(failing.room)
        assert refused.value.code == "game_is_over"
        await other.deal()
    end = events(house, failing.game)[-1]
    assert isinstance(end, GameEnded)
    assert end.reason == "stopped"


async def test_a_fault_after_the_end_ends_no_other_game() -> None:
    vault = FailingVault()
    house = House(vault=vault)
    async with house.rooms() as rooms:
        first = await open_table(house, rooms, "Ana")
        second = await open_table(house, rooms, "Ben")
        vault.failures["forget_game"] = [RuntimeError("a fault of ours")]
        await rooms.close_game(first.room)
        await house.clock.turn(0)
        await second.deal()


async def test_a_release_that_waits_for_the_store_draws_one_secret() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        house.commits.failures += [StoreFull("no space left")] * 5
        for _ in range(20):
            await house.clock.turn(1)
        assert any(isinstance(event, SeatReleased) for event in table.events())
        assert len(house.vault.secrets(table.game)) == 2


async def test_a_deal_is_not_begun_anew_for_ever() -> None:
    house = House(limits=RoomLimits(abandon_after_seconds=1e9, absent_seconds_max=1e9))
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana")
        await table.sit()
        await rooms.start_game(table.room)
        while rooms.running_count:
            await house.clock.turn(house.limits.reveal_seconds)
            if rooms.running_count:
                await table.people[0].sit(rooms, table.game, table.opened.invite_secret)
    end = table.events()[-1]
    assert isinstance(end, GameEnded)
    assert end.reason == "stopped"
    assert sum(isinstance(event, SeatReleased) for event in table.events()) == 63
    assert house.verdict(table.game) is Verdict.VERIFIED


async def test_a_room_that_never_was_leaves_nothing_in_the_vault() -> None:
    house = House()
    house.vault.keep_secret("neverwas-1", "commitment", bytes(32))
    house.vault.keep_digest("neverwas", "host", bytes(32))
    async with house.rooms():
        assert house.vault.games() == ()
        assert house.vault.digests("neverwas") == {}


async def test_one_secret_holds_one_seat() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        ana, ben = table.people
        await ana.sit(rooms, table.game, table.opened.invite_secret)
        twin = Person("Ana", house, 1)
        twin.player = "somebody else"
        with pytest.raises(Refusal) as refused:
            await twin.sit(rooms, table.game, table.opened.invite_secret)
        assert refused.value.code == "seated_already"
        await ben.sit(rooms, table.game, table.opened.invite_secret)


async def test_a_reservation_outlives_a_restart() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await ended(house, rooms, "Ana", "Ben")
        again = await rooms.rematch(table.game, table.host)
        await rooms.close_game(table.room)
        third = await rooms.rematch(again.game, table.host)
    async with house.rooms() as rooms:
        company = rooms.company(table.room)
        assert company is not None
        assert [seat.standing for seat in company.seats] == ["reserved", "reserved"]
        assert company.reserved_until == house.clock.unix_ms() + 60_000
        with pytest.raises(Refusal) as refused:
            await Person("Eve", house, 1).sit(rooms, third.game, table.opened.invite_secret)
        assert refused.value.code == "seat_is_reserved"
        table.people[1].guest = OwnGuest()
        await table.people[1].sit(rooms, third.game)


async def test_names_are_kept_of_whoever_sits_there_only() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, people=2)
        for number in range(20):
            guest = Person(f"Guest {number}", house, 0)
            await guest.sit(rooms, table.game, table.opened.invite_secret)
            await rooms.leave_seat(table.room, guest.guest)
        assert len(rooms._rooms[table.room].company.names) <= 1


async def test_a_game_that_plays_for_nobody_ends_too() -> None:
    house = House(limits=RoomLimits(absent_seconds_max=60))
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, people=0, autoplay=True, tempo="0.25")
        await house.clock.turn(100)
        assert rooms.running_count == 1
        rooms.part(table.host)
        for _ in range(62):
            await house.clock.turn(1)
        assert rooms.running_count == 0
    end = table.events()[-1]
    assert isinstance(end, GameEnded)
    assert end.reason == "abandoned"
