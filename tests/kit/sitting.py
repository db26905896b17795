"""People who open rooms and take seats at any of several nodes."""

from kit.guests import OwnGuest
from kit.nodes import Nodes, RunningNode
from kit.people import secret
from polemos.fairness.commitments import commit_seat
from polemos.rooms.beginnings import OpenedRoom
from polemos.wire.requests import OpenRoom, ResumeSeat, TakeSeat


def open_room(house: Nodes, node: RunningNode, *, people: int = 0) -> OpenedRoom:
    """Open a room at a node."""
    request = OpenRoom.model_validate({"id": 1, "preset": "war", "people": people})
    return house.do(node.served.open_room(request, node.guest()))


def sit(house: Nodes, node: RunningNode, opened: OpenedRoom, seat: int) -> OwnGuest:
    """Take a free seat at a node."""
    guest = node.guest()
    house.do(node.served.seat(seating(opened, seat), guest))
    return guest


def seating(opened: OpenedRoom, seat: int) -> TakeSeat:
    """Say what a person asks for who takes a seat."""
    game, name = opened.game, f"person {seat}"
    return TakeSeat.model_validate(
        {
            "id": 1,
            "game": game,
            "seat": seat,
            "seat_secret": secret(f"{name}'s seat"),
            "invite_secret": opened.invite_secret,
            "player_secret": secret(name),
            "commitment": commit_seat(game, seat, secret(name).encode()[:32]),
            "name": None,
        }
    )


def resume(house: Nodes, node: RunningNode, opened: OpenedRoom, seat: int) -> OwnGuest:
    """Take over at a node a seat that the same person has taken elsewhere."""
    guest = node.guest()
    request = ResumeSeat(id=1, room=opened.room, seat_secret=secret(f"person {seat}'s seat"))
    house.do(node.served.seat(request, guest))
    return guest
