"""The count that knows no rules: no card comes, goes, or lies there twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.exports import controlled, dealt, opening, people
from polemos.audit.conservation import CardCount
from polemos.audit.findings import Code, Fault
from polemos.rules.cards import Card
from polemos.rules.events import CardFlipped, CardHidden, CardsDealt, GameOpened, PileReturned
from polemos.rules.presets import rule_set


def flip(seat, card):
    return CardFlipped(round=1, step=0, seat=seat, card=Card(card))


def hide(seat):
    return CardHidden(round=1, step=1, seat=seat)


def take(seat, count):
    return PileReturned(round=1, seat=seat, count=count)


def opened(size=52):
    asked = opening(rule_set("pyanitsa", overrides={"deck": size}), "A" * 43)
    return GameOpened(
        rules=asked.rules,
        rules_digest=asked.rules_digest,
        deal=asked.deal,
        commitment=asked.commitment,
        tempo=asked.tempo,
        opened_by="",
    )


def dealt_out(counts=(26, 26), set_aside=0):
    return CardsDealt(counts=counts, first_seat=0, set_aside=set_aside)


def fault_of(*events):
    count = CardCount()
    for event in events[:-1]:
        count.follow(event)
    with pytest.raises(Fault) as caught:
        count.follow(events[-1])
    return caught.value.code


@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.sampled_from([52, 36, 32]))
def test_no_real_game_breaks_it(number, players, size):
    count = CardCount()
    for event in dealt("war", players, number, deck=size, cap=20).play().events:
        count.follow(event)


def test_lobby_and_control_events_move_no_card():
    count = CardCount()
    for event in people().events + controlled().events:
        count.follow(event)


@pytest.mark.parametrize("counts", [(26, 25), (26, 27), (52, 52), ()])
def test_a_deal_of_more_or_fewer_cards_than_the_deck_has_is_found(counts):
    assert fault_of(opened(), dealt_out(counts)) is Code.NOT_CONSERVED


def test_cards_set_aside_count():
    assert fault_of(opened(), dealt_out(set_aside=1)) is Code.NOT_CONSERVED


def test_a_card_that_lies_on_the_table_is_not_turned_again():
    assert fault_of(opened(), dealt_out(), flip(0, "9h"), flip(1, "9h")) is Code.CARD_REPEATED


def test_a_card_may_come_again_once_the_pot_was_taken():
    count = CardCount()
    for event in (opened(), dealt_out(), flip(0, "9h"), flip(1, "8h"), take(0, 2), flip(0, "9h")):
        count.follow(event)


def test_a_card_that_the_deck_does_not_have_is_found():
    assert fault_of(opened(36), dealt_out((18, 18)), flip(0, "5h")) is Code.NOT_CONSERVED


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pot_of_another_size_than_what_lies_there_is_found(count):
    pot = (flip(0, "9h"), hide(1), take(1, count))
    assert fault_of(opened(), dealt_out(), *pot) is Code.NOT_CONSERVED


@pytest.mark.parametrize("last", [flip(0, "3c"), hide(0), hide(3), take(3, 0)])
def test_a_seat_without_cards_lays_none_and_an_absent_seat_takes_none(last):
    assert fault_of(opened(), dealt_out((0, 52)), last) is Code.NOT_CONSERVED


def test_nobody_lays_a_card_before_the_deal():
    assert fault_of(opened(), flip(0, "9h")) is Code.NOT_CONSERVED
