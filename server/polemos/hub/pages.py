"""Answers plain requests: the page, schemas, health, metrics, games, players, exports."""

import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from polemos.hub.files import Files
from polemos.hub.http import JSON, Response, encode_head, etag, sentence
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Lobby, Reading
from polemos.hub.routes import (
    Route,
    ShowExport,
    ShowFile,
    ShowGames,
    ShowHealth,
    ShowMetrics,
    ShowPlayer,
    ShowReadiness,
    ShowSchema,
)
from polemos.hub.store_faults import sentence_for_strangers
from polemos.log.store import StoreError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A game's lines, read page by page while they are sent.

    Args:
        head: the response's head.
        chunks: the body in HTTP/1.1's chunks, so that a cut one is seen to be cut.
    """

    head: bytes
    chunks: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """What the pages are made of.

    Args:
        files: the page's own.
        schemas: schema files by name.
        store: read in threads.
        lobby: lists games and describes players.
        limits: the hub's bounds.
        reads: bounds the reads at the same time.
        trouble: says in a sentence why no new connection is welcome, or gives none.
        metrics: shows the counters.
    """

    files: Files
    schemas: Mapping[str, bytes]
    store: Reading
    lobby: Lobby
    limits: HubLimits
    reads: CapacityLimiter
    trouble: Callable[[], str | None]
    metrics: Callable[[], str]

    async def respond(self, route: Route, if_none_match: str | None) -> Response | Export:
        """Answer one route; a store that fails is told as 503."""
        try:
            return await self._respond(route, if_none_match)
        except StoreError as error:
            logger.error("A page met the store: %s", error)
            return sentence(503, sentence_for_strangers(error))

    async def _respond(self, route: Route, if_none_match: str | None) -> Response | Export:
        match route:
            case ShowFile(path):
                return self.files.respond(path, if_none_match)
            case ShowSchema(name):
                return self._schema(name)
            case ShowExport(game):
                return await self._export(game)
            case ShowGames():
                return await self._games()
            case ShowPlayer(player):
                return await self._player(player)
            case ShowHealth():
                return sentence(200, "The server answers.")
            case ShowReadiness():
                trouble = self.trouble()
                return sentence(200, "Ready.") if trouble is None else sentence(503, trouble)
            case ShowMetrics():
                return Response(status=200, body=self.metrics().encode())
            case _:
                raise AssertionError(f"{route} is no page")

    def _schema(self, name: str) -> Response:
        if name == "":
            body = json.dumps(sorted(self.schemas)).encode()
            return Response(status=200, content_type=JSON, body=body)
        schema = self.schemas.get(name)
        if schema is None:
            return sentence(404, f"There is no schema {name}: /schemas/ lists them.")
        return Response(
            status=200, content_type=JSON, body=schema, headers=(("ETag", etag(schema)),)
        )

    async def _games(self) -> Response:
        games = await to_thread.run_sync(
            partial(self.lobby.games, self.limits.games_listed_max), limiter=self.reads
        )
        return _fresh({"games": [dict(game) for game in games]})

    async def _player(self, player: str) -> Response:
        described = await to_thread.run_sync(partial(self.lobby.player, player), limiter=self.reads)
        return _fresh(described)

    async def _export(self, game: str) -> Response | Export:
        head = await to_thread.run_sync(partial(self.store.head, game), limiter=self.reads)
        if head is None:
            return sentence(404, f"There is no game {game}: /games lists them.")
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
                    self.store.load,
                    game,
                    seq,
                    events_max=min(self.limits.page_events_max, last_seq - seq),
                    bytes_max=self.limits.frame_size_bytes_max,
                ),
                limiter=self.reads,
            )
            if not lines:
                # The last chunk is not sent, so the reader knows that something is missing.
                raise StoreError(f"event {seq + 1} of game {game} is not in the store")
            seq += len(lines)
            body = b"\n".join(lines) + b"\n"
            yield b"%x\r\n%b\r\n" % (len(body), body)
        yield b"0\r\n\r\n"


def _fresh(described: Mapping[str, Any]) -> Response:
    """Answer with JSON that is true at this moment only."""
    return Response(
        status=200,
        content_type=JSON,
        body=json.dumps(dict(described), ensure_ascii=False).encode(),
        headers=(("Cache-Control", "no-store"),),
    )
