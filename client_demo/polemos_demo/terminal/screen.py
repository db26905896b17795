"""The table as a terminal shows it: seats, piles, cards, counters, last words. Pure."""

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from polemos.projections.tables import Table
from polemos.rules.events import CardFlipped
from polemos_demo.terminal.telling import (
    tell_card,
    tell_duration,
    tell_rules,
    tell_seat,
    tell_tempo,
)

BAR_CHARACTERS = 20
COLOURS = ("bright_blue", "dark_orange", "cyan", "magenta")
"""One a seat; every seat is named as well, so that none is told by its colour alone."""


def screen(table: Table, words: str, state: str) -> RenderableType:
    """Draw a table.

    Args:
        table: what to show.
        words: the newest beat, told.
        state: the connection's state, told.
    """
    body = Group(_seats(table), Text(), _counters(table), Text(words or " ", style="bold"))
    title = f"Polemos · {table.setting.game or '…'} · {tell_rules(table)}"
    return Panel(Align.left(body), title=title, subtitle=state, padding=(1, 2))


def _seats(table: Table) -> Grid:
    grid = Grid.grid(padding=(0, 2), expand=True)
    for ratio in (None, None, None, 1):
        grid.add_column(ratio=ratio, no_wrap=ratio is None)
    deck = table.setting.rules.deck if table.setting.rules else 52
    for seat, count in enumerate(table.piles):
        bar = "█" * round(count / deck * BAR_CHARACTERS)
        grid.add_row(
            Text(tell_seat(seat), style=f"bold {COLOURS[seat]}"),
            Text(f"{count:>2}", style="bold"),
            Text(f"{bar:<{BAR_CHARACTERS}}", style=COLOURS[seat]),
            _cards(table, seat),
        )
    return grid


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


def _counters(table: Table) -> Text:
    parts = [f"rounds {table.standing.rounds_completed:,}", f"wars {table.standing.wars:,}"]
    parts.append(f"on the table {len(table.laid)}")
    setting = table.setting
    if setting.dealt_at is not None:
        parts.append(f"time {tell_duration(table.last_at - setting.dealt_at)}")
    if setting.tempo is not None:
        is_paused = not setting.is_autoplay_on and setting.ended is None
        parts.append(tell_tempo(setting.tempo) + (", paused" if is_paused else ""))
    return Text("   ".join(parts), style="dim")
