"""From a line back to its event, strictly: whatever we would not have written is refused.

For `decode`, a line is right when the event that was read from it is written as the same bytes
again. So there is no second check of encoding, key order, white space, escapes, repeated keys or
forms of a number.

Shapes that were stored by earlier versions are turned into today's by upcasters, before anything
else sees them; the stored bytes are never touched.
"""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from pydantic_core import CoreSchema, SchemaValidator, ValidationError
from pydantic_core import core_schema as cs

from polemos.log.canonical import encode
from polemos.log.entries import READERS, Entry
from polemos.log.store import StoreCorrupt
from polemos.rules.cards import RANK_OF, RANKS, Card, Rank
from polemos.rules.encoding import INTEGER_MAX, canonical
from polemos.rules.events import EVENT_TYPES, Event
from polemos.rules.rule_set import RuleSet

__all__ = ["CURRENT", "BadLine", "Codec", "Entry", "Shape", "Upcaster", "decode", "decode_own"]

Shape = dict[str, object]
Upcaster = Callable[[Shape], Shape]
"""Turns one old shape into the next newer one; a shape that is not its own it returns as it is."""


class BadLine(StoreCorrupt):
    """A line that is no event of ours.

    Args:
        reason: what is wrong with it.
        line: its bytes.
    """

    def __init__(self, reason: str, line: bytes) -> None:
        super().__init__(reason, line)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        start = self.line[:80].decode(errors="replace")
        return f"This line is no event: {self.reason}. It starts with {start!r}."


class Codec:
    """Reads lines of today's shapes and, through its upcasters, of earlier ones.

    Args:
        upcasters: for each event type that has had other shapes, the steps from the oldest on.
    """

    def __init__(self, upcasters: Mapping[str, tuple[Upcaster, ...]]) -> None:
        self._upcasters = upcasters

    def decode(self, line: bytes) -> Entry:
        """Read a line.

        Raises:
            BadLine: it is not JSON, or has an unknown type, a missing or unknown field, a value of
                the wrong type, a card that does not exist or another form than the canonical one.
        """
        try:
            entry: Entry = _VALIDATOR.validate_json(line, strict=True)
        except ValidationError as error:
            return self._upcast(line, error)
        again = encode(entry.event, game=entry.game, seq=entry.seq, at=entry.at, prev=entry.prev)
        if again != line:
            raise BadLine(_NOT_CANONICAL, line)
        return entry

    def decode_own(self, line: bytes) -> Entry:
        """Read a line that our store gave, whose bytes the chain vouches for.

        The same as `decode` but for the canonical form, which is a third of the work.

        Raises:
            BadLine: as `decode`, the canonical form excepted.
        """
        try:
            entry: Entry = _VALIDATOR.validate_json(line, strict=True)
        except ValidationError as error:
            return self._upcast(line, error)
        return entry

    def _upcast(self, line: bytes, refusal: ValidationError) -> Entry:
        # The refusal speaks of the bytes that are there, not of what we made of them.
        bad = BadLine(_sentence(refusal), line)
        shape = _old_shape(line)
        upcasters = self._upcasters.get(str(shape.get("type")), ())
        if not upcasters:
            raise bad
        for upcaster in upcasters:
            shape = upcaster(shape)
        try:
            newest: Entry = _VALIDATOR.validate_json(canonical(shape), strict=True)
        except ValidationError:
            raise bad from None
        return newest


def _old_shape(line: bytes) -> Shape:
    """Read an object in canonical form; give an empty one where there is none."""
    try:
        # Decoded here, for `loads` would guess at other encodings than UTF-8.
        shape = json.loads(line.decode())
        is_canonical = isinstance(shape, dict) and canonical(shape) == line
    except (ValueError, RecursionError):
        return {}
    return shape if is_canonical else {}


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(step) for step in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def _field_schema(hint: object) -> CoreSchema:
    """Say which JSON a field accepts; bounds and card texts are what the types cannot say."""
    match hint:
        case type() if issubclass(hint, StrEnum):
            return cs.enum_schema(hint, list(hint), sub_type="str")
        case type() if hint is RuleSet:
            return cs.no_info_after_validator_function(_rule_set, _rules_schema())
        case type() if hint in _PLAIN:
            return _PLAIN[hint]
        case _ if hint is Card:
            return cs.literal_schema(list(RANK_OF))
        case _ if hint is Rank:
            return cs.literal_schema(list(RANKS))
        case _ if hint == tuple[int, ...]:
            return cs.tuple_schema([_COUNT], variadic_item_index=0)
        case _ if get_origin(hint) is UnionType and len(get_args(hint)) == 2:
            return cs.nullable_schema(_field_schema(get_args(hint)[0]))
        case _:
            raise TypeError(f"The codec does not know fields of type {hint}")


def _rules_schema() -> CoreSchema:
    hints = get_type_hints(RuleSet)
    shape = {name: cs.typed_dict_field(_field_schema(hint)) for name, hint in hints.items()}
    return cs.typed_dict_schema(shape, extra_behavior="forbid")


def _rule_set(shape: dict[str, Any]) -> RuleSet:
    return RuleSet(**shape)


def _line_schema(name: str, kind: type[Event]) -> CoreSchema:
    """Say which object a line of one type is: its reader's arguments, all of them, no others."""
    envelope = {
        "at": _COUNT,
        "game": cs.str_schema(),
        "prev": cs.str_schema(),
        "seq": cs.int_schema(ge=1, le=INTEGER_MAX),
        "type": cs.str_schema(),
    }
    own = {field: _field_schema(hint) for field, hint in get_type_hints(kind).items()}
    arguments = [
        cs.arguments_parameter(field, schema, mode="keyword_only")
        for field, schema in (envelope | own).items()
    ]
    return cs.call_schema(cs.arguments_schema(arguments), READERS[name])


_NOT_CANONICAL = (
    "it is not in canonical form: its keys, white space, numbers or escapes must be written as "
    "the log writes them"
)
_COUNT = cs.int_schema(ge=0, le=INTEGER_MAX)
_PLAIN: dict[type, CoreSchema] = {int: _COUNT, str: cs.str_schema(), bool: cs.bool_schema()}
_VALIDATOR = SchemaValidator(
    cs.tagged_union_schema(
        {name: _line_schema(name, kind) for name, kind in EVENT_TYPES.items()}, discriminator="type"
    ),
    cs.CoreConfig(strict=True),
)

CURRENT = Codec({})
"""Reads what this version writes; no earlier version wrote anything else yet."""

decode = CURRENT.decode
decode_own = CURRENT.decode_own
