"""The audience of a game: its spectators, as anybody may know their number."""

from collections.abc import Mapping

EXACT_MAX = 100
SIGNIFICANT_DIGITS = 2


def coarse(spectators: int) -> int:
    """Round a number of spectators down to what is told of it.

    Args:
        spectators: 0 or more.

    Returns:
        The number itself up to 100, above that its first two digits and zeros.
    """
    if spectators <= EXACT_MAX:
        return spectators
    unit: int = 10 ** (len(str(spectators)) - SIGNIFICANT_DIGITS)
    return spectators // unit * unit


def most_watched(spectators: Mapping[str, int]) -> dict[str, int]:
    """List the audiences of games that have one, the largest first.

    Args:
        spectators: their number by game.

    Returns:
        What is told of each; of equals the first stays first.
    """
    told = [(game, coarse(number)) for game, number in spectators.items() if number > 0]
    return dict(sorted(told, key=lambda audience: -audience[1]))
