"""What carries a game's events over the bus: a line that names them, then the stored lines.

    polemos.events/1 GAME FIRST_SEQ HEAD
    the event of FIRST_SEQ, byte for byte as it is stored
    the next one, and so on; HEAD is the hash of the last

A stored line has no line break in it (RFC 8785 escapes it), so the lines need no lengths.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from polemos.rules.encoding import INTEGER_MAX, digest
from polemos.rules.names import GAME_PATTERN

_FORM = b"polemos.events/1"
_HEADER = re.compile(
    re.escape(_FORM.decode()) + rf" ({GAME_PATTERN}) ([1-9][0-9]{{0,15}}) ([A-Za-z0-9_-]{{43}})"
)
_HEADER_BYTES_MAX = len(_FORM) + 1 + 42 + 1 + 16 + 1 + 43 + 1


class BadFrame(ValueError):  # noqa: N818  it says what the payload is
    """A payload that carries no events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Events that have just been stored.

    Args:
        game: the stream.
        first_seq: the first line's seq.
        lines: canonical bytes, contiguous, at least one.
        head: the hash of the last line.
    """

    game: str
    first_seq: int
    lines: tuple[bytes, ...]
    head: str

    @property
    def last_seq(self) -> int:
        """The last line's seq."""
        return self.first_seq + len(self.lines) - 1


def encode(publication: Publication) -> bytes:
    """Encode a publication as one payload.

    Raises:
        ValueError: there is no line, or one of them is empty or has a line break in it.
    """
    lines = publication.lines
    if not lines or not all(lines) or any(b"\n" in line for line in lines):
        raise ValueError(f"These lines of game {publication.game} are none of a log")
    header = f"{publication.game} {publication.first_seq} {publication.head}".encode()
    return b"\n".join((_FORM + b" " + header, *lines))


def decode(payload: bytes) -> Publication:
    """Decode a payload; what the lines say is for `links` to judge.

    Raises:
        BadFrame: it carries no events, or they are not the ones that it names.
    """
    header, *lines = payload.split(b"\n")
    found = _HEADER.fullmatch(header.decode("ascii", errors="replace"))
    if found is None:
        raise BadFrame("The first line names no events.")
    if not lines or not all(lines):
        raise BadFrame("There is no event, or an empty one.")
    game, first_seq, head = found.groups()
    publication = Publication(game=game, first_seq=int(first_seq), lines=tuple(lines), head=head)
    if publication.last_seq > INTEGER_MAX or digest(lines[-1]) != head:
        raise BadFrame("The last event is not the one that the first line names.")
    return publication


def split(publication: Publication, size_bytes_max: int) -> Iterator[Publication]:
    """Cut a publication into contiguous ones, each of which fits a payload.

    Args:
        publication: in whole.
        size_bytes_max: of one payload; a single line that is larger goes alone all the same.
    """
    start, size_bytes = 0, _HEADER_BYTES_MAX
    for index, line in enumerate(publication.lines):
        size_bytes += len(line) + 1
        if size_bytes > size_bytes_max and index > start:
            yield _part(publication, start, index)
            start, size_bytes = index, _HEADER_BYTES_MAX + len(line) + 1
    yield _part(publication, start, len(publication.lines))


def _part(publication: Publication, start: int, end: int) -> Publication:
    if start == 0 and end == len(publication.lines):
        return publication
    lines = publication.lines[start:end]
    return Publication(
        game=publication.game,
        first_seq=publication.first_seq + start,
        lines=lines,
        head=digest(lines[-1]),
    )
