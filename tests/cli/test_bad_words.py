"""Whatever stands on the command line: an exit code, one sentence, never a traceback."""

import os
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kit.exports import abandoned, chained
from kit.streams import played
from polemos.cli.main import COMMANDS, main
from polemos.log.sqlite import SqliteStore
from polemos.log.vault import SqliteVault

EXPORT = b"".join(chained(abandoned().events))
LONG = "x" * 300
NUMBERS = ["", "-1", "0", "1", "2", "2.5", "9" * 30, "9" * 5_000, "٣", "0x1", "1e3", " 1", "nan"]

# A process gets bytes without a zero byte; those that are no UTF-8 reach Python as surrogates.
words = st.binary(max_size=60).map(lambda raw: os.fsdecode(raw.replace(b"\0", b"")))
numbers = st.sampled_from(NUMBERS) | words
texts = words | st.sampled_from(["", "-", "--", "\n", "\x1b[2J", "[/x]", "[red]", LONG, "\udcff"])
addresses = st.sampled_from(
    [
        "http://",
        "http://[",
        "http://[::1",
        "http://\udcff/",
        "http://a b/",
        "HTTP:// /",
        "http:///",
        "http://127.0.0.1:x/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:9/games/a-1",
        "file:///",
    ]
)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Paths of every kind: missing, folder, export, log, noise, device, forbidden, too long."""
    root = tmp_path_factory.mktemp("places")
    (root / "game.jsonl").write_bytes(EXPORT)
    (root / "noise").write_bytes(bytes(range(256)) * 9)
    (root / "loop").symlink_to(root / "loop")
    (root / "shut").mkdir(mode=0)
    for name, content in (("log", None), ("torn", b"SQLite format 3\0" + b"?" * 5_000)):
        (root / name).mkdir()
        if content is not None:
            (root / name / "events.db").write_bytes(content)
    with closing(SqliteStore.open(root / "log" / "events.db")) as store:
        store.append(played("room-1"))
    (root / "nested" / "events.db").mkdir(parents=True)
    (root / "nested" / "vault.db").mkdir()
    (root / "torn" / "vault.db").write_bytes(b"SQLite format 3\0" + b"?" * 5_000)
    SqliteVault.open(root / "log" / "vault.db").close()
    names = ["", "absent", "game.jsonl", "noise", "loop", "shut", "shut/x", "log", "torn", "nested"]
    names += [LONG, f"{LONG}/{LONG}", "game.jsonl/x", "loop/x", "a\nb", "\udcff"]
    return [*(str(root / name) for name in names), "/dev/null", "/proc/self/mem"]


def run(line):
    """Run a command as a process would: gives its exit code and what it wrote."""
    out = TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)
    err = TextIOWrapper(BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    stdin, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(EXPORT))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(line)
    except SystemExit as leaving:
        code = leaving.code
    finally:
        sys.stdin = stdin
    return code, out.buffer.getvalue(), err.buffer.getvalue().decode()


def assert_answered(line):
    code, out, err = run(line)
    assert code in (0, 1, 2), (line, code)
    assert "Traceback" not in err
    if code == 2:
        assert out == b"", line
        assert err.endswith("\n"), line
        assert err.count("\n") == 1, (line, err)
        assert err[:-1].isprintable(), (line, err)
        assert len(err) < 1_200, line


def options(**values):
    """Some options of a command, each with some value."""
    pairs = [st.tuples(st.just(name), value) for name, value in values.items()]
    return st.lists(st.one_of(pairs), max_size=3).map(
        lambda chosen: [f"--{name}={value}" for name, value in chosen]
    )


def lines(places):
    """Command lines of every command whose values are anything; none that would serve or wait."""
    paths = st.sampled_from(places) | texts
    data = st.sampled_from(places)
    pictures = st.sampled_from(
        [
            place
            for path in places
            for place in (path, f"{path}.png")
            if not place.startswith(("/dev/", "/proc/"))
        ]
    )
    games = texts | st.sampled_from(["room-1", "room-2", "room-0", "k7m2q9x4wd-1", "-1"])
    rules = st.sampled_from(
        ["cap", "cap=9", "players=3", "preset=war", "cap=" + "9" * 5_000, "=", "a=b", "deck=[36]"]
    )
    named = st.sampled_from(sorted(set(COMMANDS) - {"serve", "watch"}))
    return st.one_of(
        st.builds(
            lambda target, more: ["audit", *more, "--", target],
            paths | games | addresses,
            options(head=texts, data=data),
        ),
        st.builds(lambda game, folder: ["export", f"--data={folder}", "--", game], games, data),
        st.builds(lambda file, folder: ["import", f"--data={folder}", "--", file], paths, data),
        st.builds(
            lambda folder, more: ["rebuild", f"--data={folder}", *more],
            data,
            st.sampled_from([[], ["--check"], ["--check=1"]]),
        ),
        st.builds(
            lambda player, folder: ["forget", f"--data={folder}", "--", player],
            texts | st.sampled_from(["a" * 22, "-" * 22]),
            data,
        ),
        st.builds(
            lambda preset, more: ["simulate", "--games=2", f"--preset={preset}", *more],
            st.sampled_from(["war", "peace", "tod-und-leben"]) | texts,
            options(
                players=numbers,
                games=st.sampled_from([*NUMBERS, "10000001"]),
                seed=texts,
                rule=rules | texts,
                jobs=st.sampled_from(["", "0", "1", "x"]),
                plot=pictures,
            ),
        ),
        st.builds(lambda folder: ["schemas", "--", folder], data),
        st.builds(lambda target: ["watch", "--plain", "--", target], texts),
        st.builds(lambda name, more: [name, *more], named, st.lists(texts, max_size=2)),
        st.lists(texts, max_size=3),
    )


def test_whatever_the_values_are_there_is_an_exit_code_and_one_sentence(places, monkeypatch):
    # A name that a command may write to is taken inside a folder of its own.
    monkeypatch.chdir(Path(places[0]).parent)

    @settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow])
    @given(lines(places))
    @example(["audit", LONG])
    @example(["audit", "http://["])
    @example(["audit", "-", "--head", "\udcff"])
    @example(["export", "\udcff", f"--data={places[7]}"])
    @example(["audit", "\udcff", f"--data={places[7]}"])
    @example(["audit", "a-1", f"--data={places[0]}/{LONG}"])
    @example(["simulate", "--preset=war", "--games=1", "--seed=\udcff"])
    @example(["simulate", "--preset=war", "--games=1", "--seed=[/x]"])
    @example(["simulate", "--preset=war", "--games=1", "--rule", "players=3"])
    @example(["simulate", "--preset=war", "--games=1", f"--plot={LONG}/{LONG}"])
    def answers(line):
        assert_answered(line)

    answers()


def test_a_setting_that_cannot_be_used_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setenv("POLEMOS_PORT", "x" * 5_000)
    for line in (["audit", "a-1"], ["export", "a-1"], ["import", "-"], ["rebuild"]):
        assert_answered(line)
        code, _, err = run(line)
        assert (code, "setting port" in err) == (2, True)
