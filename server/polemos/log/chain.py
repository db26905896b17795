"""The chain: each line names the hash of the line before it, so nothing can be changed unseen."""

from collections.abc import Iterable, Iterator

from polemos.log.codec import BadLine, decode
from polemos.log.entries import Entry
from polemos.log.store import StoreCorrupt
from polemos.rules.encoding import digest


def linked(
    lines: Iterable[bytes], *, game: str, seq: int = 0, head: str = ""
) -> Iterator[tuple[Entry, str]]:
    """Read lines that continue a stream without a gap or a change.

    Args:
        lines: in order, the first one's seq being `seq` + 1.
        game: the stream.
        seq: the last event before them.
        head: the hash of that event, empty before the first.

    Yields:
        Each line's entry, and the line's hash.

    Raises:
        StoreCorrupt: a line is unreadable, out of order, of another game or does not name the hash
            of the line before it.
    """
    for line in lines:
        seq += 1
        try:
            entry = decode(line)
        except BadLine as error:
            raise StoreCorrupt(f"Event {seq} of game {game} is damaged. {error}") from error
        if (entry.game, entry.seq, entry.prev) != (game, seq, head):
            raise StoreCorrupt(
                f"Event {seq} of game {game} does not follow the one before it: "
                "the log was changed or damaged; take its backup."
            )
        head = digest(line)
        yield entry, head
