"""Reads the calls of a function in the page's modules, far enough to know what they ask for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_TEMPLATE = re.compile(r"`((?:[^`\\]|\\.)*)`")
_COMMENT = re.compile(r"^\s*//[^\n]*|(?<=[\s;])//\s[^\n]*|/\*\*.*?\*/", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Call:
    """One call, by its arguments' source texts."""

    path: str
    arguments: tuple[str, ...]

    @property
    def literal_keys(self) -> tuple[str, ...]:
        """The keys that the first argument can be, where it names them: one, or either of two."""
        first = self.arguments[0]
        if _STRING.fullmatch(first):
            return (first[1:-1],)
        if choice := re.fullmatch(r'[^"`]*\? "(\w+)" : "(\w+)"', first):
            return choice.groups()
        return ()

    @property
    def names(self) -> frozenset[str] | None:
        """The names of the values that are passed, or None where they cannot be read."""
        if len(self.arguments) == 1:
            return frozenset()
        second = self.arguments[1]
        if not second.startswith("{") or "..." in second:
            return None
        parts = split(second[1:-1])
        return frozenset(part.partition(":")[0].strip() for part in parts if part)


def without_comments(source: str) -> str:
    """Leave out what is no code."""
    return _COMMENT.sub("", source)


def calls_of(name: str, path: str, source: str) -> Iterator[Call]:
    """Find all calls of a function, those within other calls too."""
    for found in re.finditer(rf"(?<![\w.#]){name}\(", source):
        inside = source[found.end() : _end(source, found.end())]
        yield Call(path, tuple(split(inside)))


def strings_of(source: str) -> frozenset[str]:
    """List the texts in double quotes."""
    return frozenset(_STRING.findall(source))


def templates_of(source: str) -> frozenset[str]:
    """List the texts in backquotes, with what is put into them."""
    return frozenset(_TEMPLATE.findall(source))


def split(source: str) -> list[str]:
    """Split at the commas that stand in no bracket and no text."""
    parts, start, place = [], 0, 0
    while place < len(source):
        if source[place] == ",":
            parts.append(source[start:place].strip())
            start = place + 1
        place = _after(source, place)
    last = source[start:].strip()
    return [*parts, last] if last else parts


def _end(source: str, place: int) -> int:
    """Find where the bracket that was opened before `place` is closed."""
    while source[place] not in ")]}":
        place = _after(source, place)
    return place


def _after(source: str, place: int) -> int:
    """Step over one letter, one text or one bracket with all that is in it."""
    letter = source[place]
    if letter in '"`':
        text = (_STRING if letter == '"' else _TEMPLATE).match(source, place)
        assert text is not None, source[place : place + 60]
        return text.end()
    if letter in _CLOSING:
        end = _end(source, place + 1)
        assert source[end] == _CLOSING[letter], source[place : end + 1]
        return end + 1
    return place + 1
