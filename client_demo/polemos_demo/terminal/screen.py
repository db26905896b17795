"""The table as a terminal shows it: seats, piles, cards, counters, last words. Pure."""

from dataclasses import dataclass

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from polemos.projections.tables import Table
from polemos.rules.events import CardFlipped
from polemos_demo.terminal.company import Company
from polemos_demo.terminal.telling import (
    KEYS,
    tell_awaited,
    tell_card,
    tell_duration,
    tell_member,
    tell_rules,
    tell_seat,
    tell_tempo,
)

BAR_CHARACTERS = 20
COLOURS = ("bright_blue", "dark_orange", "cyan", "magenta")
"""One a seat; every seat is named as well, so that none is told by its colour alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is shown beside the table.

    Args:
        company: the people of the room, or none.
        spectators: how many watch, or none where it was not told.
        seat: the person's own, or none.
        note: what is said to the person alone, or nothing.
    """

    company: Company | None = None
    spectators: int | None = None
    seat: int | None = None
    note: str = ""


def screen(table: Table, words: str, state: str, around: Around = Around()) -> RenderableType:
    """Draw a table.

    Args:
        table: what to show.
        words: the newest beat, told.
        state: the connection's state, told.
        around: what is shown beside the table.
    """
    parts: list[RenderableType] = [
        _seats(table, around),
        Text(),
        _counters(table, around.spectators),
        Text(words or " ", style="bold"),
    ]
    if around.company is not None and (awaited := tell_awaited(around.company)):
        parts.append(Text(awaited, style="dim"))
    if around.seat is not None:
        parts += [Text(around.note or " ", style="bold green"), Text(KEYS, style="dim")]
    body = Group(*parts)
    title = f"Polemos · {table.setting.game or '…'} · {tell_rules(table)}"
    return Panel(Align.left(body), title=title, subtitle=state, padding=(1, 2))


def _seats(table: Table, around: Around) -> Grid:
    grid = Grid.grid(padding=(0, 2), expand=True)
    for ratio in (None, None, None, 1):
        grid.add_column(ratio=ratio, no_wrap=ratio is None, overflow="ellipsis")
    deck = table.setting.rules.deck if table.setting.rules else 52
    for seat, count in enumerate(table.piles):
        bar = "█" * round(count / deck * BAR_CHARACTERS)
        grid.add_row(
            Text(_label(seat, around), style=f"bold {COLOURS[seat]}"),
            Text(f"{count:>2}", style="bold"),
            Text(f"{bar:<{BAR_CHARACTERS}}", style=COLOURS[seat]),
            _cards(table, seat),
        )
    return grid


def _label(seat: int, around: Around) -> str:
    member = None if around.company is None else around.company.member(seat)
    label = tell_seat(seat) + (" (you)" if seat == around.seat else "")
    return label if member is None else f"{label}{tell_member(member)}"


def _cards(table: Table, seat: int) -> Text:
    line = Text()
    for laid in table.laid:
        if laid.seat != seat:
            continue
        card = laid.card if isinstance(laid, CardFlipped) else None
        is_red = card is not None and card[1] in "dh"
        style = "dim" if card is None else "bold red" if is_red else "bold"
        line.append(tell_card(card), style=style)
        line.append(" ")
    place = table.standing.places[seat]
    if not line and place is not None:
        line.append(f"place {place}", style="dim")
    return line


def _counters(table: Table, spectators: int | None) -> Text:
    parts = [f"rounds {table.standing.rounds_completed:,}", f"wars {table.standing.wars:,}"]
    parts.append(f"on the table {len(table.laid)}")
    setting = table.setting
    if setting.dealt_at is not None:
        parts.append(f"time {tell_duration(table.last_at - setting.dealt_at)}")
    if setting.tempo is not None:
        is_paused = not setting.is_autoplay_on and setting.ended is None
        parts.append(tell_tempo(setting.tempo) + (", paused" if is_paused else ""))
    if spectators is not None:
        parts.append(f"watching {spectators:,}")
    return Text("   ".join(parts), style="dim")
