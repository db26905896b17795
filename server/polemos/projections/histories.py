"""The piles over time in a bounded number of points, always thinned to the same ones."""

from dataclasses import dataclass

from polemos.rules.quick import maker

POINTS_MAX = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The piles at the ends of rounds.

    Args:
        rounds_between: a round is kept when its number is a multiple of this power of two.
        points: round and each seat's cards, by round; round 0 is the deal.
    """

    rounds_between: int
    points: tuple[tuple[int, ...], ...]


make_history = maker(History)
EMPTY_HISTORY = History(rounds_between=1, points=())


def note(history: History, round_number: int, piles: tuple[int, ...]) -> History:
    """Keep the piles at the end of a round; when there are too many points, drop every second."""
    between = history.rounds_between
    if round_number % between:
        return history
    point = ((round_number, *piles),)
    points = history.points + point  # adding copies the many in one go, unpacking one by one
    if len(points) > POINTS_MAX:
        between *= 2
        points = tuple(point for point in points if point[0] % between == 0)
    return make_history(rounds_between=between, points=points)
