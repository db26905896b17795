"""Which part of the screen gets how many lines, from 40 columns and 15 lines on. Pure."""

from dataclasses import dataclass

WIDTH_MIN, HEIGHT_MIN = 40, 15
SIDE_COLUMNS = 46
SIDE_FROM_COLUMNS = 110
CARD_LINES = 3
CHART_LINES_MAX = 6
EVENTS_WANTED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Lines of each part; title, counters, place and keys have one each.

    Args:
        main_columns: the width of everything but the side column.
        side_columns: the width of the events beside it, or 0 where they are below.
        seat_lines: of each seat: 1, or `CARD_LINES` where cards are drawn with their edges.
        note_lines: of what is said to the person.
        events_lines: of the newest events, in the main column.
        chart_lines: of each seat in the chart, or 0 where there is none.
    """

    main_columns: int
    side_columns: int
    seat_lines: int
    note_lines: int
    events_lines: int
    chart_lines: int

    def lines(self, players: int) -> int:
        """Count the lines of the main column."""
        chart = players * self.chart_lines + 1 if self.chart_lines else 0
        return 4 + players * self.seat_lines + self.note_lines + self.events_lines + chart


def layout(width: int, height: int, players: int) -> Layout:
    """Share a terminal out.

    Args:
        width: columns; below `WIDTH_MIN` the right end is not seen.
        height: lines; below `HEIGHT_MIN` the lower end is not seen.
        players: seats, or 0 before the game is opened.
    """
    side = SIDE_COLUMNS if width >= SIDE_FROM_COLUMNS else 0
    free = height - (players + 6)
    chart_lines, seat_lines, note_lines = 0, 1, 1
    if players and free >= players + 1:
        chart_lines, free = 1, free - players - 1
    if players and free >= players * (CARD_LINES - 1):
        seat_lines, free = CARD_LINES, free - players * (CARD_LINES - 1)
    if free >= 1:
        note_lines, free = 2, free - 1
    events_lines = 1
    if not side:
        wanted = max(0, min(free, EVENTS_WANTED))
        events_lines, free = events_lines + wanted, free - wanted
    while chart_lines and chart_lines < CHART_LINES_MAX and free >= players:
        chart_lines, free = chart_lines + 1, free - players
    return Layout(
        main_columns=max(1, width - side),
        side_columns=side,
        seat_lines=seat_lines,
        note_lines=note_lines,
        events_lines=events_lines + (0 if side else max(0, free)),
        chart_lines=chart_lines,
    )
