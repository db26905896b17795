"""`polemos watch` against the real server."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kit.opening import open_room
from kit.server import ServerProcess
from kit.terminals import LiveTerminal
from polemos.cli.main import main

SECONDS_MAX = 40
LEAVES_THE_SCREEN = "\x1b[?1049l"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


def watch(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "polemos.cli.main", "watch", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def test_a_game_is_told_a_line_a_beat_to_its_result(server: ServerProcess) -> None:
    opened = open_room(server, preset="tod-und-leben", tempo="64", seed="page 139")
    out, err = watch(opened.address).communicate(timeout=SECONDS_MAX)
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == f"Watching game {opened.game}."
    assert lines[-1] == "Seat 2 wins: one seat holds all the cards. 20 rounds, 2 wars."
    # Watching line, eight of the lobby, the game's beats.
    assert len(lines) == 1 + 8 + 46


def test_a_finished_game_is_shown_with_exit_0(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = open_room(server, preset="tod-und-leben", tempo="lightning", seed="page 139")
    for address in (opened.address, f"{server.url}/games/{opened.game}"):
        assert main(["watch", "--plain", address]) == 0
        assert capsys.readouterr().out.splitlines()[-1].startswith("Seat 2 wins:")


def test_a_long_game_joined_late_begins_with_a_snapshot(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = open_room(server, preset="bataille", tempo="lightning", seed="page 125")
    assert main(["watch", "--plain", opened.address]) == 0
    assert main(["watch", "--plain", opened.address]) == 0
    last = capsys.readouterr().out.splitlines()[-3:]
    assert last[1].startswith("Joined after 6,589 events")
    assert last[2].startswith("Seat 1 wins: the game reached its cap of rounds. 2,000 rounds")


def test_a_kill_and_a_restart_lose_no_beat(tmp_path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        # Slow enough that the game goes on when this test reads of its second round.
        opened = open_room(server, preset="tod-und-leben", tempo="4", seed="page 139")
        watcher = watch("--plain", opened.address)
        assert watcher.stdout is not None
        lines = []
        for line in watcher.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Round 2:"):
                server.kill()
                server.restart()
        _, err = watcher.communicate(timeout=SECONDS_MAX)
    beats = [line for line in lines if not line.startswith(("Watching", "The connection"))]
    assert (watcher.returncode, err) == (0, "")
    assert any(line.startswith("The connection is lost") for line in lines)
    assert len(beats) == len(set(beats)) == 8 + 46
    assert beats[-1].startswith("Seat 2 wins:")


def test_a_terminal_shows_the_table_and_keeps_the_result(
    server: ServerProcess, tmp_path: Path
) -> None:
    opened = open_room(server, preset="tod-und-leben", tempo="64", seed="page 139")
    with closing(LiveTerminal(tmp_path, "watch", opened.address)) as terminal:
        terminal.until("The game has ended: q leaves")
        assert terminal.modes != terminal.before
        terminal.press("q")
        assert terminal.end() == 0
        left = terminal.until(re.escape(LEAVES_THE_SCREEN)).end()
        terminal.until(r"Seat 2 wins: one seat holds all the cards\.", left)
        assert terminal.modes == terminal.before


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/rooms/nowhere", "no room nowhere"),
        ("/games/nowhere-1", "no game nowhere-1"),
        ("/", "is not the address of a room or a game"),
    ],
)
def test_what_is_not_there_is_said_with_exit_2(
    server: ServerProcess, capsys: pytest.CaptureFixture[str], path: str, sentence: str
) -> None:
    assert main(["watch", server.url + path]) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert (out.strip(), err.count("\n")) == ("", 1)


def test_no_server_is_said_with_exit_2_after_some_attempts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as unheard:  # bound but not listening, so that nobody else takes it
        unheard.bind(("127.0.0.1", 0))
        port = unheard.getsockname()[1]
        assert main(["watch", f"http://127.0.0.1:{port}/rooms/abc"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"No server answers at ws://127.0.0.1:{port}/socket (tried 6 times)")
