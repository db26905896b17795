"""The table on a whole terminal, in Textual: it draws what a viewer shows, and hands keys on.

The terminal's own colours are kept, so it is as light or as dark as the terminal is.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from polemos.log.entries import Entry
from polemos_demo.client.connecting import CannotConnect
from polemos_demo.client.conversation import Ending, Finished, Seated, Wish
from polemos_demo.client.following import Following
from polemos_demo.client.games import LiveGame, PlayedGame
from polemos_demo.terminal import pictures
from polemos_demo.terminal.deeds import Deed, deed_of, keys_for
from polemos_demo.terminal.dialogs import AskRound, Words, help_screen
from polemos_demo.terminal.layouts import layout
from polemos_demo.terminal.outcomes import REFUSED, SIGNALLED, Outcome, left, outcome_of
from polemos_demo.terminal.telling import LINK_TITLE, LINK_WARNING, SEAT_STAYS, tell_result
from polemos_demo.terminal.viewers import Viewer

FRAMES_PER_SECOND = 20
RETRY_SECONDS = 2.0
"""Before an export is read again that could not be read, or ended too early."""
INTERRUPTED = SIGNALLED + 2

Fetch = Callable[[str], Awaitable[tuple[Entry, ...] | None]]
"""Reads a game's events from its export; none where they cannot be read just now."""

_WISHES = {Deed.TURN: Wish.TURN, Deed.REMATCH: Wish.REMATCH, Deed.LEAVE: Wish.LEAVE}


