"""The whole audit: as fast as comparing bytes while all is right, slow only to say why not.

While an export is right, each line is what the rules bring next, so writing that event and
comparing bytes checks form, chain, rules and derivation at once (`course`). At the first fault the
rules stop, for nobody knows what a wrong event leads to; form and chain go on (`survey`), so that
the report can tell an edited export from one that was recorded wrong.
"""

from collections.abc import Iterable

from polemos.audit.course import Course
from polemos.audit.findings import Finding
from polemos.audit.report import Report, Verdict, proved, unproved
from polemos.audit.reveals import revealed_by
from polemos.audit.survey import Survey
from polemos.rules.encoding import digest

FINDINGS_MAX = 20
"""Findings that a report lists; the others are counted."""


class NothingToAudit(Exception):  # noqa: N818  names what was given, not a fault of this program
    """There is not a single line."""

    def __str__(self) -> str:
        return "There is nothing to audit: the export has no line."


def audit(lines: Iterable[bytes], head: str | None = None) -> Report:
    """Check an exported game.

    Args:
        lines: the export's lines in order, each with its newline, as a binary file gives them.
        head: the hash that the last line must have, where it is known from elsewhere. Without it
            nothing vouches for the last line's time, nor for lines cut off the end.

    Raises:
        NothingToAudit: there is no line.
    """
    export = tuple(lines)
    if not export:
        raise NothingToAudit
    course = Course(revealed_by(export))
    findings = course.run(export)
    findings += Survey(export, course.chain, head).run(course.taken, has_finding=bool(findings))
    return _report(export, course, sorted(findings, key=lambda finding: finding.line))


def _report(export: tuple[bytes, ...], course: Course, findings: list[Finding]) -> Report:
    facts = course.facts()
    if findings:
        verdict = Verdict.WRONG
    else:
        verdict = Verdict.VERIFIED if facts.is_ended else Verdict.VERIFIED_SO_FAR
    return Report(
        verdict=verdict,
        game=course.chain.game,
        events=len(export),
        head=digest(export[-1].removesuffix(b"\n")),
        findings=tuple(findings[:FINDINGS_MAX]),
        findings_omitted=max(0, len(findings) - FINDINGS_MAX),
        proved=() if findings else proved(facts),
        unproved=() if findings else unproved(facts),
    )
