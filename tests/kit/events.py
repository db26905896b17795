"""Every event that the types allow, for property tests of whatever handles all of them."""

from dataclasses import fields
from enum import StrEnum
from types import UnionType
from typing import get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from polemos.rules.cards import RANK_OF, RANKS, Card, Rank
from polemos.rules.encoding import INTEGER_MAX
from polemos.rules.events import EVENT_TYPES, Event
from polemos.rules.rule_set import RuleSet

counts = st.integers(min_value=0, max_value=INTEGER_MAX)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
game_ids = st.from_regex(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}", fullmatch=True)


def values_of(hint) -> st.SearchStrategy:
    """Give the values that a field of this type may have."""
    plain = {int: counts, str: texts, bool: st.booleans()}
    if hint in plain:
        return plain[hint]
    if hint is Card:
        return st.sampled_from(list(RANK_OF))
    if hint is Rank:
        return st.sampled_from(RANKS)
    if hint is RuleSet:
        return instances_of(RuleSet)
    if hint == tuple[int, ...]:
        return st.lists(counts, max_size=4).map(tuple)
    if get_origin(hint) is UnionType:
        return st.none() | values_of(get_args(hint)[0])
    assert issubclass(hint, StrEnum)
    return st.sampled_from(list(hint))


def instances_of(kind: type) -> st.SearchStrategy:
    """Give the values of a dataclass."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: values_of(hints[field.name]) for field in fields(kind)})


events: st.SearchStrategy[Event] = st.one_of([instances_of(kind) for kind in EVENT_TYPES.values()])
