"""The catalogue says what `rule_set` allows, no more and no less."""

import json
from dataclasses import replace

import pytest

from polemos.rules.catalogue import SOURCES, EdgeCase, catalogue, edge_cases
from polemos.rules.encoding import canonical
from polemos.rules.errors import RuleViolation
from polemos.rules.presets import PRESETS, rule_set
from polemos.rules.rule_set import ReturnOrder, ShortInWar, WarJoinedBy
from polemos.rules.rule_values import DIMENSIONS, read_value

CATALOGUE = json.loads(json.dumps(catalogue()))
DESCRIBED = {preset["preset"]: preset for preset in CATALOGUE["presets"]}
VALUES = {row["dimension"]: row for row in CATALOGUE["dimensions"]}
TRIED = {
    "deck": [*range(60), True],
    "hidden_cards": [*range(-1, 9), None],
    "cap": [None, -1, 0, 1, 2, 999, 99_999, 100_000, 100_001],
}
OTHERS = [
    None, True, False, 1, "highest", "lowest", "everybody", "tied", "last_card_up", "out",
    "shuffled", "winner_first", "loser_first", "table", "all", "equal", "draw", "most_cards",
]  # fmt: skip

presets = pytest.mark.parametrize("preset", PRESETS)
dimensions = pytest.mark.parametrize("dimension", DIMENSIONS)


def is_in(values, value):
    """Tell whether a list of values has a value, in which 1 is not true."""
    singles = [(type(single), single) for single in values["values"]]
    in_range = type(value) is int and values.get("from", 1) <= value <= values.get("to", 0)
    return (type(value), value) in singles or in_range


def is_allowed(*chosen):
    try:
        rule_set(*chosen)
    except RuleViolation:
        return False
    return True


def test_every_preset_and_every_dimension_is_described_once_and_in_order():
    assert [preset["preset"] for preset in CATALOGUE["presets"]] == list(PRESETS)
    assert [row["dimension"] for row in CATALOGUE["dimensions"]] == list(DIMENSIONS)
    assert list(SOURCES) == list(PRESETS)
    assert CATALOGUE["edge_cases"] == list(EdgeCase)
    for preset in CATALOGUE["presets"]:
        assert list(preset["rules"]) == list(preset["choices"]) == list(DIMENSIONS)


@dimensions
def test_a_dimension_can_be_read_as_each_of_its_values_and_as_nothing_else(dimension):
    for value in TRIED.get(dimension, OTHERS):
        try:
            is_read = read_value(dimension, value) == value
        except RuleViolation:
            is_read = False
        assert is_in(VALUES[dimension], value) == is_read


@presets
@dimensions
def test_a_preset_can_be_changed_in_one_dimension_to_its_choices_and_to_nothing_else(
    preset, dimension
):
    choices = DESCRIBED[preset]["choices"][dimension]
    own = DESCRIBED[preset]["rules"][dimension]
    assert is_in(choices, own)
    for value in TRIED.get(dimension, OTHERS):
        is_chosen = is_in(VALUES[dimension], value) and is_in(choices, value)
        if value != own or type(value) is not type(own):
            assert is_chosen == is_allowed(preset, None, {dimension: value})


@presets
@pytest.mark.parametrize("players", range(1, 6))
def test_a_preset_is_played_by_as_many_as_it_says(preset, players):
    assert (players in DESCRIBED[preset]["players"]) == is_allowed(preset, players)


@presets
def test_the_standard_and_the_differences_are_the_preset(preset):
    described = DESCRIBED[preset]
    standard = DESCRIBED[CATALOGUE["standard"]]
    sides = dict(standard["rules"]) | {"players": standard["players"]}
    for difference in described["differences"]:
        assert sides[difference["dimension"]] == difference["standard"] != difference["preset"]
        sides[difference["dimension"]] = difference["preset"]
    assert sides == described["rules"] | {"players": described["players"]}
    assert rule_set(preset, described["usual_players"], {}) == PRESETS[preset]


def test_the_catalogue_is_the_same_json_every_time():
    assert canonical(catalogue()) == canonical(CATALOGUE)


def test_the_edge_cases_of_each_preset():
    often = ["last_card_up", "no_card_left", "nobody_can_play"]
    many = ["tie_among_all", "shared_place"]
    assert {name: preset["edge_cases"] for name, preset in DESCRIBED.items()} == {
        "bataille": [*often, "hidden_from_all"],
        "war": [*often, *many, "hidden_from_all"],
        "one-hidden": [*often, *many, "hidden_from_all"],
        "peace": [*often, *many, "hidden_from_all"],
        "pyanitsa": [*often[1:], *many, "hidden_from_all"],
        "tod-und-leben": [*often, *many, "hidden_from_all"],
    }


@pytest.mark.parametrize(
    ("changes", "gained", "lost"),
    [
        ({"return_order": ReturnOrder.TABLE}, {EdgeCase.ENDLESS}, set()),
        ({"war_joined_by": WarJoinedBy.TIED}, {EdgeCase.DEAD_POT}, {EdgeCase.TIE_AMONG_ALL}),
        (
            {"short_in_war": ShortInWar.OUT},
            set(),
            {EdgeCase.LAST_CARD_UP, EdgeCase.NOBODY_CAN_PLAY},
        ),
        ({"players": 2}, set(), {EdgeCase.TIE_AMONG_ALL, EdgeCase.SHARED_PLACE}),
        ({"hidden_cards": 0}, set(), {EdgeCase.LAST_CARD_UP}),
    ],
)
def test_other_rules_have_other_edge_cases(changes, gained, lost):
    rules = rule_set("war", 4)
    before, after = set(edge_cases(rules)), set(edge_cases(replace(rules, **changes)))
    assert (after - before, before - after) == (gained, lost)
