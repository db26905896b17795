"""`polemos replay` of files, stored games and links, in lines and on a terminal."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kit.opening import open_room
from kit.server import ServerProcess
from kit.streams import lines_of, played
from kit.terminals import LiveTerminal
from polemos.cli.main import main
from polemos.log.codec import decode
from polemos_demo.client.beats import beats_of
from polemos_demo.terminal.telling import tell_beat

LEAVES_THE_SCREEN = "\x1b[?1049l"
LINES = [line + b"\n" for line in lines_of(played("abc-1", "war", 2, seed="page 112"))]
SEED = {"preset": "tod-und-leben", "tempo": "lightning", "seed": "page 139"}


def told(lines: list[bytes]) -> list[str]:
    return [
        tell_beat(beat) for beat in beats_of(decode(line.rstrip(b"\n")).event for line in lines)
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(LINES))
    return path


def test_a_file_is_told_a_line_a_beat(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines(), err) == (told(LINES), "")


def test_a_tampered_game_is_told_up_to_its_first_wrong_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = next(index for index, line in enumerate(LINES) if b'"card":"9d"' in line)
    wrong = LINES[number].replace(b'"card":"9d"', b'"card":"8d"')
    file.write_bytes(b"".join([*LINES[:number], wrong, *LINES[number + 1 :]]))
    assert main(["replay", "--plain", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == told(LINES[:number])
    assert err.startswith(f"Line {number + 1} is wrong, so the replay ends before it: ")


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"", "no line"), (b"hello\n", "Line 1 is wrong")]
)
def test_what_is_no_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, sentence: str
) -> None:
    (tmp_path / "no-game").write_bytes(content)
    assert main(["replay", str(tmp_path / "no-game")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


def test_a_game_is_found_by_its_id_its_link_and_its_rooms_link(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = open_room(server, **SEED)
    assert main(["watch", opened.address]) == 0
    capsys.readouterr()
    told_lines = []
    for target in (opened.game, f"{server.url}/games/{opened.game}", opened.address):
        assert main(["replay", target, "--plain", "--data", str(server.folder)]) == 0
        told_lines.append(capsys.readouterr().out.splitlines())
    assert told_lines[0][-1] == "Seat 2 wins: one seat holds all the cards. 20 rounds, 2 wars."
    assert told_lines[0] == told_lines[1] == told_lines[2]
    assert main(["replay", f"{server.url}/rooms/nowhere"]) == 2
    assert "no room nowhere" in capsys.readouterr().err


@pytest.mark.parametrize("is_file", [True, False])
def test_a_terminal_is_moved_by_keys_and_left_as_it_was(
    server: ServerProcess, file: Path, tmp_path: Path, is_file: bool
) -> None:
    target = str(file) if is_file else open_room(server, **SEED).address
    with closing(LiveTerminal(tmp_path, "replay", target)) as terminal:
        terminal.until("▶ playing · round 0")
        assert terminal.modes != terminal.before
        terminal.press("p")
        terminal.until("⏸ paused")
        terminal.press("\x1b[F")
        terminal.until("Seat [12] wins: one seat holds all the cards")
        terminal.press("\x1b[H")
        terminal.until("move 0 / ")
        terminal.press("q")
        assert terminal.end() == 0
        assert terminal.modes == terminal.before


def test_a_paused_process_gives_the_terminal_back_and_takes_it_again(
    file: Path, tmp_path: Path
) -> None:
    with closing(LiveTerminal(tmp_path, "replay", str(file))) as terminal:
        terminal.until("▶ playing")
        terminal.press("p")
        terminal.until("⏸ paused")
        terminal.press("\x1a")
        left = terminal.until(re.escape(LEAVES_THE_SCREEN)).end()
        _, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert terminal.modes == terminal.before
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.until("⏸ paused", left)
        assert terminal.modes != terminal.before
        terminal.press("q")
        assert terminal.end() == 0
        assert terminal.modes == terminal.before


def test_an_interrupt_by_key_leaves_the_terminal_as_it_was(file: Path, tmp_path: Path) -> None:
    with closing(LiveTerminal(tmp_path, "replay", str(file))) as terminal:
        terminal.until("▶ playing")
        terminal.press("\x03")
        assert terminal.end() == 130
        assert terminal.modes == terminal.before
