"""The desk: exactly one answer to each request, and what the connection does after it."""

import asyncio

import pytest
from anyio import to_thread

from kit.channels import ChannelHouse
from kit.companies import company
from kit.guests import OwnGuest
from kit.hub import GAME, INVITATION, ROOM, SECRET, HubHouse, OwnRooms
from polemos.hub.channel import Channel
from polemos.hub.desk import Desk, Reply, bounded
from polemos.hub.qr_codes import Codes
from polemos.rooms.errors import Refusal
from polemos.rooms.performing import Performing
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import Tempo
from polemos.wire.codes import WireCode
from polemos.wire.pushes import Accepted
from polemos.wire.requests import (
    AddBot,
    ChangeName,
    ChangeTempo,
    ChangeTurnSeconds,
    CloseGame,
    DrawCode,
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
    Unwatch,
    Watch,
)

LETTERS = f"{'1' * 42}A"
CHANGES = {
    "start_autoplay": StartAutoplay(id=7, room=ROOM),
    "pause_autoplay": PauseAutoplay(id=7, room=ROOM),
    "change_tempo 4": ChangeTempo(id=7, room=ROOM, tempo=Tempo("4")),
    "play_round": PlayRound(id=7, room=ROOM),
    "close_game": CloseGame(id=7, room=ROOM),
    "add_bot 1": AddBot(id=7, room=ROOM, seat=1),
    "remove_seat 1": RemoveSeat(id=7, room=ROOM, seat=1),
    "start_game": StartGame(id=7, room=ROOM),
    "change_turn_seconds 9": ChangeTurnSeconds(id=7, room=ROOM, turn_seconds=9),
    "reveal_entropy": RevealEntropy(id=7, room=ROOM, entropy=LETTERS),
    "turn_card (2, 1)": TurnCard(id=7, room=ROOM, round=2, step=1),
    "leave_seat": LeaveSeat(id=7, room=ROOM),
    "change_name Ada": ChangeName(id=7, room=ROOM, name="Ada"),
    "rematch": Rematch(id=7, game=GAME),
}
SEATINGS = {
    "take_seat": TakeSeat(id=7, game=GAME, seat=1, seat_secret=LETTERS, commitment=LETTERS),
    "resume_seat": ResumeSeat(id=7, room=ROOM, seat_secret=LETTERS),
}


class DeskHouse:
    """A desk before rooms of the test's own; every game has the same open channel of 5 events."""

    def __init__(self) -> None:
        self.house = HubHouse()
        self.house.hub = self  # type: ignore[assignment]
        self.house.commit(GAME, 5)
        self.rooms = OwnRooms(self.house)
        self.channel = ChannelHouse().open(5)
        self.codes = Codes(2)
        self.desk = Desk(rooms=Performing(self.rooms), channel=self._open, codes=self.codes)

    def publish(self, *published: object) -> None:
        """Fan nothing out."""

    async def _open(self, game: str, *, is_own: bool = False, after_seq: int = 0) -> Channel:
        if game != GAME:
            raise Refusal(WireCode.UNKNOWN_GAME, "There is no such game.", retry_after_ms=250)
        return self.channel


async def test_whoever_opens_a_room_hosts_it_and_is_told_its_secret():
    reply = await DeskHouse().desk.carry_out(OpenRoom(id=7, preset="war"), OwnGuest())
    assert reply == Reply(
        answer=Accepted(
            id=7, room=ROOM, game=GAME, seq=3, host_secret=SECRET, invite_secret=INVITATION
        ),
        hosted_room=ROOM,
    )


async def test_the_right_secret_gives_control_and_a_wrong_one_does_not():
    desk = DeskHouse().desk
    taken = await desk.carry_out(TakeControl(id=7, room=ROOM, host_secret=SECRET), OwnGuest())
    assert taken == Reply(answer=Accepted(id=7, room=ROOM, game=GAME), hosted_room=ROOM)
    wrong = await desk.carry_out(TakeControl(id=7, room=ROOM, host_secret="guess"), OwnGuest())
    assert (wrong.answer.code, wrong.hosted_room) == ("wrong_secret", None)


@pytest.mark.parametrize("named", [{"room": ROOM}, {"game": GAME}])
async def test_a_watch_joins_the_game_s_channel_after_what_the_client_holds(named):
    house = DeskHouse()
    reply = await house.desk.carry_out(Watch(id=7, after_seq=3, **named), OwnGuest())
    assert reply.answer == Accepted(id=7, game=GAME, seq=5)
    assert (reply.joined, reply.after_seq) == (house.channel, 3)


@pytest.mark.parametrize("asked", CHANGES)
async def test_a_change_reaches_the_rooms_and_is_answered_with_the_last_event(asked):
    house = DeskHouse()
    reply = await house.desk.carry_out(CHANGES[asked], OwnGuest())
    assert house.rooms.asked == [asked]
    assert reply == Reply(answer=Accepted(id=7, room=ROOM, game=GAME, seq=6))


