"""The parts of the screen: title, seats, counters, words, chart, place and keys. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from polemos.projections.tables import Table
from polemos.rules.cards import Card
from polemos.rules.events import CardFlipped, Tempo
from polemos.wire.pushes import SeatStanding
from polemos_demo.client.company import Member
from polemos_demo.client.held import Held
from polemos_demo.terminal.cards import CARD_COLUMNS, card_line, card_lines
from polemos_demo.terminal.charts import chart
from polemos_demo.terminal.layouts import CARD_LINES, Layout
from polemos_demo.terminal.replay.courses import Course
from polemos_demo.terminal.replay.players import Mode
from polemos_demo.terminal.telling import (
    FOLLOWING,
    HINTS_NARROW,
    HINTS_SEATED,
    HINTS_WATCHING,
    PAUSED,
    PLAYING,
    tell_audience,
    tell_awaited,
    tell_behind,
    tell_counters,
    tell_member,
    tell_out,
    tell_pace,
    tell_place,
    tell_rules,
    tell_seat,
    tell_tempo,
    tell_you,
)

COLOURS = ("ansi_blue", "ansi_magenta", "ansi_cyan", "ansi_green")
"""One a seat; every seat is named as well, so that none is told by its colour alone."""

BAR_COLUMNS_MIN, BAR_COLUMNS_MAX = 6, 20
OWN_MARK = "*"
CARDS_COLUMNS = 34
"""Kept free of bars for the pile's number and the cards of a war."""

ROOMY_COLUMNS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that the screen shows.

    Args:
        table: what lies on it at the moment that is shown.
        held: the live game: its people, its audience, the person's seat.
        lines: what happened up to that moment, told, the newest last.
        note: what is said to the person.
        state: of the connection, told.
        course: how the game went.
        mode: whether the screen stands, plays or follows the live game.
        place: counts the beats that are over.
        last: the last place there is.
        tempo: of playing.
        can_grow: whether the game goes on.
        has_four_colours: whether each suit has a colour of its own.
    """

    table: Table
    held: Held
    lines: Sequence[str]
    note: str
    state: str
    course: Course
    mode: Mode
    place: int
    last: int
    tempo: Tempo
    can_grow: bool
    has_four_colours: bool


def title(view: View, columns: int) -> Content:
    """Name the game, its rules and the state of the connection."""
    game, spectators = view.table.setting.game or view.held.table.setting.game, view.held.spectators
    parts = [game or "…", view.state]
    if spectators is not None:
        parts.append(tell_audience(spectators))
    if columns >= ROOMY_COLUMNS:
        parts = ["Polemos", parts[0], tell_rules(view.table), *parts[1:]]
    return _line(" · ".join(parts), columns, "bold")


def counters(view: View, columns: int) -> Content:
    """Tell rounds, wars, the pot, the time and the tempo."""
    pace = tell_pace(view.table) if columns >= ROOMY_COLUMNS else ""
    text = tell_counters(view.table) + (f" · {pace}" if pace else "")
    return _line(text, columns)


def seats(view: View, layout: Layout) -> list[Content]:
    """Show each seat with its pile and its cards on the table."""
    columns, table = layout.main_columns, view.table
    labels = [_label(view.held, seat, columns) for seat in range(len(table.piles))]
    label_columns = max(map(len, labels), default=0)
    bar_columns = min(BAR_COLUMNS_MAX, columns - label_columns - CARDS_COLUMNS)
    shown = []
    for seat, label in enumerate(labels):
        name = Content.styled(f"{label:<{label_columns}}", f"bold {COLOURS[seat]}")
        left = Content(" ").join([name, _pile(table, seat, bar_columns)])
        rest = columns - left.cell_length - 2
        shown += _seat(left, _faces(table, seat), table.standing.places[seat], rest, layout, view)
    return [line.truncate(columns, ellipsis=True) for line in shown]


def _seat(
    left: Content,
    faces: list[Card | None],
    place: int | None,
    rest: int,
    layout: Layout,
    view: View,
) -> list[Content]:
    out = Content.styled(tell_out(place), "dim") if place is not None and not faces else None
    gap = Content("  ")
    if layout.seat_lines < CARD_LINES or rest < CARD_COLUMNS + 2:
        cards = out or card_line(faces, rest, has_four_colours=view.has_four_colours)
        below = [Content("")] * (layout.seat_lines - 1)
        return [gap.join([left, cards]), *below]
    top, middle, bottom = card_lines(faces, rest, has_four_colours=view.has_four_colours)
    blank = Content(" " * left.cell_length)
    middle = out or middle
    return [gap.join([blank, top]), gap.join([left, middle]), gap.join([blank, bottom])]


def _label(held: Held, seat: int, columns: int) -> str:
    """Name a seat and its holder, whose name is cut where what they are at would not be seen."""
    is_roomy, is_own = columns >= ROOMY_COLUMNS, seat == held.seat
    label = tell_seat(seat)
    if is_own:
        label = tell_you(label) if is_roomy else f"{label}{OWN_MARK}"
    # After a rematch the company is the next game's until that one is shown.
    is_told = held.company is not None and held.company.game == held.table.setting.game
    member = held.company.member(seat) if held.company is not None and is_told else None
    if member is None:
        return label
    nameless = replace(member, name=None)
    activity = tell_member(nameless) if is_roomy else _mark(member)
    room = columns // 2 - len(label) - len(activity) - 1
    if member.name is None or room < 2:
        return label + activity
    name = _cut(member.name, room)
    return label + (tell_member(replace(member, name=name)) if is_roomy else f" {name}{activity}")


def _mark(member: Member) -> str:
    """Mark what a seat's holder is at, where there is no room for words."""
    if member.standing is not SeatStanding.TAKEN or not member.is_here:
        return " –"
    if member.is_due:
        return " ✓" if member.has_turned else " ▸"
    return ""


