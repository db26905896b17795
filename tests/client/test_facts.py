"""The card that is turned next is told as the rules tell it, from events and from a snapshot."""

import json

import pytest

from kit.streams import lines_of, played
from polemos.fairness.dealers import Sealed
from polemos.log.codec import decode
from polemos.projections.table_views import table_json
from polemos.projections.tables import fold, initial_table
from polemos.rooms.hands import next_place, seats_to_turn
from polemos.rules.events import ReleaseReason, SeatKind, SeatReleased, SeatsLocked, SeatTaken
from polemos.rules.evolve import evolve
from polemos.rules.state import Playing, initial_state
from polemos_demo.client.facts import Facts, facts_of, learn
from polemos_demo.client.snapshots import table_of

GAME = "abc-1"
GAMES = [
    ("war", 2, "page 112"),
    ("war", 4, "page 286"),
    ("pyanitsa", 3, "page 4"),
    ("peace", 4, "page 7"),
    ("tod-und-leben", 2, "page 139"),
]


@pytest.mark.parametrize(("preset", "players", "seed"), GAMES)
def test_the_next_card_is_the_one_that_the_rules_turn_next(preset, players, seed) -> None:
    state, facts, table = initial_state(GAME, Sealed()), Facts(), initial_table(GAME)
    turns = 0
    for append in played(GAME, preset, players, seed=seed):
        for entry in map(decode, append.lines):
            state = evolve(state, entry.event)
            facts, table = learn(facts, entry.event), fold(table, entry)
        if isinstance(state, Playing) and seats_to_turn(state):
            restored = table_of(json.loads(json.dumps(table_json(table))))
            assert facts.next_card == next_place(state)
            assert facts_of(restored).next_card == next_place(state)
            turns += 1
    assert turns > 20
    assert facts.is_over
    assert facts_of(table).is_over


def taken(seat: int, commitment: str) -> SeatTaken:
    return SeatTaken(seat=seat, kind=SeatKind.HUMAN, player=f"p{seat}", commitment=commitment)


def test_an_aborted_deal_keeps_the_seats_and_voids_their_commitments() -> None:
    lines = lines_of(played(GAME, "war", 3, seed="page 1", people={0: "ann", 1: "ben"}))
    facts = Facts()
    for line in lines[:5]:
        facts = learn(facts, decode(line).event)
    assert facts.is_locked
    aborted = SeatReleased(
        seat=1, reason=ReleaseReason.UNREVEALED, secret="s", commitment="the next one"
    )
    facts = learn(facts, aborted)
    assert (facts.is_lobby, facts.free_seats, facts.commitment) == (True, (1,), "the next one")
    assert [seat.commitment for seat in facts.seats] == ["", ""]
    assert facts.release_of(1) is ReleaseReason.UNREVEALED
    facts = learn(facts, taken(1, "anew"))
    assert facts.release_of(1) is None
    assert learn(facts, SeatsLocked(players=3)).is_locked
