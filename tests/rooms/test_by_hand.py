"""Cards turned by hand: everybody their own, nobody for ever, the same events as by auto-play."""

import random

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.people import Table, open_table
from kit.rooms import House, OwnGuest
from polemos.audit.report import Verdict
from polemos.cli.simulation import deal_game
from polemos.rooms.errors import Refusal
from polemos.rooms.hands import next_place, seats_to_turn
from polemos.rooms.registry import Rooms
from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import RuleViolation
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    Event,
    GameEnded,
    GameOpened,
    PileReturned,
    Tempo,
    TempoChanged,
    TieDeclared,
)
from polemos.rules.evolve import evolve
from polemos.rules.presets import rule_set
from polemos.rules.state import Playing, State
from polemos.wire.pushes import Company

CONTROLS = (AutoplayStarted, AutoplayPaused, TempoChanged)


def company(house: House) -> Company:
    return house.told.companies[-1][1]


def due(house: House) -> list[int]:
    """List the seats that have still to turn their cards."""
    return [seat.seat for seat in company(house).seats if seat.is_due and not seat.has_turned]


def played(table: Table) -> list[Event]:
    return [event for event in table.events() if not isinstance(event, CONTROLS)]


async def test_the_cards_lie_open_when_everybody_has_turned() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben", players=3)
        await table.deal()
        assert due(house) == [0, 1]
        await house.clock.turn(house.limits.bot_turn_seconds)
        await table.people[1].turn(rooms, table.game, (1, 0))
        await house.clock.turn(5)
        assert table.flips() == []
        assert due(house) == [0]
        await table.people[0].turn(rooms, table.game, (1, 0))
        await house.clock.turn(0)
        assert table.flips() == [(1, 0, 0), (1, 0, 1), (1, 0, 2)]


async def test_whoever_is_absent_is_turned_after_turn_seconds() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.deal()
        table.people[1].vanish(rooms)
        await table.people[0].turn(rooms, table.game, (1, 0))
        before_ms = company(house).turned_at
        assert before_ms == house.clock.unix_ms() + 20_000
        await house.clock.turn(19)
        assert table.flips() == []
        await house.clock.turn(1)
        assert len(table.flips()) == 2


async def test_the_host_changes_how_long_a_card_waits_at_once() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.deal()
        await house.clock.turn(3)
        await rooms.change_turn_seconds(table.room, 5)
        assert company(house).turned_at == house.clock.unix_ms() + 2_000
        await house.clock.turn(2)
        assert len(table.flips()) == 2


async def test_only_the_card_that_is_due_is_turned_and_once() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.sit()
        ana = table.people[0]
        with pytest.raises(RuleViolation) as early:
            await ana.turn(rooms, table.game, (1, 0))
        assert early.value.code == "game_not_dealt"
        await table.deal()
        for wrong in ((1, 1), (2, 0)):
            with pytest.raises(Refusal) as refused:
                await ana.turn(rooms, table.game, wrong)
            assert refused.value.code == "nothing_to_turn"
        with pytest.raises(Refusal) as stranger:
            await rooms.turn_card(table.room, (1, 0), OwnGuest())
        assert stranger.value.code == "not_seated"
        seq = len(house.lines(table.game))
        for _ in range(2):
            assert (await ana.turn(rooms, table.game, (1, 0))).seq == seq
        await house.clock.turn(20)
        assert len(table.flips()) == 2
        after = len(house.lines(table.game))
        assert (await ana.turn(rooms, table.game, (1, 0))).seq == after
        await rooms.start_autoplay(table.room)
        await house.clock.turn(1)
        with pytest.raises(RuleViolation) as automatic:
            await ana.turn(rooms, table.game, (2, 0))
        assert automatic.value.code == "autoplay_is_on"


async def test_a_game_of_people_has_no_rounds_by_the_host() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana")
        await table.deal()
        with pytest.raises(Refusal) as refused:
            await rooms.play_round(table.room)
        assert refused.value.code == "turned_by_people"


async def test_a_game_whose_people_have_all_left_goes_on_like_bots() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.deal()
        for person in table.people:
            await rooms.leave_seat(table.room, person.guest)
        assert company(house).turned_at is None
        assert not any(seat.is_due for seat in company(house).seats)
        for _ in range(4):
            await house.clock.turn(1)
        assert len(table.flips()) >= 4


