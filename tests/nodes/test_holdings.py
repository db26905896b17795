"""What the connections of a node hold, checked against a plain list of what was said."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kit.guests import OwnGuest
from polemos.nodes.holdings import Holdings
from polemos.rooms.company import Standing
from polemos.rooms.grants import Grant
from polemos.rooms.room import Seated

ROOMS = st.sampled_from(["room0", "room1", "room2"])
SEATS = st.integers(0, 3)


class HoldingsMachine(RuleBasedStateMachine):
    """Guests come, take seats and control, lose them and go."""

    def __init__(self) -> None:
        super().__init__()
        self.holdings = Holdings()
        self.guests: list[OwnGuest] = []
        self.hosts: set[tuple[str, OwnGuest]] = set()
        self.seats: dict[tuple[str, OwnGuest], Seated] = {}
        self.unsettled: set[str] = set()
        self.numbers: dict[int, OwnGuest] = {}
        self.grants = 0

    @rule()
    def come(self) -> None:
        self.guests.append(OwnGuest())

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), room=ROOMS)
    def host(self, data: st.DataObject, room: str) -> None:
        guest = data.draw(st.sampled_from(self.guests))
        self.holdings.host(room, guest)
        self.hosts.add((room, guest))

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), room=ROOMS, seat=SEATS)
    def seat(self, data: st.DataObject, room: str, seat: int) -> None:
        guest = data.draw(st.sampled_from(self.guests))
        self.grants += 1
        seated = Seated(
            room=room,
            game=f"{room}-1",
            seq=1,
            seat=seat,
            player=f"player{seat}",
            grant=Grant(1, self.grants),
        )
        self.holdings.seat(guest, seated)
        self.seats[room, guest] = seated

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), room=ROOMS)
    def unseat(self, data: st.DataObject, room: str) -> None:
        guest = data.draw(st.sampled_from(self.guests))
        self.holdings.unseat(room, guest)
        if self.seats.pop((room, guest), None) is not None:
            self.unsettled.add(room)

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def go(self, data: st.DataObject) -> None:
        guest = data.draw(st.sampled_from(self.guests))
        self.guests.remove(guest)
        guest.is_here = False
        left = {room for room, of in {*self.hosts, *self.seats} if of is guest}
        assert set(self.holdings.part(guest)) == left
        self.unsettled |= left
        self.hosts = {each for each in self.hosts if each[1] is not guest}
        self.seats = {place: seat for place, seat in self.seats.items() if place[1] is not guest}

    @rule(room=ROOMS)
    def settle(self, room: str) -> None:
        self.holdings.settle(room)
        self.unsettled.discard(room)

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        guest = data.draw(st.sampled_from(self.guests))
        with self.holdings.asked(guest) as number:
            assert self.holdings.guest(number) is guest
            assert self.holdings.asking == [number]
        assert self.holdings.asking == []

    def _expected(self, room: str, guest: OwnGuest) -> Standing:
        is_host = (room, guest) in self.hosts
        if (seated := self.seats.get((room, guest))) is None:
            return Standing(is_host=is_host)
        return Standing(is_host=is_host, seat=seated.seat, player=seated.player, grant=seated.grant)

    @invariant()
    def everybody_is_what_they_became(self) -> None:
        for room in ("room0", "room1", "room2"):
            expected = {
                guest: self._expected(room, guest)
                for of, guest in {*self.hosts, *self.seats}
                if of == room
            }
            assert self.holdings.standings(room) == expected

    @invariant()
    def a_room_is_told_of_until_its_node_knows_that_it_is_empty(self) -> None:
        occupied = {room for room, _ in {*self.hosts, *self.seats}}
        assert set(self.holdings.rooms) == occupied | self.unsettled

    @invariant()
    def a_number_is_one_guest_s_for_ever(self) -> None:
        for room in ("room0", "room1", "room2"):
            for guest in self.holdings.standings(room):
                number = self.holdings.number(guest)
                assert self.numbers.setdefault(number, guest) is guest


TestHoldings = HoldingsMachine.TestCase
