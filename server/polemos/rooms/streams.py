"""Where a game's stream ends, and what the next events look like on it.

Pure: recording turns decided events into chained lines; nothing is stored here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from polemos.log.canonical import encode
from polemos.rules.encoding import digest
from polemos.rules.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """The end of a game's stream.

    Args:
        game: the stream's id.
        seq: the last event's seq, 0 before the first.
        head: the last event's hash, empty before the first.
        at: the last event's Unix milliseconds, 0 before the first.
    """

    game: str
    seq: int = 0
    head: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """Events as they will be stored, and where the stream ends then.

    Args:
        lines: canonical bytes, in order.
        types: the type names, in the same order.
        stream: the stream's end after them.
    """

    lines: tuple[bytes, ...]
    types: tuple[str, ...]
    stream: Stream


def record(stream: Stream, events: Iterable[Event], unix_ms: int) -> Recording:
    """Chain events to a stream.

    Args:
        stream: where it ends now.
        events: what was decided, in order.
        unix_ms: the wall clock; if it went back, the last event's time is kept instead, so that
            time never falls along a stream.
    """
    at = max(unix_ms, stream.at)
    seq, head = stream.seq, stream.head
    lines: list[bytes] = []
    types: list[str] = []
    for event in events:
        seq += 1
        line = encode(event, game=stream.game, seq=seq, at=at, prev=head)
        head = digest(line)
        lines.append(line)
        types.append(type(event).__name__)
    return Recording(
        lines=tuple(lines),
        types=tuple(types),
        stream=Stream(game=stream.game, seq=seq, head=head, at=at),
    )
