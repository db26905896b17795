"""The data folder: three files, and a lock that keeps a second server out."""

import fcntl
import os
from pathlib import Path

from polemos.log.store import StoreError

HOLDER_LETTERS_MAX = 20
"""So much of the holder's file is quoted."""


class FolderInUse(StoreError):  # noqa: N818  the sentence's own words
    """Another process has the folder.

    Args:
        path: the folder.
        holder: the process id of whoever has it, or an empty text where it is not known.
    """

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(path, holder)
        self.path = path
        self.holder = holder

    def __str__(self) -> str:
        by = f"process {self.holder}" if self.holder else "another process"
        return (
            f"The data folder {self.path} is in use by {by}: "
            "stop that first, or name another folder with --data."
        )


def events_path(folder: Path) -> Path:
    """Name the file of the log."""
    return folder / "events.db"


def vault_path(folder: Path) -> Path:
    """Name the file of the vault."""
    return folder / "vault.db"


def views_path(folder: Path) -> Path:
    """Name the file of the projections."""
    return folder / "views.db"


class DataFolder:
    """A data folder that this process alone may write to, until it is closed or the process ends.

    Make one with `open`. Commands that only read need none.
    """

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> "DataFolder":
        """Create the folder if need be and lock it.

        Raises:
            FolderInUse: another process has it.
            StoreError: it cannot be created or written to.
        """
        try:
            path.mkdir(parents=True, exist_ok=True)
            # The folder itself is locked: a file in it could be deleted, and the lock with it.
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            # The kernel drops the lock with the process, so a killed server leaves nothing behind.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _holder_path(path).write_text(f"{os.getpid()}\n")
        except BlockingIOError:
            os.close(lock)
            raise FolderInUse(path, _holder(path)) from None
        except OSError as error:
            os.close(lock)
            raise _unwritable(path, error) from error
        return cls(path, lock)

    @property
    def events(self) -> Path:
        """The file of the log."""
        return events_path(self.path)

    @property
    def vault(self) -> Path:
        """The file of the vault."""
        return vault_path(self.path)

    @property
    def views(self) -> Path:
        """The file of the projections."""
        return views_path(self.path)

    def close(self) -> None:
        """Let others in."""
        os.close(self._lock)


def _holder_path(path: Path) -> Path:
    """Name the file that says who has the folder, for a refusal to quote; it locks nothing."""
    return path / "lock"


def _holder(path: Path) -> str:
    try:
        return _holder_path(path).read_text(errors="replace").strip()[:HOLDER_LETTERS_MAX]
    except OSError:
        return ""


def _unwritable(path: Path, error: OSError) -> StoreError:
    if isinstance(error, FileExistsError | NotADirectoryError):
        # Itself, or what stands before it on the way there.
        file = next(each for each in (path, *path.parents) if os.path.lexists(each))
        return StoreError(
            f"The data folder {path} cannot be made, for {file} is no folder: "
            "name another folder with --data."
        )
    return StoreError(
        f"The data folder {path} cannot be written to ({error.strerror}): "
        "check its permissions, or name another folder with --data."
    )
