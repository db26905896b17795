"""A session's requests are answered, and its rights outlive its connections."""

import asyncio
import re
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from websockets.server import ServerProtocol

from kit.server import ServerProcess
from polemos.rules.encoding import b64url
from polemos.wire.codes import Retry
from polemos.wire.requests import (
    ChangeTempo,
    CloseGame,
    LeaveSeat,
    OpenRoom,
    Rematch,
    RemoveSeat,
    ResumeSeat,
    StartAutoplay,
    TakeControl,
    TakeSeat,
    Watch,
)
from polemos_demo.client import (
    NEW,
    BadAddress,
    CannotConnect,
    ClientLimits,
    Interrupted,
    RequestRefused,
    Session,
    SessionEnded,
)
from polemos_demo.client.conversation import Connected, Pushed, Requested
from polemos_demo.client.requesting import Requesting, react

SECRET = b64url(bytes(32))
OTHER = b64url(bytes([1]) * 32)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


def opening(**fields: object) -> OpenRoom:
    return OpenRoom(**{"id": NEW, "preset": "war", "autoplay": False} | fields)


async def test_requests_at_once_get_their_own_answers(server: ServerProcess) -> None:
    async with Session(server.url) as session:
        answers = await asyncio.gather(*(session.request(opening()) for _ in range(40)))
    assert len({answer.game for answer in answers}) == 40
    assert all(answer.host_secret for answer in answers)
    assert "host_secret" not in repr(answers)


async def test_a_refusal_is_raised_with_its_code_and_sentence(server: ServerProcess) -> None:
    async with Session(server.url) as session:
        with pytest.raises(RequestRefused, match="unknown_preset") as caught:
            await session.request(opening(preset="whist"))
        assert (caught.value.refused.code, caught.value.retry) == ("unknown_preset", Retry.NEVER)
        assert (await session.request(opening())).game is not None


async def test_a_host_stays_the_host_over_a_restart_of_the_server(tmp_path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with Session(server.url) as session:
            room = (await session.request(opening())).room
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.restart)
            await until_answered(session, ChangeTempo(id=NEW, room=room, tempo="4"))
            await session.request(StartAutoplay(id=NEW, room=room))
            await asyncio.to_thread(server.terminate)
            await asyncio.to_thread(server.restart)
            await until_answered(session, CloseGame(id=NEW, room=room))


async def test_a_seat_that_is_really_lost_is_shown_once_more_and_then_told(
    server: ServerProcess,
) -> None:
    async with Session(server.url) as host, Session(server.url) as guest:
        opened = await host.request(opening(people=1))
        invited = {"invite_secret": opened.invite_secret, "player_secret": OTHER}
        await guest.request(TAKE.model_copy(update={"game": opened.game, **invited}))
        await host.request(RemoveSeat(id=NEW, room=opened.room, seat=0))
        before = refusals(server)
        with pytest.raises(RequestRefused, match="not_seated"):
            await guest.request(LeaveSeat(id=NEW, room=opened.room))
        # The request, the secret, and the request again.
        assert refusals(server) == before + 3


def refusals(server: ServerProcess) -> int:
    with urlopen(f"{server.url}/metrics") as response:  # noqa: S310  our own server
        metrics = response.read().decode()
    return sum(
        int(count)
        for count in re.findall(r"^polemos_requests_refused_total.* (\d+)$", metrics, re.M)
    )


async def until_answered(session: Session, request: ChangeTempo | CloseGame) -> None:
    """Ask until no connection breaks before the answer."""
    while True:
        try:
            await session.request(request)
        except Interrupted:
            continue
        return


