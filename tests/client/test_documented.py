"""The examples that the papers show do what the papers say, against the real server."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.opening import open_room
from kit.server import ServerProcess
from polemos_demo import client
from polemos_demo.client import conversation

ROOT = Path(__file__).parents[2]
PAPER = ROOT / "docs" / "client.md"
SECONDS_MAX = 60


def examples(paper: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", paper.read_text(), re.S)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


def run(example: str, argument: str) -> list[str]:
    command = [sys.executable, "-c", example, argument]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_ten_lines_watch_a_game_and_print_its_result(server: ServerProcess) -> None:
    opened = open_room(server, preset="tod-und-leben", tempo="64", seed="page 139")
    example = examples(PAPER)[0]
    assert len([line for line in example.splitlines() if line]) == 10
    lines = run(example, opened.address)
    assert lines[0] == f"Joined(game='{opened.game}')"
    assert lines[-1] == "Winner: 1"


def test_the_readme_shows_the_same_ten_lines() -> None:
    assert examples(PAPER)[0] in examples(ROOT / "README.md")


def test_the_second_example_opens_a_room_and_plays_a_seat_by_hand(server: ServerProcess) -> None:
    assert run(examples(PAPER)[1], server.url) == ["Rounds: 5"]


def test_every_update_is_in_the_papers_table_and_can_be_imported() -> None:
    table = PAPER.read_text().partition("## Updates")[2].partition("## Opening")[0]
    # What was asked by a session is answered where it was asked.
    kinds = {kind.__name__ for kind in conversation.Update.__args__} - {"Answered"}
    assert kinds == set(re.findall(r"`([A-Z]\w+)\(", table))
    assert kinds <= set(client.__all__)
    assert set(client.__all__) <= set(dir(client))
