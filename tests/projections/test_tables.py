import json
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.streams import beats, chain, lines_of, played
from polemos.fairness.dealers import Fair
from polemos.log.canonical import encode
from polemos.log.codec import decode
from polemos.projections.table_views import table_json
from polemos.projections.tables import fold, initial_table
from polemos.rules.commands import ChangeTempo, PauseAutoplay
from polemos.rules.encoding import canonical
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    CardsDealt,
    EndReason,
    EntropyRevealed,
    GameEnded,
    GameOpened,
    PileReturned,
    ReleaseReason,
    SeatEliminated,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    Tempo,
    TieDeclared,
)
from polemos.rules.evolve import evolve
from polemos.rules.presets import PRESETS, rule_set
from polemos.rules.state import Playing, initial_state

SECRETS = st.binary(min_size=32, max_size=32)


def entries_of(appends):
    return [decode(line) for line in lines_of(appends)]


def table_of(*events, game="room-1"):
    lines = (
        encode(event, game=game, seq=seq, at=1_000 * seq, prev="")
        for seq, event in enumerate(events, start=1)
    )
    return reduce(fold, map(decode, lines), initial_table(game))


OPENED = GameOpened(
    rules=rule_set("war", 3),
    rules_digest="",
    deal="fair/1",
    commitment="C1",
    tempo=Tempo.TWO,
    opened_by="",
)
DEALT = CardsDealt(counts=(18, 17, 17), first_seat=0, set_aside=0)


def flip(seat, card="Qs", number=1, step=0):
    return CardFlipped(round=number, step=step, seat=seat, card=card)


@settings(max_examples=15, deadline=None)
@given(preset=st.sampled_from(list(PRESETS)), secret=SECRETS)
def test_the_public_fold_agrees_with_the_engine_that_knows_everything(preset, secret):
    table = initial_table("room-1")
    state = initial_state("room-1", Fair((secret,)))
    for entry in entries_of(played("room-1", preset, secret=secret)):
        table, state = fold(table, entry), evolve(state, entry.event)
        if isinstance(state, Playing):
            assert table.piles == tuple(len(pile) for pile in state.piles)
            assert len(table.laid) == len(state.table)
            assert table.standing.wars == state.standing.wars
            assert table.standing.places == state.standing.places


@settings(max_examples=15, deadline=None)
@given(players=st.sampled_from([2, 3, 4]), secret=SECRETS)
def test_cards_are_conserved_on_every_table(players, secret):
    table = initial_table("room-1")
    for entry in entries_of(played("room-1", "war", players, secret=secret)):
        table = fold(table, entry)
        if table.setting.dealt_at is not None:
            assert sum(table.piles) + len(table.laid) + table.setting.set_aside == 52
            assert table.events == entry.seq


@settings(max_examples=10, deadline=None)
@given(secret=SECRETS)
def test_a_table_shows_no_secret_before_its_reveal(secret):
    appends = played("room-1", "war", secret=secret)
    *entries, end = entries_of(appends)
    for table in (reduce(fold, entries[:count], initial_table("room-1")) for count in (5, 40, -1)):
        assert end.event.secret not in json.dumps(table_json(table))


@settings(max_examples=10, deadline=None)
@given(secret=SECRETS)
def test_an_ended_table_tells_what_the_end_told(secret):
    entries = entries_of(played("room-1", "bataille", secret=secret))
    shown = table_json(reduce(fold, entries, initial_table("room-1")))
    end = entries[-1].event

    assert shown["ended"] == {
        "reason": end.reason,
        "winner": end.winner,
        "places": list(end.places),
        "rounds": end.rounds,
        "wars": end.wars,
    }
    assert (shown["rounds_completed"], shown["wars"]) == (end.rounds, end.wars)
    assert shown["places"] == list(end.places)
    assert not shown["is_autoplay_on"]
    assert len(shown["history"]) <= 512


def test_every_table_is_json_with_the_agreed_keys():
    keys = {
        *("game", "preset", "rules", "deal", "players", "seats", "tempo", "is_autoplay_on"),
        *("commitment", "is_locked", "revealed"),
        *("round", "step", "wars", "rounds_completed", "piles", "table", "set_aside"),
        *("first_seat", "places", "opened_at", "dealt_at", "last_at", "history", "events", "ended"),
    }
    table = initial_table("room-1")
    for entry in entries_of(played("room-1", "one-hidden")):
        assert set(table_json(table)) == keys
        assert canonical(table_json(table))
        table = fold(table, entry)


