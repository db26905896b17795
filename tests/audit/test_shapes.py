"""The audit's own account of the format is that of the events, field by field."""

from dataclasses import fields

import pytest

from polemos.audit.kinds import RULE_KINDS
from polemos.audit.shapes import ENVELOPE, SHAPES
from polemos.rules.events import EVENT_TYPES
from polemos.rules.rule_set import RuleSet


def test_every_type_of_event_has_a_shape():
    assert SHAPES.keys() == EVENT_TYPES.keys()


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_a_shape_has_exactly_the_fields_of_its_event(name):
    assert SHAPES[name].keys() == {field.name for field in fields(EVENT_TYPES[name])}
    assert not SHAPES[name].keys() & (ENVELOPE.keys() | {"type"})


def test_every_dimension_of_a_rule_set_is_read():
    assert RULE_KINDS.keys() == {field.name for field in fields(RuleSet)}
