"""A store that fails is told to strangers in one sentence a code, and its own is for the log."""

from dataclasses import dataclass
from typing import NoReturn

import pytest
from anyio import CapacityLimiter

from kit.hub import GAME, ROOM, SECRET
from polemos.hub.desk import Desk
from polemos.hub.files import Files
from polemos.hub.limits import HubLimits
from polemos.hub.pages import Export, Pages
from polemos.hub.routes import ShowExport, ShowGames
from polemos.log.store import StoreCorrupt, StoreError, StoreFull
from polemos.rules.events import Tempo
from polemos.wire.codes import WireCode
from polemos.wire.pushes import encode_push
from polemos.wire.requests import (
    AnyRequest,
    ChangeTempo,
    CloseGame,
    OpenRoom,
    PauseAutoplay,
    PlayRound,
    StartAutoplay,
    TakeControl,
    Watch,
)

STORE_PATH = "/srv/polemos/events.db"
FAULTS = [
    StoreError(f"The event log {STORE_PATH} failed: disk I/O error"),
    StoreFull(f"The event log {STORE_PATH} is full"),
    StoreCorrupt(f"The event log {STORE_PATH} is damaged"),
]
CODES = {StoreFull: WireCode.STORAGE_FULL}

REQUESTS: list[AnyRequest] = [
    OpenRoom(id=1, preset="war"),
    TakeControl(id=1, room=ROOM, host_secret=SECRET),
    Watch(id=1, room=ROOM),
    Watch(id=1, game=GAME),
    StartAutoplay(id=1, room=ROOM),
    PauseAutoplay(id=1, room=ROOM),
    ChangeTempo(id=1, room=ROOM, tempo=Tempo.ONE),
    PlayRound(id=1, room=ROOM),
    CloseGame(id=1, room=ROOM),
]


@dataclass
class BrokenDisk:
    """Rooms, a store, a lobby and channels on one disk, which fails whatever is asked of it."""

    fault: StoreError

    def _fail(self) -> NoReturn:
        raise self.fault

    async def open_room(self, request: OpenRoom) -> NoReturn:
        self._fail()

    async def is_host(self, room: str, host_secret: str) -> NoReturn:
        self._fail()

    async def current_game(self, room: str) -> NoReturn:
        self._fail()

    async def start_autoplay(self, room: str) -> NoReturn:
        self._fail()

    async def pause_autoplay(self, room: str) -> NoReturn:
        self._fail()

    async def change_tempo(self, room: str, tempo: Tempo) -> NoReturn:
        self._fail()

    async def play_round(self, room: str) -> NoReturn:
        self._fail()

    async def close_game(self, room: str) -> NoReturn:
        self._fail()

    async def channel(self, game: str) -> NoReturn:
        self._fail()

    def load(self, game: str, after_seq: int = 0, **bounds: int) -> NoReturn:
        self._fail()

    def head(self, game: str) -> NoReturn:
        self._fail()

    def games(self, limit: int) -> NoReturn:
        self._fail()


def desk_on(disk: BrokenDisk) -> Desk:
    return Desk(rooms=disk, channel=disk.channel)


def pages_on(disk: BrokenDisk) -> Pages:
    return Pages(
        files=Files({}),
        schemas={},
        store=disk,
        lobby=disk,
        limits=HubLimits(),
        reads=CapacityLimiter(1),
        trouble=lambda: None,
        metrics=lambda: "",
    )


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.type)
async def test_no_frame_shows_where_the_store_lies(request_, fault, caplog):
    reply = await desk_on(BrokenDisk(fault)).carry_out(request_)

    assert b"/srv" not in encode_push(reply.answer)
    assert reply.answer.code == CODES.get(type(fault), WireCode.STORAGE_FAILED)
    assert reply.answer.retry_after_ms is not None
    assert STORE_PATH in caplog.text


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("route", [ShowGames(), ShowExport(GAME)], ids=str)
async def test_no_page_shows_where_the_store_lies(route, fault, caplog):
    response = await pages_on(BrokenDisk(fault)).respond(route, None)

    assert not isinstance(response, Export)
    assert response.status == 503
    assert b"/srv" not in response.encode()
    assert STORE_PATH in caplog.text


async def test_the_wire_and_the_pages_say_the_same_sentence_for_the_same_code():
    for fault in FAULTS:
        disk = BrokenDisk(fault)
        told = {(await desk_on(disk).carry_out(request)).answer.sentence for request in REQUESTS}
        page = await pages_on(disk).respond(ShowGames(), None)
        assert {sentence.encode() + b"\n" for sentence in told} == {page.body}
