"""A log whose files were cut or changed: an intact prefix or a clear refusal, never silence."""

import shutil
import struct
from contextlib import closing
from random import Random

import pytest

from kit.chains import follow
from kit.histories import check_history, whole_log
from kit.streams import laid_cards
from polemos.log.sqlite import SqliteStore
from polemos.log.store import StoreCorrupt, StoreError

WAL_HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
COMMITS = 6


@pytest.fixture
def crashed(path, tmp_path):
    """The files of a server that died, before anything was moved out of the WAL; and its log."""
    with closing(SqliteStore.open(path, wal_bytes_min=0)) as store:
        seq, head = 0, ""
        for number in range(COMMITS):
            append = laid_cards("a-1", 4, expected_seq=seq, head=head)
            store.append([append, laid_cards(f"b-{number + 1}", 2)])
            seq, head = seq + 4, append.head
        kept = tmp_path / "crashed"
        kept.mkdir()
        for name in ("events.db", "events.db-wal"):
            shutil.copy(path.with_name(name), kept / name)
        log = whole_log(store)
    return kept, log


def wal_frames(wal: bytes):
    """Give the offsets of the WAL's frames, by its own header."""
    (page_bytes,) = struct.unpack(">I", wal[8:12])
    step = FRAME_HEADER_BYTES + page_bytes
    return range(WAL_HEADER_BYTES, len(wal), step)


def reopened(kept, tmp_path, name, wal):
    """Open a copy of the files with another WAL; give its log, or the refusal."""
    folder = tmp_path / name
    folder.mkdir()
    shutil.copy(kept / "events.db", folder / "events.db")
    (folder / "events.db-wal").write_bytes(wal)
    try:
        with closing(SqliteStore.open(folder / "events.db")) as store:
            return check_history(store, {})
    except StoreError as refusal:
        return str(refusal)


def test_the_uncut_files_hold_everything(crashed, tmp_path):
    kept, log = crashed
    assert len(log) == COMMITS * 6
    assert reopened(kept, tmp_path, "whole", (kept / "events.db-wal").read_bytes()) == log


def test_a_wal_that_is_cut_at_or_inside_a_frame_leaves_whole_commits(crashed, tmp_path):
    kept, log = crashed
    wal = (kept / "events.db-wal").read_bytes()
    lengths = set()
    for frame in wal_frames(wal):
        for cut in (frame, frame + 1, frame + FRAME_HEADER_BYTES, frame + 2_000):
            left = reopened(kept, tmp_path, f"cut-{cut}", wal[:cut])
            assert left == log[: len(left)]
            lengths.add(len(left))
    assert {0, 6, 12}.issubset(lengths)
    assert all(length % 6 == 0 for length in lengths)


def test_a_bit_that_flips_in_the_wal_leaves_whole_commits(crashed, tmp_path):
    kept, log = crashed
    wal, random = (kept / "events.db-wal").read_bytes(), Random(11)
    for number in range(60):
        flipped = bytearray(wal)
        flipped[random.randrange(len(wal))] ^= 1 << random.randrange(8)
        left = reopened(kept, tmp_path, f"flip-{number}", bytes(flipped))
        assert left == log[: len(left)]
        assert len(left) % 6 == 0


def test_a_bit_that_flips_in_the_file_is_refused_or_changes_nothing(crashed, tmp_path):
    kept, log = crashed
    with closing(SqliteStore.open(kept / "events.db")):
        pass
    whole, random = (kept / "events.db").read_bytes(), Random(12)
    refusals = 0
    for number in range(150):
        folder = tmp_path / f"file-{number}"
        folder.mkdir()
        flipped = bytearray(whole)
        flipped[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        (folder / "events.db").write_bytes(flipped)
        try:
            read = read_and_follow(folder / "events.db")
        except StoreError:
            refusals += 1
        else:
            assert read == [entry.line for entry in log]
    assert refusals


def read_and_follow(path):
    """Read the whole log as a rebuild and a recovery do, checking the chain of each game."""
    with closing(SqliteStore.open(path)) as store:
        entries = whole_log(store)
        games = {}
        for entry in entries:
            games.setdefault(entry.game, []).append(entry.line)
        for game, lines in games.items():
            head = store.head(game)
            if head is None or follow(lines, game=game) != (head.seq, head.head):
                raise StoreCorrupt(f"Game {game} does not end where the log says.")
        if store.last_position() != len(entries):
            raise StoreCorrupt("The log does not end where it says.")
        return [entry.line for entry in entries]
