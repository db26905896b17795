"""`polemos play` against the real server: people at pipes and at terminals, a bot, a host."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from kit.hosts import Host
from kit.server import ServerProcess
from kit.terminals import LiveTerminal, PlainTerminal
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.cli.main import main
from polemos.log.codec import decode
from polemos.rules.events import Event, SeatReleased, SeatTaken
from polemos_demo.terminal.telling import LINK_WARNING

RESULT = r"\d rounds, [\d,]+ wars\."
PATIENT = {"turn_seconds": 600}
"""So that a card that is not turned by its holder holds the test up."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., PlainTerminal]]:
    """Start terminals at pipes, each for a person of their own."""
    started: list[PlainTerminal] = []

    def start(*words: str, command: str = "play") -> PlainTerminal:
        started.append(PlainTerminal(tmp_path / str(len(started)), command, *words))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def exported(server: ServerProcess, game: str) -> list[bytes]:
    address = f"{server.url}/games/{game}/events.jsonl"
    with urlopen(address) as answer:  # noqa: S310  our own server
        lines: list[bytes] = answer.read().splitlines(keepends=True)
    return lines


def events(server: ServerProcess, game: str) -> list[Event]:
    return [decode(line.rstrip(b"\n")).event for line in exported(server, game)]


def test_two_terminals_and_a_bot_play_by_hand_then_by_themselves_then_again(
    server: ServerProcess, sit: Callable[..., PlainTerminal], tmp_path: Path
) -> None:
    rules = {"cap": 30}
    with Host(server, preset="one-hidden", players=3, people=2, rules=rules) as host:
        host.order("change_turn_seconds", **PATIENT)
        ann = sit(host.invitation, "--name", "Ann")
        assert ann.until("You sit").startswith("You sit on Seat 1.")
        words = ("--name", "Ben", "--seat", "2", "--words", "my own luck")
        with closing(LiveTerminal(tmp_path / "ben", "play", host.invitation, *words)) as ben:
            ben.until(r"You sit on Seat 2\.")
            spectator = sit(host.url, command="watch")
            spectator.until("Seat 2 is Ben")
            host.order("start_game")
            ann.until("The cards are dealt")

            with ThreadPoolExecutor(1) as pool:
                turning = pool.submit(ben.turn_until, "Round 3:")
                ann.turn_until("Round 3:")
                turning.result()
            assert sum(line.startswith("You turned") for line in ann.lines) >= 3

            host.order("change_tempo", tempo="lightning")
            host.order("start_autoplay")
            ann.until(RESULT)
            ben.until("waiting for a rematch")
            ann.until("r asks for a rematch")
            ann.type("r")
            game = f"{host.room}-2"
            assert ann.until("A rematch:") == f"A rematch: game {game}."
            ann.until("Your card, round 1:")
            ben.until("Your card, round 1:", ben.until(f"· {game} ·").end())
            spectator.until("The cards are dealt")

            host.order("close_game")
            ann.until("the host ended the game")
            ann.type("q")
            assert ann.end() == (0, ann_said(ann))
            assert ann.lines[-1] == "Your seat stays yours: its link brings you back."
            assert ben.modes != ben.before
            ben.until("the host ended the game")
            ben.press("q")
            assert ben.end() == 0
            assert ben.modes == ben.before
            # Nobody is left who could ask for another game.
            assert spectator.end() == (0, "")
    for number in (1, 2):
        lines = exported(server, f"{host.room}-{number}")
        assert audit(lines).verdict is Verdict.VERIFIED
    assert f"A rematch: game {game}." in spectator.lines


def ann_said(terminal: PlainTerminal) -> str:
    """Give what a terminal must have confided: the warning and the link, each once."""
    return f"{LINK_WARNING}\n{terminal.seat_link()}\n"


def test_a_killed_server_comes_back_and_the_hand_goes_on(
    tmp_path: Path, sit: Callable[..., PlainTerminal]
) -> None:
    with ServerProcess(tmp_path / "data") as server, Host(server, players=2, people=1) as host:
        host.order("change_turn_seconds", **PATIENT)
        ann = sit(host.invitation)
        ann.until("You sit")
        host.order("start_game")
        ann.turn_until("Round 1:")
        ann.until("Your card, round [12]")
        server.kill()
        server.restart()
        ann.until("The connection is lost")
        ann.until("Your card, round [12]")
        ann.type("")
        ann.turn_until("Round 2:")
        host.come_back()
        host.order("close_game")
        ann.until("the host ended the game")
        ann.hang_up()
        assert ann.end()[0] == 0
        beats = [line for line in ann.lines if line.startswith("Round ")]
        assert len(beats) == len(set(beats))
        assert audit(exported(server, host.game)).verdict is Verdict.VERIFIED


def test_a_seat_goes_on_in_another_terminal_by_its_link(
    server: ServerProcess, sit: Callable[..., PlainTerminal]
) -> None:
    with Host(server, players=2, people=1) as host:
        host.order("change_turn_seconds", **PATIENT)
        ann = sit(host.invitation, "--name", "Ann")
        ann.until("You sit")
        phone = sit(ann.seat_link())
        assert phone.until("You sit") == "You sit on Seat 1."
        code, said = ann.end()
        assert code == 3
        assert said.count("\n") == 3
        assert "another" in said.splitlines()[-1]
        host.order("start_game")
        phone.turn_until("Round 2:")
        phone.type("q")
        # The link that it was started with is not told again.
        assert phone.end() == (0, "")


