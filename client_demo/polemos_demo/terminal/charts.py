"""The piles over the whole game, a line or more a seat, with its moments marked below. Pure.

Every seat has lines of its own, so that nothing is told by a colour. A column stands for a round,
or for as many as it takes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from textual.content import Content

from polemos_demo.terminal.replay.courses import Course
from polemos_demo.terminal.telling import tell_seat

BLOCKS = " ▁▂▃▄▅▆▇█"
WAR_MARK, LEAD_MARK, OUT_MARK, PLACE_MARK = "w", "l", "x", "▲"
"""The marks of moments are the keys that jump to them."""


def chart(
    course: Course, round_number: int, columns: int, lines: int, colours: Sequence[str]
) -> list[Content]:
    """Draw the course of a game.

    Args:
        course: how it went.
        round_number: the last completed round of what the table shows.
        columns: of the whole chart.
        lines: of each seat.
        colours: a style for each seat.
    """
    players = len(course.points[-1].piles) if course.points else 0
    labels = [f"{tell_seat(seat)} " for seat in range(players)]
    label_columns = max(map(len, labels), default=0)
    plot_columns = max(1, columns - label_columns)
    rounds = _rounds_by_column(course.last_round, plot_columns)
    marked = bisect_right(rounds, round_number) - 1
    drawn = []
    for seat, label in enumerate(labels):
        rows = _rows(_piles(course, seat, rounds), course.deck, lines)
        for index, row in enumerate(rows):
            name = label if index == lines - 1 else ""
            drawn.append(
                Content.assemble(
                    (f"{name:<{label_columns}}", "bold"),
                    (row[:marked], colours[seat]),
                    (row[marked : marked + 1], f"{colours[seat]} reverse"),
                    (row[marked + 1 :], f"{colours[seat]} dim"),
                )
            )
    if players:
        marks = _marks(course, rounds)
        marks[marked] = PLACE_MARK
        drawn.append(Content(" " * label_columns + "".join(marks)))
    return drawn


def _rounds_by_column(last: int, columns: int) -> list[int]:
    """Tell the last round that each column stands for; a short game does not fill the chart."""
    if last < columns:
        return list(range(last + 1))
    return [column * last // (columns - 1) if columns > 1 else last for column in range(columns)]


def _piles(course: Course, seat: int, rounds: Iterable[int]) -> list[int]:
    points = course.points
    indices = (bisect_right(points, number, key=lambda point: point.round) for number in rounds)
    return [points[max(0, index - 1)].piles[seat] for index in indices]


def _rows(piles: Sequence[int], deck: int, lines: int) -> list[str]:
    """Draw piles as columns of eighths of a line; whoever holds a card shows at least one."""
    heights = [0 if count == 0 else max(1, round(count / deck * lines * 8)) for count in piles]
    return [
        "".join(BLOCKS[max(0, min(8, height - 8 * (lines - 1 - line)))] for height in heights)
        for line in range(lines)
    ]


def _marks(course: Course, rounds: Sequence[int]) -> list[str]:
    """Mark the moments of the rounds that each column stands for, the rarest ones first."""
    marks = [" "] * len(rounds)
    for mark, numbers in (
        (WAR_MARK, [war.round for war in course.wars]),
        (LEAD_MARK, [lead.round for lead in course.leads]),
        (OUT_MARK, [out.round for out in course.outs]),
    ):
        for number in numbers:
            marks[min(len(rounds) - 1, bisect_left(rounds, number))] = mark
    return marks
