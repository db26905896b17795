"""What somebody asks for: imperatives that `decide` answers with events or a refusal."""

from dataclasses import dataclass

from polemos.rules.events import DealScheme, EndReason, ReleaseReason, SeatKind, Tempo
from polemos.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """Open a game; see `GameOpened` for the fields."""

    rules: RuleSet
    rules_digest: str
    deal: DealScheme
    commitment: str
    tempo: Tempo
    opened_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Take a free seat, or commit anew on one's own after an aborted deal."""

    seat: int
    kind: SeatKind
    player: str
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseSeat:
    """Free a seat; after the lock `commitment` opens the next attempt."""

    seat: int
    reason: ReleaseReason
    commitment: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LockSeats:
    """Fix seats and commitments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealEntropy:
    """Open a seat's commitment."""

    seat: int
    entropy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCards:
    """Shuffle and deal, once every seat has revealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayBeat:
    """Play whatever happens next on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAutoplay:
    """Let the beats follow each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAutoplay:
    """Stop after the beat that was played last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTempo:
    """Go faster or slower."""

    tempo: Tempo


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame:
    """End the game for a reason that is not the cards'.

    Args:
        reason: `abandoned`, `closed_by_host` or `stopped`.
    """

    reason: EndReason


Command = (
    OpenGame
    | TakeSeat
    | ReleaseSeat
    | LockSeats
    | RevealEntropy
    | DealCards
    | PlayBeat
    | StartAutoplay
    | PauseAutoplay
    | ChangeTempo
    | EndGame
)
