"""`polemos schemas DIR` as a module of the command line."""

import argparse
from pathlib import Path

from polemos.cli.schemas import add_arguments, run
from polemos.wire.schemas import schema_files


def write_to(folder: Path) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args([str(folder)]))


def test_every_schema_is_written_into_a_folder_that_is_made(tmp_path):
    folder = tmp_path / "new" / "schemas"
    assert write_to(folder) == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == schema_files()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    assert write_to(file / "folder") == 2
    assert capsys.readouterr().err.count("\n") == 1
