"""Which of the cards turned in one step is the best; suits never decide."""

from polemos.rules.cards import RANK_OF, RANK_ORDER, Card, Rank, deck
from polemos.rules.rule_set import Best, RuleSet

Laid = tuple[int, Card]
"""A card on the table and the seat that laid it."""

ACE = Rank("A")

# Looked up for every card that is turned, so the order is made once, not at each comparison.
_STRENGTH_WHEN_HIGHEST = {card: RANK_ORDER[rank] for card, rank in RANK_OF.items()}
_STRENGTH_WHEN_LOWEST = {card: -RANK_ORDER[rank] for card, rank in RANK_OF.items()}


def lowest_rank(rules: RuleSet) -> Rank:
    """Tell the lowest rank of the deck: a 2, 6 or 7."""
    return RANK_OF[deck(rules.deck)[0]]


def best_rank(rules: RuleSet, faces: tuple[Laid, ...]) -> Rank:
    """Judge all cards of a step together, never in pairs.

    Pairwise, six over ace over king over six is a circle, and its maximum would depend on the order
    of the seats.

    Args:
        rules: the best end of the order and whether six beats ace.
        faces: at least one.
    """
    strength = _STRENGTH_WHEN_HIGHEST if rules.best is Best.HIGHEST else _STRENGTH_WHEN_LOWEST
    best = RANK_OF[max([card for _, card in faces], key=strength.__getitem__)]
    if rules.six_beats_ace and best == ACE:
        lowest = lowest_rank(rules)
        if any(RANK_OF[card] == lowest for _, card in faces):
            return lowest
    return best


def seats_of_rank(faces: tuple[Laid, ...], rank: Rank) -> tuple[int, ...]:
    """Tell who turned a card of this rank, in the order of the faces."""
    return tuple([seat for seat, card in faces if RANK_OF[card] == rank])
