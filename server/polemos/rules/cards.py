"""Cards as two-letter text: a rank of `23456789TJQKA`, a suit of `cdhs`.

The same text stands in piles, events, exports and golden games, so a card is never translated.
"""

from typing import NewType

Card = NewType("Card", str)
Rank = NewType("Rank", str)

RANKS = tuple(Rank(letter) for letter in "23456789TJQKA")
SUITS = tuple("cdhs")

UNKNOWN = Card("??")
"""A face that the holder of this state does not know: the deal of someone without the secret."""

RANK_OF: dict[Card, Rank] = {Card(rank + suit): rank for rank in RANKS for suit in SUITS}
"""The rank of every card; a text that is not a key is not a card."""

RANK_ORDER: dict[Rank, int] = {rank: place for place, rank in enumerate(RANKS)}
"""Ace high: 2 is 0, ace is 12."""


def deck(size: int) -> tuple[Card, ...]:
    """Build an unshuffled deck, ranks ascending, suits in the order of `SUITS` within a rank.

    Args:
        size: 52 (2 to ace), 36 (6 to ace) or 32 (7 to ace) cards.
    """
    ranks = RANKS[-(size // len(SUITS)) :]
    return tuple(Card(rank + suit) for rank in ranks for suit in SUITS)
