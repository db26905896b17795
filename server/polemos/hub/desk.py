"""Carries out requests: asks the rooms, and turns what they say into exactly one answer."""

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import assert_never

from polemos.hub.channel import Channel
from polemos.hub.ports import Changed, Rooms
from polemos.hub.store_faults import code_of, sentence_for_strangers
from polemos.log.store import StoreError
from polemos.rooms.errors import Refusal
from polemos.rules.errors import RuleViolation
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Accepted, Refused
from polemos.wire.requests import (
    AnyRequest,
    ChangeTempo,
    CloseGame,
    HostRequest,
    OpenRoom,
    PauseAutoplay,
    PlayRound,
    StartAutoplay,
    TakeControl,
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
        joined: a channel to join, after `after_seq`.
        after_seq: the last event that the client holds.
        left_game: a game to leave.
    """

    answer: Accepted | Refused
    hosted_room: str | None = None
    joined: Channel | None = None
    after_seq: int = 0
    left_game: str | None = None


class Desk:
    """Answers requests.

    Args:
        rooms: the running games.
        channel: opens or finds the channel of a game; raises `Refusal` for an unknown one.
    """

    def __init__(self, *, rooms: Rooms, channel: Callable[[str], Awaitable[Channel]]) -> None:
        self._rooms = rooms
        self._channel = channel

    async def carry_out(self, request: AnyRequest) -> Reply:
        """Carry out a request; whatever happens, it is answered."""
        try:
            return await self._carry_out(request)
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

    async def _carry_out(self, request: AnyRequest) -> Reply:
        match request:
            case OpenRoom():
                return await self._open_room(request)
            case TakeControl():
                return await self._take_control(request)
            case Watch():
                return await self._watch(request)
            case Unwatch():
                answer = Accepted(id=request.id, game=request.game)
                return Reply(answer=answer, left_game=request.game)
            case StartAutoplay() | PauseAutoplay() | ChangeTempo() | PlayRound() | CloseGame():
                changed = await self._change(request)
                answer = Accepted(
                    id=request.id, room=request.room, game=changed.game, seq=changed.seq
                )
                return Reply(answer=answer)
            case _:
                assert_never(request)

    async def _open_room(self, request: OpenRoom) -> Reply:
        opened = await self._rooms.open_room(request)
        answer = Accepted(
            id=request.id,
            room=opened.room,
            game=opened.game,
            seq=opened.seq,
            host_secret=opened.host_secret,
        )
        return Reply(answer=answer, hosted_room=opened.room)

    async def _take_control(self, request: TakeControl) -> Reply:
        game = await self._rooms.current_game(request.room)
        if not await self._rooms.is_host(request.room, request.host_secret):
            raise Refusal(
                WireCode.WRONG_SECRET,
                f"That secret does not control room {request.room}: use the host's own link.",
            )
        answer = Accepted(id=request.id, room=request.room, game=game)
        return Reply(answer=answer, hosted_room=request.room)

    async def _watch(self, request: Watch) -> Reply:
        game = request.game
        if game is None:
            assert request.room is not None  # noqa: S101  the model names one of the two
            game = await self._rooms.current_game(request.room)
        channel = await self._channel(game)
        answer = Accepted(id=request.id, game=game, seq=channel.head_seq)
        return Reply(answer=answer, joined=channel, after_seq=request.after_seq)

    async def _change(self, request: HostRequest) -> Changed:
        match request:
            case StartAutoplay():
                return await self._rooms.start_autoplay(request.room)
            case PauseAutoplay():
                return await self._rooms.pause_autoplay(request.room)
            case ChangeTempo():
                return await self._rooms.change_tempo(request.room, request.tempo)
            case PlayRound():
                return await self._rooms.play_round(request.room)
            case CloseGame():
                return await self._rooms.close_game(request.room)
            case _:
                assert_never(request)


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