def _pile(table: Table, seat: int, bar_columns: int) -> Content:
    count, deck = table.piles[seat], table.setting.rules.deck if table.setting.rules else 52
    bar = "█" * max(0, -(-count * bar_columns // deck))
    space = f" {bar:<{bar_columns}}" if bar_columns >= BAR_COLUMNS_MIN else ""
    return Content.assemble((f"{count:>2}", "bold"), (space, COLOURS[seat]))


def _faces(table: Table, seat: int) -> list[Card | None]:
    return [
        laid.card if isinstance(laid, CardFlipped) else None
        for laid in table.laid
        if laid.seat == seat
    ]


def note(view: View, columns: int, lines: int) -> list[Content]:
    """Show what is said to the person, and whom the next beat waits for."""
    awaited = "" if view.held.company is None else tell_awaited(view.held.company)
    is_own = view.note and view.held.seat is not None
    first, second = (view.note, awaited) if is_own or not awaited else (awaited, view.note)
    if lines == 1:
        return [_line(first or second, columns, "bold")]
    if second or len(first) <= columns:
        return [_line(first, columns, "bold"), _line(second, columns)]
    wrapped = Content.styled(first, "bold").wrap(columns)
    return [*wrapped[:1], wrapped[1].truncate(columns, ellipsis=True)]


def events(view: View, columns: int, lines: int) -> list[Content]:
    """Show what happened, the newest last."""
    told = list(view.lines[-lines:])
    blank = [Content("")] * (lines - len(told))
    return [
        *blank,
        *(
            _line(line, columns, "bold" if index == len(told) - 1 else "dim")
            for index, line in enumerate(told)
        ),
    ]


def course(view: View, layout: Layout) -> list[Content]:
    """Draw the piles over the whole game."""
    if not layout.chart_lines:
        return []
    rounds = view.table.standing.rounds_completed
    return chart(view.course, rounds, layout.main_columns, layout.chart_lines, COLOURS)


def place(view: View, columns: int) -> Content:
    """Tell where the screen stands in the game."""
    rounds = view.table.standing.rounds_completed
    by_round, by_beat = tell_place(rounds, view.course.last_round, view.place, view.last)
    match view.mode:
        case Mode.LIVE:
            parts = [FOLLOWING, by_round]
        case Mode.PLAYING:
            parts = [PLAYING, by_round, tell_tempo(view.tempo)]
        case Mode.PAUSED:
            parts = [PAUSED, by_round]
    if columns >= ROOMY_COLUMNS:
        parts.insert(2, by_beat)
    if view.can_grow and view.mode is not Mode.LIVE:
        parts.append(tell_behind(view.last - view.place))
    return _line(" · ".join(parts), columns)


def keys(view: View, columns: int) -> Content:
    """Name the keys that fit, the most important ones first."""
    hints = list(HINTS_WATCHING if view.held.seat is None else HINTS_SEATED)
    while len(" · ".join(hints)) > columns and len(hints) > len(HINTS_NARROW):
        hints.pop(-len(HINTS_NARROW) - 1)
    return _line(" · ".join(hints), columns, "dim")


def _line(text: str, columns: int, style: str = "") -> Content:
    return Content.styled(_cut(text, columns), style)


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else f"{text[: columns - 1]}…"
