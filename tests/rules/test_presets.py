"""Presets, and every refusal of a rule with its sentence."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.presets import PRESETS, check_rules, parse_rules, rule_set
from polemos.rules.rule_set import AtCap, Best, ReturnOrder, RuleSet
from polemos.rules.rule_values import DIMENSIONS


@pytest.mark.parametrize(
    ("preset", "deck", "hidden", "best", "cap", "at_cap"),
    [
        ("bataille", 52, 1, "highest", 2_000, "most_cards"),
        ("war", 52, 3, "highest", None, "draw"),
        ("one-hidden", 52, 1, "highest", 1_000, "draw"),
        ("peace", 52, 5, "lowest", None, "draw"),
        ("pyanitsa", 36, 0, "highest", None, "draw"),
        ("tod-und-leben", 32, 1, "highest", None, "draw"),
    ],
)
def test_a_preset_is_what_its_source_says(preset, deck, hidden, best, cap, at_cap):
    rules = rule_set(preset)
    assert (rules.deck, rules.hidden_cards, rules.best) == (deck, hidden, best)
    assert (rules.cap, rules.at_cap) == (cap, at_cap)
    assert (rules.players, rules.return_order, rules.deal) == (2, "shuffled", "all")
    assert (rules.war_joined_by, rules.short_in_war) == ("everybody", "last_card_up")
    assert rules.preset == preset
    assert not rules.six_beats_ace


def test_every_dimension_can_be_given_as_json_or_as_text():
    as_json = rule_set(
        "war",
        3,
        {"hidden_cards": 2, "six_beats_ace": True, "cap": 50, "return_order": "table", "deck": 36},
    )
    as_text = rule_set(
        "war",
        3,
        parse_rules(
            ["hidden_cards=2", "six_beats_ace=on", "cap=50", "return_order=table", "deck=36"]
        ),
    )
    assert as_json == as_text
    assert as_json.return_order is ReturnOrder.TABLE
    assert rule_set("bataille", overrides={"cap": "none"}).cap is None


def test_a_preset_without_its_cap_forgets_what_happened_there():
    assert rule_set("bataille", overrides={"cap": None}).at_cap is AtCap.DRAW


def test_peace_may_be_spelled_out_from_war():
    assert rule_set("war", overrides={"best": "lowest", "hidden_cards": 5}).best is Best.LOWEST


NESTED = json.loads("[" * 500 + "]" * 500)
REFUSED = [
    ("nothing", None, {}, RuleCode.UNKNOWN_PRESET, "'nothing'"),
    ("war", None, {"trumps": 1}, RuleCode.UNKNOWN_RULE, "'trumps'"),
    ("war", 1, {}, RuleCode.WRONG_PLAYER_COUNT, "2 to 4"),
    ("war", 5, {}, RuleCode.WRONG_PLAYER_COUNT, "2 to 4"),
    ("war", True, {}, RuleCode.WRONG_PLAYER_COUNT, "2 to 4"),
    ("bataille", 3, {}, RuleCode.WRONG_PLAYER_COUNT, "two players"),
    ("war", None, {"deck": 48}, RuleCode.BAD_RULE_VALUE, "52 or 36 or 32"),
    ("war", None, {"deck": "52.0"}, RuleCode.BAD_RULE_VALUE, "'52.0'"),
    ("war", None, {"deck": 51}, RuleCode.BAD_RULE_VALUE, "51"),
    ("war", None, {"deck": 104}, RuleCode.BAD_RULE_VALUE, "104"),
    ("war", None, {"hidden_cards": 6}, RuleCode.BAD_RULE_VALUE, "0 to 5"),
    ("war", None, {"hidden_cards": -1}, RuleCode.BAD_RULE_VALUE, "0 to 5"),
    ("war", None, {"hidden_cards": "-1"}, RuleCode.BAD_RULE_VALUE, "0 to 5"),
    ("war", None, {"hidden_cards": True}, RuleCode.BAD_RULE_VALUE, "True"),
    ("war", None, {"hidden_cards": "9" * 5_000}, RuleCode.BAD_RULE_VALUE, "…"),
    ("war", None, {"hidden_cards": []}, RuleCode.BAD_RULE_VALUE, "[]"),
    ("war", None, {"six_beats_ace": 1}, RuleCode.BAD_RULE_VALUE, "on or off"),
    ("war", None, {"six_beats_ace": {}}, RuleCode.BAD_RULE_VALUE, "on or off"),
    ("war", None, {"best": "middle"}, RuleCode.BAD_RULE_VALUE, "highest or lowest"),
    ("war", None, {"return_order": None}, RuleCode.BAD_RULE_VALUE, "shuffled"),
    ("war", None, {"cap": 0}, RuleCode.BAD_RULE_VALUE, "1 to 100000"),
    ("war", None, {"cap": 100_001}, RuleCode.BAD_RULE_VALUE, "1 to 100000"),
    ("war", None, {"at_cap": "draw"}, RuleCode.CONTRADICTING_RULES, "there is none"),
    ("bataille", None, {"cap": None, "at_cap": "draw"}, RuleCode.CONTRADICTING_RULES, "none"),
    ("war", None, {"best": "lowest"}, RuleCode.CONTRADICTING_RULES, "hidden_cards=5"),
    ("peace", None, {"hidden_cards": 1}, RuleCode.CONTRADICTING_RULES, "hidden_cards=5"),
    ("one-hidden", None, {"best": "lowest"}, RuleCode.CONTRADICTING_RULES, "preset peace"),
    ("bataille", None, {"best": "lowest"}, RuleCode.CONTRADICTING_RULES, "preset peace"),
    ("pyanitsa", None, {"best": "lowest"}, RuleCode.CONTRADICTING_RULES, "preset peace"),
    ("war", None, {"players": 3}, RuleCode.UNKNOWN_RULE, "'players'"),
    ("war", None, {"preset": "peace"}, RuleCode.UNKNOWN_RULE, "'preset'"),
    ("war", 3, {"self": 1, "overrides": {}}, RuleCode.UNKNOWN_RULE, "'self'"),
    ("peace", None, {"best": "highest"}, RuleCode.CONTRADICTING_RULES, "best=highest"),
    (
        "peace",
        None,
        {"best": "highest", "hidden_cards": 1},
        RuleCode.CONTRADICTING_RULES,
        "best=highest",
    ),
    ("x" * 5_000, None, {}, RuleCode.UNKNOWN_PRESET, "…"),
    ("war", 10**4_299, {}, RuleCode.WRONG_PLAYER_COUNT, "digits"),
    ("war", None, {"deck": -(10**4_299)}, RuleCode.BAD_RULE_VALUE, "digits"),
    ("war", None, {"cap": [[10**5_000]]}, RuleCode.BAD_RULE_VALUE, "[["),
    ("war", None, {"cap": NESTED}, RuleCode.BAD_RULE_VALUE, "[[[...]]]"),
    ("war", None, {"x" * 5_000: 1}, RuleCode.UNKNOWN_RULE, "…"),
    ("peace", None, {"six_beats_ace": True}, RuleCode.CONTRADICTING_RULES, "six_beats_ace=off"),
    (
        "one-hidden",
        None,
        {"best": "lowest", "hidden_cards": 5},
        RuleCode.CONTRADICTING_RULES,
        "preset peace",
    ),
]


@pytest.mark.parametrize(("preset", "players", "overrides", "code", "words"), REFUSED)
def test_a_refusal_is_one_sentence_that_names_what_is_wrong(
    preset, players, overrides, code, words
):
    with pytest.raises(RuleViolation) as refusal:
        rule_set(preset, players, overrides)
    assert refusal.value.code is code
    assert words in str(refusal.value)
    assert len(str(refusal.value)) < 250


def test_a_rule_text_needs_a_value_and_comes_once():
    long = "cap" * 2_000
    for texts in (["cap"], ["cap=1", "cap=2"], [long], [f"{long}=1", f"{long}=2"]):
        with pytest.raises(RuleViolation, match="cap") as refusal:
            parse_rules(texts)
        assert len(str(refusal.value)) < 250


@pytest.mark.parametrize(
    "changed",
    [
        {"at_cap": AtCap.MOST_CARDS},
        {"deck": "52"},
        {"cap": "20"},
        {"six_beats_ace": "on"},
        {"hidden_cards": 7},
        {"preset": "other"},
        {"players": 9},
    ],
)
def test_a_rule_set_from_elsewhere_is_checked_in_full(changed):
    with pytest.raises(RuleViolation):
        check_rules(replace(rule_set("war"), **changed))


@given(
    st.sampled_from(sorted(PRESETS)),
    st.none() | st.integers(0, 6),
    st.dictionaries(
        st.sampled_from(DIMENSIONS),
        st.none()
        | st.booleans()
        | st.integers(-1, 60)
        | st.sampled_from(["on", "table", "out", "tied", "lowest", "equal", "draw", "36", ""]),
    ),
)
def test_whatever_is_asked_gives_rules_that_pass_the_check_or_a_refusal(preset, players, asked):
    try:
        rules = rule_set(preset, players, asked)
    except RuleViolation:
        return
    check_rules(rules)
    assert isinstance(rules, RuleSet)
