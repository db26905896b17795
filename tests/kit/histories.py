"""Checks what a log holds against what it acknowledged, whoever raced or died meanwhile."""

from itertools import count, takewhile

from kit.chains import follow
from polemos.log.store import EventStore, LogEntry


def whole_log(store: EventStore) -> list[LogEntry]:
    """Read every event by pages, as a subscriber does."""
    entries: list[LogEntry] = []
    while page := store.read(len(entries), events_max=777):
        entries += page
    return entries


def check_history(store: EventStore, acknowledged: dict[bytes, int]) -> list[LogEntry]:
    """Assert that the log is whole.

    Positions are dense, each game is one unbroken chain that both ways of reading show alike,
    every acknowledged line lies where the acknowledgement said, and none lies there twice.

    Args:
        store: the log.
        acknowledged: lines whose append has returned, with the position that it told.
    """
    entries = whole_log(store)
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    assert store.last_position() == len(entries)
    games: dict[str, list[bytes]] = {}
    for entry in entries:
        games.setdefault(entry.game, []).append(entry.line)
        assert entry.seq == len(games[entry.game])
    for game, lines in games.items():
        seq, hash_of_last = follow(lines, game=game)
        head = store.head(game)
        assert head is not None
        assert (head.seq, head.head) == (seq, hash_of_last)
        pages = takewhile(bool, (store.load(game, start) for start in count(0, 1_000)))
        assert [line for page in pages for line in page] == lines
    positions = {entry.line: entry.position for entry in entries}
    assert len(positions) == len(entries)
    assert {line: positions.get(line) for line in acknowledged} == acknowledged
    return entries
