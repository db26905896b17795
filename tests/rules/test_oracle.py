"""The engine and the oracle tell the same story of every deal.

`TEST_ORACLE_DEALS` sets how many deals of each kind are compared, `TEST_ORACLE_ROUNDS` how
many rounds of each at most: a game in a fixed order of return can have a hundred thousand.
"""

import os
from random import Random

import pytest

from kit.oracle import play
from kit.table import TextChance, deal_of
from polemos.rules.cards import deck
from polemos.rules.chance import Use
from polemos.rules.commands import EndGame, PlayBeat
from polemos.rules.deal import deal_cards
from polemos.rules.decide import decide
from polemos.rules.encoding import rule_set_object
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    EndReason,
    GameEnded,
    PileReturned,
    SeatEliminated,
    TieDeclared,
)
from polemos.rules.play import play_out
from polemos.rules.presets import PRESETS, rule_set
from polemos.rules.shuffle import shuffle
from polemos.rules.state import Playing

DEALS = int(os.environ.get("TEST_ORACLE_DEALS", "40"))
ROUNDS = int(os.environ.get("TEST_ORACLE_ROUNDS", "4000"))

KINDS = [
    (preset, players)
    for preset in PRESETS
    for players in (2, 3, 4)
    if (preset, players) not in {("bataille", 3), ("bataille", 4)}
]

CHOICES = {
    "deck": (52, 36, 32),
    "best": ("highest", "highest", "lowest"),
    "six_beats_ace": (False, True),
    "hidden_cards": (0, 1, 2, 3, 4, 5),
    "war_joined_by": ("everybody", "tied"),
    "short_in_war": ("last_card_up", "out"),
    "return_order": ("shuffled", "winner_first", "loser_first", "table"),
    "deal": ("all", "equal"),
    "cap": (None, 1, 20, 300),
}


@pytest.mark.parametrize(("preset", "players"), KINDS)
def test_the_oracle_agrees_in_every_preset(preset, players):
    rules = rule_set(preset, players)
    for number in range(DEALS):
        chance = TextChance(f"{preset} {players} {number}")
        compare(deal_cards(rules, chance, number % players).piles, rules, chance)


def test_the_oracle_agrees_in_any_combination_of_rules():
    random = Random("combinations")
    for number in range(DEALS * 6):
        rules = random_rules(random)
        chance = TextChance(f"combination {number}")
        compare(deal_cards(rules, chance, number % rules.players).piles, rules, chance)


def test_the_oracle_agrees_on_short_piles_where_the_edge_cases_crowd():
    random = Random("short piles")
    for number in range(DEALS * 40):
        rules = random_rules(random)
        # Few ranks, so that nearly every comparison ties.
        ranks = random.sample("6789TJQKA"[-9 if rules.deck == 36 else -8 :], random.randint(1, 4))
        few = [card for card in deck(rules.deck) if card[0] in ranks]
        random.shuffle(few)
        hands = [[few.pop()] for _ in range(rules.players) if few]
        if len(hands) < rules.players:
            continue
        for card in few:
            random.choice(hands).append(card)
        compare(tuple(tuple(hand) for hand in hands), rules, TextChance(f"short {number}"))


def random_rules(random):
    while True:
        chosen = {key: random.choice(values) for key, values in CHOICES.items()}
        if chosen["cap"] is not None:
            chosen["at_cap"] = random.choice(("draw", "most_cards"))
        try:
            return rule_set(random.choice(("war", "peace")), random.choice((2, 3, 4)), chosen)
        except RuleViolation as violation:
            if violation.code is not RuleCode.CONTRADICTING_RULES:
                raise


def compare(hands, rules, chance):
    expected = play(
        hands,
        rule_set_object(rules),
        lambda cards, number: shuffle(cards, chance.key(Use.RETURN, number)),
        ROUNDS,
    )
    told = story(deal_of(hands, rules, chance))
    if expected[-1][1] == "endless":
        # The oracle sees the first repetition, the engine sees one at most twice as late.
        rounds = expected[-1][4]
        assert told[: len(expected) - 1] == expected[:-1]
        if told[-1][1] == "stopped":
            assert 2 * rounds > ROUNDS
        else:
            assert told[-1][1:4] == expected[-1][1:4]
            assert rounds <= told[-1][4] <= 2 * rounds
    else:
        assert told == expected, (rules, hands)


def story(state):
    told = []
    for beat, after in play_out(state):
        told += [as_tuple(event) for event in beat]
        if isinstance(after, Playing) and goes_on_too_long(after):
            stopped = decide(after, EndGame(reason=EndReason.STOPPED))
            return [*told, *[as_tuple(event) for event in stopped]]
    return told


def goes_on_too_long(state):
    if state.standing.rounds < ROUNDS:
        return False
    return isinstance(decide(state, PlayBeat())[0], CardFlipped)


def as_tuple(event):
    match event:
        case CardFlipped():
            return ("turn", event.round, event.step, event.seat, event.card)
        case TieDeclared():
            tied, goers = list(event.seats), list(event.participants)
            return ("tie", event.round, event.step, event.rank, tied, goers)
        case CardHidden():
            return ("hide", event.round, event.step, event.seat)
        case PileReturned():
            return ("take", event.round, event.seat, event.count)
        case SeatEliminated():
            return ("leave", event.round, event.seat, event.place)
        case GameEnded():
            return (
                "end",
                event.reason.value,
                event.winner,
                list(event.places),
                event.rounds,
                event.wars,
            )