def test_a_deal_that_is_aborted_is_committed_to_anew(
    server: ServerProcess, sit: Callable[..., PlainTerminal]
) -> None:
    with Host(server, players=3, people=3) as host:
        people = [sit(host.invitation) for _ in range(2)]
        for person in people:
            person.until("You sit")
        # Somebody who commits and never reveals.
        silent = {"seat_secret": "s" * 42 + "A", "player_secret": "p" * 42 + "A"}
        commitment = {"commitment": "c" * 42 + "A"}
        invite = {"invite_secret": host.invitation.partition("=")[2]}
        taken = {"game": host.game, "seat": 2} | silent | commitment | invite
        host.ask("take_seat", **taken)
        host.order("start_game")
        for person in people:
            person.until("The seats are locked")
        host.order("remove_seat", seat=2)
        host.order("add_bot", seat=2)
        for person in people:
            person.until("The cards are dealt")
        host.order("close_game")
        for person in people:
            person.until("the host ended the game")
        assert any(isinstance(event, SeatReleased) for event in events(server, host.game))
        assert audit(exported(server, host.game)).verdict is Verdict.VERIFIED


def test_a_seat_is_given_up_only_after_a_yes(
    server: ServerProcess, sit: Callable[..., PlainTerminal]
) -> None:
    with Host(server, players=2, people=2) as host:
        ann = sit(host.invitation)
        ann.until("You sit")
        ann.type("l")
        ann.until("Give Seat 1 up for good")
        ann.type("")
        ann.until("You keep your seat")
        ann.type("l")
        ann.until("Give Seat 1 up for good")
        ann.type("y")
        code, _ = ann.end()
        assert (code, ann.lines[-1]) == (0, "You gave your seat up.")
        assert isinstance(events(server, host.game)[-1], SeatReleased)


def test_whoever_is_removed_is_told_so(
    server: ServerProcess, sit: Callable[..., PlainTerminal]
) -> None:
    with Host(server, players=2, people=2) as host:
        ann = sit(host.invitation)
        ann.until("You sit")
        host.order("remove_seat", seat=0)
        code, said = ann.end()
        assert code == 2
        assert said.splitlines()[-1] == "The host removed you from Seat 1."


@pytest.mark.parametrize(
    ("told", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_the_terminal_as_it_was(
    server: ServerProcess, tmp_path: Path, told: signal.Signals, code: int
) -> None:
    with (
        Host(server, players=2, people=2) as host,
        closing(LiveTerminal(tmp_path, "play", host.invitation)) as terminal,
    ):
        terminal.until(r"You sit on Seat 1\.")
        assert terminal.modes != terminal.before
        os.kill(terminal.process.pid, told)
        assert terminal.end() == code
        assert terminal.modes == terminal.before


def test_what_nobody_can_play_is_said_with_exit_2(
    server: ServerProcess,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    nothing = "A" * 43
    with Host(server, players=2, people=1) as host:
        for link, sentence in (
            (host.url, "`polemos watch`"),
            (f"{host.url}#invite=wrong", "Neither secret opens"),
            (f"{host.url}#seat={nothing}.{nothing}", "holds no seat"),
            (f"{server.url}/rooms/nowhere#invite=wrong", "no room nowhere"),
            (f"{server.url}/rooms/nowhere#seat={nothing}.{nothing}", "no room nowhere"),
            ("nowhere", "is not the address of a room"),
        ):
            assert main(["play", link]) == 2
            out, err = capsys.readouterr()
            assert sentence in err
            assert err.count("\n") == 1
            assert "You sit" not in out
        host.order("add_bot", seat=0)
        assert main(["play", host.invitation]) == 2
        assert "No seat is free" in capsys.readouterr().err
    assert main(["play", host.invitation, "--name", "\x1b[31m"]) == 2
    assert main(["play", host.invitation, "--words", " "]) == 2
    (tmp_path / "polemos" / "player").write_text("damaged")
    assert main(["play", host.invitation]) == 2
    said = capsys.readouterr().err.splitlines()
    assert ["--name" in said[0], "--words" in said[1], "damaged" in said[2]] == [True] * 3


def test_the_player_is_the_same_in_every_room_and_their_secret_is_in_no_output(
    server: ServerProcess, tmp_path: Path
) -> None:
    players = set()
    for _ in range(2):
        with Host(server, players=2, people=1) as host:
            with closing(PlainTerminal(tmp_path, "play", host.invitation)) as ann:
                ann.until("You sit")
                ann.type("q")
                _, said = ann.end()
                secret = (tmp_path / "polemos" / "player").read_text().strip()
                assert secret not in said + "".join(ann.lines)
            taken = [event for event in events(server, host.game) if isinstance(event, SeatTaken)]
            players |= {event.player for event in taken if event.seat == 0}
    assert len(players) == 1
