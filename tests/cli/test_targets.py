"""Reading a target stops at what no game can have."""

import os
from io import BytesIO, RawIOBase

import pytest

from kit.exports import chained, dealt
from polemos.audit.form import LINE_BYTES_MAX
from polemos.cli.main import main
from polemos.cli.targets import Unreadable, limited_lines, read_lines

LINES = chained(dealt().play(3).events)


class Endless(RawIOBase):
    """A device that always has more of the same to give, and counts what was taken."""

    def __init__(self, line):
        self.line = line
        self.taken_bytes = 0

    def readline(self, size=-1):
        piece = self.line[:size] if len(self.line) > 1 else self.line * size
        self.taken_bytes += len(piece)
        return piece


@pytest.mark.parametrize("line", [b"[", b"{}\n"])
def test_an_endless_source_is_left_soon_after_the_bound(line):
    source = Endless(line)
    with pytest.raises(Unreadable, match="which no game has"):
        limited_lines(source, lines_max=1_000, bytes_max=1_000_000)
    assert source.taken_bytes <= 1_000_000 + LINE_BYTES_MAX + 2


def test_as_many_lines_and_bytes_as_are_allowed_are_read():
    blob = b"".join(LINES)
    read = limited_lines(BytesIO(blob), lines_max=len(LINES), bytes_max=len(blob))
    assert read == tuple(LINES)
    for bounds in (
        {"lines_max": len(LINES) - 1, "bytes_max": len(blob)},
        {"lines_max": len(LINES), "bytes_max": len(blob) - 1},
    ):
        with pytest.raises(Unreadable):
            limited_lines(BytesIO(blob), **bounds)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(Unreadable, match="is a folder"):
        read_lines(str(tmp_path))


def test_an_export_may_come_through_a_pipe_with_a_name(capsys):
    reader, writer = os.pipe()
    os.write(writer, b"".join(LINES))
    os.close(writer)
    assert main(["audit", f"/dev/fd/{reader}"]) == 0
    os.close(reader)
    assert "verified so far" in capsys.readouterr().out
