"""The presets, and how a rule set is chosen from one.

A preset is a starting point: any dimension can be given another value, and what contradicts the
sources is refused with a sentence that says what would be allowed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.rule_set import (
    AtCap,
    Best,
    Deal,
    ReturnOrder,
    RuleSet,
    ShortInWar,
    WarJoinedBy,
)
from polemos.rules.rule_values import DIMENSIONS, bad_value, is_whole, read_value
from polemos.rules.shown import shown

PLAYERS_MIN = 2
PLAYERS_MAX = 4
PEACE_HIDDEN_CARDS = 5

_WAR = RuleSet(
    preset="war",
    players=2,
    deck=52,
    best=Best.HIGHEST,
    six_beats_ace=False,
    hidden_cards=3,
    war_joined_by=WarJoinedBy.EVERYBODY,
    short_in_war=ShortInWar.LAST_CARD_UP,
    return_order=ReturnOrder.SHUFFLED,
    deal=Deal.ALL,
    cap=None,
    at_cap=AtCap.DRAW,
)

PRESETS: dict[str, RuleSet] = {
    "bataille": replace(
        _WAR, preset="bataille", hidden_cards=1, cap=2_000, at_cap=AtCap.MOST_CARDS
    ),
    "war": _WAR,
    "one-hidden": replace(_WAR, preset="one-hidden", hidden_cards=1, cap=1_000),
    "peace": replace(_WAR, preset="peace", best=Best.LOWEST, hidden_cards=PEACE_HIDDEN_CARDS),
    "pyanitsa": replace(_WAR, preset="pyanitsa", deck=36, hidden_cards=0),
    "tod-und-leben": replace(_WAR, preset="tod-und-leben", deck=32, hidden_cards=1),
}
"""Each preset by its name, with its usual number of players; see RULES for their sources."""

_TWO_PLAYERS_ONLY = frozenset({"bataille"})
_PEACE = "peace"
_MAY_BE_PEACE = frozenset({_PEACE, "war"})
_NO_OVERRIDES: Mapping[str, object] = MappingProxyType({})


def rule_set(
    preset: str, players: int | None = None, overrides: Mapping[str, object] = _NO_OVERRIDES
) -> RuleSet:
    """Choose rules: a preset, the number of players and other values for some dimensions.

    Args:
        preset: a key of `PRESETS`.
        players: 2 to 4, or none for the preset's usual number.
        overrides: for any of `DIMENSIONS`, the value as in JSON or as text (`"3"`, `"on"`,
            `"none"`).

    Raises:
        RuleViolation: a name, a value or the combination is not allowed.
    """
    base = _preset(preset)
    values: dict[str, Any] = {key: read_value(key, given) for key, given in overrides.items()}
    if values.get("cap", base.cap) is None and "at_cap" not in values:
        values["at_cap"] = AtCap.DRAW
    elif values.get("cap", base.cap) is None:
        raise RuleViolation(
            RuleCode.CONTRADICTING_RULES,
            f"at_cap={values['at_cap']} says how a game ends at its cap, but there is none: "
            "choose a cap as well, or leave at_cap out.",
        )
    chosen = replace(base, players=base.players if players is None else players, **values)
    check_rules(chosen)
    return chosen


def parse_rules(texts: Iterable[str]) -> dict[str, str]:
    """Split texts of the form `KEY=VALUE`.

    Raises:
        RuleViolation: a text has no equals sign, or a key comes twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign:
            raise RuleViolation(
                RuleCode.BAD_RULE_VALUE,
                f"The rule {shown(text)} has no value: write KEY=VALUE, "
                "for example hidden_cards=1.",
            )
        if key in values:
            raise RuleViolation(
                RuleCode.CONTRADICTING_RULES, f"The rule {shown(key)} is given twice."
            )
        values[key] = value
    return values


def check_rules(rules: RuleSet) -> None:
    """Refuse a rule set with a value out of range, or one that contradicts itself.

    Raises:
        RuleViolation: names the first thing that is wrong.
    """
    _preset(rules.preset)
    _check_players(rules)
    for key in DIMENSIONS:
        value = getattr(rules, key)
        # A text such as "52" can be read, but in a rule set it would change the digest.
        if read_value(key, value) != value:
            raise bad_value(key, value, f"{read_value(key, value)!r}")
    _check_peace(rules)
    if rules.cap is None and rules.at_cap is not AtCap.DRAW:
        raise RuleViolation(
            RuleCode.CONTRADICTING_RULES,
            f"at_cap={rules.at_cap} says how a game ends at its cap, but there is none: "
            "choose a cap, or at_cap=draw.",
        )


def _preset(name: str) -> RuleSet:
    if name not in PRESETS:
        raise RuleViolation(
            RuleCode.UNKNOWN_PRESET,
            f"There is no preset {shown(name)}: choose one of {', '.join(PRESETS)}.",
        )
    return PRESETS[name]


def _check_players(rules: RuleSet) -> None:
    if not is_whole(rules.players) or not PLAYERS_MIN <= rules.players <= PLAYERS_MAX:
        raise RuleViolation(
            RuleCode.WRONG_PLAYER_COUNT,
            f"{shown(rules.players)} players cannot play: choose {PLAYERS_MIN} to {PLAYERS_MAX}.",
        )
    if rules.preset in _TWO_PLAYERS_ONLY and rules.players != PLAYERS_MIN:
        raise RuleViolation(
            RuleCode.WRONG_PLAYER_COUNT,
            f"The preset {rules.preset} is for two players, not {rules.players}: "
            "choose players 2, or another preset.",
        )


def _check_peace(rules: RuleSet) -> None:
    if rules.best is not Best.LOWEST:
        if rules.preset == _PEACE:
            raise RuleViolation(
                RuleCode.CONTRADICTING_RULES,
                f"The preset peace cannot be combined with best={rules.best}: leave best out, "
                "or choose the preset war.",
            )
        return
    if rules.preset not in _MAY_BE_PEACE:
        raise RuleViolation(
            RuleCode.CONTRADICTING_RULES,
            f"The preset {rules.preset} cannot be combined with best=lowest: "
            "choose the preset peace.",
        )
    if rules.hidden_cards != PEACE_HIDDEN_CARDS:
        raise RuleViolation(
            RuleCode.CONTRADICTING_RULES,
            f"best=lowest is Peace, which always has hidden_cards={PEACE_HIDDEN_CARDS}, "
            f"not {rules.hidden_cards}.",
        )
    if rules.six_beats_ace:
        raise RuleViolation(
            RuleCode.CONTRADICTING_RULES,
            "six_beats_ace=on contradicts best=lowest, where the lowest rank beats an ace anyway: "
            "choose six_beats_ace=off or best=highest.",
        )
