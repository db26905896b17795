"""The AsyncAPI document: one socket, what is asked on it and what is pushed."""

from collections.abc import Mapping
from typing import Any

from polemos.wire.pushes import PUSH_TYPES
from polemos.wire.requests import REQUEST_TYPES

Schema = dict[str, Any]

VERSION = "1.0.0"
"""The protocol's, `polemos.v1`; its second number rises with every addition."""

DESCRIPTION = (
    "Live games of War. A connection asks with requests and gets exactly one answer to each, "
    "`accepted` or `refused`; a watched game brings pushes. Frames are text, one JSON object each."
)


def asyncapi_document(documents: Mapping[str, Schema]) -> Schema:
    """Describe the protocol.

    Args:
        documents: the schema files by name, which the messages refer to.

    Source:
        AsyncAPI 3.0.0, https://www.asyncapi.com/docs/reference/specification/v3.0.0
    """
    requests = {name: f"request.{name}.json" for name in REQUEST_TYPES}
    pushes = {name: f"push.{name}.json" for name in PUSH_TYPES}
    messages = {
        name: _message(name, file, documents[file]) for name, file in {**requests, **pushes}.items()
    }
    answers = [_reference(f"channels/socket/messages/{name}") for name in ("accepted", "refused")]
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "polemos.v1", "version": VERSION, "description": DESCRIPTION},
        "servers": {
            "local": {
                "host": "127.0.0.1:8765",
                "protocol": "ws",
                "description": "a server started with the defaults",
            }
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/socket",
                "description": "A websocket with the subprotocol polemos.v1 and no extensions.",
                "messages": {name: _reference(f"components/messages/{name}") for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            **{name: _request_operation(name, answers) for name in requests},
            "push": {
                "action": "send",
                "channel": _reference("channels/socket"),
                "summary": "What the server sends without being asked for each single one.",
                "messages": [
                    _reference(f"channels/socket/messages/{name}")
                    for name in pushes
                    if name not in ("accepted", "refused")
                ],
            },
        },
        "components": {"messages": messages},
    }


def _message(name: str, file: str, schema: Schema) -> Schema:
    return {
        "name": name,
        "summary": schema["description"].partition("\n")[0],
        "contentType": "application/json",
        "payload": {"$ref": f"./{file}"},
    }


def _request_operation(name: str, answers: list[Schema]) -> Schema:
    channel = _reference("channels/socket")
    return {
        "action": "receive",
        "channel": channel,
        "messages": [_reference(f"channels/socket/messages/{name}")],
        "reply": {"channel": channel, "messages": answers},
    }


def _reference(path: str) -> Schema:
    return {"$ref": f"#/{path}"}
