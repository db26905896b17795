"""The published schemas are what the code says, and what is stored and sent obeys them."""

import json
import types
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from polemos.log.canonical import encode
from polemos.rules.cards import RANK_OF, RANKS, Card, Rank
from polemos.rules.encoding import INTEGER_MAX, b64url
from polemos.rules.events import EVENT_TYPES
from polemos.rules.rule_set import RuleSet
from polemos.wire.pushes import PUSH_TYPES
from polemos.wire.requests import REQUEST_TYPES
from polemos.wire.schemas import ENVELOPE, events_schema, read_docstring, schema_files

FILES = schema_files()
COMMITTED = Path(__file__).parents[2] / "schemas"

numbers = st.integers(0, 10_000)
digests = st.binary(min_size=32, max_size=32).map(b64url)


def values(kind: Any, name: str) -> st.SearchStrategy[Any]:
    """Draw values of a field by its type, so that a new event needs no new test."""
    if kind is Card:
        return st.sampled_from(list(RANK_OF))
    if kind is Rank:
        return st.sampled_from(RANKS)
    if kind is RuleSet:
        return objects(RuleSet)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    if get_origin(kind) is tuple:
        return st.lists(values(get_args(kind)[0], name), max_size=4).map(tuple)
    if get_origin(kind) in (Union, types.UnionType):
        return st.one_of([values(part, name) for part in get_args(kind)])
    if kind is types.NoneType:
        return st.none()
    if kind is str:
        return digests
    return {bool: st.booleans(), int: numbers}[kind]


def objects(kind: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: values(hints[f.name], f.name) for f in fields(kind)})


EVENTS = Draft202012Validator(events_schema())


def test_the_committed_schemas_are_those_of_the_code():
    files = FILES
    committed = {path.name: path.read_bytes() for path in COMMITTED.iterdir()}
    assert sorted(committed) == sorted(files), "run: polemos schemas schemas"
    stale = [name for name in files if committed[name] != files[name]]
    assert stale == [], "run: polemos schemas schemas"


@pytest.mark.parametrize(
    "name", [name for name in schema_files() if name.startswith(("e", "p", "r"))]
)
def test_every_schema_is_a_schema(name):
    Draft202012Validator.check_schema(json.loads(schema_files()[name]))


@pytest.mark.parametrize("name", list(EVENT_TYPES))
@given(data=st.data())
def test_every_stored_event_obeys_the_schema(name, data):
    event = data.draw(objects(EVENT_TYPES[name]))
    prev = data.draw(st.just("") | digests)
    line = encode(event, game="abc-1", seq=data.draw(st.integers(1, INTEGER_MAX)), at=1, prev=prev)
    EVENTS.validate(json.loads(line))


@given(data=st.data())
def test_an_event_with_one_thing_changed_disobeys_it(data):
    event = data.draw(objects(EVENT_TYPES["CardFlipped"]))
    stored = json.loads(encode(event, game="abc-1", seq=1, at=1, prev=""))
    wrong = data.draw(
        st.sampled_from(
            [
                *({key: value for key, value in stored.items() if key != gone} for gone in stored),
                stored | {"more": 1},
                stored | {"card": "1h"},
                stored | {"seq": 0},
                stored | {"type": "CardFolded"},
                stored | {"prev": "short"},
                stored | {"round": "1"},
            ]
        )
    )
    with pytest.raises(ValidationError):
        EVENTS.validate(wrong)


@pytest.mark.parametrize("name", list(EVENT_TYPES))
def test_every_field_of_an_event_is_described(name):
    schema = events_schema()["$defs"][name]
    assert set(schema["properties"]) == {
        "type",
        *ENVELOPE,
        *(field.name for field in fields(EVENT_TYPES[name])),
    }
    assert all(shape["description"] for shape in schema["properties"].values())
    assert schema["description"] == read_docstring(EVENT_TYPES[name])[0]


@pytest.mark.parametrize("kind", [*REQUEST_TYPES.values(), *PUSH_TYPES.values()])
def test_every_field_of_a_request_and_a_push_is_described(kind):
    assert kind.__doc__
    undescribed = [
        name
        for name, field in kind.model_fields.items()
        if name != "type" and not field.description
    ]
    assert undescribed == []


def test_the_asyncapi_document_names_every_message_and_points_at_files_that_are_there():
    files = FILES
    document = json.loads(files["asyncapi.json"])
    messages = document["components"]["messages"]
    assert set(messages) == {*REQUEST_TYPES, *PUSH_TYPES}
    for message in messages.values():
        assert message["payload"]["$ref"].removeprefix("./") in files
    for reference in _references(document):
        if reference.startswith("#/"):
            found = document
            for step in reference.removeprefix("#/").split("/"):
                found = found[step]


def _references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [found for item in value for found in _references(item)]
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [found for item in value.values() for found in _references(item)]
    return []