@pytest.mark.parametrize("request_", SEATINGS.values(), ids=SEATINGS)
async def test_a_seat_is_held_by_the_connection_that_asked_for_it(request_):
    house, guest = DeskHouse(), OwnGuest()
    reply = await house.desk.carry_out(request_, guest)
    answer = Accepted(id=7, room=ROOM, game=GAME, seq=5, seat=1, player="player 1")
    assert reply == Reply(answer=answer, seated_room=ROOM)
    assert house.rooms.holders == {(ROOM, 1): guest}
    house.desk.part(guest)
    assert house.rooms.holders == {}


async def test_the_company_of_a_game_is_its_room_s():
    house = DeskHouse()
    house.rooms.companies[ROOM] = company(1, game=f"{ROOM}-2")
    assert house.desk.company(GAME) == company(1, game=f"{ROOM}-2")
    assert house.desk.company("nobody-1") is None


async def test_a_text_is_drawn_as_a_square_of_rows():
    reply = await DeskHouse().desk.carry_out(DrawCode(id=7, text="https://a.example"), OwnGuest())
    modules = reply.answer.modules
    assert {len(row) for row in modules} == {len(modules)}
    assert set("".join(modules)) == {"0", "1"}


async def test_a_text_that_was_drawn_lately_is_not_drawn_again():
    house = DeskHouse()
    texts = ["https://a.example", "https://b.example", "https://a.example", "https://c.example"]
    rows = [await drawn(house.desk, text) for text in texts]
    assert house.codes.drawn_count == 3
    await drawn(house.desk, "https://b.example")
    assert house.codes.drawn_count == 4, "only two are kept"
    assert rows[0] == rows[2]
    assert rows[0] not in (rows[1], rows[3])


async def test_codes_are_drawn_one_at_a_time_and_never_in_the_threads_of_the_rooms():
    """With every thread of the rooms at work, a code is still drawn."""
    desk, threads = DeskHouse().desk, to_thread.current_default_thread_limiter()
    busy = [object() for _ in range(int(threads.total_tokens))]
    for borrower in busy:
        threads.acquire_on_behalf_of_nowait(borrower)
    try:
        drawings = [drawn(desk, f"https://{number}.example") for number in range(5)]
        assert len({tuple(rows) for rows in await asyncio.gather(*drawings)}) == 5
    finally:
        for borrower in busy:
            threads.release_on_behalf_of(borrower)


async def drawn(desk: Desk, text: str) -> list[str]:
    reply = await desk.carry_out(DrawCode(id=7, text=text), OwnGuest())
    assert isinstance(reply.answer, Accepted)
    assert reply.answer.modules is not None
    return reply.answer.modules


async def test_a_refusal_is_passed_on_with_its_code_and_its_delay():
    reply = await DeskHouse().desk.carry_out(Watch(id=7, game="nobody-1"), OwnGuest())
    answer = reply.answer
    assert (answer.id, answer.code, answer.retry_after_ms) == (7, "unknown_game", 250)


async def test_a_violation_of_the_rules_is_passed_on_with_its_own_code():
    house = DeskHouse()
    house.rooms.failures.append(RuleViolation(RuleCode.AUTOPLAY_IS_ON, "It goes on already."))
    reply = await house.desk.carry_out(CHANGES["start_autoplay"], OwnGuest())
    assert (reply.answer.code, reply.answer.sentence) == ("autoplay_is_on", "It goes on already.")


async def test_a_fault_of_ours_is_answered_without_a_word_of_it(caplog):
    house = DeskHouse()
    house.rooms.failures.append(ZeroDivisionError("in /srv/polemos"))
    reply = await house.desk.carry_out(CHANGES["play_round"], OwnGuest())
    assert reply.answer.code == "server_failed"
    assert "/srv" not in reply.answer.sentence
    assert "/srv/polemos" in caplog.text


async def test_whoever_is_cancelled_is_not_answered():
    house = DeskHouse()
    house.rooms.gate = asyncio.Event()
    carrying = asyncio.create_task(house.desk.carry_out(CHANGES["play_round"], OwnGuest()))
    await asyncio.sleep(0)
    carrying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await carrying


async def test_only_what_is_watched_can_be_left():
    reply = await DeskHouse().desk.carry_out(Unwatch(id=7, game=GAME), OwnGuest())
    assert bounded(reply, [GAME], 1) == Accepted(id=7, game=GAME)
    assert bounded(reply, ["a-1"], 1).code == "not_watching"


@pytest.mark.parametrize(
    ("games", "code"),
    [([], None), (["a-1"], None), (["a-1", "a-2"], "too_many_watches"), (["a-1", GAME], None)],
)
async def test_one_game_too_many_is_refused_and_one_that_is_watched_already_is_not(games, code):
    reply = await DeskHouse().desk.carry_out(Watch(id=7, game=GAME), OwnGuest())
    answer = bounded(reply, games, 2)
    assert (None if isinstance(answer, Accepted) else answer.code) == code
