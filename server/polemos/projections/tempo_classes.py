"""Tempo classes: a record at one speed says nothing about another."""

from enum import StrEnum
from typing import assert_never

from polemos.rules.events import Tempo


class TempoClass(StrEnum):
    """The class of a game is that of the fastest tempo that was ever set in it."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    LIGHTNING = "lightning"


_ORDER = tuple(TempoClass)


def tempo_class(tempo: Tempo) -> TempoClass:
    """Tell a tempo's class: up to 1, 2 to 8, and 16 to 64 beats a second, or as fast as can be."""
    match tempo:
        case Tempo.QUARTER | Tempo.HALF | Tempo.ONE:
            return TempoClass.SLOW
        case Tempo.TWO | Tempo.FOUR | Tempo.EIGHT:
            return TempoClass.NORMAL
        case Tempo.SIXTEEN | Tempo.THIRTY_TWO | Tempo.SIXTY_FOUR:
            return TempoClass.FAST
        case Tempo.LIGHTNING:
            return TempoClass.LIGHTNING
        case _:
            assert_never(tempo)


def faster(one: TempoClass, other: TempoClass) -> TempoClass:
    """Give the faster of two classes."""
    return max(one, other, key=_ORDER.index)
