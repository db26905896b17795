"""A rule set is data: one value for each dimension in which families play War differently."""

from dataclasses import dataclass
from enum import StrEnum


class Best(StrEnum):
    """Which rank wins a comparison; the ace is always the high end of the order."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class WarJoinedBy(StrEnum):
    """Who lays cards in a war of three or four players."""

    EVERYBODY = "everybody"
    TIED = "tied"


class ShortInWar(StrEnum):
    """What happens to a seat that cannot lay all hidden cards and one face up."""

    LAST_CARD_UP = "last_card_up"
    OUT = "out"


class ReturnOrder(StrEnum):
    """The order in which a won pot goes under the winner's pile."""

    SHUFFLED = "shuffled"
    WINNER_FIRST = "winner_first"
    LOSER_FIRST = "loser_first"
    TABLE = "table"


class Deal(StrEnum):
    """All cards one at a time, or equal piles with the remainder set aside face down."""

    ALL = "all"
    EQUAL = "equal"


class AtCap(StrEnum):
    """How a game ends that reaches its cap of completed rounds."""

    DRAW = "draw"
    MOST_CARDS = "most_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one game, in full.

    Args:
        preset: the name of the preset that it started from.
        players: seats, 2 to 4.
        deck: cards, 52 (2 to ace), 36 (6 to ace) or 32 (7 to ace).
        best: the rank order's winning end.
        six_beats_ace: whether the deck's lowest rank beats an ace that would win.
        hidden_cards: face-down cards a seat lays in each war step, 0 to 5.
        war_joined_by: who lays cards in a war.
        short_in_war: what happens to a seat with too few cards for a war step.
        return_order: the order of a won pot under the winner's pile.
        deal: what happens to a remainder.
        cap: completed rounds after which the game ends, or none.
        at_cap: how it ends there; meaningless without a cap.
    """

    preset: str
    players: int
    deck: int
    best: Best
    six_beats_ace: bool
    hidden_cards: int
    war_joined_by: WarJoinedBy
    short_in_war: ShortInWar
    return_order: ReturnOrder
    deal: Deal
    cap: int | None
    at_cap: AtCap
