"""Rooms that change their node, by a death, a stop or a cut, with people in them."""

from collections.abc import Iterator

import pytest

from kit.bus import Hostility
from kit.guests import OwnGuest
from kit.nodes import LEASE_SECONDS, Nodes, RunningNode
from kit.people import secret
from polemos.fairness.commitments import commit_seat
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.company import Standing
from polemos.rooms.errors import Refusal
from polemos.rooms.room import Seated
from polemos.rules.names import room_of
from polemos.wire.requests import (
    ChangeTempo,
    CloseGame,
    LeaveSeat,
    OpenRoom,
    PauseAutoplay,
    ResumeSeat,
    TakeControl,
    TakeSeat,
)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    house = Nodes()
    yield house
    house.dispose()


def open_room(house: Nodes, node: RunningNode, *, people: int = 0) -> tuple[OpenedRoom, OwnGuest]:
    guest = node.guest()
    request = OpenRoom.model_validate({"id": 1, "preset": "war", "people": people})
    return house.do(node.served.open_room(request, guest)), guest


def sit(
    house: Nodes, node: RunningNode, opened: OpenedRoom, seat: int = 0
) -> tuple[Seated, OwnGuest]:
    guest = node.guest()
    name = f"person {seat}"
    request = TakeSeat.model_validate(
        {
            "id": 1,
            "game": opened.game,
            "seat": seat,
            "seat_secret": secret(f"{name}'s seat"),
            "invite_secret": opened.invite_secret,
            "player_secret": secret(name),
            "commitment": commit_seat(opened.game, seat, secret(name).encode()[:32]),
            "name": None,
        }
    )
    return house.do(node.served.seat(request, guest)), guest


def standing_of(seated: Seated) -> Standing:
    return Standing(seat=seated.seat, player=seated.player, grant=seated.grant)