async def test_a_request_without_an_answer_is_interrupted_and_never_sent_twice() -> None:
    received: list[bytes] = []

    async def answer_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        protocol = ServerProtocol(subprotocols=["polemos.v1"])
        while not received and (chunk := await reader.read(65_536)):
            protocol.receive_data(chunk)
            for event in protocol.events_received():
                if hasattr(event, "path"):
                    protocol.send_response(protocol.accept(event))
                else:
                    received.append(event.data)
            writer.writelines(protocol.data_to_send())
        writer.close()

    server = await asyncio.start_server(answer_nothing, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, Session(f"http://127.0.0.1:{port}", draw=lambda: 0.0) as session:
        with pytest.raises(Interrupted):
            await session.request(opening())
    assert len(received) == 1


async def test_nobody_there_is_told_to_all_who_ask() -> None:
    limits = ClientLimits(attempts_max=2)
    async with Session("http://127.0.0.1:9", limits=limits, draw=lambda: 0.0) as session:
        for _ in range(2):
            with pytest.raises(CannotConnect, match="No server answers"):
                await session.request(opening())


async def test_a_closed_session_answers_nobody(server: ServerProcess) -> None:
    async with Session(server.url) as session:
        await session.request(opening())
    with pytest.raises(SessionEnded):
        await session.request(opening())


async def test_what_a_session_does_not_do_is_said_at_once(server: ServerProcess) -> None:
    async with Session(server.url) as session:
        with pytest.raises(ValueError, match=r"watch\(\)"):
            await session.request(Watch(id=NEW, game="abc-1"))
    for text in ("", "127.0.0.1:8765", "http://host/rooms/abc", "ftp://host", "http://h:x"):
        with pytest.raises(BadAddress, match="for example http"):
            Session(text)


# The machine below it.

TAKE = TakeSeat(id=3, game="abc-1", seat=0, seat_secret=SECRET, commitment=OTHER)


def accepted(number: int, **fields: object) -> Pushed:
    return Pushed(push={"type": "accepted", "id": number, "room": "abc"} | fields)


def test_secrets_are_shown_again_first_and_only_those_that_still_hold() -> None:
    state = Requesting()
    for request, answer in (
        (opening(), accepted(1, host_secret="h" * 43)),
        (TAKE, accepted(3, seat=0)),
    ):
        state = react(state, Requested(request=request)).state
        state = react(state, answer).state
    shown = react(state, Connected()).requests
    assert [type(one) for one in shown] == [TakeControl, ResumeSeat]
    assert [one.room for one in shown] == ["abc", "abc"]
    state = react(state, Requested(request=LeaveSeat(id=4, room="abc"))).state
    state = react(state, accepted(4)).state
    assert [type(one) for one in react(state, Connected()).requests] == [TakeControl]


def refusal(number: int, code: str) -> Pushed:
    return Pushed(push={"type": "refused", "id": number, "code": code, "sentence": "No."})


@pytest.mark.parametrize(
    ("code", "request_", "shown"),
    [
        ("not_seated", LeaveSeat(id=4, room="abc"), ResumeSeat),
        ("not_seated", Rematch(id=4, game="abc-1"), ResumeSeat),
        ("not_host", CloseGame(id=4, room="abc"), TakeControl),
    ],
)
def test_a_right_that_the_server_misses_is_shown_once_more_before_that_is_told(
    code, request_, shown
) -> None:
    state = Requesting()
    for request, answer in (
        (opening(), accepted(1, host_secret="h" * 43)),
        (TAKE, accepted(3, seat=0)),
    ):
        state = react(state, Requested(request=request)).state
        state = react(state, answer).state
    state = react(state, Requested(request=request_)).state
    again = react(state, refusal(4, code))
    assert [type(one) for one in again.requests] == [shown, type(request_)]
    assert (again.requests[1], again.updates) == (request_, ())
    told = react(again.state, refusal(4, code))
    assert (told.requests, [update.answer.code for update in told.updates]) == ((), [code])
    assert (told.state.waiting, told.state.repeated) == ({}, frozenset())


def test_a_right_that_a_session_never_had_is_told_at_once() -> None:
    state = react(Requesting(), Requested(request=LeaveSeat(id=4, room="abc"))).state
    told = react(state, refusal(4, "not_seated"))
    assert (told.requests, len(told.updates)) == ((), 1)


def test_an_answer_to_nothing_that_was_asked_is_passed_over() -> None:
    state = react(Requesting(), Requested(request=opening())).state
    for push in (
        accepted(2, host_secret="h" * 43),
        accepted("again"),
        Pushed(push={"type": "confetti"}),
    ):
        reaction = react(state, push)
        assert (reaction.state, reaction.updates, reaction.requests) == (state, (), ())
    late = react(react(state, Connected()).state, accepted(1, host_secret="h" * 43))
    assert late.state.secrets == ()
