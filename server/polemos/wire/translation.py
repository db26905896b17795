"""Translates a frame's text into a request, or says in one sentence what is wrong with it."""

import json
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

from polemos.wire.codes import WireCode
from polemos.wire.requests import REQUEST_ID, REQUEST_TYPES, RULE_VALUE_DESCRIPTION, AnyRequest

_SHOWN_CHARACTERS_MAX = 40


class BadRequest(Exception):  # noqa: N818  the field's word for a fault of the peer
    """The peer sent what is no request.

    Args:
        code: which kind of fault.
        sentence: where it is and what is allowed, for a person.
        id: the request's id, none when it could not be read.
    """

    def __init__(self, code: WireCode, sentence: str, *, id: int | str | None = None) -> None:  # noqa: A002
        super().__init__(code, sentence, id)
        self.code = code
        self.sentence = sentence
        self.id = id

    def __str__(self) -> str:
        return self.sentence


def read_request(text: bytes | str) -> AnyRequest:
    """Translate one text frame.

    Raises:
        BadRequest: the text is no JSON object, the type is unknown, or a field is wrong.
    """
    frame = _read_object(text)
    request_id = _read_id(frame)
    kind = _read_type(frame, request_id)
    try:
        return kind.model_validate(frame)
    except ValidationError as error:
        sentence = _sentence(kind, error.errors(include_url=False)[0])
        raise BadRequest(WireCode.BAD_REQUEST, sentence, id=request_id) from None


def _read_object(text: bytes | str) -> dict[str, Any]:
    try:
        frame = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest(
            WireCode.MALFORMED_FRAME,
            f"The frame is not JSON ({error}): send one JSON object in a text frame.",
        ) from None
    if not isinstance(frame, dict):
        raise BadRequest(
            WireCode.MALFORMED_FRAME,
            f"The frame is {_kind_of(frame)}: send one JSON object in a text frame.",
        )
    return frame


def _read_id(frame: dict[str, Any]) -> int | str | None:
    try:
        return REQUEST_ID.validate_python(frame.get("id"))
    except ValidationError:
        return None


def _read_type(frame: dict[str, Any], request_id: int | str | None) -> type[AnyRequest]:
    name = frame.get("type")
    kind = REQUEST_TYPES.get(name) if isinstance(name, str) else None
    if kind is not None:
        return kind
    wrong = "is missing" if name is None else f"is {_shown(name)}"
    raise BadRequest(
        WireCode.UNKNOWN_REQUEST,
        f"The field `type` {wrong}; it must be one of {', '.join(REQUEST_TYPES)}.",
        id=request_id,
    )


def _sentence(kind: type[AnyRequest], error: ErrorDetails) -> str:
    request = kind.model_fields["type"].default
    if not error["loc"]:
        reason = error.get("ctx", {}).get("error", error["msg"])
        return f"The request `{request}` is not clear: {reason}."
    field = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        fields = ", ".join(name for name in kind.model_fields if name != "type")
        return f"The request `{request}` has no field {_shown(field)}; it takes {fields}."
    allowed = _allowed(kind, error)
    if error["type"] == "missing":
        return f"The request `{request}` needs the field `{field}`; it must be {allowed}."
    return (
        f"The field `{_place(error)}` of `{request}` is {_shown(error['input'])}; "
        f"it must be {allowed}."
    )


def _allowed(kind: type[AnyRequest], error: ErrorDetails) -> str:
    if _place(error).startswith("rules."):
        return RULE_VALUE_DESCRIPTION
    description = kind.model_fields[str(error["loc"][0])].description
    assert description is not None, "every field describes what it must be"  # noqa: S101
    return description


def _place(error: ErrorDetails) -> str:
    """Name the field, and within `rules` the dimension; the rest is pydantic's own bookkeeping."""
    place = error["loc"]
    if place[0] == "rules" and len(place) > 1 and len(str(place[1])) <= _SHOWN_CHARACTERS_MAX:
        return f"rules.{place[1]}"
    return str(place[0])


def _shown(value: object) -> str:
    """Show a peer's value shortened and escaped: it may be long, and it may lie."""
    match value:
        case dict() | list():
            return _kind_of(value)
        case _:
            text = json.dumps(value)
            if len(text) > _SHOWN_CHARACTERS_MAX:
                return f"{text[:_SHOWN_CHARACTERS_MAX]}… ({len(text)} characters)"
            return text


def _kind_of(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "an array"
        case _:
            return "an object"
