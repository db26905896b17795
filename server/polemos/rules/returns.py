"""The order in which a won pot goes under the winner's pile."""

from polemos.rules.cards import UNKNOWN, Card
from polemos.rules.chance import Chance, Use
from polemos.rules.comparison import Laid
from polemos.rules.rule_set import ReturnOrder
from polemos.rules.shuffle import shuffle


def returned_cards(
    order: ReturnOrder,
    chance: Chance | None,
    table: tuple[Laid, ...],
    winner: int,
    round_number: int,
) -> tuple[Card, ...]:
    """Order the pot, the first card going next under the pile.

    Won cards are not tracked: without the keys all of them are `UNKNOWN`, seen or not.

    Args:
        order: the rule.
        chance: the keys of the deal, or none.
        table: the pot in the order in which it was laid, a carried pot first.
        winner: the seat that takes it.
        round_number: counts from 1.
    """
    if chance is None:
        return (UNKNOWN,) * len(table)
    match order:
        case ReturnOrder.SHUFFLED:
            return shuffle([card for _, card in table], chance.key(Use.RETURN, round_number))
        case ReturnOrder.TABLE:
            return tuple(card for _, card in table)
        case ReturnOrder.WINNER_FIRST:
            return _cards_of(table, winner) + _cards_of_others(table, winner)
        case ReturnOrder.LOSER_FIRST:
            return _cards_of_others(table, winner) + _cards_of(table, winner)


def _cards_of(table: tuple[Laid, ...], seat: int) -> tuple[Card, ...]:
    return tuple(card for layer, card in table if layer == seat)


def _cards_of_others(table: tuple[Laid, ...], seat: int) -> tuple[Card, ...]:
    return tuple(card for layer, card in table if layer != seat)
