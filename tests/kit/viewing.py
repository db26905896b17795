"""Recorded games, and what a screen in Textual shows of them."""

from functools import cache

from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.log.entries import Entry
from polemos_demo.terminal.replay.recordings import recording_of
from polemos_demo.terminal.screens import TableScreen
from polemos_demo.terminal.viewers import Viewer

GAME = "abc-1"


@cache
def entries_of(preset: str = "war", players: int = 2, seed: str = "page 112") -> tuple[Entry, ...]:
    """Play a whole game."""
    return tuple(map(decode, lines_of(played(GAME, preset, players, seed=seed))))


def recorded_viewer(events: int | None = None, players: int = 2) -> Viewer:
    """Show the first events of a game, at their end."""
    viewer = Viewer(recording_of(GAME, entries_of(players=players)[:events]))
    viewer.go_to_round(10_000)
    return viewer


def shown_lines(screen: TableScreen) -> list[str]:
    """Read the terminal, line by line."""
    strips = screen.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def shown_text(screen: TableScreen) -> str:
    """Read the terminal."""
    return "\n".join(shown_lines(screen))
