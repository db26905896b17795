"""Which path gets what: pure, from a request's line and headers to what is to be done."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from polemos.hub.http import Response, sentence
from polemos.rooms.players import PLAYER_LETTERS, PLAYER_PATTERN
from polemos.rules.names import GAME_PATTERN, ROOM_PATTERN

_PAGES = {
    "home.js": re.compile(r"/(?:index\.html)?"),
    "room.js": re.compile(rf"/rooms/{ROOM_PATTERN}/?"),
    "game.js": re.compile(rf"/games/{GAME_PATTERN}/?"),
    "embed.js": re.compile(rf"/embed/(?:rooms/{ROOM_PATTERN}|{GAME_PATTERN})/?"),
    "rules.js": re.compile(r"/rules(?:/[a-z0-9-]{1,32})?/?"),
    "records.js": re.compile(r"/records/?"),
    "tv.js": re.compile(r"/tv/?"),
}
"""The module that shows what an address names: the page's own table in `app.js` says the same."""

_EXPORT = re.compile(rf"/games/({GAME_PATTERN})/events\.jsonl")
_SUMMARY = re.compile(rf"/games/({GAME_PATTERN})/summary")
_PLAYER = re.compile(rf"/players/({PLAYER_PATTERN})/?")
_PLAYERS = re.compile(r"/players(/.*)?", re.DOTALL)
_SCHEMAS = re.compile(r"/schemas/([A-Za-z0-9_.-]*)")
_FILE = re.compile(r"/([A-Za-z0-9_-][A-Za-z0-9_./-]*)")


@dataclass(frozen=True, slots=True)
class ShowFile:
    """Serve a file of the page."""

    path: str


@dataclass(frozen=True, slots=True)
class ShowPage:
    """Serve the page's document, which will load a module to show what the address names."""

    opened: str


@dataclass(frozen=True, slots=True)
class ShowSchema:
    """Serve a schema, or the list of them for an empty name."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowExport:
    """Stream a game's stored lines."""

    game: str


@dataclass(frozen=True, slots=True)
class ShowGames:
    """List running and recent games."""


@dataclass(frozen=True, slots=True)
class ShowSummary:
    """Describe a game."""

    game: str


@dataclass(frozen=True, slots=True)
class ShowStatistics:
    """Tell what games are like."""


@dataclass(frozen=True, slots=True)
class ShowPresets:
    """Describe the presets."""


@dataclass(frozen=True, slots=True)
class ShowPlayer:
    """Describe a player."""

    player: str


@dataclass(frozen=True, slots=True)
class ShowHealth:
    """Tell that the process answers."""


@dataclass(frozen=True, slots=True)
class ShowReadiness:
    """Tell whether new connections are welcome."""


@dataclass(frozen=True, slots=True)
class ShowMetrics:
    """Show the counters."""


@dataclass(frozen=True, slots=True)
class OpenSocket:
    """Go on as a websocket."""


Route = (
    ShowFile
    | ShowPage
    | ShowSchema
    | ShowExport
    | ShowGames
    | ShowSummary
    | ShowStatistics
    | ShowPresets
    | ShowPlayer
    | ShowHealth
    | ShowReadiness
    | ShowMetrics
    | OpenSocket
)

_FIXED: Mapping[str, Route] = {
    "/socket": OpenSocket(),
    "/games": ShowGames(),
    "/statistics": ShowStatistics(),
    "/presets": ShowPresets(),
    "/healthz": ShowHealth(),
    "/readyz": ShowReadiness(),
    "/metrics": ShowMetrics(),
    "/schemas": ShowSchema(""),
}


def route(method: str, target: str) -> Route | Response:
    """Find what a request asks for, or the refusal of it.

    Args:
        method: as in the request line.
        target: path and query; the query is ignored.
    """
    if method not in ("GET", "HEAD"):
        return sentence(
            405, f"There is no {method} here: only GET and HEAD.", ("Allow", "GET, HEAD")
        )
    path = unquote(target.partition("?")[0])
    if fixed := _FIXED.get(path):
        return fixed
    if match := _EXPORT.fullmatch(path):
        return ShowExport(match[1])
    if match := _SUMMARY.fullmatch(path):
        return ShowSummary(match[1])
    if match := _PLAYER.fullmatch(path):
        return ShowPlayer(match[1])
    if _PLAYERS.fullmatch(path):
        return sentence(
            404,
            f"There is no such player: /players/PLAYER takes an id of {PLAYER_LETTERS} letters, "
            "digits, hyphens and underscores, as in the events of a game.",
        )
    if match := _SCHEMAS.fullmatch(path):
        return ShowSchema(match[1])
    return _page(path)


def _page(path: str) -> Route | Response:
    for opened, page in _PAGES.items():
        if page.fullmatch(path):
            return ShowPage(opened)
    if match := _FILE.fullmatch(path):
        return ShowFile(match[1])
    return sentence(404, "There is no page at that address: start at /.")
