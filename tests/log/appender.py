"""A process to be killed: appends to a few games for ever and tells each acknowledgement.

Run as `python appender.py STORE`, a file or the address of a database. A line of output is a game
and the seq that is durable now.
"""

import asyncio
import sys
from pathlib import Path

from kit.streams import laid_cards
from polemos.log.group_commit import GroupCommit
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore
from polemos.log.store import EventStore

GAMES = 8


async def append_for_ever(commits: GroupCommit, store: EventStore, game: str) -> None:
    head = store.head(game)
    seq, prev = (head.seq, head.head) if head else (0, "")
    while True:
        append = laid_cards(game, 1 + seq % 3, expected_seq=seq, head=prev)
        result = await commits.append(append)
        seq, prev = result.seq, append.head
        print(game, seq, flush=True)


def opened(place: str) -> EventStore:
    if place.startswith("postgresql://"):
        return PostgresStore(Database.open(place))
    return SqliteStore.open(Path(place))


async def main(place: str) -> None:
    store = opened(place)
    commits = GroupCommit(store)
    games = [f"a-{number}" for number in range(1, GAMES + 1)]
    await asyncio.gather(*(append_for_ever(commits, store, game) for game in games))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
