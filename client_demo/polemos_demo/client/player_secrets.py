"""The secret that makes a person the same player in every room, kept in a file of theirs."""

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from polemos.rules.encoding import b64url, from_b64url
from polemos_demo.client.seats import SECRET_BYTES

FILE_BYTES_MAX = 64


class BadPlayerSecret(Exception):  # noqa: N818  the sentence is the person's
    """The file cannot be used; the sentence says why and what to do."""


def player_path(environment: Mapping[str, str], home: Path) -> Path:
    """Tell where the secret is kept: `$XDG_STATE_HOME`, or its usual place."""
    state = Path(environment.get("XDG_STATE_HOME", ""))
    # The convention is to pass over a path that is not absolute.
    folder = state if state.is_absolute() else home / ".local" / "state"
    return folder / "polemos" / "player"


def player_secret(path: Path, draw: Callable[[int], bytes]) -> str:
    """Read the secret, and make it the first time.

    Args:
        path: the file.
        draw: gives so many bytes that nobody can guess.

    Returns:
        43 letters of base64url.

    Raises:
        BadPlayerSecret: the file is damaged, or can neither be read nor made.
    """
    try:
        if not path.exists():
            _make(path, b64url(draw(SECRET_BYTES)))
        with path.open("rb") as file:
            return _checked(path, file.read(FILE_BYTES_MAX))
    except OSError as error:
        raise BadPlayerSecret(f"{path} cannot be used: {error.strerror}.") from None


def _make(path: Path, secret: str) -> None:
    """Put the file there as a whole; of two terminals that start together, the first one wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A temporary file is its owner's alone (0600), and its link keeps that.
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".player-") as file:
        file.write(f"{secret}\n".encode())
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            return


def _checked(path: Path, raw: bytes) -> str:
    text = raw.decode("ascii", "replace").removesuffix("\n")
    try:
        if len(from_b64url(text)) == SECRET_BYTES:
            return text
    except ValueError:
        pass
    raise BadPlayerSecret(
        f"{path} is damaged and tells no player: put your copy of it back, or remove it to become "
        "a new player without a history."
    )
