"""The catalogue of presets: all that a page of rules needs to know, as one JSON object.

It has names and values and no sentences: those belong to the languages of whoever shows it. What
may be chosen is asked of `rule_set` itself, so the catalogue cannot promise what would be refused.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, get_type_hints

from polemos.rules.errors import RuleViolation
from polemos.rules.presets import PLAYERS_MAX, PLAYERS_MIN, PRESETS, rule_set
from polemos.rules.rule_set import ReturnOrder, RuleSet, ShortInWar, WarJoinedBy
from polemos.rules.rule_values import CAP_MAX, DECKS, DIMENSIONS, HIDDEN_CARDS_MAX

STANDARD = "war"
"""The preset that the others are told apart from."""


class Source(StrEnum):
    """Where the rules of a preset are from."""

    FRENCH_PAGE = "french_page"
    GREEK_STANDARD = "greek_standard"
    GREEK_VARIANT = "greek_variant"
    RUSSIAN_FORM = "russian_form"
    GERMAN_FORM = "german_form"


SOURCES: dict[str, Source] = {
    "bataille": Source.FRENCH_PAGE,
    "war": Source.GREEK_STANDARD,
    "one-hidden": Source.GREEK_VARIANT,
    "peace": Source.GREEK_VARIANT,
    "pyanitsa": Source.RUSSIAN_FORM,
    "tod-und-leben": Source.GERMAN_FORM,
}


class EdgeCase(StrEnum):
    """What players argue about, in the order in which RULES decides it."""

    LAST_CARD_UP = "last_card_up"
    NO_CARD_LEFT = "no_card_left"
    NOBODY_CAN_PLAY = "nobody_can_play"
    DEAD_POT = "dead_pot"
    TIE_AMONG_ALL = "tie_among_all"
    SHARED_PLACE = "shared_place"
    ENDLESS = "endless"
    HIDDEN_FROM_ALL = "hidden_from_all"


def catalogue() -> dict[str, Any]:
    """Describe every dimension, edge case and preset."""
    return {
        "standard": STANDARD,
        "dimensions": [{"dimension": key, **_values(key)} for key in DIMENSIONS],
        "edge_cases": list(EdgeCase),
        "presets": [_preset(preset) for preset in PRESETS],
    }


def allowed_players(preset: str) -> list[int]:
    """List how many may play by a preset."""
    counts = range(PLAYERS_MIN, PLAYERS_MAX + 1)
    return [players for players in counts if _is_allowed(preset, players, {})]


def edge_cases(rules: RuleSet) -> list[EdgeCase]:
    """List the edge cases that can come up in a game by these rules."""
    return [case for case in EdgeCase if _can_come_up(case, rules)]


def _preset(preset: str) -> dict[str, Any]:
    rules, players = PRESETS[preset], allowed_players(preset)
    return {
        "preset": preset,
        "source": SOURCES[preset],
        "players": players,
        "usual_players": rules.players,
        "rules": {key: getattr(rules, key) for key in DIMENSIONS},
        "choices": {key: _choices(rules, key) for key in DIMENSIONS},
        "differences": list(_differences(preset)),
        "edge_cases": edge_cases(rule_set(preset, max(players))),
    }


def _differences(preset: str) -> Iterator[dict[str, Any]]:
    sides = allowed_players(STANDARD), allowed_players(preset)
    if sides[0] != sides[1]:
        yield {"dimension": "players", "standard": sides[0], "preset": sides[1]}
    for key in DIMENSIONS:
        standard, here = getattr(PRESETS[STANDARD], key), getattr(PRESETS[preset], key)
        if standard != here:
            yield {"dimension": key, "standard": standard, "preset": here}


def _values(key: str) -> dict[str, Any]:
    """List what a dimension can be at all: single values, and perhaps all numbers of a range."""
    match key:
        case "deck":
            return {"values": list(DECKS)}
        case "hidden_cards":
            return {"values": list(range(HIDDEN_CARDS_MAX + 1))}
        case "cap":
            return {"values": [None], "from": 1, "to": CAP_MAX}
        case _:
            kind = get_type_hints(RuleSet)[key]
            return {"values": [False, True] if kind is bool else list(kind)}


def _choices(rules: RuleSet, key: str) -> dict[str, Any]:
    """List what a dimension can be while all others stay the preset's."""
    values = _values(key)
    allowed = [value for value in values["values"] if _may_be(rules, key, value)]
    ends = values.get("from"), values.get("to")
    if None in ends or not all(_may_be(rules, key, end) for end in ends):
        return {"values": allowed}
    return {"values": allowed, "from": ends[0], "to": ends[1]}


def _may_be(rules: RuleSet, key: str, value: object) -> bool:
    # A value that is the preset's own need not be chosen, and some cannot be (`at_cap`).
    return getattr(rules, key) == value or _is_allowed(rules.preset, rules.players, {key: value})


def _is_allowed(preset: str, players: int, overrides: dict[str, object]) -> bool:
    try:
        rule_set(preset, players, overrides)
    except RuleViolation:
        return False
    return True


def _can_come_up(case: EdgeCase, rules: RuleSet) -> bool:
    is_last_card_up = rules.short_in_war is ShortInWar.LAST_CARD_UP
    match case:
        case EdgeCase.LAST_CARD_UP:
            return is_last_card_up and rules.hidden_cards > 0
        case EdgeCase.NOBODY_CAN_PLAY:
            return is_last_card_up
        case EdgeCase.DEAD_POT:
            return rules.war_joined_by is WarJoinedBy.TIED and rules.players > PLAYERS_MIN
        case EdgeCase.TIE_AMONG_ALL:
            return rules.war_joined_by is WarJoinedBy.EVERYBODY and rules.players > PLAYERS_MIN
        case EdgeCase.SHARED_PLACE:
            return rules.players > PLAYERS_MIN
        case EdgeCase.ENDLESS:
            return rules.return_order is not ReturnOrder.SHUFFLED
        case EdgeCase.NO_CARD_LEFT | EdgeCase.HIDDEN_FROM_ALL:
            return True
