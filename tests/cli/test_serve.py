"""`polemos serve` as an operator meets it: a real process, its words and its exit codes."""

import json
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from kit.server import ServerProcess
from kit.wire import Json, connected
from polemos.cli.main import BROKEN_PIPE, main
from polemos.hub.limits import HubLimits
from polemos.log.folder import events_path, vault_path
from polemos.settings import Settings


def refused_start(*words: str) -> str:
    """Start a server that must not start; return what it says."""
    command = [sys.executable, "-m", "polemos.cli.main", "serve", *words]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert finished.returncode == 2, finished.stderr
    assert "Traceback" not in finished.stderr
    return finished.stderr.strip().splitlines()[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def used_folder(folder: Path) -> Path:
    """A folder that a server has served from."""
    with ServerProcess(folder) as server:
        server.terminate()
    return folder


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_exits_with_0(folder: Path, told: signal.Signals) -> None:
    with ServerProcess(folder) as server:
        assert server.terminate(told) == 0


def test_a_server_answers_when_it_says_so(folder: Path) -> None:
    with ServerProcess(folder) as server:
        for path in ("healthz", "readyz", "schemas/events.json", ""):
            with urlopen(f"{server.url}/{path}") as response:  # noqa: S310  our own server
                assert response.status == 200


def test_a_page_is_no_export(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ServerProcess(folder) as server:
        for path in ("", "rooms/h5jjh9g8xb"):
            assert main(["audit", f"{server.url}/{path}"]) == 2
            assert "is a page and no export" in capsys.readouterr().err


def test_a_reader_that_goes_away_makes_no_wrong_game_right(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("no event\n" * 50_000)
    command = [sys.executable, "-m", "polemos.cli.main", "audit", "--json", str(wrong)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as audit:
        assert audit.stdout is not None
        audit.stdout.close()
        assert audit.wait(60) in (1, BROKEN_PIPE)


async def test_a_stop_says_goodbye_and_when_to_come_back(folder: Path) -> None:
    with ServerProcess(folder) as server:
        async with connected(server.websocket_url) as client:
            opened = await client.ask("open_room", preset="war", tempo="0.25")
            await client.ask("watch", game=opened["game"])
            server.process.send_signal(signal.SIGTERM)
            while (push := await client.receive())["type"] != "bye":
                continue
            assert push["code"] == "draining"
            assert push["reconnect_after_ms"] >= 0


def test_a_folder_in_use_is_refused_by_name(folder: Path) -> None:
    with ServerProcess(folder) as server:
        sentence = refused_start("--port", "0", "--data", str(folder))
        assert str(folder) in sentence
        assert str(server.process.pid) in sentence


def test_a_port_in_use_is_refused_by_number(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert str(port) in refused_start("--port", str(port), "--data", str(folder))


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--port", "70000"), "port"),
        (("--store", "mysql://x"), "mysql"),
        (("--data", "/dev/null/data"), "/dev/null/data"),
        (("--host", "nowhere.invalid"), "nowhere.invalid"),
    ],
)
def test_a_wrong_setting_is_named(folder: Path, words: tuple[str, str], named: str) -> None:
    defaults = {"--port": "0", "--data": str(folder)}
    merged = defaults | {words[0]: words[1]}
    assert named in refused_start(*[word for pair in merged.items() for word in pair])


@pytest.mark.parametrize(
    ("setting", "wrong", "named"),
    [
        ("ORIGINS", "https://war.example/", "no path"),
        ("ORIGINS", "null", "origin"),
        ("ORIGINS", "*", "origin"),
        ("HOSTS", "war.example:8765", "without a port"),
        ("HOSTS", "War.example", "small letters"),
        ("TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.0/33"),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "host bits"),
        ("ADDRESS_SECRETS_PER_MINUTE", "0", "greater than 0"),
        ("SEAT_REQUESTS_BURST", "many", "integer"),
        ("HOST_REQUESTS_PER_SECOND", "nan", "less than"),
        ("HOST_REQUESTS_PER_SECOND", "inf", "less than"),
        ("ADDRESS_CODES_PER_MINUTE", "0", "greater than"),
    ],
)
def test_a_wrong_setting_of_the_environment_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, setting: str, wrong: str, named: str
) -> None:
    monkeypatch.setenv(f"POLEMOS_{setting}", wrong)
    sentence = refused_start("--port", "0", "--data", str(folder))
    assert named in sentence
    assert not folder.exists()


def test_lists_come_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLEMOS_HOSTS", "war.example, play.example")
    monkeypatch.setenv("POLEMOS_ORIGINS", "https://war.example")
    monkeypatch.setenv("POLEMOS_TRUSTED_PROXIES", "")
    settings = Settings()
    assert settings.hosts == ("war.example", "play.example")
    assert settings.origins == ("https://war.example",)
    assert settings.trusted_proxies == ()


def test_what_is_not_chosen_is_as_the_hub_has_it() -> None:
    assert Settings().hub_limits() == HubLimits()


async def test_the_limits_and_names_are_those_of_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLEMOS_ADDRESS_ROOMS_BURST", "1")
    monkeypatch.setenv("POLEMOS_HOSTS", "war.example")
    monkeypatch.setenv("POLEMOS_TRUSTED_PROXIES", "127.0.0.1")
    with ServerProcess(folder) as server:
        assert (await open_one(server))["type"] == "accepted"
        assert (await open_one(server))["code"] == "too_many_rooms_opened"
        for host, status in (("war.example", 200), ("evil.example", 421)):
            request = Request(f"{server.url}/healthz", headers={"Host": host})  # noqa: S310
            assert status_of(request) == status


@pytest.mark.parametrize("path_of", [events_path, vault_path])
def test_a_damaged_file_is_refused_and_left_alone(used_folder: Path, path_of) -> None:  # type: ignore[no-untyped-def]
    path: Path = path_of(used_folder)
    path.write_bytes(b"not a database at all" * 400)
    before = path.read_bytes()
    assert path.name in refused_start("--port", "0", "--data", str(used_folder))
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused_and_left_alone(used_folder: Path) -> None:
    path = events_path(used_folder)
    with sqlite3.connect(path) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        database.execute(f"PRAGMA user_version = {version + 1}")
    database.close()
    sentence = refused_start("--port", "0", "--data", str(used_folder))
    assert "newer" in sentence
    assert path.name in sentence


async def open_one(server: ServerProcess) -> Json:
    async with connected(server.websocket_url) as host:
        return await host.ask("open_room", preset="war", tempo="0.25")


def status_of(address: str | Request) -> int:
    try:
        with urlopen(address) as response:  # noqa: S310  our own server
            return int(response.status)
    except HTTPError as error:
        return error.code


async def test_a_full_log_refuses_requests_and_turns_red(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLEMOS_LOG_PAGES_MAX", "40")
    with ServerProcess(folder) as server:
        answer = await open_one(server)
        while answer["type"] == "accepted":
            opened, answer = answer, await open_one(server)
        assert answer["code"] == "storage_full"
        assert answer["retry_after_ms"] > 0
        assert status_of(f"{server.url}/readyz") == 503
        monkeypatch.delenv("POLEMOS_LOG_PAGES_MAX")
        assert server.terminate() == 0
        server.restart()
        async with connected(server.websocket_url) as host:
            secret = {"room": opened["room"], "host_secret": opened["host_secret"]}
            await host.ask("take_control", **secret)
            await host.ask("watch", game=opened["game"])
            changed = await host.ask("change_tempo", room=opened["room"], tempo="lightning")
            assert changed["type"] == "accepted"
            ended = await host.receive_until("GameEnded")
            assert ended["reason"] == "all_cards"


async def test_nothing_secret_is_in_what_a_server_prints(folder: Path) -> None:
    with ServerProcess(folder) as server:
        async with connected(server.websocket_url) as host:
            opened = await host.ask("open_room", preset="war", tempo="0.25")
            await host.ask("take_control", room=opened["room"], host_secret="wrong-secret-text")
        server.terminate()
        assert opened["host_secret"] not in server.stderr()
        assert "wrong-secret-text" not in server.stderr()


def test_the_settings_come_from_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLEMOS_STORE", "memory:")
    with ServerProcess(folder) as server, urlopen(f"{server.url}/games") as response:  # noqa: S310
        assert json.load(response) == {"games": []}
    assert not folder.exists()
