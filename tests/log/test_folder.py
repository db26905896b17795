import os
import subprocess
import sys
from contextlib import closing

import pytest

from polemos.log.folder import DataFolder, FolderInUse
from polemos.log.store import StoreError


def test_a_folder_is_made_and_names_its_files(tmp_path):
    folder = DataFolder.open(tmp_path / "new" / "folder")

    assert (folder.events.name, folder.vault.name, folder.views.name) == (
        "events.db",
        "vault.db",
        "views.db",
    )
    assert {folder.events.parent, folder.vault.parent, folder.views.parent} == {folder.path}
    folder.close()


def test_a_second_one_is_told_who_has_the_folder(tmp_path):
    folder = DataFolder.open(tmp_path)
    with pytest.raises(FolderInUse) as refusal:
        DataFolder.open(tmp_path)
    folder.close()

    assert str(refusal.value) == (
        f"The data folder {tmp_path} is in use by process {os.getpid()}: "
        "stop that first, or name another folder with --data."
    )


@pytest.mark.parametrize("inside", ["", "data", "deep/data"])
def test_a_file_where_the_folder_should_be_is_told(tmp_path, inside):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(StoreError) as refusal:
        DataFolder.open(file / inside)

    assert str(refusal.value) == (
        f"The data folder {file / inside} cannot be made, for {file} is no folder: "
        "name another folder with --data."
    )


def test_a_closed_folder_is_free(tmp_path):
    DataFolder.open(tmp_path).close()
    DataFolder.open(tmp_path).close()


def test_a_killed_process_leaves_the_folder_free(tmp_path):
    program = (
        "import sys; from pathlib import Path; from polemos.log.folder import DataFolder;"
        "folder = DataFolder.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "open\n"
        with pytest.raises(FolderInUse, match=f"process {process.pid}"):
            DataFolder.open(tmp_path)
        process.kill()
    DataFolder.open(tmp_path).close()


def test_a_deleted_file_lets_nobody_in(tmp_path):
    with closing(DataFolder.open(tmp_path)):
        (tmp_path / "lock").unlink()
        with pytest.raises(FolderInUse):
            DataFolder.open(tmp_path)
