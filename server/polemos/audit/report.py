"""What an audit found out, what that proves, and what it does not."""

from dataclasses import dataclass
from enum import StrEnum

from polemos.audit.findings import Finding
from polemos.rules.events import DealScheme, SeatKind


class Verdict(StrEnum):
    """How an audit ended."""

    VERIFIED = "verified"
    VERIFIED_SO_FAR = "verified so far"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome of one audit.

    Args:
        verdict: verified, verified so far (the game goes on) or wrong.
        game: the game's id, or none if no line could be read.
        events: lines that were read.
        head: the hash of the last line, base64url without padding: the fingerprint of the export.
        findings: what is wrong, by line; the first is the first wrong event.
        findings_omitted: findings beyond those listed.
        proved: sentences on what holds now without trusting the server.
        unproved: sentences on what does not.
    """

    verdict: Verdict
    game: str | None
    events: int
    head: str
    findings: tuple[Finding, ...]
    findings_omitted: int
    proved: tuple[str, ...]
    unproved: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a verified export told about how it was dealt.

    Args:
        deal: the scheme, or none before the first line.
        kinds: who sat, by seat; empty if nobody was dealt to.
        attempts_aborted: deals that were given up before a card was dealt.
        is_dealt: whether cards were dealt.
        is_ended: whether the game is over.
    """

    deal: DealScheme | None
    kinds: tuple[SeatKind, ...]
    attempts_aborted: int
    is_dealt: bool
    is_ended: bool


def proved(facts: Facts) -> tuple[str, ...]:
    """Tell what a verified export proves."""
    sentences = [
        "Every event is bound to the one before it and is what the rules answer at its place.",
        "No card came or went, and none lay on the table twice.",
    ]
    if facts.is_dealt and facts.is_ended:
        sentences.append(
            "The revealed secret opens the commitment that was published before anybody sat, and "
            "every card, every pot and the end follow from it."
        )
    if facts.is_dealt and facts.deal is DealScheme.FAIR and SeatKind.HUMAN in facts.kinds:
        sentences.append(
            "Seats and server committed before any of them revealed, so whoever drew honestly "
            "knows that nobody else chose the deal."
        )
    return tuple(sentences)


def unproved(facts: Facts) -> tuple[str, ...]:
    """Tell what a verified export leaves open."""
    sentences = []
    if not facts.is_ended:
        sentences.append(
            "The game goes on: its secret is not revealed, so the faces of the cards, the order of "
            "the pots and the first seat could not be derived yet; and later events may be missing."
        )
    if facts.deal is DealScheme.SEEDED:
        sentences.append("The seed was chosen: whoever chose it knew the deal. It is no fair game.")
    elif facts.kinds and SeatKind.HUMAN not in facts.kinds:
        sentences.append(
            "All seats were bots, so all their entropy was public: nothing proves that the server "
            "did not try many secrets before it opened the game."
        )
    if facts.attempts_aborted:
        sentences.append(
            f"{_attempts(facts.attempts_aborted)} given up: whoever refused to "
            "reveal, together with the server, could have thrown away a deal that way."
        )
    sentences += [
        "The server could know the cards before they were turned.",
        "Nothing here tells when a line was written: compare the head with one that was noted "
        "while the game ran, or with somebody else's.",
    ]
    return tuple(sentences)


def _attempts(count: int) -> str:
    return "1 attempt at the deal was" if count == 1 else f"{count} attempts at the deal were"