def test_a_war_lies_on_the_table_as_it_was_laid():
    table = table_of(
        OPENED,
        DEALT,
        flip(0, "Qs"),
        flip(1, "Qh"),
        flip(2, "2c"),
        TieDeclared(round=1, step=0, rank="Q", seats=(0, 1), participants=(0, 1, 2)),
        CardHidden(round=1, step=1, seat=0),
        flip(0, "3d", step=1),
    )

    shown = table_json(table)
    assert shown["table"] == [
        {"seat": 0, "card": "Qs", "step": 0},
        {"seat": 1, "card": "Qh", "step": 0},
        {"seat": 2, "card": "2c", "step": 0},
        {"seat": 0, "card": None, "step": 1},
        {"seat": 0, "card": "3d", "step": 1},
    ]
    assert (shown["piles"], shown["wars"], shown["round"], shown["step"]) == ([15, 16, 16], 1, 1, 1)
    assert shown["rounds_completed"] == 0


def test_a_tie_within_a_war_is_no_new_war():
    tie = TieDeclared(round=1, step=0, rank="Q", seats=(0, 1), participants=(0, 1))
    again = TieDeclared(round=1, step=1, rank="3", seats=(0, 1), participants=(0, 1))

    assert table_of(OPENED, DEALT, tie, again).standing.wars == 1


def test_a_returned_pot_goes_to_its_winner_and_ends_the_round():
    table = table_of(
        OPENED, DEALT, flip(0), flip(1, "2c"), flip(2, "3c"), PileReturned(round=1, seat=0, count=3)
    )

    shown = table_json(table)
    assert (shown["piles"], shown["table"], shown["rounds_completed"]) == ([20, 16, 16], [], 1)
    assert shown["history"] == [[0, 18, 17, 17], [1, 20, 16, 16]]


def test_a_dead_pot_stays_on_the_table_and_the_round_is_over():
    table = table_of(
        OPENED, DEALT, flip(0), flip(1, "Qh"), SeatEliminated(round=1, seat=1, place=3)
    )

    shown = table_json(table)
    assert len(shown["table"]) == 2
    assert (shown["rounds_completed"], shown["places"]) == (1, [None, 3, None])
    assert shown["history"] == [[0, 18, 17, 17], [1, 17, 16, 17]]


def take(seat, player, commitment=""):
    return SeatTaken(seat=seat, kind=SeatKind.HUMAN, player=player, commitment=commitment)


def test_an_aborted_deal_voids_commitments_and_reveals_and_shows_the_next_attempts():
    locked = (
        OPENED,
        take(0, "alice", "A"),
        take(1, "bob", "B"),
        SeatsLocked(players=2),
        EntropyRevealed(seat=0, entropy="a"),
    )
    shown = table_json(table_of(*locked))
    assert (shown["commitment"], shown["is_locked"], shown["revealed"]) == ("C1", True, [0])
    released = SeatReleased(seat=1, reason=ReleaseReason.UNREVEALED, secret="S", commitment="C2")
    shown = table_json(table_of(*locked, released))
    assert (shown["commitment"], shown["is_locked"], shown["revealed"]) == ("C2", False, [])
    assert shown["seats"] == [{"seat": 0, "kind": "human", "player": "alice", "commitment": ""}]


def test_seats_are_taken_in_any_order_and_released():
    table = table_of(
        OPENED,
        take(2, "carol"),
        take(0, "alice"),
        take(1, "bob"),
        SeatReleased(seat=1, reason=ReleaseReason.LEFT, secret=None, commitment=None),
        take(0, "alice"),
    )

    assert table_json(table)["seats"] == [
        {"seat": 0, "kind": "human", "player": "alice", "commitment": ""},
        {"seat": 2, "kind": "human", "player": "carol", "commitment": ""},
    ]


def test_tempo_and_autoplay_are_followed():
    commands = (PauseAutoplay(), ChangeTempo(tempo=Tempo.LIGHTNING))
    appends = list(chain("room-1", beats("room-1", commands=commands, beats_max=1)))

    shown = table_json(reduce(fold, entries_of(appends), initial_table("room-1")))
    assert (shown["tempo"], shown["is_autoplay_on"]) == ("lightning", False)


def test_times_are_those_of_the_events():
    shown = table_json(table_of(OPENED, DEALT, flip(0)))

    assert (shown["opened_at"], shown["dealt_at"], shown["last_at"]) == (1_000, 2_000, 3_000)


@pytest.mark.parametrize("reason", [EndReason.ABANDONED, EndReason.STOPPED])
def test_an_end_without_result_keeps_the_places_that_were_known(reason):
    end = GameEnded(reason=reason, winner=None, places=(), rounds=1, wars=0, secret="")

    table = table_of(OPENED, DEALT, SeatEliminated(round=1, seat=1, place=3), end)
    assert table.standing.places == (None, 3, None)
