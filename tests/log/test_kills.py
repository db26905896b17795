"""A server that is killed at any moment: everything that it acknowledged is there afterwards."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

from kit.histories import check_history
from polemos.log.sqlite import SqliteStore

KILLS = int(os.environ.get("TEST_KILLS", "15"))
TESTS = Path(__file__).parents[1]


def run_and_kill(path, acknowledgements, durable):
    """Start the appender, let it acknowledge so many appends, kill it; note what it told."""
    process = subprocess.Popen(
        [sys.executable, str(TESTS / "log" / "appender.py"), str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
    )
    with process:
        for _ in range(acknowledgements):
            note(process.stdout.readline(), durable)
        process.kill()
        for line in process.stdout:
            note(line, durable)


def note(line, durable):
    # The last line may be cut by the kill; what was not told in full was not acknowledged.
    if line.endswith("\n"):
        game, seq = line.split()
        durable[game] = max(durable.get(game, 0), int(seq))


def test_no_acknowledged_event_is_lost_in_a_row_of_kills(path):
    random, durable = Random(7), {}
    for _ in range(KILLS):
        run_and_kill(path, random.randint(1, 400), durable)
        with closing(SqliteStore.open(path)) as store:
            check_history(store, {})
            for game, seq in durable.items():
                assert store.head(game).seq >= seq
    assert sum(durable.values()) > KILLS
