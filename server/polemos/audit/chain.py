"""What binds one line to the next: one game, no gap, the hash of the line before, rising time."""

from polemos.audit.findings import Code, Fault
from polemos.audit.form import Line
from polemos.rules.encoding import digest


class Chain:
    """Stands at the end of the lines that were taken so far."""

    __slots__ = ("at", "game", "head", "seq")

    def __init__(self) -> None:
        self.game: str | None = None
        self.seq = 0
        self.head = ""
        self.at = 0

    def check(self, line: Line) -> None:
        """Hold a line against the end of the chain.

        The hash comes before the game: of two lines of which one was moved to another game, the
        hash tells which.

        Raises:
            Fault: the first thing that does not follow.
        """
        if line.seq != self.seq + 1:
            raise Fault(Code.SEQ_BROKEN, self._explain_seq(line.seq))
        if line.prev != self.head:
            raise Fault(
                Code.PREV_BROKEN,
                f"The line follows a line with the hash {line.prev or '(none)'}, "
                f"but the line before it has {self.head or '(none)'}: one of the two was changed.",
            )
        if self.game is not None and line.game != self.game:
            raise Fault(
                Code.GAME_DIFFERS, f"The line belongs to game {line.game}, not to {self.game}."
            )
        if line.at < self.at:
            raise Fault(
                Code.TIME_FELL, f"Time fell from {self.at} to {line.at} ms: it may only rise."
            )

    def take(self, line: Line, raw: bytes) -> None:
        """Move the end behind a line, whether or not it followed."""
        self.game = line.game
        self.follow(line.seq, line.at, raw)

    def follow(self, seq: int, at: int, raw: bytes) -> None:
        """Move the end behind a line of which only so much is known.

        Args:
            seq: its seq.
            at: its Unix milliseconds.
            raw: with its newline.
        """
        self.seq = seq
        self.at = at
        self.head = digest(raw.removesuffix(b"\n"))

    def _explain_seq(self, seq: int) -> str:
        due = self.seq + 1
        if seq > due:
            return f"Event {due} was due, but this is {seq}: lines are missing or out of order."
        return (
            f"Event {due} was due, but this is {seq} again: the line is repeated or out of order."
        )
