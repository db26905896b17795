"""Answers plain requests: the page, schemas, health, metrics, games, presets, players, exports."""

import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from polemos.hub.answers import Make, SharedAnswer
from polemos.hub.audience import coarse, most_watched
from polemos.hub.files import Files
from polemos.hub.http import JSON, Response, encode_head, etag, sentence
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Clock, Lobby, Reading
from polemos.hub.routes import (
    Route,
    ShowExport,
    ShowFile,
    ShowGames,
    ShowHealth,
    ShowMetrics,
    ShowPage,
    ShowPlayer,
    ShowPresets,
    ShowReadiness,
    ShowSchema,
    ShowStatistics,
    ShowSummary,
)
from polemos.hub.store_faults import sentence_for_strangers
from polemos.log.store import StoreError
from polemos.rules.catalogue import catalogue

logger = logging.getLogger(__name__)

GAMES_AGE_MS_MAX = 1_000
"""The list of games is shared by everybody who asks within a second: the audience is no newer."""

STATISTICS_AGE_MS_MAX = 5_000

CATALOGUE_FILE = "presets.json"

Standings = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A game's lines, read page by page while they are sent.

    Args:
        head: the response's head.
        chunks: the body in HTTP/1.1's chunks, so that a cut one is seen to be cut.
    """

    head: bytes
    chunks: AsyncIterator[bytes]


class Pages:
    """Answers the routes.

    Args:
        files: the page's own.
        schemas: schema files by name.
        store: read in threads.
        lobby: describes games, players and presets; read in threads.
        spectators: tells how many watch each game.
        standings: tells how far each game has come that is being played.
        level: brings the lobby level with the store, which it follows a little later; called in
            threads.
        clock: the time.
        limits: the hub's bounds.
        reads: bounds the reads at the same time.
        trouble: says in a sentence why no new connection is welcome, or gives none.
        metrics: shows the counters.
    """

    def __init__(
        self,
        *,
        files: Files,
        schemas: Mapping[str, bytes],
        store: Reading,
        lobby: Lobby,
        spectators: Callable[[], Mapping[str, int]],
        clock: Clock,
        limits: HubLimits,
        reads: CapacityLimiter,
        trouble: Callable[[], str | None],
        metrics: Callable[[], str],
        standings: Callable[[], Standings] = dict,
        level: Callable[[], object] = lambda: None,
    ) -> None:
        self._files = files
        self._schemas = schemas
        self._store = store
        self._lobby = lobby
        self._spectators = spectators
        self._standings = standings
        self._level = level
        self._limits = limits
        self._reads = reads
        self._trouble = trouble
        self._metrics = metrics
        self._catalogue = Files({CATALOGUE_FILE: _encode(catalogue())})
        self._games = SharedAnswer(
            self._prepare_games, clock=clock, age_ms_max=GAMES_AGE_MS_MAX, reads=reads
        )
        self._statistics = SharedAnswer(
            lambda: self._make_statistics,
            clock=clock,
            age_ms_max=STATISTICS_AGE_MS_MAX,
            reads=reads,
        )

    async def respond(
        self,
        route: Route,
        *,
        if_none_match: str | None = None,
        accept_encoding: str | None = None,
    ) -> Response | Export:
        """Answer one route; a store that fails is told as 503."""
        try:
            return await self._respond(route, if_none_match, accept_encoding)
        except StoreError as error:
            logger.error("A page met the store: %s", error)
            return sentence(503, sentence_for_strangers(error))

    async def _respond(
        self, route: Route, if_none_match: str | None, accept_encoding: str | None
    ) -> Response | Export:
        match route:
            case ShowPage(opened):
                return self._files.document(opened, if_none_match, accept_encoding)
            case ShowFile(path):
                return self._files.respond(path, if_none_match, accept_encoding)
            case ShowSchema(name):
                return self._schema(name)
            case ShowPresets():
                return self._catalogue.respond(CATALOGUE_FILE, if_none_match, accept_encoding)
            case ShowHealth():
                return sentence(200, "The server answers.")
            case ShowReadiness():
                trouble = self._trouble()
                return sentence(200, "Ready.") if trouble is None else sentence(503, trouble)
            case ShowMetrics():
                return Response(status=200, body=self._metrics().encode())
            case _:
                return await self._read(route)

    async def _read(self, route: Route) -> Response | Export:
        """Answer what the store or the projections are read for."""
        match route:
            case ShowExport(game):
                return await self._export(game)
            case ShowGames():
                return _fresh(await self._games.body())
            case ShowStatistics():
                return _fresh(await self._statistics.body())
            case ShowSummary(game):
                return await self._summary(game)
            case ShowPlayer(player):
                return await self._player(player)
            case _:
                raise AssertionError(f"{route} is no page")

    def _schema(self, name: str) -> Response:
        if name == "":
            body = json.dumps(sorted(self._schemas)).encode()
            return Response(status=200, content_type=JSON, body=body)
        schema = self._schemas.get(name)
        if schema is None:
            return sentence(404, f"There is no schema {name}: /schemas/ lists them.")
        return Response(
            status=200, content_type=JSON, body=schema, headers=(("ETag", etag(schema)),)
        )

    def _prepare_games(self) -> Make:
        return partial(self._make_games, most_watched(self._spectators()), self._standings())

    def _make_games(self, audiences: Mapping[str, int], standings: Standings) -> bytes:
        games = self._lobby.games(self._limits.games_listed_max, list(audiences))
        listed = [_told(game, audiences.get(game["game"], 0), standings) for game in games]
        return _encode({"games": listed})

    def _make_statistics(self) -> bytes:
        return _encode(self._lobby.preset_statistics())

    async def _summary(self, game: str) -> Response:
        described = await to_thread.run_sync(partial(self._describe, game), limiter=self._reads)
        if described is None:
            return _unknown(game)
        spectators = coarse(self._spectators().get(game, 0))
        return _fresh(_encode(_told(described, spectators, self._standings())))

    def _describe(self, game: str) -> Mapping[str, Any] | None:
        """Describe a game, one that has only just begun as well."""
        described = self._lobby.game(game)
        if described is None and self._store.head(game) is not None:
            self._level()
            described = self._lobby.game(game)
        return described

    async def _player(self, player: str) -> Response:
        described = await to_thread.run_sync(
            partial(self._lobby.player, player), limiter=self._reads
        )
        return _fresh(_encode(described))

    async def _export(self, game: str) -> Response | Export:
        head = await to_thread.run_sync(partial(self._store.head, game), limiter=self._reads)
        if head is None:
            return _unknown(game)
        headers = (
            ("Content-Type", "application/x-ndjson; charset=utf-8"),
            ("Content-Disposition", f'inline; filename="{game}.jsonl"'),
            ("Cache-Control", "no-cache" if head.is_ended else "no-store"),
            ("Transfer-Encoding", "chunked"),
        )
        return Export(head=encode_head(200, headers), chunks=self._chunks(game, head.seq))

    async def _chunks(self, game: str, last_seq: int) -> AsyncIterator[bytes]:
        """Read up to where the game ended when the export began."""
        seq = 0
        while seq < last_seq:
            lines = await to_thread.run_sync(
                partial(
                    self._store.load,
                    game,
                    seq,
                    events_max=min(self._limits.page_events_max, last_seq - seq),
                    bytes_max=self._limits.frame_size_bytes_max,
                ),
                limiter=self._reads,
            )
            if not lines:
                # The last chunk is not sent, so the reader knows that something is missing.
                raise StoreError(f"event {seq + 1} of game {game} is not in the store")
            seq += len(lines)
            body = b"\n".join(lines) + b"\n"
            yield b"%x\r\n%b\r\n" % (len(body), body)
        yield b"0\r\n\r\n"


def _encode(described: Mapping[str, Any]) -> bytes:
    return json.dumps(dict(described), ensure_ascii=False, separators=(",", ":")).encode()


def _told(described: Mapping[str, Any], spectators: int, standings: Standings) -> dict[str, Any]:
    """Add what is true at this moment; a game that is not being played stands nowhere."""
    standing = standings.get(described["game"])
    present = {} if standing is None else {"standing": standing}
    return {**described, "spectators": spectators, **present}


def _fresh(body: bytes) -> Response:
    """Answer with JSON that is true at this moment only."""
    return Response(
        status=200, content_type=JSON, body=body, headers=(("Cache-Control", "no-store"),)
    )


def _unknown(game: str) -> Response:
    return sentence(404, f"There is no game {game}: /games lists the newest.")
