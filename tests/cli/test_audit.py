"""`polemos audit`: any source, three exit codes, one sentence for what cannot be read."""

import io
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kit.exports import GAME, chained, controlled, dealt
from polemos.cli.main import main
from polemos.log.folder import events_path
from polemos.log.sqlite import SqliteStore
from polemos.log.store import Append
from polemos.rules.encoding import digest

EVENTS = controlled().events
EXPORT = chained(EVENTS)
BLOB = b"".join(EXPORT)
EDITED = BLOB.replace(b'"round":2', b'"round":3', 1)
EDITED_LINE = EDITED[: EDITED.index(b'"round":3')].count(b"\n") + 1


@pytest.fixture
def file(tmp_path):
    def write(blob):
        path = tmp_path / "game.jsonl"
        path.write_bytes(blob)
        return str(path)

    return write


@pytest.fixture
def folder(tmp_path):
    store = SqliteStore.open(events_path(tmp_path))
    store.append(
        [
            Append(
                command_id="c1",
                game=GAME,
                expected_seq=0,
                lines=tuple(line[:-1] for line in EXPORT),
                types=tuple(type(event).__name__ for event in EVENTS),
                head=digest(EXPORT[-1][:-1]),
            )
        ]
    )
    store.close()
    return str(tmp_path)


@pytest.fixture
def server():
    class Pages(BaseHTTPRequestHandler):
        def do_GET(self):
            found = self.path == f"/games/{GAME}/events.jsonl"
            promised = self.path == "/broken"
            self.send_response(200 if found or promised else 404)
            self.send_header("Content-Length", str(len(BLOB) if found or promised else 0))
            self.end_headers()
            self.wfile.write(BLOB if found else BLOB[:1000] if promised else b"")

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Pages) as pages:
        thread = threading.Thread(target=pages.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{pages.server_port}"
        pages.shutdown()
        thread.join()


def test_a_right_file_is_verified_and_the_report_says_what_is_proved_and_what_not(file, capsys):
    assert main(["audit", file(BLOB)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Game {GAME}: verified\n{len(EXPORT)} events, head ")
    assert "Proved:" in shown
    assert "All seats were bots" in shown.split("Not proved:")[1]


def test_an_edited_file_is_wrong_and_the_line_is_named(file, capsys):
    assert main(["audit", file(EDITED)]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith(f"Game {GAME}: wrong\n")
    assert f"\nline {EDITED_LINE}, " in shown


def test_the_json_report_is_one_object(file, capsys):
    assert main(["audit", file(EDITED), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["verdict"], report["game"], report["events"]) == ("wrong", GAME, len(EXPORT))
    assert report["findings"][0]["line"] == EDITED_LINE
    assert report["findings"][0].keys() == {"line", "seq", "code", "sentence"}


def test_a_running_game_is_verified_so_far(file, capsys):
    lines = chained(dealt(players=3).play(8).events)
    assert main(["audit", file(b"".join(lines))]) == 0
    assert f"Game {GAME}: verified so far\n" in capsys.readouterr().out


def test_a_head_that_is_known_from_elsewhere_vouches_for_the_end(file, capsys):
    head = digest(EXPORT[-1][:-1])
    assert main(["audit", file(BLOB), "--head", head]) == 0
    assert main(["audit", file(b"".join(EXPORT[:-1])), "--head", head]) == 1
    assert "head_differs" in capsys.readouterr().out


def test_standard_input_is_read(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BLOB)))
    assert main(["audit", "-"]) == 0
    assert capsys.readouterr().out.startswith(f"Game {GAME}: verified\n")


def test_a_game_of_the_data_folder_is_read(folder, capsys):
    assert main(["audit", GAME, "--data", folder]) == 0
    assert capsys.readouterr().out.startswith(f"Game {GAME}: verified\n")


@pytest.mark.parametrize(
    "path", [f"/games/{GAME}", f"/games/{GAME}/", f"/games/{GAME}/events.jsonl", f"/games/{GAME}#x"]
)
def test_the_address_of_an_export_or_of_a_games_page_is_read(server, path, capsys):
    assert main(["audit", server + path]) == 0
    assert capsys.readouterr().out.startswith(f"Game {GAME}: verified\n")


def assert_unreadable(words, capsys):
    assert main(["audit", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_an_empty_file_is_nothing_to_audit(file, capsys):
    assert "no line" in assert_unreadable([file(b"")], capsys)


def test_a_folder_is_no_export(tmp_path, capsys):
    assert "is a folder" in assert_unreadable([str(tmp_path)], capsys)


def test_without_file_and_log_both_are_named(tmp_path, capsys):
    shown = assert_unreadable(["nothing-1", "--data", str(tmp_path)], capsys)
    assert "no file nothing-1" in shown
    assert "--data" in shown


def test_an_unknown_game_of_a_folder_is_named(folder, capsys):
    assert "nothing-1" in assert_unreadable(["nothing-1", "--data", folder], capsys)


def test_a_log_that_is_no_database_is_named(tmp_path, capsys):
    events_path(tmp_path).write_bytes(b"not a database" * 100)
    assert "events.db" in assert_unreadable([GAME, "--data", str(tmp_path)], capsys)


def test_a_missing_page_is_named(server, capsys):
    assert "Not Found" in assert_unreadable([f"{server}/games/other-1"], capsys)


def test_an_answer_that_breaks_off_is_not_audited(server, capsys):
    assert "broke off" in assert_unreadable([f"{server}/broken"], capsys)


def test_a_server_that_is_not_there_is_named(capsys):
    assert "refused" in assert_unreadable(["http://127.0.0.1:9/games/a-1"], capsys)


def test_a_line_without_end_is_found_and_not_swallowed_whole(file, capsys):
    assert main(["audit", file(b"[" * 1_000_000)]) == 1
    assert "line 1, line_too_long" in capsys.readouterr().out
