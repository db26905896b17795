"""The form of one line: read strictly, and written in its only form.

A line is right when reading it and writing what was read gives the same bytes again. So there is no
second check of key order, white space or escapes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NoReturn

from polemos.audit.findings import Code, Fault
from polemos.audit.kinds import Kind, shown
from polemos.audit.shapes import ENVELOPE, SHAPES
from polemos.rules.events import EVENT_TYPES, Event

LINE_BYTES_MAX = 64 * 1024
"""Far beyond the longest event; what is longer is not read at all."""

NEWLINE = b"\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one line says.

    Args:
        at: Unix milliseconds.
        game: the game's id.
        prev: the hash of the line before, empty in the first.
        seq: counts from 1.
        event: the event itself.
    """

    at: int
    game: str
    prev: str
    seq: int
    event: Event


def read(raw: bytes) -> Line:
    """Read one line.

    Args:
        raw: with its newline.

    Raises:
        Fault: the first thing that is wrong with its form.
    """
    line = _line_of(_object_of(_text_of(raw)))
    written = write(line.event, at=line.at, game=line.game, prev=line.prev, seq=line.seq)
    if written + NEWLINE != raw:
        raise Fault(
            Code.NOT_CANONICAL,
            "The line says what it may say, but not in canonical form: its keys, white space, "
            "numbers or escapes must be written as in the log.",
        )
    return line


def write(event: Event, *, at: int, game: str, prev: str, seq: int) -> bytes:
    """Write the line that an event must be, without the newline."""
    layout = _LAYOUTS[type(event)]
    return layout.template.format(at, game, prev, seq, *layout.values(event)).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """How the lines of one type are written.

    Args:
        template: its places 0 to 3 are at, game, prev and seq, the others the event's fields.
        values: gives what goes into those.
    """

    template: str
    values: Callable[[Event], tuple[object, ...]]


def _layout(name: str, shape: dict[str, Kind]) -> _Layout:
    patterns = {"at": "{0}", "game": '"{1}"', "prev": '"{2}"', "seq": "{3}", "type": f'"{name}"'}
    for place, (key, kind) in enumerate(shape.items(), 4):
        patterns[key] = (kind.pattern or "{}").replace("{}", f"{{{place}}}")
    members = ",".join(f'"{key}":{patterns[key]}' for key in sorted(patterns))
    return _Layout(template=f"{{{{{members}}}}}", values=_values_of(shape))


def _values_of(shape: dict[str, Kind]) -> Callable[[Event], tuple[object, ...]]:
    if len(shape) > 1 and all(kind.pattern for kind in shape.values()):
        return attrgetter(*shape)

    def values(event: Event) -> tuple[object, ...]:
        shown = ((kind, getattr(event, key)) for key, kind in shape.items())
        return tuple(value if kind.pattern else kind.write(value) for kind, value in shown)

    return values


# Every line of a finished game is written once to be compared, so the layouts are made only once.
_LAYOUTS = {EVENT_TYPES[name]: _layout(name, shape) for name, shape in SHAPES.items()}


def _text_of(raw: bytes) -> str:
    if len(raw) > LINE_BYTES_MAX:
        raise Fault(Code.LINE_TOO_LONG, f"The line has more than {LINE_BYTES_MAX} bytes.")
    if not raw.endswith(NEWLINE):
        raise Fault(
            Code.LINE_CUT, "The line does not end with a newline: the export was cut off here."
        )
    try:
        return raw[:-1].decode()
    except UnicodeDecodeError as error:
        raise Fault(Code.NOT_UTF8, f"Byte {error.start + 1} of the line is not UTF-8.") from None


def _object_of(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except RecursionError:
        raise Fault(Code.NOT_JSON, "The line is nested too deeply to be an event.") from None
    except ValueError as error:
        raise Fault(Code.NOT_JSON, f"The line is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Fault(Code.NOT_AN_OBJECT, f"The line is {shown(value)}, not a JSON object.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Fault(Code.KEY_REPEATED, "A key stands in the line twice.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _line_of(value: dict[str, Any]) -> Line:
    name = value.pop("type", None)
    shape = SHAPES.get(name) if isinstance(name, str) else None
    if shape is None or not isinstance(name, str):
        raise Fault(
            Code.TYPE_UNKNOWN, f"The type is {shown(name)}, not one of {', '.join(SHAPES)}."
        )
    _check_names(name, value, ENVELOPE.keys() | shape.keys())
    return Line(
        **{key: _read_field(key, kind, value) for key, kind in ENVELOPE.items()},
        event=EVENT_TYPES[name](
            **{key: _read_field(key, kind, value) for key, kind in shape.items()}
        ),
    )


def _check_names(name: str, value: dict[str, Any], names: set[str]) -> None:
    missing, unknown = sorted(names - value.keys()), sorted(value.keys() - names)
    if missing:
        raise Fault(Code.FIELD_MISSING, f"The {name} has no {', '.join(missing)}.")
    if unknown:
        raise Fault(Code.FIELD_UNKNOWN, f"A {name} has no field {shown(unknown[0])}.")


def _read_field(key: str, kind: Kind, value: dict[str, Any]) -> Any:
    try:
        return kind.read(value[key])
    except ValueError as error:
        raise Fault(Code.VALUE_BAD, f"The field {key} is {error}.") from None
