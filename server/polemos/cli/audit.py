"""`polemos audit TARGET`: checks an exported game and says what that proves."""

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import asdict

from polemos.audit.audit import NothingToAudit, audit
from polemos.audit.report import Report, Verdict
from polemos.cli.logs import add_log_arguments, chosen_log
from polemos.cli.refusals import refuse
from polemos.cli.targets import Unreadable, read_target
from polemos.log.store import StoreError
from polemos.rules.shown import shown

HASH_LETTERS = 43
_HASH = re.compile(rf"[A-Za-z0-9_-]{{{HASH_LETTERS}}}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="an exported file, - for standard input, the http address of an export or of a "
        "game's page, or the id of a game in the data folder",
    )
    parser.add_argument(
        "--head",
        metavar="HASH",
        help="the hash that the last line must have, if you know it from elsewhere",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_log_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Audit and report.

    Returns:
        0 where everything that can be checked is right, 1 where something is wrong, 2 where there
        is nothing to check; the reason for that is on standard error.
    """
    try:
        export = read_target(arguments.target, lambda: chosen_log(arguments))
        report = audit(export.lines, _head(arguments.head) or export.head)
    except (Unreadable, NothingToAudit, StoreError) as error:
        return refuse(error)
    if arguments.json:
        print(json.dumps(asdict(report), ensure_ascii=False))
    else:
        print("\n".join(_paragraphs(report)))
    return 1 if report.verdict is Verdict.WRONG else 0


def _head(given: str | None) -> str | None:
    if given is None or _HASH.fullmatch(given):
        return given
    raise Unreadable(
        f"--head cannot be {shown(given)}: a hash is {HASH_LETTERS} letters of base64url, "
        "as every audit prints it."
    )


def _paragraphs(report: Report) -> Iterator[str]:
    yield f"Game {report.game or '(unknown)'}: {report.verdict}"
    yield f"{report.events:,} events, head {report.head}"
    for finding in report.findings:
        yield f"line {finding.line}, {finding.code}: {finding.sentence}"
    if report.findings_omitted:
        yield f"… and {report.findings_omitted:,} more findings."
    yield from _listed("Proved:", report.proved)
    yield from _listed("Not proved:", report.unproved)


def _listed(title: str, sentences: tuple[str, ...]) -> Iterator[str]:
    if sentences:
        yield ""
        yield title
        yield from (f"- {sentence}" for sentence in sentences)
