"""The writer of a game: between any two beats anything may happen, and nothing is lost."""

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.clock import settle
from kit.rooms import House, OwnGuest
from polemos.audit.report import Verdict
from polemos.log.codec import decode
from polemos.log.store import StoreFull
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.errors import Refusal
from polemos.rooms.registry import Rooms
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    EndReason,
    Event,
    GameEnded,
    PileReturned,
    Tempo,
    TempoChanged,
)
from polemos.wire.requests import OpenRoom

SHORT = {"deck": 32, "hidden_cards": 3, "cap": 12, "at_cap": "most_cards"}


def request(**fields: object) -> OpenRoom:
    """A request for a short game of a fixed deal."""
    words = {"id": 1, "preset": "war", "rules": SHORT, "seed": "ares", "tempo": "1", **fields}
    return OpenRoom.model_validate(words)


def events(house: House, game: str) -> list[Event]:
    return [decode(line).event for line in house.lines(game)]


def played(house: House, game: str) -> list[Event]:
    """What happened on the table, without who asked for what when."""
    controls = (AutoplayStarted, AutoplayPaused, TempoChanged)
    return [event for event in events(house, game) if not isinstance(event, controls)]


async def play_undisturbed(house: House, **fields: object) -> OpenedRoom:
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(**fields), OwnGuest())
        while rooms.running_count:
            await house.clock.turn(1)
    return opened


async def test_autoplay_plays_one_beat_each_time_one_is_due() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.5"), OwnGuest())
        counts = []
        for _ in range(4):
            counts.append(len(house.lines(opened.game)))
            await house.clock.turn(1)
        flips = [e for e in events(house, opened.game) if isinstance(e, CardFlipped)]
    assert counts[0] == opened.seq
    assert counts[1] == counts[0]
    assert counts[2] > counts[1]
    assert counts[3] == counts[2]
    assert flips[0].round == 1


async def test_a_tempo_change_counts_from_the_beat_that_was_played_last() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.25"), OwnGuest())
        await house.clock.turn(1.5)
        changed = await rooms.change_tempo(opened.room, Tempo.HALF)
        await house.clock.turn(0.25)
        assert len(house.lines(opened.game)) == changed.seq
        await house.clock.turn(0.25)
        assert len(house.lines(opened.game)) > changed.seq


async def test_a_stall_is_not_made_up_for_by_a_burst() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="1"), OwnGuest())
        await house.clock.turn(60)
        seq_after_stall = len(house.lines(opened.game))
        await house.clock.turn(0.5)
        assert len(house.lines(opened.game)) == seq_after_stall
        assert seq_after_stall - opened.seq <= 3


async def test_lightning_plays_a_whole_game_without_a_clock() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="lightning"), OwnGuest())
        while rooms.running_count:
            await settle()
    assert isinstance(events(house, opened.game)[-1], GameEnded)


async def test_hand_and_autoplay_give_the_same_events() -> None:
    house, other = House(), House()
    by_itself = await play_undisturbed(house)
    async with other.rooms() as rooms:
        opened = await rooms.open_room(request(autoplay=False), OwnGuest())
        while rooms.running_count:
            await rooms.play_round(opened.room)
            for _ in range(40):
                await other.clock.turn(1)
    assert played(other, opened.game) == played(house, by_itself.game)


async def test_a_round_by_hand_stops_where_the_round_does() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(autoplay=False), OwnGuest())
        await rooms.play_round(opened.room)
        for _ in range(40):
            await house.clock.turn(1)
        rounds = [e.round for e in events(house, opened.game) if isinstance(e, PileReturned)]
    assert rounds == [1]


async def test_a_second_round_by_hand_is_refused_while_the_first_is_played() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(autoplay=False), OwnGuest())
        await rooms.play_round(opened.room)
        before = house.lines(opened.game)
        with pytest.raises(Refusal) as refused:
            await rooms.play_round(opened.room)
        assert refused.value.code == "round_in_play"
        assert house.lines(opened.game) == before


async def test_a_round_by_hand_is_refused_while_the_game_plays_itself() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        with pytest.raises(RuleViolation) as refused:
            await rooms.play_round(opened.room)
    assert refused.value.code is RuleCode.AUTOPLAY_IS_ON


async def test_a_paused_game_nobody_comes_back_to_is_abandoned_with_its_reveal() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(autoplay=False), OwnGuest())
        await house.clock.turn(house.limits.abandon_after_seconds)
        assert rooms.running_count == 0
    end = events(house, opened.game)[-1]
    assert isinstance(end, GameEnded)
    assert end.reason is EndReason.ABANDONED
    assert end.secret == "ares"
    assert house.verdict(opened.game) is Verdict.VERIFIED


async def test_a_full_store_refuses_the_request_and_changes_nothing() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        before = house.lines(opened.game)
        house.commits.failures.append(StoreFull("/srv/secret/path is full"))
        with pytest.raises(Refusal) as refused:
            await rooms.pause_autoplay(opened.room)
        assert refused.value.code == "storage_full"
        assert refused.value.retry_after_ms
        assert "/srv" not in refused.value.sentence
        assert house.lines(opened.game) == before
        assert (await rooms.pause_autoplay(opened.room)).seq == len(before) + 1


