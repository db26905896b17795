"""Carries out requests: asks the rooms, and turns what they say into exactly one answer."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from polemos.hub.channel import Channel
from polemos.hub.ports import Guest, Rooms
from polemos.hub.qr_codes import Codes
from polemos.hub.store_faults import code_of, sentence_for_strangers
from polemos.log.store import StoreError
from polemos.rooms.asks import Committed
from polemos.rooms.errors import Refusal
from polemos.rooms.room import Seated
from polemos.rules.errors import RuleViolation
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Accepted, Company, Refused
from polemos.wire.requests import (
    AnyRequest,
    DrawCode,
    HostRequest,
    OpenRoom,
    Rematch,
    ResumeSeat,
    SeatRequest,
    TakeControl,
    TakeSeat,
    Unwatch,
    Watch,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer, and what the connection does after it has been sent.

    Args:
        answer: exactly one.
        hosted_room: a room that the connection controls from now on.
        seated_room: a room in which the connection holds a seat from now on.
        joined: a channel to join, after `after_seq`.
        after_seq: the last event that the client holds.
        left_game: a game to leave.
    """

    answer: Accepted | Refused
    hosted_room: str | None = None
    seated_room: str | None = None
    joined: Channel | None = None
    after_seq: int = 0
    left_game: str | None = None


class ChannelOf(Protocol):
    """Opens or finds the channel of a game."""

    async def __call__(self, game: str, /, *, is_own: bool, after_seq: int) -> Channel:
        """Give it; see `Channels.open`."""
        ...


class Desk:
    """Answers requests.

    Args:
        rooms: the running games.
        channel: opens or finds the channel of a game; raises `Refusal` for an unknown one.
        codes: draws what is to be shown to a camera.
    """

    def __init__(
        self,
        *,
        rooms: Rooms,
        channel: ChannelOf,
        codes: Codes,
    ) -> None:
        self._rooms = rooms
        self._codes = codes
        self._channel = channel

    async def carry_out(self, request: AnyRequest, guest: Guest) -> Reply:
        """Carry out a request of a connection; whatever happens, it is answered."""
        try:
            return await self._carry_out(request, guest)
        except RuleViolation as violation:
            return _refusal(request, violation.code.value, violation.sentence)
        except Refusal as refusal:
            return _refusal(request, refusal.code, refusal.sentence, refusal.retry_after_ms)
        except StoreError as error:
            logger.error("Request %s met the store: %s", request.type, error)
            return _refusal(request, code_of(error), sentence_for_strangers(error), 1_000)
        except Exception:  # our own fault must not leave a client without its answer
            logger.exception("Request %s failed", request.type)
            return _refusal(
                request,
                WireCode.SERVER_FAILED,
                "The request met a fault of the server; its operator finds it in the log.",
            )

    def part(self, guest: Guest) -> None:
        """Let the rooms know that a connection is gone."""
        self._rooms.part(guest)

    def company(self, game: str) -> Company | None:
        """Show the people of a game's room, or none where nothing is known of them."""
        return self._rooms.company(room_of(game))

    async def _carry_out(self, request: AnyRequest, guest: Guest) -> Reply:
        match request:
            case OpenRoom():
                return await self._open_room(request, guest)
            case TakeControl():
                return await self._take_control(request, guest)
            case Watch():
                return await self._watch(request, guest)
            case Unwatch():
                answer = Accepted(id=request.id, game=request.game)
                return Reply(answer=answer, left_game=request.game)
            case TakeSeat() | ResumeSeat():
                return _seated(request, await self._rooms.seat(request, guest))
            case DrawCode():
                rows = await self._codes.draw(request.text)
                return Reply(answer=Accepted(id=request.id, modules=rows))
            case _:
                return _changed(request, await self._rooms.change(request, guest))

    async def _open_room(self, request: OpenRoom, guest: Guest) -> Reply:
        opened = await self._rooms.open_room(request, guest)
        answer = Accepted(
            id=request.id,
            room=opened.room,
            game=opened.game,
            seq=opened.seq,
            host_secret=opened.host_secret,
            invite_secret=opened.invite_secret,
        )
        return Reply(answer=answer, hosted_room=opened.room)

    async def _take_control(self, request: TakeControl, guest: Guest) -> Reply:
        visited = await self._rooms.take_control(request, guest)
        answer = Accepted(id=request.id, room=request.room, game=visited.game)
        return Reply(answer=answer, hosted_room=request.room)

    async def _watch(self, request: Watch, guest: Guest) -> Reply:
        game = request.game
        if game is None:
            assert request.room is not None  # noqa: S101  the model names one of the two
            game = await self._rooms.current_game(request.room)
        is_own = guest.is_of(room_of(game))
        channel = await self._channel(game, is_own=is_own, after_seq=request.after_seq)
        answer = Accepted(id=request.id, game=game, seq=channel.head_seq)
        return Reply(answer=answer, joined=channel, after_seq=request.after_seq)


def _seated(request: TakeSeat | ResumeSeat, seated: Seated) -> Reply:
    answer = Accepted(
        id=request.id,
        room=seated.room,
        game=seated.game,
        seq=seated.seq,
        seat=seated.seat,
        player=seated.player,
    )
    return Reply(answer=answer, seated_room=seated.room)


def _changed(request: SeatRequest | Rematch | HostRequest, changed: Committed) -> Reply:
    answer = Accepted(id=request.id, room=room_of(changed.game), game=changed.game, seq=changed.seq)
    return Reply(answer=answer)


def _refusal(
    request: AnyRequest, code: str, sentence: str, retry_after_ms: int | None = None
) -> Reply:
    return Reply(
        answer=Refused(
            id=request.id, code=str(code), sentence=sentence, retry_after_ms=retry_after_ms
        )
    )


def bounded(reply: Reply, games: Collection[str], watches_max: int) -> Accepted | Refused:
    """Refuse what one connection may not have, though the server could give it.

    Args:
        reply: the answer that the desk has for it.
        games: what the connection watches.
        watches_max: how many it may watch.
    """
    channel, answer = reply.joined, reply.answer
    if reply.left_game is not None and reply.left_game not in games:
        return Refused(
            id=answer.id,
            code=WireCode.NOT_WATCHING.value,
            sentence=f"This connection does not watch game {reply.left_game}.",
        )
    if channel is None or channel.game in games or len(games) < watches_max:
        return answer
    return Refused(
        id=answer.id,
        code=WireCode.TOO_MANY_WATCHES.value,
        sentence=f"One connection watches at most {watches_max} games: unwatch one first.",
    )
