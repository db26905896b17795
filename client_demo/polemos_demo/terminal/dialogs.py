"""What lies over the table for a moment: the keys, the seat's link, the round to go to."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from polemos_demo.terminal.deeds import Key
from polemos_demo.terminal.telling import DEEDS, GO_TO_ROUND, HELP_CLOSES, HELP_TITLE, tell_key

ROUND_DIGITS_MAX = 9


def help_text(keys: Sequence[Key]) -> Content:
    """List keys and what they do."""
    names = [", ".join(map(tell_key, key.keys)) for key in keys]
    columns = max(map(len, names))
    rows = [
        Content.assemble((f"{name:<{columns}}", "bold"), f"  {DEEDS[key.deed]}")
        for name, key in zip(names, keys, strict=True)
    ]
    return Content("\n").join(rows)


class Words(ModalScreen[None]):
    """Words to be read, which any key closes but those that scroll.

    Args:
        heading: above them.
        words: what is to be read.
    """

    SCROLLING = frozenset({"up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab"})

    def __init__(self, heading: str, words: Content) -> None:
        super().__init__()
        self._heading = heading
        self._words = words

    def compose(self) -> ComposeResult:
        """Put them into a frame."""
        with VerticalScroll(classes="dialog") as frame:
            frame.border_title = self._heading
            frame.border_subtitle = HELP_CLOSES
            yield Static(self._words)

    def on_key(self, event: events.Key) -> None:
        """Close it."""
        if event.key not in self.SCROLLING:
            event.stop()
            self.dismiss(None)


class AskRound(ModalScreen[int | None]):
    """Asks for a round; Escape asks for none."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "leave")]

    def compose(self) -> ComposeResult:
        """Put one field into a frame."""
        field = Input(type="integer", max_length=ROUND_DIGITS_MAX, classes="dialog")
        field.border_title = GO_TO_ROUND
        yield field

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the round."""
        event.stop()
        self.dismiss(max(0, int(event.value)) if event.value.lstrip("+-").isdecimal() else None)

    def action_leave(self) -> None:
        """Give none."""
        self.dismiss(None)


def help_screen(keys: Sequence[Key]) -> Words:
    """Make the list of keys."""
    return Words(HELP_TITLE, help_text(keys))
