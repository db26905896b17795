"""Following a stream to its end."""

from collections.abc import Iterable

from polemos.log.chain import linked


def follow(lines: Iterable[bytes], *, game: str, seq: int = 0, head: str = "") -> tuple[int, str]:
    """Give the seq and the hash of the last line; a broken chain raises `StoreCorrupt`."""
    for entry, line_hash in linked(lines, game=game, seq=seq, head=head):
        seq, head = entry.seq, line_hash
    return seq, head
