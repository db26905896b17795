"""How the value of one dimension is read, from JSON or from a text."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeGuard, TypeVar

from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.rule_set import AtCap, Best, Deal, ReturnOrder, ShortInWar, WarJoinedBy
from polemos.rules.shown import shown

DECKS = (52, 36, 32)
HIDDEN_CARDS_MAX = 5
CAP_MAX = 100_000

Choice = TypeVar("Choice", bound=StrEnum)


def read_value(key: str, given: object) -> object:
    """Read the value of a dimension.

    Args:
        key: one of `DIMENSIONS`.
        given: as in JSON, or as text (`"3"`, `"on"`, `"none"`).

    Raises:
        RuleViolation: the dimension is unknown or cannot have this value.
    """
    if key not in _READERS:
        raise RuleViolation(
            RuleCode.UNKNOWN_RULE,
            f"There is no rule {shown(key)}: choose among {', '.join(DIMENSIONS)}.",
        )
    return _READERS[key](key, given)


def is_whole(given: object) -> TypeGuard[int]:
    """Tell whether a JSON value is an integer and not a boolean."""
    return isinstance(given, int) and not isinstance(given, bool)


def _deck(key: str, given: object) -> int:
    size = _number(given)
    if size not in DECKS:
        raise bad_value(key, given, _listed([str(deck) for deck in DECKS]))
    return size


def _hidden_cards(key: str, given: object) -> int:
    count = _number(given)
    if count is None or not 0 <= count <= HIDDEN_CARDS_MAX:
        raise bad_value(key, given, f"0 to {HIDDEN_CARDS_MAX}")
    return count


def _cap(key: str, given: object) -> int | None:
    if given is None or given == "none":
        return None
    rounds = _number(given)
    if rounds is None or not 1 <= rounds <= CAP_MAX:
        raise bad_value(key, given, f"none or 1 to {CAP_MAX} completed rounds")
    return rounds


def _switch(key: str, given: object) -> bool:
    if given is True or given in ("on", "true"):
        return True
    if given is False or given in ("off", "false"):
        return False
    raise bad_value(key, given, "on or off")


def _choice(choices: type[Choice]) -> Callable[[str, object], Choice]:
    def read(key: str, given: object) -> Choice:
        if isinstance(given, str) and given in set(choices):
            return choices(given)
        raise bad_value(key, given, _listed(list(choices)))

    return read


def _number(given: object) -> int | None:
    if is_whole(given):
        return given
    # Nine digits hold every allowed value, so a text is never turned into an endless number.
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) <= 9:
        return int(given)
    return None


def _listed(allowed: list[str]) -> str:
    return " or ".join(allowed)


def bad_value(key: str, given: object, allowed: str) -> RuleViolation:
    """Compose the refusal of a value.

    Args:
        key: the dimension.
        given: what was asked for.
        allowed: what could be chosen, to follow "choose".
    """
    return RuleViolation(
        RuleCode.BAD_RULE_VALUE, f"The rule {key} cannot be {shown(given)}: choose {allowed}."
    )


_READERS: dict[str, Callable[[str, object], object]] = {
    "deck": _deck,
    "best": _choice(Best),
    "six_beats_ace": _switch,
    "hidden_cards": _hidden_cards,
    "war_joined_by": _choice(WarJoinedBy),
    "short_in_war": _choice(ShortInWar),
    "return_order": _choice(ReturnOrder),
    "deal": _choice(Deal),
    "cap": _cap,
    "at_cap": _choice(AtCap),
}

DIMENSIONS = tuple(_READERS)
"""What can be chosen beside the preset and the number of players."""
