"""The deal: who gets which card, and what is left over."""

import pytest

from kit.table import TextChance
from polemos.rules.cards import UNKNOWN, deck
from polemos.rules.chance import Use
from polemos.rules.deal import deal_cards, deal_counts, first_seat, set_aside_count
from polemos.rules.presets import rule_set
from polemos.rules.shuffle import shuffle

CHANCE = TextChance("deal")


@pytest.mark.parametrize("size", [52, 36, 32])
def test_a_deck_has_four_suits_of_every_rank_up_to_the_ace(size):
    cards = deck(size)
    assert len(set(cards)) == len(cards) == size
    assert cards[-4:] == ("Ac", "Ad", "Ah", "As")
    assert cards[0] == {52: "2c", 36: "6c", 32: "7c"}[size]


def test_the_cards_go_round_one_at_a_time_from_the_first_seat_on():
    order = shuffle(deck(52), CHANCE.key(Use.DECK, 0))
    hands = deal_cards(rule_set("war", 3), CHANCE, 2)
    assert hands.piles == (order[1::3], order[2::3], order[0::3])


def test_three_players_and_52_cards_get_18_17_and_17_from_the_first_seat_on():
    rules = rule_set("war", 3)
    assert deal_counts(rules, 0) == (18, 17, 17)
    assert deal_counts(rules, 1) == (17, 18, 17)
    assert deal_counts(rules, 2) == (17, 17, 18)
    assert set_aside_count(rules) == 0


def test_an_equal_deal_sets_the_remainder_aside():
    rules = rule_set("war", 3, {"deal": "equal"})
    order = shuffle(deck(52), CHANCE.key(Use.DECK, 0))
    hands = deal_cards(rules, CHANCE, 1)
    assert deal_counts(rules, 1) == (17, 17, 17)
    assert hands.set_aside == order[51:]
    assert set_aside_count(rules) == 1


def test_the_counts_are_those_of_the_cards_dealt():
    for players in (2, 3, 4):
        for size in (52, 36, 32):
            for kind in ("all", "equal"):
                rules = rule_set("war", players, {"deck": size, "deal": kind})
                for first in range(players):
                    hands = deal_cards(rules, CHANCE, first)
                    assert tuple(map(len, hands.piles)) == deal_counts(rules, first)
                    assert sorted(sum(hands.piles, hands.set_aside)) == sorted(deck(size))


def test_without_the_keys_only_the_counts_are_known():
    hands = deal_cards(rule_set("war", 4), None, 0)
    assert hands.piles == ((UNKNOWN,) * 13,) * 4


def test_the_first_seat_comes_from_the_keys():
    drawn = {first_seat(rule_set("war", 3), TextChance(str(number))) for number in range(30)}
    assert drawn == {0, 1, 2}
