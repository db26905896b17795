"""Cards as a terminal shows them: the rank's letters and the suit's sign, never a colour alone."""

from collections.abc import Sequence

from textual.content import Content

from polemos.rules.cards import Card
from polemos_demo.terminal.telling import tell_card

CARD_COLUMNS = 3
TWO_COLOURS = {"h": "ansi_red", "d": "ansi_red", "s": "", "c": ""}
FOUR_COLOURS = {"h": "ansi_red", "d": "ansi_blue", "s": "", "c": "ansi_green"}

Face = Card | None
"""A card, or none for one that lies face down."""


def card_style(face: Face, *, has_four_colours: bool) -> str:
    """Choose the style of a card."""
    if face is None:
        return "dim"
    colours = FOUR_COLOURS if has_four_colours else TWO_COLOURS
    return f"bold {colours[face[1]]}".strip()


def card_line(faces: Sequence[Face], columns: int, *, has_four_colours: bool) -> Content:
    """Show cards in a line, the newest ones where not all fit."""
    texts = [tell_card(face) for face in faces]
    hidden = _count_hidden([len(text) + 1 for text in texts], columns)
    parts: list[Content] = [Content(f"+{hidden} ")] if hidden else []
    for face, text in zip(faces[hidden:], texts[hidden:], strict=True):
        style = card_style(face, has_four_colours=has_four_colours)
        parts += [Content.styled(text, style), Content(" ")]
    return Content("").join(parts)


def card_lines(
    faces: Sequence[Face], columns: int, *, has_four_colours: bool
) -> tuple[Content, Content, Content]:
    """Draw cards with their edges, each over the one before; the newest ones where not all fit."""
    if not faces:
        return Content(""), Content(""), Content("")
    # The last card shows its right edge as well.
    hidden = _count_hidden([CARD_COLUMNS + 1] * len(faces), columns - 1)
    lead = f"+{hidden} " if hidden else ""
    blank, shown = " " * len(lead), faces[hidden:]
    middle: list[Content] = [Content(lead)]
    for face in shown:
        text = "▒▒▒" if face is None else f"{tell_card(face):^{CARD_COLUMNS}}"
        style = card_style(face, has_four_colours=has_four_colours)
        middle += [Content.styled("│", "dim"), Content.styled(text, style)]
    middle.append(Content.styled("│", "dim"))
    edge = "─" * CARD_COLUMNS
    return (
        Content.styled(f"{blank}{f'╭{edge}' * len(shown)}╮", "dim"),
        Content("").join(middle),
        Content.styled(f"{blank}{f'╰{edge}' * len(shown)}╯", "dim"),
    )


def _count_hidden(widths: list[int], columns: int) -> int:
    """Count the oldest cards that must be left out for the others and their number to fit."""
    if sum(widths) <= columns or not widths:
        return 0
    for hidden in range(1, len(widths)):
        if sum(widths[hidden:]) + len(f"+{hidden} ") <= columns:
            return hidden
    return len(widths) - 1
