"""How fast a finished game is audited: events a second on one core.

Run `python benchmarks/audit.py [ROUNDS]`; the best of five, in processor time,
since others share the machine.
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.exports import chained, dealt
from polemos.audit.audit import audit
from polemos.audit.report import Verdict

REPETITIONS = 5


def export(rounds: int) -> list[bytes]:
    """Record a game of about so many rounds: many of a pot as laid never end by themselves."""
    return chained(dealt("pyanitsa", return_order="table", cap=rounds).play().events)


def events_per_second(lines: list[bytes]) -> float:
    best = float("inf")
    for _ in range(REPETITIONS):
        started = process_time()
        report = audit(lines)
        best = min(best, process_time() - started)
        assert report.verdict is Verdict.VERIFIED
    return len(lines) / best


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for name, lines in (
        ("pyanitsa, fixed order", export(rounds)),
        ("war, shuffled", chained(dealt("war", number=11).play().events)),
        ("war, four seats", chained(dealt("war", 4).play().events)),
    ):
        print(f"audit  {name:22} {len(lines):7,} events  {events_per_second(lines):10,.0f}/s")


if __name__ == "__main__":
    main()
