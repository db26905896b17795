"""`polemos copy`: moves a whole log, and the vault with it, to another place."""

import argparse
from collections.abc import Iterable

from polemos.cli.places import InDatabase, InFolder, opened_source, opened_target, read_address
from polemos.cli.refusals import refuse
from polemos.log.copying import Copied, copy
from polemos.log.store import StoreError

LINES_MAX = 20
"""About so many lines tell how far it has come, however long it takes."""

ADDRESSES = "sqlite:///absolute/folder, sqlite:relative/folder or postgresql://…"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--from",
        dest="source",
        required=True,
        metavar="ADDRESS",
        help=f"where the log is: {ADDRESSES}; a server may run on it meanwhile",
    )
    parser.add_argument(
        "--to",
        dest="target",
        required=True,
        metavar="ADDRESS",
        help=f"where it goes: {ADDRESSES}; no server runs on it, and it is empty or an earlier "
        "copy, which is gone on with",
    )


def run(arguments: argparse.Namespace) -> int:
    """Copy what the target lacks, and say how far it has come.

    Returns:
        0, or 2 where one of the two cannot be used, the source is damaged, or the target has
        something else; the reason is on standard error.
    """
    try:
        source, target = read_address(arguments.source), read_address(arguments.target)
        _refuse_same(source, target)
        with opened_source(source) as read, opened_target(target) as written:
            done = _told(copy(read, written))
            newest = read.events.last_position()
    except StoreError as error:
        return refuse(error)
    print(
        f"The target has all {done.position} events up to position {done.position}, of which "
        f"{done.position - done.start} are new, and {done.kept} entries of the vault."
    )
    if newest > done.position:
        print(
            f"The source has gone on to position {newest} meanwhile: copy again for the rest, "
            "with its servers stopped if the games are to go on at the target."
        )
    return 0


def _refuse_same(source: InFolder | InDatabase, target: InFolder | InDatabase) -> None:
    match source, target:
        case InFolder(path=one), InFolder(path=other):
            is_same = one.resolve() == other.resolve()
        case _:
            is_same = source == target
    if is_same:
        raise StoreError("The source and the target are the same place: name two.")


def _told(steps: Iterable[Copied]) -> Copied:
    """Follow a copy to its end, saying at times how far it is."""
    steps = iter(steps)
    copied = next(steps)
    if copied.start:
        print(f"The target is a copy up to position {copied.start}: going on from there.")
    step = max(1, (copied.end - copied.start) // LINES_MAX)
    due = copied.start + step
    for copied in steps:
        if copied.position >= due:
            print(f"Position {copied.position} of {copied.end}.", flush=True)
            due = copied.position + step
    return copied
