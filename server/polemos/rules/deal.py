"""The deal: the shuffled deck goes round one card at a time, from the first seat on.

Card k of the shuffled deck (k from 0) goes to seat (first seat + k) mod players and under what that
seat already holds: the first card that a seat gets is the first that it will turn. In an equal deal
the last deck mod players cards of the shuffled deck are set aside.
"""

from dataclasses import dataclass

from polemos.rules.cards import UNKNOWN, Card, deck
from polemos.rules.chance import Chance, Use
from polemos.rules.rule_set import Deal, RuleSet
from polemos.rules.shuffle import draw_first_seat, shuffle


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What the deal gave to whom.

    Args:
        piles: by seat, top first.
        set_aside: the cards of nobody, in the order of the shuffled deck.
    """

    piles: tuple[tuple[Card, ...], ...]
    set_aside: tuple[Card, ...]


def first_seat(rules: RuleSet, chance: Chance) -> int:
    """Draw the seat that gets the first card."""
    return draw_first_seat(chance.key(Use.FIRST_SEAT, 0), rules.players)


def set_aside_count(rules: RuleSet) -> int:
    """Count the cards that the deal leaves over."""
    match rules.deal:
        case Deal.ALL:
            return 0
        case Deal.EQUAL:
            return rules.deck % rules.players


def deal_counts(rules: RuleSet, first: int) -> tuple[int, ...]:
    """Count the cards that each seat gets, by seat, when `first` gets the first one."""
    players, dealt = rules.players, rules.deck - set_aside_count(rules)
    return tuple(len(range((seat - first) % players, dealt, players)) for seat in range(players))


def deal_cards(rules: RuleSet, chance: Chance | None, first: int) -> Hands:
    """Shuffle and deal; without the keys every face is `UNKNOWN`."""
    cards: tuple[Card, ...] = (UNKNOWN,) * rules.deck
    if chance is not None:
        cards = shuffle(deck(rules.deck), chance.key(Use.DECK, 0))
    players, dealt = rules.players, rules.deck - set_aside_count(rules)
    return Hands(
        piles=tuple(cards[(seat - first) % players : dealt : players] for seat in range(players)),
        set_aside=cards[dealt:],
    )
