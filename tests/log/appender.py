"""A process to be killed: appends to a few games for ever and tells each acknowledgement.

Run as `python appender.py EVENTS_DB`. A line of output is a game and the seq that is durable now.
"""

import asyncio
import sys
from pathlib import Path

from kit.streams import laid_cards
from polemos.log.group_commit import GroupCommit
from polemos.log.sqlite import SqliteStore

GAMES = 8


async def append_for_ever(commits: GroupCommit, store: SqliteStore, game: str) -> None:
    head = store.head(game)
    seq, prev = (head.seq, head.head) if head else (0, "")
    while True:
        append = laid_cards(game, 1 + seq % 3, expected_seq=seq, head=prev)
        result = await commits.append(append)
        seq, prev = result.seq, append.head
        print(game, seq, flush=True)


async def main(path: Path) -> None:
    store = SqliteStore.open(path)
    commits = GroupCommit(store)
    games = [f"a-{number}" for number in range(1, GAMES + 1)]
    await asyncio.gather(*(append_for_ever(commits, store, game) for game in games))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