def test_a_seat_is_taken_at_a_node_that_does_not_run_the_room(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    seated, guest = sit(nodes, second, opened)
    assert (seated.seat, seated.game) == (0, opened.game)
    assert nodes.lines(opened.game)[-1].endswith(b'"type":"SeatTaken"}')
    (present,) = [each for each in first.present(opened.room).items() if each[1].seat == 0]
    assert present[1] == standing_of(seated)
    assert guest.is_here


def test_a_command_is_answered_with_the_seq_that_its_owner_stored(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    host = second.guest()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    nodes.do(second.served.take_control(control, host))
    changed = nodes.do(second.served.change(PauseAutoplay(id=2, room=opened.room), host))
    assert changed.seq == len(nodes.lines(opened.game))
    assert b"AutoplayPaused" in nodes.lines(opened.game)[-1]


def test_a_refusal_comes_back_with_its_code(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    with pytest.raises(Refusal) as refused:
        nodes.do(second.served.change(LeaveSeat(id=2, room=opened.room), second.guest()))
    assert refused.value.code == "not_seated"


def test_the_games_of_a_dead_node_go_on_elsewhere_within_a_lease(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    nodes.turn(3)
    nodes.kill(first)
    stored = len(nodes.lines(opened.game))
    nodes.turn(LEASE_SECONDS)
    assert nodes.owner(opened.room) is second
    nodes.turn(2)
    assert len(nodes.lines(opened.game)) > stored


def test_whoever_sat_at_a_living_node_is_still_there_when_the_owner_has_died(nodes):
    first, second, third = nodes.start(), nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    sitting = [sit(nodes, node, opened, seat) for seat, node in enumerate((second, third))]
    nodes.kill(first)
    nodes.turn(LEASE_SECONDS + 2)
    owner = nodes.owner(opened.room)
    assert owner in (second, third)
    for seated, guest in sitting:
        assert standing_of(seated) in owner.present(opened.room).values()
        assert guest.is_here
        assert guest.removed == guest.replaced == []


def test_a_host_controls_the_room_after_its_owner_has_died(nodes):
    first, second, third = nodes.start(), nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    hosts = [(node, node.guest()) for node in (second, third)]
    for node, host in hosts:
        nodes.do(node.served.take_control(control, host))
    nodes.kill(first)
    for (node, host), tempo in zip(hosts, ("8", "4"), strict=True):
        change = ChangeTempo.model_validate({"id": 2, "room": opened.room, "tempo": tempo})
        changed = nodes.do(node.served.change(change, host))
        assert b"TempoChanged" in nodes.lines(opened.game)[changed.seq - 1]


def test_a_node_that_stops_hands_its_games_over_at_once(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    nodes.turn(3)
    nodes.stop(first)
    nodes.turn(0.05)
    assert nodes.owner(opened.room) is second
    stored = len(nodes.lines(opened.game))
    nodes.turn(2)
    assert len(nodes.lines(opened.game)) > stored


def test_a_node_that_was_cut_off_from_the_database_appends_nothing_when_it_is_back(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    nodes.turn(3)
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS + 1)
    assert nodes.owner(opened.room) is second
    first.leases.is_cut = False
    nodes.turn(5)
    assert nodes.owner(opened.room) is second
    assert first.rooms.running_count == 0
    assert second.rooms.running_count == 1


@pytest.mark.parametrize("tenths", range(0, 10, 2))
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_seat_serves_as_soon_as_its_room_has_another_node(nodes, tenths, is_cut):
    """Even where that node is asked before any roll has told it who sits there."""
    first = nodes.start()
    nodes.turn(0.35)
    second = nodes.start()
    nodes.turn(0.35)
    third = nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    sitting = [(node, sit(nodes, node, opened, seat)) for seat, node in enumerate((second, third))]
    nodes.turn(tenths / 10)
    if is_cut:
        first.leases.is_cut = True
        nodes.turn(LEASE_SECONDS)
    else:
        nodes.kill(first)
    for node, (_, guest) in sitting:
        nodes.do(node.served.change(LeaveSeat(id=4, room=opened.room), guest))
    nodes.turn(2)
    assert nodes.lines(opened.game)[-1].count(b"SeatReleased") == 1
    assert nodes.lines(opened.game)[-2].count(b"SeatReleased") == 1


def test_a_resting_game_that_went_to_another_node_rests_at_the_former_one_no_more(nodes):
    first, second = nodes.start(), nodes.start()
    opened, host = open_room(nodes, first)
    nodes.do(first.served.change(PauseAutoplay(id=2, room=opened.room), host))
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS + 1)
    first.leases.is_cut = False
    nodes.turn(5)
    assert (first.rooms.running_count, second.rooms.running_count) == (0, 1)


def test_people_at_a_node_that_lost_its_rooms_are_in_them_at_their_new_node(nodes):
    first, second = nodes.start(), nodes.start()
    opened, host = open_room(nodes, first, people=2)
    seated, guest = sit(nodes, first, opened)
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS + 1)
    assert nodes.owner(opened.room) is second
    first.leases.is_cut = False
    nodes.turn(3)
    standings = list(second.present(opened.room).values())
    assert standing_of(seated) in standings
    assert Standing(is_host=True) in standings
    assert host.is_here
    assert guest.is_here


def test_whoever_goes_is_no_longer_in_the_room_of_another_node(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    _, guest = sit(nodes, second, opened)
    guest.is_here = False
    second.served.part(guest)
    nodes.turn(0.5)
    assert all(standing.seat is None for standing in first.present(opened.room).values())


def test_the_connections_of_a_dead_node_are_no_longer_in_a_room(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    sit(nodes, second, opened)
    nodes.kill(second)
    nodes.turn(10)
    assert all(standing.seat is None for standing in first.present(opened.room).values())


def test_a_seat_that_is_taken_over_at_another_node_closes_the_first_connection(nodes):
    first, second, third = nodes.start(), nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    _, former = sit(nodes, second, opened)
    guest = third.guest()
    resume = ResumeSeat(id=3, room=opened.room, seat_secret=secret("person 0's seat"))
    nodes.do(third.served.seat(resume, guest))
    nodes.turn(1)
    assert former.replaced == [opened.room]
    assert guest.replaced == []


@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_seat_stays_with_whoever_took_it_over_just_before_the_owner_died(nodes, is_swapped):
    """The new owner hears two claims to one seat, in any order, and heeds the later grant."""
    near, far, first = nodes.start(), nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    before, after = (near, far) if is_swapped else (far, near)
    _, former = sit(nodes, before, opened)
    nodes.loop.do(before.bus.cut)
    guest = after.guest()
    resume = ResumeSeat(id=3, room=opened.room, seat_secret=secret("person 0's seat"))
    seated = nodes.do(after.served.seat(resume, guest))
    nodes.kill(first)
    nodes.loop.do(before.bus.mend)
    assert former.replaced == []
    nodes.turn(LEASE_SECONDS + 3)
    owner = nodes.owner(opened.room)
    assert owner in (near, far)
    assert set(former.replaced) == {opened.room}
    assert guest.replaced == guest.removed == []
    assert standing_of(seated) in owner.present(opened.room).values()


def test_whoever_leaves_a_seat_at_another_node_has_left_it(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    _, guest = sit(nodes, second, opened)
    nodes.do(second.served.change(LeaveSeat(id=4, room=opened.room), guest))
    nodes.turn(3)
    assert b"SeatReleased" in nodes.lines(opened.game)[-1]
    assert all(standing.seat is None for standing in first.present(opened.room).values())


def test_a_company_is_shown_to_the_watchers_of_another_node(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    nodes.do(second.watch(opened.game))
    nodes.turn(0.1)
    assert second.served.company(opened.room) == first.rooms.company(opened.room)
    sit(nodes, first, opened)
    nodes.turn(0.1)
    assert second.shown.companies[opened.game] == first.rooms.company(opened.room)


def test_the_watchers_of_every_node_see_every_event_through_a_death(nodes):
    first, second, third = nodes.start(), nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    for node in (second, third):
        nodes.do(node.watch(opened.game))
    nodes.turn(3)
    nodes.kill(first)
    nodes.turn(LEASE_SECONDS + 5)
    stored = nodes.lines(opened.game)
    for node in (second, third):
        assert node.shown.lines[opened.game] == stored


@pytest.mark.parametrize("tenths", range(10))
def test_a_node_that_takes_a_game_up_first_shows_what_the_bus_had_lost_of_it(nodes, tenths):
    """Whenever that falls between two questions to the store."""
    first, second = nodes.start(), nodes.start()
    opened, host = open_room(nodes, first)
    change = ChangeTempo.model_validate({"id": 2, "room": opened.room, "tempo": "16"})
    nodes.do(first.served.change(change, host))
    nodes.do(second.watch(opened.game))
    nodes.turn(2 + tenths / 10)
    nodes.exchange.hostility = Hostility(lost=1, repeated=0, delayed=0)
    nodes.turn(0.3)
    nodes.stop(first)
    nodes.turn(5)
    assert second.shown.holes == []
    assert second.shown.lines[opened.game] == nodes.lines(opened.game)


def test_a_command_to_a_silent_node_is_not_said_to_have_failed(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    host = second.guest()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    nodes.do(second.served.take_control(control, host))
    nodes.exchange.hostility = Hostility(lost=1, repeated=0, delayed=0)
    with pytest.raises(Refusal) as refused:
        nodes.do(second.served.change(PauseAutoplay(id=2, room=opened.room), host))
    assert refused.value.code == "node_silent"


def test_a_room_that_nobody_runs_is_taken_by_whoever_is_asked_for_it(nodes):
    first = nodes.start()
    opened, _ = open_room(nodes, first)
    nodes.kill(first)
    nodes.turn(LEASE_SECONDS)
    second = nodes.start()
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    nodes.do(second.served.take_control(control, second.guest()))
    assert nodes.owner(room_of(opened.game)) is second


def test_a_node_tells_how_it_stands(nodes):
    first, _ = nodes.start(), nodes.start()
    open_room(nodes, first)
    told = first.node.gauges()
    assert (told["leases_held"], told["leases_sure"], told["bus_up"]) == (1, 1, 1)
    assert told["bus_published"] > 0
    nodes.loop.do(first.bus.cut)
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS)
    told = first.node.gauges()
    assert (told["leases_sure"], told["bus_up"], told["bus_outages"]) == (0, 0, 1)


def test_each_node_takes_its_own_rooms_back_when_the_database_was_away_for_all(nodes):
    members = [nodes.start()]
    for _ in range(2):
        nodes.turn(0.35)
        members.append(nodes.start())
    rooms = {open_room(nodes, node)[0].room: node for node in members for _ in range(3)}
    for node in members:
        node.leases.is_cut = True
    nodes.turn(3 * LEASE_SECONDS)
    for node in members:
        node.leases.is_cut = False
    nodes.turn(LEASE_SECONDS)
    assert {room: nodes.owner(room) for room in rooms} == rooms
    assert [node.rooms.running_count for node in members] == [3, 3, 3]


def test_a_game_goes_on_though_the_answer_to_its_claim_was_lost(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first)
    second.leases.answers_lost = ("claim",)
    nodes.kill(first)
    nodes.turn(2 * LEASE_SECONDS)
    stored = len(nodes.lines(opened.game))
    nodes.turn(5)
    assert len(nodes.lines(opened.game)) > stored
    assert second.rooms.running_count == 1


def test_a_room_serves_though_the_answer_to_its_release_was_lost(nodes):
    first, _ = nodes.start(), nodes.start()
    opened, host = open_room(nodes, first)
    first.leases.answers_lost = ("release",)
    nodes.do(first.served.change(CloseGame(id=2, room=opened.room), host))
    host.is_here = False
    nodes.loop.do(lambda: first.served.part(host))
    nodes.turn(3)
    assert first.leases.answers_lost == ()
    nodes.turn(2 * LEASE_SECONDS)
    control = TakeControl(id=1, room=opened.room, host_secret=opened.host_secret)
    for node in nodes.nodes:
        nodes.do(node.served.take_control(control, node.guest()))


def test_a_node_without_its_lease_forgets_nobody_s_secret(nodes):
    first, second = nodes.start(), nodes.start()
    opened, _ = open_room(nodes, first, people=2)
    _, guest = sit(nodes, first, opened)
    first.leases.is_cut = True
    nodes.turn(LEASE_SECONDS)
    assert nodes.owner(opened.room) is second
    with pytest.raises(Refusal):
        nodes.do(first.rooms.leave_seat(opened.room, guest))
    assert nodes.vault.forgotten == []
