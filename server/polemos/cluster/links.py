"""Whether lines continue a game's stream: each names its game, its seq and the line before it.

`log.chain` tells the same of what it can decode; here a line of a type that only a newer node knows
is carried too, for it is only carried.
"""

import json
from collections.abc import Sequence

from polemos.rules.encoding import digest


def follow(lines: Sequence[bytes], *, game: str, seq: int, head: str) -> str | None:
    """Give the hash of the last line, or none where the lines do not continue the stream.

    Args:
        lines: at least one, the first one's seq being `seq` + 1.
        game: the stream.
        seq: the last event before them.
        head: the hash of that event, empty before the first.
    """
    for line in lines:
        seq += 1
        if _link(line) != (game, seq, head):
            return None
        head = digest(line)
    return head


def _link(line: bytes) -> tuple[str, int, str] | None:
    try:
        shape = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match shape:
        case {"game": str(game), "seq": int(seq), "prev": str(prev)}:
            return game, seq, prev
        case _:
            return None