async def test_a_full_store_delays_the_beat_and_loses_nothing() -> None:
    undisturbed, house = House(), House()
    expected = await play_undisturbed(undisturbed)
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        house.commits.failures.extend([StoreFull("no space left")] * 3)
        while rooms.running_count:
            await house.clock.turn(1)
    assert not house.commits.failures
    assert played(house, opened.game) == played(undisturbed, expected.game)
    assert house.verdict(opened.game) is Verdict.VERIFIED


async def test_what_is_stored_is_accepted_whatever_goes_wrong_after() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.25"), OwnGuest())
        house.published.faults.append(ZeroDivisionError("a bug"))
        committed = await rooms.pause_autoplay(opened.room)
    paused = events(house, opened.game)[committed.seq - 1]
    assert isinstance(paused, AutoplayPaused)


async def test_a_request_that_meets_a_fault_is_refused_and_says_so() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.25"), OwnGuest())
        house.commits.failures.append(ZeroDivisionError("a bug"))
        with pytest.raises(Refusal) as refused:
            await rooms.pause_autoplay(opened.room)
        assert refused.value.code == "game_failed"


async def test_nothing_moves_after_an_accepted_pause() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.25", autoplay=False), OwnGuest())
        await rooms.play_round(opened.room)
        await rooms.start_autoplay(opened.room)
        paused = await rooms.pause_autoplay(opened.room)
        await house.clock.turn(60)
        assert len(house.lines(opened.game)) == paused.seq


async def test_a_round_by_hand_that_a_restart_cut_is_finished_when_it_is_asked_for() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="0.25", autoplay=False), OwnGuest())
        begun = await rooms.play_round(opened.room)
    async with house.rooms() as rooms:
        await house.clock.turn(60)
        assert len(house.lines(opened.game)) == begun.seq
        await rooms.play_round(opened.room)
        await house.clock.turn(4)
        rounds = [e.round for e in events(house, opened.game) if isinstance(e, PileReturned)]
    assert rounds == [1]


async def test_a_fault_of_ours_ends_that_game_and_no_other() -> None:
    house = House()
    async with house.rooms() as rooms:
        unlucky = await rooms.open_room(request(), OwnGuest())
        house.published.faults.append(ZeroDivisionError("a bug"))
        await house.clock.turn(1)
        lucky = await rooms.open_room(request(), OwnGuest())
        end = events(house, unlucky.game)[-1]
        assert isinstance(end, GameEnded)
        assert end.reason is EndReason.STOPPED
        with pytest.raises(RuleViolation) as refused:
            await rooms.pause_autoplay(unlucky.room)
        assert refused.value.code is RuleCode.GAME_IS_OVER
        await rooms.pause_autoplay(lucky.room)


async def test_time_never_falls_along_a_stream() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        await house.clock.turn(1)
        house.clock.set_back(3_600_000)
        await house.clock.turn(1)
    times = [decode(line).at for line in house.lines(opened.game)]
    assert times == sorted(times)


Step = tuple[str, object]
STEPS = st.one_of(
    st.tuples(st.just("turn"), st.sampled_from([0.1, 0.5, 1, 3])),
    st.tuples(st.just("tempo"), st.sampled_from(list(Tempo))),
    st.tuples(st.just("pause"), st.none()),
    st.tuples(st.just("start"), st.none()),
    st.tuples(st.just("round"), st.none()),
    st.tuples(st.just("restart"), st.none()),
    st.tuples(st.just("full"), st.integers(1, 3)),
)


async def take_step(house: House, rooms: Rooms, room: str, step: Step) -> None:
    match step:
        case ("turn", float() | int() as seconds):
            await house.clock.turn(seconds)
        case ("tempo", Tempo() as tempo):
            await rooms.change_tempo(room, tempo)
        case ("pause", _):
            await rooms.pause_autoplay(room)
        case ("start", _):
            await rooms.start_autoplay(room)
        case ("round", _):
            await rooms.play_round(room)
        case ("full", int() as times):
            house.commits.failures.extend([StoreFull("no space left")] * times)


async def live_through(house: House, steps: list[Step]) -> OpenedRoom:
    """Take the steps, restarting where they say so, then let the game play to its end."""
    runs: list[list[Step]] = [[]]
    for step in steps:
        if step[0] == "restart":
            runs.append([])
        else:
            runs[-1].append(step)
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        await take_steps(house, rooms, opened.room, runs[0])
    for run in runs[1:]:
        async with house.rooms() as rooms:
            await take_steps(house, rooms, opened.room, run)
    async with house.rooms() as rooms:
        house.commits.failures.clear()
        await take_steps(house, rooms, opened.room, [("start", None)])
        for _ in range(1_000):
            await house.clock.turn(4)
            if not rooms.running_count:
                break
    return opened


async def take_steps(house: House, rooms: Rooms, room: str, steps: list[Step]) -> None:
    for step in steps:
        try:
            await take_step(house, rooms, room, step)
        except (RuleViolation, Refusal):
            continue


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(STEPS, max_size=25))
def test_whatever_happens_between_beats_the_cards_fall_the_same(steps: list[Step]) -> None:
    async def story() -> None:
        undisturbed, house = House(), House()
        expected = await play_undisturbed(undisturbed)
        opened = await live_through(house, steps)
        assert played(house, opened.game) == played(undisturbed, expected.game)
        assert house.published.lines[opened.game] == house.lines(opened.game)
        assert house.verdict(opened.game) is Verdict.VERIFIED

    anyio.run(story)
