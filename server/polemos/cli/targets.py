"""Where an exported game is read from: a file, standard input, an address, a data folder."""

import http.client
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.error import URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

from polemos.audit.form import LINE_BYTES_MAX
from polemos.log.folder import events_path
from polemos.log.sqlite import SqliteStore
from polemos.log.store import EventStore, StoreError

ANSWER_SECONDS_MAX = 30
EVENTS_MAX = 2_000_000
"""More than twice the longest game that the rules allow; what is longer is no game."""

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_GAME_PAGE = re.compile(r"(.*/games/[a-z0-9]{1,32}-[1-9][0-9]{0,8})/?")


class Unreadable(Exception):  # noqa: N818  about the target, not a fault of this program
    """A target that cannot be read; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """An exported game as it was read.

    Args:
        lines: each with its newline.
        head: the hash that the source gives for the last line, or none if it gives none.
    """

    lines: tuple[bytes, ...]
    head: str | None = None


def read_target(target: str, folder: Callable[[], Path]) -> Export:
    """Read whatever a target names.

    Args:
        target: a file, `-`, an http address or a game's id.
        folder: tells the data folder that games are looked up in.

    Raises:
        Unreadable: it cannot be read.
    """
    if target == "-":
        return Export(lines=_lines_of(sys.stdin.buffer))
    if _ADDRESS.match(target):
        return _fetch(_export_address(target))
    path = Path(target)
    if path.is_file():
        return _read_file(path)
    if path.is_dir():
        raise Unreadable(f"{target} is a folder: name a file, an address or a game's id.")
    return _load(target, folder())


def _lines_of(stream: BinaryIO) -> tuple[bytes, ...]:
    lines = tuple(_limited(stream))
    if len(lines) > EVENTS_MAX:
        raise Unreadable(f"There are more than {EVENTS_MAX} lines, which no game has.")
    return lines


def _limited(stream: BinaryIO) -> Iterator[bytes]:
    """Give lines, an endless one in pieces, and one line more than are allowed."""
    for _ in range(EVENTS_MAX + 1):
        line = stream.readline(LINE_BYTES_MAX + 2)
        if not line:
            return
        yield line


def _read_file(path: Path) -> Export:
    try:
        with path.open("rb") as stream:
            return Export(lines=_lines_of(stream))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def _export_address(address: str) -> str:
    """Turn the address of a game's page into that of its export; leave any other as it is."""
    parts = urlsplit(address)
    page = _GAME_PAGE.fullmatch(parts.path)
    path = f"{page[1]}/events.jsonl" if page else parts.path
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _fetch(address: str) -> Export:
    try:
        with urlopen(address, timeout=ANSWER_SECONDS_MAX) as answer:  # noqa: S310  http only, above
            lines = _lines_of(answer)
            if answer.length:
                raise Unreadable(f"The answer of {address} broke off: try again.")
            return Export(lines=lines)
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise Unreadable(f"{address} cannot be read: {reason}.") from None


def _load(game: str, folder: Path) -> Export:
    path = events_path(folder)
    if not path.is_file():
        raise Unreadable(
            f"There is no file {game}, and no log {path} to look for a game of that name in: "
            "name the data folder with --data."
        )
    try:
        store = SqliteStore.open(path, read_only=True)
        try:
            return _load_game(store, game, path)
        finally:
            store.close()
    except StoreError as error:
        raise Unreadable(str(error)) from None


def _load_game(store: EventStore, game: str, path: Path) -> Export:
    end = store.head(game)
    if end is None:
        raise Unreadable(f"There is neither a file {game} nor a game of that name in {path}.")
    lines: list[bytes] = []
    # A running server may append meanwhile; the head is that of the events up to end.seq.
    while len(lines) < end.seq and (page := store.load(game, len(lines))):
        lines += page
    return Export(lines=tuple(line + b"\n" for line in lines[: end.seq]), head=end.head)
