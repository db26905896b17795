"""Writes the schemas: stored events, requests, pushes, codes, and the AsyncAPI document.

They are made from the classes themselves, so they cannot say anything else than the code does;
the files in `schemas/` are compared with them by a test.
"""

import inspect
import json
import re
from typing import Any

from pydantic import TypeAdapter

from polemos.rules.cards import RANKS, SUITS
from polemos.rules.encoding import INTEGER_MAX
from polemos.rules.events import EVENT_TYPES, Event
from polemos.rules.rule_set import RuleSet
from polemos.wire.asyncapi import asyncapi_document
from polemos.wire.codes import CODES, RETRY_MEANINGS
from polemos.wire.pushes import PUSH_TYPES
from polemos.wire.requests import REQUEST_TYPES, WHOLE_GAME_PATTERN

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DIGEST_PATTERN = r"^[A-Za-z0-9_-]{43}$"

ENVELOPE: dict[str, Schema] = {
    "at": {
        "type": "integer",
        "minimum": 0,
        "maximum": INTEGER_MAX,
        "description": "when it was recorded, Unix milliseconds; never before the previous event",
    },
    "game": {"type": "string", "pattern": WHOLE_GAME_PATTERN, "description": "the game's id"},
    "prev": {
        "type": "string",
        "pattern": rf"^$|{DIGEST_PATTERN}",
        "description": "SHA-256 of the previous event's bytes, base64url without padding; "
        "empty in the first event",
    },
    "seq": {
        "type": "integer",
        "minimum": 1,
        "maximum": INTEGER_MAX,
        "description": "counts the game's events from 1 without a gap",
    },
}
"""What every stored event carries besides its own fields."""

_PATTERNS = {
    "card": f"^[{''.join(RANKS)}][{''.join(SUITS)}]$",
    "rank": f"^[{''.join(RANKS)}]$",
    "rules_digest": DIGEST_PATTERN,
}


def schema_files() -> dict[str, bytes]:
    """Make every schema file, by name."""
    documents = {"events.json": events_schema(), "codes.json": codes_document()}
    for name, kind in REQUEST_TYPES.items():
        documents[f"request.{name}.json"] = _model_schema(name, kind.model_json_schema())
    for name, push in PUSH_TYPES.items():
        schema = push.model_json_schema(mode="serialization")
        documents[f"push.{name}.json"] = _model_schema(name, schema)
    documents["asyncapi.json"] = asyncapi_document(documents)
    return {name: _encode(document) for name, document in documents.items()}


def events_schema() -> Schema:
    """Describe a stored event: one flat object, told apart by `type`."""
    definitions: Schema = {}
    for name, kind in EVENT_TYPES.items():
        definitions[name] = _event_schema(name, kind, definitions)
    return {
        "$schema": DIALECT,
        "title": "Event",
        "description": "One line of a game's export, one element of an events push.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in EVENT_TYPES],
        "$defs": definitions,
    }


def codes_document() -> Schema:
    """Show the table of codes, with what each way to retry means."""
    return {
        "codes": {
            row.code: {"meaning": row.meaning, "retry": row.retry.value} for row in CODES.values()
        },
        "retries": {retry.value: meaning for retry, meaning in RETRY_MEANINGS.items()},
    }


def _event_schema(name: str, kind: type[Event], definitions: Schema) -> Schema:
    schema = TypeAdapter(kind).json_schema(ref_template="#/$defs/{model}")
    for other, definition in schema.pop("$defs", {}).items():
        definitions[other] = _definition(definition)
    summary, fields = read_docstring(kind)
    properties: Schema = {
        "type": {"const": name, "description": "the kind of the event"},
        **ENVELOPE,
    }
    for field, shape in schema.get("properties", {}).items():
        properties[field] = _field(field, shape, fields[field])
    return {
        "title": name,
        "description": summary,
        "type": "object",
        "properties": dict(sorted(properties.items())),
        "required": sorted(properties),
        "additionalProperties": False,
    }


def _field(field: str, shape: Schema, description: str) -> Schema:
    described = {**shape, "description": description}
    described.pop("title", None)
    if shape.get("type") == "string" and field in _PATTERNS:
        described["pattern"] = _PATTERNS[field]
    return described


def _definition(definition: Schema) -> Schema:
    """Close an object that events refer to; enumerations are closed by nature."""
    if definition.get("type") != "object":
        return definition
    summary, fields = read_docstring(RuleSet)
    return {
        **definition,
        "description": summary,
        "properties": {
            field: _field(field, shape, fields[field])
            for field, shape in definition["properties"].items()
        },
        "additionalProperties": False,
    }


def _model_schema(name: str, schema: Schema) -> Schema:
    """Require the `type`, which the model fills in but the wire must carry."""
    required = sorted({"type", *schema.get("required", [])})
    return {"$schema": DIALECT, **schema, "title": name, "required": required}


def read_docstring(kind: type) -> tuple[str, dict[str, str]]:
    """Split a dataclass's docstring into its summary and the descriptions of its fields."""
    summary, _, arguments = inspect.cleandoc(kind.__doc__ or "").partition("\n\nArgs:\n")
    fields = re.findall(r"^    (\w+): (.+(?:\n        .+)*)", arguments, re.MULTILINE)
    return " ".join(summary.split()), {name: " ".join(text.split()) for name, text in fields}


def _encode(document: Schema) -> bytes:
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()
