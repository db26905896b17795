"""An exported game made ready to be looked at, as far as its lines are right. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from polemos.audit.audit import NothingToAudit, audit
from polemos.log.codec import decode
from polemos_demo.terminal.replay.recordings import Recording, recording_of
from polemos_demo.terminal.telling import tell_fault


class NothingToReplay(Exception):  # noqa: N818  the sentence is the person's
    """Not even the first line is right; the sentence says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A game to look at.

    Args:
        recording: the game, up to the first wrong line.
        fault: what is wrong there, or nothing.
    """

    recording: Recording
    fault: str


def recorded(lines: Sequence[bytes]) -> Recorded:
    """Read an export's lines, each with its newline.

    Raises:
        NothingToReplay: there is no line, or the first one is wrong.
    """
    try:
        findings = audit(lines).findings
    except NothingToAudit as error:
        raise NothingToReplay(str(error)) from None
    # What follows from a wrong line nobody knows, and a table cannot be folded from it.
    right = lines[: findings[0].line - 1] if findings else lines
    fault = tell_fault(findings[0].line, findings[0].sentence) if findings else ""
    if not right:
        raise NothingToReplay(fault)
    entries = [decode(line.removesuffix(b"\n")) for line in right]
    return Recorded(recording=recording_of(entries[0].game, entries), fault=fault)
