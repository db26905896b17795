"""The kinds of values in a line: how each is read strictly, and written in its only form.

What stands here a second time, such as the form of a game's id, does so for the reason of `shapes`.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from polemos.rules.cards import RANK_OF, RANKS
from polemos.rules.encoding import INTEGER_MAX, from_b64url
from polemos.rules.rule_set import AtCap, Best, Deal, ReturnOrder, RuleSet, ShortInWar, WarJoinedBy
from polemos.rules.shown import shown as shown_shortly

SHOWN_LETTERS_MAX = 60
SEATS_MAX = 4

NUMBER = "{}"
QUOTED = '"{}"'

_GAME = re.compile(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}")
_HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value.

    Args:
        read: turns a JSON value into the event's; raises ValueError, whose text follows "is".
        write: turns the event's value into its canonical JSON text.
        pattern: the format that does the same, where one is enough; without a call, it is faster.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], str]
    pattern: str | None = None


def shown(value: object) -> str:
    """Show a value in a sentence, cut to `SHOWN_LETTERS_MAX` letters."""
    return shown_shortly(value, SHOWN_LETTERS_MAX)


def whole(least: int, most: int = INTEGER_MAX) -> Kind:
    """Make the kind of a whole number within bounds."""

    def read(value: object) -> int:
        # A boolean is an int for Python, but not for JSON.
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{shown(value)}, not a whole number from {least} to {most}")
        return value

    return Kind(read, str, NUMBER)


def choice(choices: type[StrEnum]) -> Kind:
    """Make the kind of one text out of a closed list."""

    def read(value: str) -> StrEnum:
        try:
            return choices(value)
        except ValueError:
            raise ValueError(f"{shown(value)}, not one of {', '.join(choices)}") from None

    return Kind(read, _write_plain)


def optional(kind: Kind) -> Kind:
    """Make the kind of a value that may be null."""

    def read(value: object) -> object:
        return None if value is None else kind.read(value)

    def write(value: object) -> str:
        return "null" if value is None else kind.write(value)

    return Kind(read, write)


def row(kind: Kind, length_max: int) -> Kind:
    """Make the kind of a list with a bounded number of values."""

    def read(value: object) -> tuple[object, ...]:
        if type(value) is not list or len(value) > length_max:
            raise ValueError(f"{shown(value)}, not a list of at most {length_max}")
        return tuple(kind.read(item) for item in value)

    def write(value: tuple[object, ...]) -> str:
        return f"[{','.join(map(kind.write, value))}]"

    return Kind(read, write)


def _read_text(value: object) -> str:
    if type(value) is not str:
        raise ValueError(f"{shown(value)}, not a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{shown(value)}, which holds half a character") from None
    return value


def _read_hash(value: object) -> str:
    text = _read_text(value)
    try:
        is_whole = len(from_b64url(text)) == _HASH_BYTES
    except ValueError:
        is_whole = False
    if not is_whole:
        raise ValueError(f"{shown(value)}, not {_HASH_BYTES} bytes in base64url")
    return text


def _read_hash_or_nothing(value: object) -> str:
    return "" if value == "" else _read_hash(value)


def _read_game(value: object) -> str:
    text = _read_text(value)
    if not _GAME.fullmatch(text):
        raise ValueError(f"{shown(value)}, not a game's id")
    return text


def _read_card(value: object) -> str:
    text = _read_text(value)
    if text not in RANK_OF:
        raise ValueError(f"{shown(value)}, not a card (a rank of 23456789TJQKA, a suit of cdhs)")
    return text


def _read_rank(value: object) -> str:
    text = _read_text(value)
    if text not in RANKS:
        raise ValueError(f"{shown(value)}, not a rank of 23456789TJQKA")
    return text


def _read_switch(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{shown(value)}, not true or false")
    return value


def _read_rules(value: object) -> RuleSet:
    if type(value) is not dict or value.keys() != RULE_KINDS.keys():
        raise ValueError(f"{shown(value)}, not an object with exactly {', '.join(RULE_KINDS)}")
    return RuleSet(**{key: _read_rule(key, value[key]) for key in RULE_KINDS})


def _read_rule(key: str, value: object) -> Any:
    try:
        return RULE_KINDS[key].read(value)
    except ValueError as error:
        raise ValueError(f"an object whose {key} is {error}") from None


def _write_rules(rules: RuleSet) -> str:
    texts = [f'"{key}":{RULE_KINDS[key].write(getattr(rules, key))}' for key in sorted(RULE_KINDS)]
    return f"{{{','.join(texts)}}}"


def _write_plain(value: str) -> str:
    """Write a text of which the reading has proved that nothing in it needs escaping."""
    return f'"{value}"'


def _write_text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


TEXT = Kind(_read_text, _write_text)
HASH = Kind(_read_hash, _write_plain, QUOTED)
HASH_OR_NOTHING = Kind(_read_hash_or_nothing, _write_plain, QUOTED)
GAME = Kind(_read_game, _write_plain, QUOTED)
CARD = Kind(_read_card, _write_plain, QUOTED)
RANK = Kind(_read_rank, _write_plain, QUOTED)
SWITCH = Kind(_read_switch, lambda value: "true" if value else "false")
COUNT = whole(0)
ORDINAL = whole(1)
SEAT = whole(0, SEATS_MAX - 1)
SEATS = row(SEAT, SEATS_MAX)
COUNTS = row(COUNT, SEATS_MAX)
ORDINALS = row(ORDINAL, SEATS_MAX)

RULE_KINDS: dict[str, Kind] = {
    "preset": TEXT,
    "players": COUNT,
    "deck": COUNT,
    "best": choice(Best),
    "six_beats_ace": SWITCH,
    "hidden_cards": COUNT,
    "war_joined_by": choice(WarJoinedBy),
    "short_in_war": choice(ShortInWar),
    "return_order": choice(ReturnOrder),
    "deal": choice(Deal),
    "cap": optional(COUNT),
    "at_cap": choice(AtCap),
}
"""Each dimension's kind; whether the values make sense together is the rules' question."""

RULES = Kind(_read_rules, _write_rules)
