"""The way through an export for as long as it is right."""

from polemos.audit.chain import Chain
from polemos.audit.findings import Code, Fault, Finding
from polemos.audit.form import NEWLINE, Line, read, write
from polemos.audit.replay import Replay
from polemos.audit.report import Facts
from polemos.audit.reveals import kinds_by_entropy
from polemos.rules.cards import UNKNOWN
from polemos.rules.chance import Dealer
from polemos.rules.encoding import INTEGER_MAX
from polemos.rules.events import (
    CardFlipped,
    DealScheme,
    Event,
    GameEnded,
    GameOpened,
    SeatKind,
    SeatReleased,
)
from polemos.rules.state import Ended, Playing

_AT = b'{"at":'


class Course:
    """Takes lines until one is wrong.

    Args:
        dealer: what is known of the game's secrets.
    """

    __slots__ = ("_attempts_aborted", "_deal", "_dealer", "_kinds", "_replay", "chain", "taken")

    def __init__(self, dealer: Dealer) -> None:
        self.chain = Chain()
        self.taken = 0
        self._dealer = dealer
        self._replay: Replay | None = None
        self._deal: DealScheme | None = None
        self._kinds: tuple[SeatKind, ...] = ()
        self._attempts_aborted = 0

    def run(self, export: tuple[bytes, ...]) -> list[Finding]:
        """Take lines up to the first wrong one.

        Returns:
            What the rules or the derivation found wrong with it, if it was they: a fault of form or
            chain is left to the survey, which looks at that line again.
        """
        for raw in export:
            if not self._take_due(raw):
                try:
                    line = read(raw)
                    self.chain.check(line)
                except Fault:
                    return []
                try:
                    self._judge(line)
                except Fault as fault:
                    return [_finding(fault, self.taken + 1, line.seq)]
                self.chain.take(line, raw)
            self.taken += 1
        return self._check_end()

    def facts(self) -> Facts:
        """Tell what is known of the deal after the lines that were taken."""
        return Facts(
            deal=self._deal,
            kinds=self._kinds,
            attempts_aborted=self._attempts_aborted,
            is_dealt=bool(self._kinds),
            is_ended=self._replay is not None and isinstance(self._replay.state, Ended),
        )

    def _take_due(self, raw: bytes) -> bool:
        """Take a line if it is, byte for byte, the event that the cards bring next."""
        replay, chain = self._replay, self.chain
        due = None if replay is None else replay.due()
        if replay is None or due is None or _says_more(due):
            return False
        at, seq = _at_of(raw), chain.seq + 1
        if not chain.at <= at <= INTEGER_MAX:
            return False
        written = write(due, at=at, game=chain.game or "", prev=chain.head, seq=seq)
        if raw != written + NEWLINE:
            return False
        try:
            replay.take(due)
        except Fault:
            return False
        chain.follow(seq, at, raw)
        return True

    def _judge(self, line: Line) -> None:
        if self._replay is None:
            self._replay = Replay(line.game, self._dealer)
        self._replay.judge(line.event)
        match line.event:
            case GameOpened(deal=deal):
                self._deal = deal
            case SeatReleased(secret=str()):
                self._attempts_aborted += 1
            case _:
                pass
        if not self._kinds and isinstance(self._replay.state, Playing):
            self._kinds = kinds_by_entropy(self._replay.state.setup)

    def _check_end(self) -> list[Finding]:
        missing = 0 if self._replay is None else self._replay.missing_count()
        if not missing:
            return []
        fault = Fault(
            Code.BEAT_CUT,
            f"The export ends inside a beat, of which {missing} more events were recorded with it.",
        )
        return [_finding(fault, self.taken, self.chain.seq)]


def _finding(fault: Fault, line: int, seq: int) -> Finding:
    return Finding(line=line, seq=seq, code=fault.code, sentence=fault.sentence)


def _says_more(due: Event) -> bool:
    """Tell whether the line may say what was not known: a face, or the secret that ends a game."""
    match due:
        case CardFlipped(card=card):
            return card == UNKNOWN
        case GameEnded():
            return True
        case _:
            return False


def _at_of(raw: bytes) -> int:
    """Read the time without reading the line; −1 where there is none."""
    if not raw.startswith(_AT):
        return -1
    try:
        return int(raw[len(_AT) : raw.find(b",", len(_AT))])
    except ValueError:
        return -1
