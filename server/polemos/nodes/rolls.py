"""Roll calls: where a room's company and the connections of all nodes are made to agree.

Each node tells each room's own node, once a second and whenever something changed, who of its
connections is in that room and as what. It is told as a whole, so nothing that gets lost on the bus
matters for longer than until the next roll, and a room that has just changed its node finds its
people again without their help.
"""

from collections.abc import Mapping

from polemos.nodes.holdings import Holdings
from polemos.nodes.messages import Correction, Present, Roll, RollAnswer
from polemos.nodes.remote_guests import RemoteGuest, RemoteGuests
from polemos.rooms.company import Guest, Readmitted, Standing
from polemos.rooms.errors import Refusal
from polemos.rooms.registry import Rooms


def roll_of(node: str, holdings: Holdings, rooms: list[str]) -> Roll:
    """Tell who of a node is in rooms."""
    return Roll(
        node=node,
        rooms={
            room: [
                Present.of(holdings.number(guest), standing)
                for guest, standing in holdings.standings(room).items()
            ]
            for room in rooms
        },
        asking=holdings.asking,
        word=holdings.next_word(),
    )


async def heed_roll(
    roll: Roll, rooms: Rooms, guests: RemoteGuests, own: frozenset[str]
) -> RollAnswer:
    """Make the companies of a node's rooms agree with another node's roll.

    Args:
        roll: the other node's.
        rooms: this node's.
        guests: the connections of other nodes.
        own: which of the roll's rooms are surely this node's.
    """
    corrections: list[Correction] = []
    if not guests.is_news(roll.node, roll.word):
        return RollAnswer()
    for room in sorted(own):
        present: dict[Guest, Standing] = {
            guests.find(roll.node, each.guest, roll.word): each.standing
            for each in roll.rooms[room]
        }
        for guest in rooms.present(room):
            if _is_missing(guest, present, roll):
                rooms.part_from(room, guest)
        for guest, became in (await readmitted(rooms, room, present)).items():
            assert isinstance(guest, RemoteGuest)  # noqa: S101  they were found as such above
            corrections.append(Correction(room=room, guest=guest.number, became=became))
    asking = set(roll.asking)
    guests.forget_gone(
        roll.node,
        roll.word,
        lambda guest: guest.number in asking or rooms.is_visiting(guest),
    )
    return RollAnswer(elsewhere=sorted(set(roll.rooms) - own), corrections=corrections)


async def readmitted(
    rooms: Rooms, room: str, present: Mapping[Guest, Standing]
) -> dict[Guest, Readmitted]:
    """Let connections be in a room of this node as what they were.

    Returns:
        Those that are no longer what they were.
    """
    known = rooms.present(room)
    new = {
        guest: was
        for guest, was in present.items()
        if was != Standing() and known.get(guest) != was
    }
    if not new:
        return {}
    try:
        became = await rooms.readmit(room, new)
    except Refusal:
        return dict.fromkeys(new, Readmitted.REMOVED)
    return {guest: each for guest, each in became.items() if each is not Readmitted.HERE}


def correct(holdings: Holdings, room: str, guest: Guest, became: Readmitted) -> None:
    """Let a connection of this node learn that it is no longer what it was."""
    match became:
        case Readmitted.REPLACED:
            holdings.unseat(room, guest)
            guest.be_replaced(room)
        case Readmitted.REMOVED:
            holdings.unseat(room, guest)
            guest.be_removed(room)
        case Readmitted.HERE:
            pass


def _is_missing(guest: Guest, present: Mapping[Guest, Standing], roll: Roll) -> bool:
    """Tell whether a connection is of the roll's node and no longer in the room."""
    if not isinstance(guest, RemoteGuest) or guest.node != roll.node:
        return False
    is_asking = guest.number in roll.asking or guest.word > roll.word
    return guest not in present and not is_asking
