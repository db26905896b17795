"""Seats that hold the deal up are freed, and nobody comes back to one that is free."""

from kit.people import open_table
from kit.rooms import House
from polemos.log.store import StoreFull
from polemos.rooms.seating import seat_role
from polemos.rules.events import SeatReleased


async def test_a_late_seat_is_forgotten_before_the_log_shows_it_free() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        seats = [
            await person.sit(rooms, table.game, table.opened.invite_secret)
            for person in table.people
        ]
        await rooms.start_game(table.room)
        await table.people[0].reveal(rooms, table.game)
        house.commits.failures.append(StoreFull("no space left"))
        await house.clock.turn(house.limits.reveal_seconds)
        assert not any(isinstance(event, SeatReleased) for event in table.events())
        kept = house.vault.digests(table.room)
        assert [seat_role(each.seat, each.player) in kept for each in seats] == [True, False]
