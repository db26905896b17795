"""`polemos import FILE`: takes an exported game into the log, once the audit has passed it."""

import argparse
import json
from collections.abc import Sequence

from polemos.audit.audit import NothingToAudit, audit
from polemos.audit.report import Report, Verdict
from polemos.cli.logs import add_log_arguments, chosen_log, written_log
from polemos.cli.places import Address
from polemos.cli.refusals import refuse
from polemos.cli.targets import Unreadable, read_lines
from polemos.log.store import Append, EventStore, StoreError, VersionConflict
from polemos.rules.encoding import digest

LINES_A_REQUEST = 1_000
EXIT_NOT_TAKEN = 1


class NotTaken(Exception):  # noqa: N818  a refusal, which the command tells
    """A game that must not be imported."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", help="an exported game, or - for standard input")
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Audit the file and store it; the projections follow at the next start of the server.

    Returns:
        0 where the game is in the log now, 1 where it is refused, 2 where the file or the log
        cannot be used; the reason is on standard error.
    """
    try:
        lines = read_lines(arguments.file)
        report = audit(lines)
        game = _passed(report)
        print(_import(chosen_log(arguments), game, lines))
    except NotTaken as refusal:
        return refuse(refusal, EXIT_NOT_TAKEN)
    except (StoreError, NothingToAudit, Unreadable) as error:
        return refuse(error)
    return 0


def _passed(report: Report) -> str:
    """Give the id of a game that the audit has verified to its end."""
    if report.findings:
        first = report.findings[0]
        raise NotTaken(f"The audit refuses line {first.line}: {first.sentence}")
    if report.verdict is not Verdict.VERIFIED or report.game is None:
        raise NotTaken(
            f"Game {report.game} has not ended: import it when it has, for nobody here could "
            "go on with it."
        )
    return report.game


def _import(log: Address, game: str, lines: Sequence[bytes]) -> str:
    with written_log(log) as store:
        return take(store, game, [line.removesuffix(b"\n") for line in lines])


def take(store: EventStore, game: str, lines: Sequence[bytes]) -> str:
    """Append a whole game to a log that does not have it, and say so.

    Args:
        store: the log.
        game: the game's id.
        lines: all its lines, without newlines, as the audit has passed them.

    Raises:
        NotTaken: the log has another game of this name; nothing was changed.
    """
    kept = store.head(game)
    head = digest(lines[-1])
    if kept is not None:
        if (kept.seq, kept.head) == (len(lines), head):
            return f"Game {game} is in the log already, with the same {len(lines)} events."
        raise NotTaken(
            f"The log has another game {game}, of {kept.seq} events: nothing was changed."
        )
    # All in one transaction: half a game would be taken for one that still runs.
    for result in store.append(_requests(game, lines)):
        if isinstance(result, VersionConflict):
            raise NotTaken(
                f"Somebody else wrote game {game} meanwhile, of {result.actual_seq} events: "
                "nothing was imported."
            )
    return f"Game {game} was imported: {len(lines)} events, head {head}."


def _requests(game: str, lines: Sequence[bytes]) -> Sequence[Append]:
    requests = []
    for start in range(0, len(lines), LINES_A_REQUEST):
        part = tuple(lines[start : start + LINES_A_REQUEST])
        requests.append(
            Append(
                command_id=f"import/{game}/{start}",
                game=game,
                expected_seq=start,
                lines=part,
                types=tuple(json.loads(line)["type"] for line in part),
                head=digest(part[-1]),
            )
        )
    return requests