class TableScreen(App[Outcome]):
    """A game on the terminal: live, in the hands of a player, or recorded.

    Args:
        viewer: what is shown.
        game: the live game, or none where all is recorded.
        fetch: reads what a live game did not bring.
        clock: seconds that only go forwards.
        retry_seconds: before `fetch` is asked again.
        theme: one of Textual's, see `theme_for`.
    """

    CSS = """
    Screen { overflow: hidden; }
    #main { width: 1fr; }
    #side { width: 0; display: none; border-left: solid ansi_default; padding-left: 1; }
    Static { height: auto; width: 100%; }
    ModalScreen { align: center middle; background: ansi_default; }
    .dialog {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        border: round ansi_default; padding: 0 1; background: ansi_default; color: ansi_default;
    }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        viewer: Viewer,
        game: LiveGame[Following] | PlayedGame | None = None,
        *,
        fetch: Fetch | None = None,
        clock: Callable[[], float] = time.monotonic,
        retry_seconds: float = RETRY_SECONDS,
        theme: str = "ansi-dark",
    ) -> None:
        super().__init__()
        self.theme = theme
        self.viewer = viewer
        self._game = game
        self._fetch = fetch
        self._clock = clock
        self._retry_seconds = retry_seconds
        self._is_stale = True
        self._is_fetching = False

    @property
    def seat_game(self) -> PlayedGame | None:
        """The game in which the person plays, or none."""
        return self._game if isinstance(self._game, PlayedGame) else None

    def compose(self) -> ComposeResult:
        """Name the parts."""
        with Horizontal():
            with Vertical(id="main"):
                for part in ("title", "seats", "counters", "note", "events", "course", "place"):
                    yield Static(id=part)
                yield Static(id="keys")
            yield Static(id="side")

    def on_mount(self) -> None:
        """Begin."""
        self.viewer.begin(self._clock())
        self.set_interval(1 / FRAMES_PER_SECOND, self.frame)
        if self._game is not None:
            self.run_worker(self._follow(self._game), name="follow")
        self.draw()

    def on_resize(self) -> None:
        """Draw it in its new size."""
        self._is_stale = True

    # What is shown.

    def frame(self) -> None:
        """Draw if something has changed since the last frame."""
        if self.viewer.is_playing:
            before = self.viewer.player
            self.viewer.tick(self._clock())
            self._is_stale = self._is_stale or self.viewer.player != before
        if self._is_stale:
            self.draw()

    def draw(self) -> None:
        """Draw everything."""
        self._is_stale = False
        width, height = self.size
        view = self.viewer.view(height)
        plan = layout(width, height, len(view.table.piles))
        columns = plan.main_columns
        self._put("title", [pictures.title(view, columns)])
        self._put("seats", pictures.seats(view, plan))
        self._put("counters", [pictures.counters(view, columns)])
        self._put("note", pictures.note(view, columns, plan.note_lines))
        self._put("events", pictures.events(view, columns, plan.events_lines))
        self._put("course", pictures.course(view, plan))
        self._put("place", [pictures.place(view, columns)])
        self._put("keys", [pictures.keys(view, columns)])
        side = self.query_one("#side", Static)
        side.display = plan.side_columns > 0
        side.styles.width, side.styles.height = plan.side_columns, height
        if side.display:
            self._put("side", pictures.events(view, plan.side_columns - 2, height))

    def _put(self, part: str, lines: list[Content]) -> None:
        pane = self.query_one(f"#{part}", Static)
        pane.display = bool(lines)
        pane.update(Content("\n").join(lines))

    # What comes.

    async def _follow(self, game: LiveGame[Following] | PlayedGame) -> None:
        try:
            async with game:
                async for update in game:
                    self.viewer.take(update, self._clock())
                    self._is_stale = True
                    self._fill_if_needed()
                    match update:
                        case Finished(ending=Ending.OVER):
                            return
                        case Finished():
                            self.exit(outcome_of(update))
                            return
                        case Seated():
                            self.draw()
                        case _:
                            pass
        except CannotConnect as error:
            self.exit(Outcome(code=REFUSED, sentence=str(error)))

    def _fill_if_needed(self) -> None:
        if self._fetch is None or self._is_fetching or not self.viewer.is_missing_events:
            return
        self._is_fetching = True
        self.run_worker(self._fill(self._fetch), name="fill")

    async def _fill(self, fetch: Fetch) -> None:
        entries = await fetch(self.viewer.recording.game)
        is_filled = entries is not None and self.viewer.fill(entries, self._clock())
        self._is_fetching = False
        self._is_stale = True
        if not is_filled:
            self.set_timer(self._retry_seconds, self._fill_if_needed)

    # What is done.

    def on_key(self, event: events.Key) -> None:
        """Do what a key means."""
        if len(self.screen_stack) > 1:
            return
        is_letter = event.is_printable and event.character is not None and event.key != "space"
        name = str(event.character) if is_letter else event.key
        if self._answer(name):
            return
        deed = deed_of(name, is_seated=self.seat_game is not None)
        if deed is not None:
            event.stop()
            self._perform(deed)

    def _answer(self, name: str) -> bool:
        """Hand an answer on where one was asked for."""
        game = self.seat_game
        if game is None or not game.is_leave_asked:
            return False
        game.wish(Wish.YES if name.lower() == "y" else Wish.OTHER)
        return True

    def _perform(self, deed: Deed) -> None:
        game = self.seat_game
        match deed:
            case Deed.QUIT:
                self.exit(self._left())
            case Deed.HELP:
                self.push_screen(help_screen(keys_for(is_seated=game is not None)))
            case Deed.GO_TO_ROUND:
                self.push_screen(AskRound(), self._go_to_round)
            case Deed.LINK if game is not None:
                words = Content(f"{LINK_WARNING}\n\n{game.seat_link}")
                self.push_screen(Words(LINK_TITLE, words))
            case Deed.TURN | Deed.REMATCH | Deed.LEAVE if game is not None:
                # Whoever turns a card wants to see it fall.
                self.viewer.perform(Deed.TO_END, self._clock())
                game.wish(_WISHES[deed])
            case _:
                self.viewer.perform(deed, self._clock())
        self.draw()

    def _go_to_round(self, number: int | None) -> None:
        if number is not None:
            self.viewer.go_to_round(number)
            self.draw()

    def action_interrupt(self) -> None:
        """End as an interrupt does."""
        is_seated = self.viewer.shown.held.seat is not None
        self.exit(Outcome(code=INTERRUPTED, sentence=SEAT_STAYS if is_seated else ""))

    async def action_quit(self) -> None:
        """End as the key for it does."""
        self.exit(self._left())

    def _left(self) -> Outcome:
        held = self.viewer.shown.held
        ended = held.table.setting.ended
        if held.seat is None and ended is not None:
            return Outcome(sentence=tell_result(ended))
        return left(held.seat)


def theme_for(environment: Mapping[str, str]) -> str:
    """Choose the theme for a terminal that tells its background, else one for both."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return "ansi-light" if background in ("7", "15") else "ansi-dark"
