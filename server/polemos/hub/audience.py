"""The audience of a game: its spectators, as anybody may know their number."""

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
