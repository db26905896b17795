"""Form and chain of the lines from the first wrong one on, without the rules.

A broken link names two lines, and one of them is innocent. A line is vouched for when its successor
holds its hash; then the link broke because the line before it was changed.
"""

from collections.abc import Iterator

from polemos.audit.chain import Chain
from polemos.audit.findings import Code, Fault, Finding
from polemos.audit.form import NEWLINE, Line, read
from polemos.rules.encoding import digest


class Survey:
    """Looks at the lines that were not taken.

    Args:
        export: all lines, each with its newline.
        chain: stands behind the lines that were taken; it is moved on.
        head: the hash that the last line must have, if it is known.
    """

    __slots__ = ("_blamed", "_chain", "_export", "_head")

    def __init__(self, export: tuple[bytes, ...], chain: Chain, head: str | None) -> None:
        self._export = export
        self._chain = chain
        self._head = head
        self._blamed: set[int] = set()

    def run(self, taken: int, *, has_finding: bool) -> list[Finding]:
        """Look at every line that was not taken.

        Args:
            taken: lines that were.
            has_finding: whether the rules have a finding already.

        Returns:
            Findings, not always in the order of their lines.
        """
        if has_finding:
            self._blamed.add(taken + 1)
        findings: list[Finding] = []
        for number in range(taken + 1, len(self._export) + 1):
            for finding in self._look_at(number):
                self._blamed.add(finding.line)
                findings.append(finding)
        return findings or ([] if has_finding else self._check_head())

    def _look_at(self, number: int) -> Iterator[Finding]:
        raw, chain = self._export[number - 1], self._chain
        try:
            line = read(raw)
        except Fault as fault:
            yield _finding(number, None, fault)
            chain.follow(chain.seq + 1, chain.at, raw)
            return
        try:
            chain.check(line)
        except Fault as fault:
            yield from self._blame(number, line, fault)
        chain.take(line, raw)

    def _blame(self, number: int, line: Line, fault: Fault) -> Iterator[Finding]:
        if fault.code is not Code.PREV_BROKEN or number == 1:
            yield _finding(number, line.seq, fault)
        elif self._is_vouched_for(number):
            changed = Fault(
                Code.LINE_CHANGED,
                f"The line was changed after it was recorded: line {number} holds another hash.",
            )
            yield _finding(number - 1, line.seq - 1, changed)
        elif number - 1 not in self._blamed:
            yield _finding(number, line.seq, fault)

    def _is_vouched_for(self, number: int) -> bool:
        own = self._hash(number)
        if number == len(self._export):
            return own == self._head
        try:
            return read(self._export[number]).prev == own
        except Fault:
            return False

    def _check_head(self) -> list[Finding]:
        last = len(self._export)
        if self._head is None or self._hash(last) == self._head:
            return []
        differs = Fault(
            Code.HEAD_DIFFERS,
            f"The last line does not have the hash {self._head}: it was changed, or lines are "
            "missing after it.",
        )
        return [_finding(last, self._chain.seq, differs)]

    def _hash(self, number: int) -> str:
        return digest(self._export[number - 1].removesuffix(NEWLINE))


def _finding(number: int, seq: int | None, fault: Fault) -> Finding:
    return Finding(line=number, seq=seq, code=fault.code, sentence=fault.sentence)
