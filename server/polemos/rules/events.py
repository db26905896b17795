"""What happened: facts in the past tense, one frozen type each, a closed union.

The envelope (`game`, `seq`, `at`, `prev`) is the log's and is not repeated here; `type` is the
class name. Field names and docstrings are published in `schemas/`.
"""

from dataclasses import dataclass
from enum import StrEnum

from polemos.rules.cards import Card, Rank
from polemos.rules.rule_set import RuleSet


class Tempo(StrEnum):
    """Beats per second of auto-play, or as fast as events can be stored."""

    QUARTER = "0.25"
    HALF = "0.5"
    ONE = "1"
    TWO = "2"
    FOUR = "4"
    EIGHT = "8"
    SIXTEEN = "16"
    THIRTY_TWO = "32"
    SIXTY_FOUR = "64"
    LIGHTNING = "lightning"


class SeatKind(StrEnum):
    """Who sits: a person with a secret of their own, or the server's bot with public entropy."""

    HUMAN = "human"
    BOT = "bot"


class DealScheme(StrEnum):
    """How the deck was derived; `seeded/1` games are marked and kept out of the statistics."""

    FAIR = "fair/1"
    SEEDED = "seeded/1"


class ReleaseReason(StrEnum):
    """Why a seat became free again."""

    LEFT = "left"
    REMOVED = "removed"
    UNREVEALED = "unrevealed"


class EndReason(StrEnum):
    """Why a game ended; `stopped` is technical and no result."""

    ALL_CARDS = "all_cards"
    CAP = "cap"
    EXHAUSTED = "exhausted"
    ENDLESS = "endless"
    ABANDONED = "abandoned"
    CLOSED_BY_HOST = "closed_by_host"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game was opened: its rules are fixed and its secret is committed to, before anybody sits.

    Args:
        rules: the rule set in full.
        rules_digest: SHA-256 of the rule set's canonical JSON, base64url without padding.
        deal: the scheme that derives the deck.
        commitment: the commitment to the game's secret (or seed), base64url without padding.
        tempo: the tempo that auto-play starts with.
        opened_by: the public player id of whoever opened it, or empty.
    """

    rules: RuleSet
    rules_digest: str
    deal: DealScheme
    commitment: str
    tempo: Tempo
    opened_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A seat was taken, or its holder committed anew after an aborted deal.

    Args:
        seat: counts from 0.
        kind: human or bot.
        player: the public player id; never a name.
        commitment: the commitment to the seat's entropy, base64url without padding.
    """

    seat: int
    kind: SeatKind
    player: str
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReleased:
    """A seat became free. After the lock it also aborts the deal, which starts over.

    Args:
        seat: counts from 0.
        reason: why.
        secret: the aborted attempt's secret, revealed; none before the lock.
        commitment: the commitment to the next attempt's secret; none before the lock.
    """

    seat: int
    reason: ReleaseReason
    secret: str | None
    commitment: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsLocked:
    """Seats, rules and commitments are final; the entropy may now be revealed.

    Args:
        players: seats that are taken.
    """

    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyRevealed:
    """A seat opened its commitment.

    Args:
        seat: counts from 0.
        entropy: 32 bytes, base64url without padding.
    """

    seat: int
    entropy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """The deck was shuffled by the derivation and dealt; no face is known to anybody.

    Args:
        counts: cards in each seat's pile, by seat.
        first_seat: the seat that got the first card.
        set_aside: cards left over, face down, in an equal deal.
    """

    counts: tuple[int, ...]
    first_seat: int
    set_aside: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFlipped:
    """A seat turned the top card of its pile.

    Args:
        round: counts from 1.
        step: 0 for the round's first comparison, 1 for its first war step, and so on.
        seat: counts from 0.
        card: the face, a rank of 23456789TJQKA and a suit of cdhs.
    """

    round: int
    step: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDeclared:
    """The best card lies there more than once: war.

    Args:
        round: counts from 1.
        step: the step whose comparison tied.
        rank: the tied rank.
        seats: the tied seats, ascending.
        participants: the seats that will turn a card in the next step, ascending; a single one
            takes the pot without turning, none at all ends the round without a winner.
    """

    round: int
    step: int
    rank: Rank
    seats: tuple[int, ...]
    participants: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHidden:
    """A seat laid one card face down; its face is in no event.

    Args:
        round: counts from 1.
        step: the war step that it is laid for, one more than the tied step.
        seat: counts from 0.
    """

    round: int
    step: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PileReturned:
    """A seat took the whole pot under its pile.

    Args:
        round: counts from 1.
        seat: the winner of the round.
        count: cards taken.
    """

    round: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated:
    """A seat ended a round without cards.

    Args:
        round: counts from 1.
        seat: counts from 0.
        place: counts from 1; seats eliminated in one round share it.
    """

    round: int
    seat: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoplayStarted:
    """The beats follow each other at the tempo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoplayPaused:
    """No beat follows until somebody asks for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TempoChanged:
    """Auto-play goes at another tempo from the next beat on.

    Args:
        tempo: the new tempo.
    """

    tempo: Tempo


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over and its secret is public: everything hidden can now be derived.

    Args:
        reason: why it ended.
        winner: the seat that won, or none.
        places: each seat's place by seat, counting from 1, shared in a draw; empty where the end
            is no result.
        rounds: completed rounds.
        wars: wars that began.
        secret: the game's secret, base64url without padding; for a seeded game the seed's text.
    """

    reason: EndReason
    winner: int | None
    places: tuple[int, ...]
    rounds: int
    wars: int
    secret: str


Event = (
    GameOpened
    | SeatTaken
    | SeatReleased
    | SeatsLocked
    | EntropyRevealed
    | CardsDealt
    | CardFlipped
    | TieDeclared
    | CardHidden
    | PileReturned
    | SeatEliminated
    | AutoplayStarted
    | AutoplayPaused
    | TempoChanged
    | GameEnded
)

EVENT_TYPES: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        GameOpened,
        SeatTaken,
        SeatReleased,
        SeatsLocked,
        EntropyRevealed,
        CardsDealt,
        CardFlipped,
        TieDeclared,
        CardHidden,
        PileReturned,
        SeatEliminated,
        AutoplayStarted,
        AutoplayPaused,
        TempoChanged,
        GameEnded,
    )
}
"""Every event type by its name on the wire and in the log."""
