"""All rooms of a server: opening, finding, recovering."""

import anyio
import pytest

from kit.rooms import House, OwnGuest
from polemos.log.codec import decode
from polemos.log.store import StoreFull
from polemos.log.vault import MemoryVault
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.errors import Refusal
from polemos.rooms.game_secrets import GameSecret
from polemos.rooms.identities import SystemIdentities, secret_digest
from polemos.rooms.limits import RoomLimits
from polemos.rooms.registry import Rooms
from polemos.rules.encoding import b64url
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import DealScheme, GameEnded, GameOpened
from polemos.rules.state import initial_state
from polemos.wire.requests import OpenRoom


def request(**fields: object) -> OpenRoom:
    return OpenRoom.model_validate({"id": 1, "preset": "bataille", **fields})


async def test_a_room_answers_under_its_id_while_it_plays_and_after() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        assert await rooms.current_game(opened.room) == opened.game
        await rooms.close_game(opened.room)
        assert await rooms.current_game(opened.room) == opened.game
    async with house.rooms() as rooms:
        assert await rooms.current_game(opened.room) == opened.game


async def test_an_unknown_room_is_named_in_its_refusal() -> None:
    async with House().rooms() as rooms:
        for call in (rooms.current_game, rooms.start_autoplay, rooms.close_game):
            with pytest.raises(Refusal, match="nowhere") as refused:
                await call("nowhere")
            assert refused.value.code == "unknown_room"


async def test_only_the_host_secret_that_was_handed_out_is_the_host() -> None:
    house = House()
    async with house.rooms() as rooms:
        first = await rooms.open_room(request(), OwnGuest())
        second = await rooms.open_room(request(), OwnGuest())
        await rooms.take_control(first.room, first.host_secret, OwnGuest())
        for wrong in (second.host_secret, first.invite_secret, ""):
            with pytest.raises(Refusal) as refused:
                await rooms.take_control(first.room, wrong, OwnGuest())
            assert refused.value.code == "wrong_secret"
        with pytest.raises(Refusal) as refused:
            await rooms.take_control("nowhere", first.host_secret, OwnGuest())
        assert refused.value.code == "unknown_room"
    async with house.rooms() as rooms:
        await rooms.take_control(first.room, first.host_secret, OwnGuest())


async def test_no_secret_is_in_the_log_before_the_reveal() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(tempo="64"), OwnGuest())
        ((_, secret),) = house.vault.secrets(opened.game)
        for _ in range(50):
            await house.clock.turn(1)
        running = b"\n".join(house.lines(opened.game))
        assert b64url(secret).encode() not in running
        assert opened.host_secret.encode() not in running
        assert b64url(secret_digest(opened.host_secret)).encode() not in running
        await rooms.close_game(opened.room)
    end = decode(house.lines(opened.game)[-1]).event
    assert isinstance(end, GameEnded)
    assert end.secret == b64url(secret)


async def test_a_secret_leaves_the_vault_when_it_is_public() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        assert house.vault.secrets(opened.game)
        await rooms.close_game(opened.room)
    assert not house.vault.secrets(opened.game)


async def test_a_vault_that_cannot_forget_ends_no_other_game() -> None:
    class FullVault(MemoryVault):
        def forget_game(self, game: str) -> None:
            raise StoreFull("no space left")

    house = House(vault=FullVault())
    async with house.rooms() as rooms:
        closed = await rooms.open_room(request(), OwnGuest())
        other = await rooms.open_room(request(), OwnGuest())
        await rooms.close_game(closed.room)
        await rooms.pause_autoplay(other.room)
    assert house.vault.secrets(closed.game)


async def test_contradicting_rules_open_nothing() -> None:
    house = House()
    async with house.rooms() as rooms:
        with pytest.raises(RuleViolation) as refused:
            await rooms.open_room(
                request(preset="one-hidden", rules={"best": "lowest"}), OwnGuest()
            )
        assert refused.value.code is RuleCode.CONTRADICTING_RULES
        assert rooms.running_count == 0
    assert house.store.last_position() == 0


async def test_the_server_runs_no_more_games_than_it_may() -> None:
    house = House(limits=RoomLimits(games_running_max=1))
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        with pytest.raises(Refusal) as refused:
            await rooms.open_room(request(), OwnGuest())
        assert refused.value.code == "too_many_rooms"
        assert refused.value.retry_after_ms
        await rooms.close_game(opened.room)
        await rooms.open_room(request(), OwnGuest())


