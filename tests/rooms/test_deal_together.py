"""The deal together: everybody commits, the seats lock, all reveal, and nobody holds it up."""

import pytest

from kit.people import Person, Table, attempt, open_table
from kit.rooms import House, OwnGuest
from polemos.audit.report import Verdict
from polemos.rooms.errors import Refusal
from polemos.rules.encoding import b64url
from polemos.rules.errors import RuleViolation
from polemos.rules.events import (
    AutoplayStarted,
    CardsDealt,
    EntropyRevealed,
    GameEnded,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
)


def kinds(table: Table) -> list[str]:
    return [type(event).__name__ for event in table.events()]


async def test_the_last_reveal_brings_the_deal_in_the_same_append() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben", players=3)
        await table.sit()
        await rooms.start_game(table.room)
        assert kinds(table)[-2:] == ["SeatsLocked", "EntropyRevealed"]  # the bot's
        await table.people[1].reveal(rooms, table.game)
        assert isinstance(table.events()[-1], EntropyRevealed)
        committed = await table.people[0].reveal(rooms, table.game)
        assert kinds(table)[-2:] == ["EntropyRevealed", "CardsDealt"]
        assert committed.seq == len(house.lines(table.game))
        await rooms.close_game(table.room)
    assert house.verdict(table.game) is Verdict.VERIFIED


async def test_auto_play_starts_with_the_deal_where_it_was_wanted() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", autoplay=True)
        await table.deal()
        assert isinstance(table.events()[-1], AutoplayStarted)


async def test_starting_and_revealing_again_changes_nothing() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        for _ in range(2):
            await rooms.start_game(table.room)
        for person in (*table.people, *table.people):
            await person.reveal(rooms, table.game)
        await rooms.start_game(table.room)
        assert kinds(table).count("SeatsLocked") == 1
        assert kinds(table).count("EntropyRevealed") == 2
        assert kinds(table)[-1] == "CardsDealt"


async def test_a_start_with_free_seats_names_one() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.people[0].sit(rooms, table.game, table.opened.invite_secret)
        with pytest.raises(RuleViolation, match="seat 1") as refused:
            await rooms.start_game(table.room)
        assert refused.value.code == "seat_is_free"


async def test_a_wrong_entropy_is_refused_and_the_right_one_still_counts() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        ana = table.people[0]
        with pytest.raises(RuleViolation) as early:
            await ana.reveal(rooms, table.game)
        assert early.value.code == "seats_not_locked"
        await rooms.start_game(table.room)
        with pytest.raises(RuleViolation) as refused:
            await rooms.reveal_entropy(table.room, b64url(bytes(32)), ana.guest)
        assert refused.value.code == "entropy_mismatch"
        with pytest.raises(Refusal) as stranger:
            await rooms.reveal_entropy(table.room, b64url(bytes(32)), OwnGuest())
        assert stranger.value.code == "not_seated"
        await ana.reveal(rooms, table.game)


async def test_whoever_does_not_reveal_is_released_and_the_deal_begins_anew() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben", players=3)
        await table.sit()
        ana, ben = table.people
        first = attempt(house, table.game)
        await rooms.start_game(table.room)
        await ana.reveal(rooms, table.game)
        await house.clock.turn(house.limits.reveal_seconds - 1)
        assert not any(isinstance(event, SeatReleased) for event in table.events())
        await house.clock.turn(1)
        released, recommitted = table.events()[-2:]
        assert isinstance(released, SeatReleased)
        assert (released.seat, released.reason) == (1, "unrevealed")
        assert released.secret is not None
        assert released.commitment == attempt(house, table.game) != first
        assert isinstance(recommitted, SeatTaken)
        assert (recommitted.seat, recommitted.kind) == (2, "bot")
        assert ben.guest.removed == [table.room]
        with pytest.raises(Refusal):
            await ben.come_back(rooms, table.room)
        # Everybody commits anew, somebody else sits down, and the lock follows by itself.
        await ana.sit(rooms, table.game)
        cleo = Person("Cleo", house, 1)
        await cleo.sit(rooms, table.game, table.opened.invite_secret)
        assert kinds(table)[-2:] == ["SeatsLocked", "EntropyRevealed"]
        await cleo.reveal(rooms, table.game)
        await ana.reveal(rooms, table.game)
        assert isinstance(table.events()[-1], CardsDealt)
        await rooms.close_game(table.room)
    assert house.verdict(table.game) is Verdict.VERIFIED
    assert house.vault.secrets(table.game) == ()


async def test_an_aborted_deal_survives_a_restart() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        await table.people[0].reveal(rooms, table.game)
        await house.clock.turn(house.limits.reveal_seconds)
    async with house.rooms() as rooms:
        ana, ben = table.people
        await ana.come_back(rooms, table.room)
        await ana.sit(rooms, table.game)
        ben.guest = OwnGuest()
        await ben.sit(rooms, table.game, table.opened.invite_secret)
        for person in (ana, ben):
            await person.reveal(rooms, table.game)
        await rooms.close_game(table.room)
    assert isinstance(table.events()[-2], CardsDealt)
    assert house.verdict(table.game) is Verdict.VERIFIED


async def test_nobody_revealing_releases_everybody_in_one_append() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        await house.clock.turn(house.limits.reveal_seconds)
        first, second = table.events()[-2:]
        assert isinstance(first, SeatReleased)
        assert isinstance(second, SeatReleased)
        assert (first.secret is None, second.secret is None) == (False, True)
        await table.deal()
        assert isinstance(table.events()[-1], CardsDealt)


async def test_a_spent_commitment_is_refused() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        ana = table.people[0]
        await ana.reveal(rooms, table.game)
        spent = ana.entropy(table.game)
        await house.clock.turn(house.limits.reveal_seconds)
        ana.entropy = lambda game: spent  # type: ignore[method-assign]
        with pytest.raises(RuleViolation) as refused:
            await ana.sit(rooms, table.game)
        assert refused.value.code == "commitment_repeated"


async def test_leaving_during_the_start_begins_the_deal_anew() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        await rooms.leave_seat(table.room, table.people[0].guest)
        released = table.events()[-1]
        assert isinstance(released, SeatReleased)
        assert (released.reason, released.secret is not None) == ("left", True)
        assert not isinstance(table.events()[-1], SeatsLocked)
        await rooms.close_game(table.room)
    end = table.events()[-1]
    assert isinstance(end, GameEnded)
    assert house.verdict(table.game) is Verdict.VERIFIED


async def test_the_secret_of_the_next_attempt_is_kept_before_it_is_promised() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        await rooms.start_game(table.room)
        await rooms.leave_seat(table.room, table.people[0].guest)
        assert attempt(house, table.game) in dict(house.vault.secrets(table.game))
