"""A store that fails is told to strangers in one sentence a code, and its own is for the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import pytest
from anyio import CapacityLimiter

from kit.clock import TurnedClock
from kit.guests import OwnGuest
from kit.hub import GAME, ROOM, SECRET
from polemos.hub.desk import Desk
from polemos.hub.files import Files
from polemos.hub.limits import HubLimits
from polemos.hub.pages import Export, Pages
from polemos.hub.qr_codes import Codes
from polemos.hub.routes import ShowExport, ShowGames
from polemos.log.store import StoreCorrupt, StoreError, StoreFull
from polemos.rooms.performing import Performing
from polemos.rules.events import Tempo
from polemos.wire.codes import WireCode
from polemos.wire.pushes import encode_push
from polemos.wire.requests import (
    AddBot,
    AnyRequest,
    ChangeName,
    ChangeTempo,
    ChangeTurnSeconds,
    CloseGame,
    LeaveSeat,
    OpenRoom,
    PauseAutoplay,
    PlayRound,
    Rematch,
    RemoveSeat,
    ResumeSeat,
    RevealEntropy,
    StartAutoplay,
    StartGame,
    TakeControl,
    TakeSeat,
    TurnCard,
    Watch,
)

STORE_PATH = "/srv/polemos/events.db"
FAULTS = [
    StoreError(f"The event log {STORE_PATH} failed: disk I/O error"),
    StoreFull(f"The event log {STORE_PATH} is full"),
    StoreCorrupt(f"The event log {STORE_PATH} is damaged"),
]
CODES = {StoreFull: WireCode.STORAGE_FULL}

LETTERS = "A" * 43
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
    AddBot(id=1, room=ROOM, seat=1),
    RemoveSeat(id=1, room=ROOM, seat=1),
    StartGame(id=1, room=ROOM),
    ChangeTurnSeconds(id=1, room=ROOM, turn_seconds=9),
    TakeSeat(id=1, game=GAME, seat=1, seat_secret=LETTERS, commitment=LETTERS),
    ResumeSeat(id=1, room=ROOM, seat_secret=LETTERS),
    RevealEntropy(id=1, room=ROOM, entropy=LETTERS),
    TurnCard(id=1, room=ROOM, round=1, step=0),
    LeaveSeat(id=1, room=ROOM),
    ChangeName(id=1, room=ROOM, name="Ada"),
    Rematch(id=1, game=GAME),
]


@dataclass
class BrokenDisk:
    """Rooms, a store, a lobby and channels on one disk, which fails whatever is asked of it."""

    fault: StoreError

    def _fail(self) -> NoReturn:
        raise self.fault

    async def _fail_later(self, *asked: object) -> NoReturn:
        self._fail()

    open_room = take_control = current_game = rematch = _fail_later
    take_seat = resume_seat = reveal_entropy = turn_card = leave_seat = change_name = _fail_later
    start_autoplay = pause_autoplay = change_tempo = play_round = close_game = _fail_later
    add_bot = remove_seat = start_game = change_turn_seconds = _fail_later

    async def channel(self, game: str, *, is_own: bool = False, after_seq: int = 0) -> NoReturn:
        self._fail()

    def load(self, game: str, after_seq: int = 0, **bounds: int) -> NoReturn:
        self._fail()

    def head(self, game: str) -> NoReturn:
        self._fail()

    def games(self, limit: int, first: Sequence[str]) -> NoReturn:
        self._fail()


def desk_on(disk: BrokenDisk) -> Desk:
    return Desk(rooms=Performing(disk), channel=disk.channel, codes=Codes(1))


def pages_on(disk: BrokenDisk) -> Pages:
    return Pages(
        files=Files({}),
        schemas={},
        store=disk,
        lobby=disk,
        spectators=dict,
        clock=TurnedClock(),
        limits=HubLimits(),
        reads=CapacityLimiter(1),
        trouble=lambda: None,
        metrics=lambda: "",
    )


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.type)
async def test_no_frame_shows_where_the_store_lies(request_, fault, caplog):
    reply = await desk_on(BrokenDisk(fault)).carry_out(request_, OwnGuest())

    assert b"/srv" not in encode_push(reply.answer)
    assert reply.answer.code == CODES.get(type(fault), WireCode.STORAGE_FAILED)
    assert reply.answer.retry_after_ms is not None
    assert STORE_PATH in caplog.text


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("route", [ShowGames(), ShowExport(GAME)], ids=str)
async def test_no_page_shows_where_the_store_lies(route, fault, caplog):
    response = await pages_on(BrokenDisk(fault)).respond(route)

    assert not isinstance(response, Export)
    assert response.status == 503
    assert b"/srv" not in response.encode()
    assert STORE_PATH in caplog.text


async def test_the_wire_and_the_pages_say_the_same_sentence_for_the_same_code():
    for fault in FAULTS:
        disk = BrokenDisk(fault)
        replies = [await desk_on(disk).carry_out(request, OwnGuest()) for request in REQUESTS]
        told = {reply.answer.sentence for reply in replies}
        page = await pages_on(disk).respond(ShowGames())
        assert {sentence.encode() + b"\n" for sentence in told} == {page.body}