async def test_whoever_leaves_in_mid_game_is_not_waited_for() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.deal()
        await rooms.leave_seat(table.room, table.people[1].guest)
        assert company(house).seats[1].standing == "left"
        await table.people[0].turn(rooms, table.game, (1, 0))
        await house.clock.turn(1)
        assert len(table.flips()) == 2
        with pytest.raises(Refusal):
            await table.people[1].come_back(rooms, table.room)
    async with house.rooms() as rooms:
        shown = rooms.company(table.room)
        assert shown is not None
        assert [seat.standing for seat in shown.seats] == ["taken", "left"]


async def test_a_restart_in_mid_hand_waits_for_the_same_cards_again() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben")
        await table.deal()
        await table.people[0].turn(rooms, table.game, (1, 0))
    async with house.rooms() as rooms:
        assert due(house) == [0, 1]
        for person in table.people:
            await person.come_back(rooms, table.room)
            await person.turn(rooms, table.game, (1, 0))
        await house.clock.turn(1)
        assert len(table.flips()) == 2


async def test_a_pause_waits_for_people_again_and_a_start_for_nobody() -> None:
    house = House()
    async with house.rooms() as rooms:
        table = await open_table(house, rooms, "Ana", "Ben", autoplay=True, tempo="1")
        await table.deal()
        assert due(house) == []
        await rooms.pause_autoplay(table.room)
        assert due(house) == [0, 1]
        await rooms.start_autoplay(table.room)
        assert due(house) == []
        await house.clock.turn(1)
        assert len(table.flips()) == 2


async def play_by_hand(house: House, rooms: Rooms, table: Table, draw: random.Random) -> None:
    """Play a game to its end: people turn in any order, or are late, or the host lets it run."""
    while rooms.running_count:
        waiting = due(house)
        match draw.randrange(8):
            case 0:
                await rooms.start_autoplay(table.room)
                await rooms.change_tempo(table.room, draw.choice([Tempo.FOUR, Tempo.LIGHTNING]))
                await house.clock.turn(draw.choice([0.0, 0.25, 0.5]))
                if rooms.running_count:
                    await rooms.pause_autoplay(table.room)
                    await rooms.change_tempo(table.room, Tempo.TWO)
            case 1:
                await house.clock.turn(company(house).turn_seconds)
            case _ if waiting:
                seat = draw.choice(waiting)
                await table.people[seat].turn(rooms, table.game, next_turn(table))
            case _:
                await house.clock.turn(1)


def next_turn(table: Table) -> tuple[int, int]:
    """Read the round and step of the next cards from the log alone."""
    number, step = 1, 0
    for event in table.events():
        match event:
            case CardFlipped(round=number, step=flipped):
                step = flipped
            case PileReturned(round=returned):
                number, step = returned + 1, 0
            case CardHidden(round=number, step=step):
                pass
            case TieDeclared():
                step += 1
            case _:
                pass
    return number, step


@settings(max_examples=15, deadline=None)
@given(choices=st.integers(0, 1 << 32), players=st.integers(2, 4))
def test_by_hand_and_by_auto_play_the_same_deal_gives_the_same_events(
    choices: int, players: int
) -> None:
    draw = random.Random(choices)

    async def both() -> None:
        by_hand, automatic = House(), House()
        names = ("Ana", "Ben", "Cleo", "Dan")[:players]
        tables = []
        for house, is_automatic in ((by_hand, False), (automatic, True)):
            async with house.rooms() as rooms:
                tempo = "lightning" if is_automatic else "2"
                table = await open_table(
                    house, rooms, *names, players=players, autoplay=is_automatic, tempo=tempo
                )
                await table.deal()
                tables.append(table)
                if is_automatic:
                    while rooms.running_count:
                        await house.clock.turn(1)
                else:
                    await play_by_hand(house, rooms, table, draw)
            assert house.verdict(table.game) is Verdict.VERIFIED
        hand, machine = (
            [event for event in played(table) if not isinstance(event, GameOpened)]
            for table in tables
        )
        assert isinstance(hand[-1], GameEnded)
        assert hand == machine

    anyio.run(both)


def test_the_next_cards_are_those_that_the_next_beat_turns() -> None:
    """An oracle of one line: play the beat, and look which cards it turned."""
    for seed in range(20):
        state: State = deal_game(rule_set("war", 3, {"deck": 32, "cap": 40}), f"hands {seed}")
        while isinstance(state, Playing):
            beat = decide(state, PlayBeat())
            flips = [event for event in beat if isinstance(event, CardFlipped)]
            assert seats_to_turn(state) == {event.seat for event in flips}
            if flips:
                assert {(event.round, event.step) for event in flips} == {next_place(state)}
            for event in beat:
                state = evolve(state, event)
