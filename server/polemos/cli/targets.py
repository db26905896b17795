"""Where an exported game is read from: a file, standard input, an address, a data folder."""

import http.client
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.error import URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

from polemos.audit.form import LINE_BYTES_MAX
from polemos.cli.logs import opened_log
from polemos.cli.places import Address, InFolder
from polemos.log.folder import events_path
from polemos.log.store import EventStore, StoreError
from polemos.rules.names import GAME_PATTERN

ANSWER_SECONDS_MAX = 30
EVENTS_MAX = 2_000_000
"""More than twice the longest game that the rules allow; what is longer is no game."""

EXPORT_BYTES_MAX = 1 << 29
"""More than so many events take up; a line without end stops here, too."""

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_GAME_PAGE = re.compile(rf"(.*/games/{GAME_PATTERN})/?")
_GAME = re.compile(GAME_PATTERN)


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


def read_target(target: str, log: Callable[[], Address]) -> Export:
    """Read whatever a target names.

    Args:
        target: a file, `-`, an http address or a game's id.
        log: tells the log that games are looked up in.

    Raises:
        Unreadable: it cannot be read.
    """
    if _ADDRESS.match(target):
        return _fetch(target)
    if target == "-" or _is_there(Path(target)):
        return Export(lines=read_lines(target))
    return _load(target, log())


def read_lines(file: str) -> tuple[bytes, ...]:
    """Read an exported file, but no more of it than a game can have.

    Args:
        file: its path, or `-` for standard input.

    Returns:
        Lines, each with its newline; one that is longer than any event is in pieces.

    Raises:
        Unreadable: it cannot be read, or is longer than any game.
    """
    try:
        if file == "-":
            return limited_lines(sys.stdin.buffer)
        path = Path(file)
        if path.is_dir():
            raise Unreadable(f"{file} is a folder: name a file.")
        with path.open("rb") as stream:
            return limited_lines(stream)
    except OSError as error:
        name = "Standard input" if file == "-" else file
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from None


def limited_lines(
    stream: BinaryIO, *, lines_max: int = EVENTS_MAX, bytes_max: int = EXPORT_BYTES_MAX
) -> tuple[bytes, ...]:
    """Read lines, an endless one in pieces.

    Raises:
        Unreadable: there are more lines or bytes than are allowed; hardly more are read.
    """
    lines: list[bytes] = []
    size_bytes = 0
    while line := stream.readline(LINE_BYTES_MAX + 2):
        size_bytes += len(line)
        if len(lines) == lines_max or size_bytes > bytes_max:
            raise Unreadable(
                f"There are more than {lines_max} lines or {bytes_max} bytes, which no game has."
            )
        lines.append(line)
    return tuple(lines)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def _export_address(address: str) -> str:
    """Turn the address of a game's page into that of its export; leave any other as it is."""
    parts = urlsplit(address)
    page = _GAME_PAGE.fullmatch(parts.path)
    path = f"{page[1]}/events.jsonl" if page else parts.path
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _fetch(target: str) -> Export:
    try:
        address = _export_address(target)
        with urlopen(address, timeout=ANSWER_SECONDS_MAX) as answer:  # noqa: S310  http only, above
            if answer.headers.get_content_type() == "text/html":
                raise Unreadable(
                    f"{target} is a page and no export: name a finished game's address, "
                    "as in http://HOST/games/ROOM-1."
                )
            lines = limited_lines(answer)
            if answer.length:
                raise Unreadable(f"The answer of {target} broke off: try again.")
            return Export(lines=lines)
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise Unreadable(f"{target} cannot be read: {reason}.") from None


def _load(game: str, log: Address) -> Export:
    if isinstance(log, InFolder) and not _is_there(path := events_path(log.path)):
        raise Unreadable(
            f"There is no file {game}, and no log {path} to look for a game of that name in: "
            "name the data folder with --data, or the database with --store."
        )
    try:
        with opened_log(log) as (store, name):
            return _load_game(store, game, name)
    except StoreError as error:
        raise Unreadable(str(error)) from None


def _load_game(store: EventStore, game: str, name: str) -> Export:
    # What is no game's id need not even be a text that the log can be asked for.
    end = store.head(game) if _GAME.fullmatch(game) else None
    if end is None:
        raise Unreadable(f"There is neither a file {game} nor a game of that name in {name}.")
    lines: list[bytes] = []
    # A running server may append meanwhile; the head is that of the events up to end.seq.
    while len(lines) < end.seq and (page := store.load(game, len(lines))):
        lines += page
    return Export(lines=tuple(line + b"\n" for line in lines[: end.seq]), head=end.head)