async def test_a_game_without_its_secret_stands_still_and_the_others_go_on() -> None:
    house = House()
    async with house.rooms() as rooms:
        lost = await rooms.open_room(request(), OwnGuest())
        kept = await rooms.open_room(request(), OwnGuest())
    vault = MemoryVault()
    for commitment, secret in house.vault.secrets(kept.game):
        vault.keep_secret(kept.game, commitment, secret)
    house.vault = vault
    async with house.rooms() as rooms:
        assert rooms.running_count == 1
        with pytest.raises(Refusal) as refused:
            await rooms.pause_autoplay(lost.room)
        assert refused.value.code == "game_failed"
        await rooms.pause_autoplay(kept.room)


@pytest.mark.parametrize("damaged", [bytes(32), b"short", b"\xff"])
@pytest.mark.parametrize("seed", [None, "ares"])
async def test_a_damaged_secret_writes_nothing_and_stops_no_other_game(
    damaged: bytes, seed: str | None
) -> None:
    house = House()
    async with house.rooms() as rooms:
        lost = await rooms.open_room(request(seed=seed), OwnGuest())
        kept = await rooms.open_room(request(seed=seed), OwnGuest())
    ((commitment, _),) = house.vault.secrets(lost.game)
    house.vault.keep_secret(lost.game, commitment, damaged)
    before = house.lines(lost.game)
    async with house.rooms() as rooms:
        await house.clock.turn(60)
        assert rooms.running_count == 1
        assert await rooms.current_game(kept.room) == kept.game
    assert house.lines(lost.game) == before
    assert house.vault.secrets(lost.game)


async def test_openings_at_the_same_time_do_not_pass_the_bound() -> None:
    house = House(limits=RoomLimits(games_running_max=3))
    outcomes: list[str] = []

    async def open_one(rooms: Rooms) -> None:
        try:
            await rooms.open_room(request(), OwnGuest())
            outcomes.append("opened")
        except Refusal as refusal:
            outcomes.append(refusal.code)

    async with house.rooms() as rooms, anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(open_one, rooms)
    assert outcomes.count("opened") == 3
    assert outcomes.count("too_many_rooms") == 17


async def test_an_opening_that_could_not_be_stored_leaves_no_secret() -> None:
    house = House()
    async with house.rooms() as rooms:
        house.commits.failures.append(StoreFull("no space left"))
        with pytest.raises(Refusal):
            await rooms.open_room(request(), OwnGuest())
    assert house.vault.games() == ()


async def test_a_start_drops_secrets_that_are_public_or_of_games_that_never_were() -> None:
    house = House()
    async with house.rooms() as rooms:
        running = await rooms.open_room(request(), OwnGuest())
        ended = await rooms.open_room(request(), OwnGuest())
        await rooms.close_game(ended.room)
    house.vault.keep_secret(ended.game, "left by a kill", bytes(32))
    house.vault.keep_secret("nobody-1", "left by a kill", bytes(32))
    async with house.rooms():
        assert house.vault.games() == (running.game,)


def test_no_secret_is_in_what_a_value_shows() -> None:
    opened = OpenedRoom(room="r", game="r-1", seq=1, host_secret="hidden", invite_secret="hidden")
    secret = GameSecret(deal=DealScheme.SEEDED, secret=b"hidden")
    state = initial_state("r-1", secret.dealer())
    assert "hidden" not in repr((opened, secret, state))


async def test_the_opening_commits_to_what_the_end_reveals() -> None:
    house = House()
    async with house.rooms() as rooms:
        opened = await rooms.open_room(request(), OwnGuest())
        ((commitment, _),) = house.vault.secrets(opened.game)
    opening = decode(house.lines(opened.game)[0]).event
    assert isinstance(opening, GameOpened)
    assert opening.commitment == commitment


def test_ids_and_secrets_are_long_enough_and_never_repeat() -> None:
    identities = SystemIdentities()
    rooms = {identities.room() for _ in range(1_000)}
    secrets = {identities.link_secret() for _ in range(1_000)}
    assert len(rooms) == len(secrets) == 1_000
    assert all(len(host_secret) >= 22 for host_secret in secrets)
    assert len(identities.secret()) == 32
