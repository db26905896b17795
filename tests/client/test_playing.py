"""A seat's client, whatever comes in whatever order: it gives nothing away, and it gets there."""

import json
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from kit.lobbies import LobbyServer
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.fairness.commitments import commit_seat
from polemos.fairness.seat_entropy import seat_entropy
from polemos.log.codec import decode
from polemos.rules.encoding import b64url, canonical
from polemos.rules.events import (
    CardsDealt,
    GameOpened,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
)
from polemos.wire.requests import AnyRequest, RevealEntropy, TakeSeat
from polemos_demo.client.addresses import Address, Ticket
from polemos_demo.client.connecting import encode_request
from polemos_demo.client.conversation import (
    Connected,
    Ending,
    Finished,
    Happening,
    Pushed,
    Told,
    Update,
    Waited,
    Wish,
    Wished,
)
from polemos_demo.client.playing import react
from polemos_demo.client.seat_state import Player, Playing, begin
from polemos_demo.client.seats import SeatSecrets

GAME = "abc-1"
KEY = bytes(range(32))
SECRETS = SeatSecrets(seat_secret=b64url(b"s" * 32), key=KEY)
ADDRESS = Address(socket_url="ws://host/socket", room="abc")
TICKET = Ticket(
    address=ADDRESS, room="abc", page_url="http://host/rooms/abc", invite_secret="invitation"
)
PLAYER = Player(ticket=TICKET, secrets=SECRETS, player_secret=b64url(b"p" * 32), name="Ann")


class Observed:
    """A client under watch: every request is judged as it is sent."""

    def __init__(self, player: Player = PLAYER) -> None:
        self.state: Playing = begin(player)
        self.held: list[dict] = []
        self.in_flight: dict[str, int | str] = {}
        self.updates: list[Update] = []

    @property
    def finished(self) -> Finished | None:
        return next((one for one in self.updates if isinstance(one, Finished)), None)

    def take(self, happening: Happening) -> list[AnyRequest]:
        """Let something happen; give what is sent, once it is seen to be harmless."""
        if self.finished is not None:
            return []
        self._note(happening)
        reaction = react(self.state, happening)
        self.state = reaction.state
        self.updates += reaction.updates
        seq = self.state.following.cursor.seq
        for request in reaction.requests:
            text = encode_request(request)
            assert b64url(KEY) not in text
            assert KEY.hex() not in text
            assert request.type not in self.in_flight, "two of a type are on their way"
            self.in_flight[request.type] = request.id
            if isinstance(request, RevealEntropy):
                assert_may_reveal(self.held[:seq], request.entropy)
        return list(reaction.requests)

    def _note(self, happening: Happening) -> None:
        match happening:
            case Connected():
                self.in_flight.clear()
            case Waited(request_id=request_id):
                self._land(request_id)
            case Pushed(push={"type": "events", "first_seq": first, "events": events}):
                new = events[max(0, len(self.held) + 1 - first) :]
                if first <= len(self.held) + 1:
                    self.held += new
            case Pushed(push={"type": "accepted", "id": request_id}):
                self._land(request_id)
            case Pushed(push={"type": "refused", "id": request_id}):
                self._land(request_id)
            case _:
                pass

    def _land(self, request_id: object) -> None:
        self.in_flight = {kind: one for kind, one in self.in_flight.items() if one != request_id}


def assert_may_reveal(held: list[dict], entropy: str) -> None:
    """Judge a reveal by the events: it is locked, and opens this attempt's commitment."""
    attempt, is_locked, committed = None, False, None
    for event in (decode(canonical(one)).event for one in held):
        match event:
            case GameOpened():
                attempt = event.commitment
            case SeatTaken(seat=0):
                committed = event.commitment
            case SeatReleased():
                if event.commitment is not None:
                    attempt, is_locked, committed = event.commitment, False, None
            case SeatsLocked():
                is_locked = True
            case _:
                pass
    assert is_locked
    assert attempt is not None
    expected = seat_entropy(KEY, GAME, attempt)
    assert entropy == b64url(expected)
    assert committed == commit_seat(GAME, 0, expected)


# With a server that keeps the rules, over connections that do not hold.


class Line:
    """The connection between a client and its server, which a script holds up and cuts."""

    def __init__(self) -> None:
        self.server, self.client = LobbyServer(), Observed()
        self.inbox: list[AnyRequest] = []
        self.connect()

    def connect(self) -> None:
        self.server.connect()
        self.inbox = self.client.take(Connected())

    def deliver(self) -> None:
        if self.server.sent:
            self.inbox += self.client.take(Pushed(push=self.server.sent.pop(0)))

    def carry_out(self) -> None:
        if self.inbox:
            self.server.take(self.inbox.pop(0))

    def tell_one(self) -> None:
        self.server.tell_events(1)

    def tell(self) -> None:
        self.server.tell_events()

    def lock(self) -> None:
        self.server.lock()

    def abort(self) -> None:
        self.server.abort(releases_person=False)

    def release(self) -> None:
        self.server.abort(releases_person=True)

    def stall(self) -> None:
        """Let the client reveal, but too late."""
        self.settle()
        self.lock()
        self.tell()
        while self.server.sent:
            self.deliver()
        self.abort()

    def move(self) -> None:
        """Let the room move to another server, which has not heard of the connection."""
        self.settle()
        self.server.is_holding = False

    def repeat(self) -> None:
        if self.server.sent and self.server.sent[0]["type"] == "events":
            self.server.sent.insert(0, self.server.sent[0])

    def reorder(self) -> None:
        """Let an answer and events overtake each other: they come by ways of their own."""
        if {"events"} < {push["type"] for push in self.server.sent[-2:]}:
            self.server.sent[-2:] = reversed(self.server.sent[-2:])

    def settle(self) -> None:
        """Let everything arrive that is on its way."""
        while self.server.sent or self.inbox:
            self.carry_out()
            self.tell()
            self.deliver()


deeds = st.sampled_from(
    [Line.deliver] * 6
    + [Line.carry_out] * 3
    + [Line.tell, Line.tell_one, Line.lock, Line.lock, Line.abort, Line.release]
    + [Line.move, Line.connect, Line.repeat, Line.reorder, Line.settle, Line.stall]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(deeds, max_size=120))
def test_a_seat_is_taken_committed_and_revealed_in_the_end(
    script: list[Callable[[Line], None]],
) -> None:
    line = Line()
    for deed in script:
        deed(line)
    # Twice: for the commitment and, after the lock, for the reveal.
    for _ in range(2):
        line.settle()
        line.lock()
        line.tell()
    line.settle()
    assert line.client.finished is None
    assert line.client.state.seat == 0
    assert isinstance(decode(line.server.lines[-1]).event, CardsDealt)
    verdict = audit([one + b"\n" for one in line.server.lines]).verdict
    assert verdict is Verdict.VERIFIED_SO_FAR


def test_a_seat_that_the_server_misses_is_shown_once_more_before_that_is_told() -> None:
    line = Line()
    line.settle()
    line.server.is_holding = False
    line.lock()
    line.tell()
    line.deliver()
    line.carry_out()
    line.deliver()
    assert [request.type for request in line.inbox] == ["resume_seat"]
    line.carry_out()
    line.deliver()
    line.server.is_holding = False
    line.settle()
    assert [update.code for update in line.client.updates if isinstance(update, Told)] == [
        "not_seated"
    ]
    assert not line.client.in_flight


# With a server that lies.

ATTEMPTS = [b64url(bytes([number]) * 32) for number in range(2)]
commitments = st.sampled_from(ATTEMPTS)


@st.composite
def lies(draw: st.DrawFn) -> list[dict]:
    """Make events that need not follow each other, but often look as if they did."""
    attempt, events = OPENED["commitment"], []
    for kind in draw(st.lists(kinds, max_size=12)):
        match kind:
            case "opened":
                attempt = draw(commitments)
                events.append(dict(OPENED, commitment=attempt))
            case "ours":
                ours = commit_seat(GAME, 0, seat_entropy(KEY, GAME, attempt))
                events.append(taken(0, ours))
            case "stale":
                other = seat_entropy(KEY, draw(games), draw(commitments))
                events.append(taken(draw(seats), commit_seat(draw(games), 0, other)))
            case "released":
                anew = draw(st.none() | commitments)
                attempt = anew or attempt
                events.append(released(draw(seats), anew))
            case "locked":
                events.append({"type": "SeatsLocked", "players": 2})
            case _:
                entropy = b64url(seat_entropy(KEY, GAME, attempt))
                events.append({"type": "EntropyRevealed", "seat": draw(seats), "entropy": entropy})
    return events


kinds = st.sampled_from(["ours"] * 3 + ["locked"] * 3 + ["released", "stale", "opened", "revealed"])
games, seats = st.sampled_from([GAME, "abc-2"]), st.sampled_from([0, 1])


def released(seat: int, anew: str | None) -> dict:
    shape = {"type": "SeatReleased", "seat": seat, "reason": "unrevealed"}
    return shape | {"secret": anew, "commitment": anew}


OPENED = json.loads(LobbyServer(players=2).lines[0])


def taken(seat: int, commitment: str) -> dict:
    shape = {"type": "SeatTaken", "seat": seat, "kind": "human", "player": "p"}
    return shape | {"commitment": commitment}


def sequenced(events: list[dict]) -> list[dict]:
    return [
        event | {"game": GAME, "seq": seq, "at": 1, "prev": ""}
        for seq, event in enumerate(events, 1)
    ]


def company(is_due: bool, has_turned: bool, game: str) -> dict:
    seat = {"standing": "taken", "kind": "human", "player": "p", "name": None, "is_here": True}
    seats = [
        seat | {"seat": number, "is_due": is_due, "has_turned": has_turned} for number in range(2)
    ]
    return {
        "type": "company",
        "room": "abc",
        "game": game,
        "is_rematch_possible": False,
        "turn_seconds": 20,
        "turned_at": None,
        "seats": seats,
    }


class Lies:
    """A server that answers as it likes, and a client that sits there already."""

    def __init__(self, lied: list[dict]) -> None:
        self.events = sequenced([OPENED, *lied])
        self.client = Observed()
        self.sent: list[AnyRequest] = []
        self.connect()
        self.push({"type": "welcome", "game": GAME, "seq": 1, "head": "", "mode": "log"})
        self.tell(0, 1)
        self.agree()

    def push(self, push: dict) -> None:
        self.sent += self.client.take(Pushed(push=push))

    def connect(self) -> None:
        self.sent = self.client.take(Connected())

    def tell(self, back: int, count: int) -> None:
        start = max(0, self.client.state.following.cursor.seq - back)
        if chunk := self.events[start : start + count]:
            push = {"type": "events", "game": GAME, "first_seq": start + 1}
            self.push(push | {"events": chunk})

    def agree(self) -> None:
        while self.sent:
            self.answer("accept", self.client.state.following.cursor.seq)

    def answer(self, kind: str, seq: int) -> None:
        if self.sent:
            self.push(answer(kind, self.sent.pop(seq % len(self.sent)), seq))

    def welcome(self, seq: int) -> None:
        self.push({"type": "welcome", "game": GAME, "seq": seq, "head": "", "mode": "log"})

    def meet(self, is_due: bool, has_turned: bool, game: str) -> None:
        self.push(company(is_due, has_turned, game))

    def wish(self, wish: Wish) -> None:
        self.sent += self.client.take(Wished(wish=wish))

    def wait(self, request_id: int) -> None:
        self.sent += self.client.take(Waited(request_id=request_id))


kinds_of_answer = st.sampled_from(["accept", "refuse", "later"])
deeds_of_a_liar = st.one_of(
    st.just((Lies.connect,)),
    st.just((Lies.agree,)),
    st.tuples(st.just(Lies.tell), st.sampled_from([0, 0, 0, 1, 2, -1]), st.integers(1, 6)),
    st.tuples(st.just(Lies.tell), st.just(0), st.integers(1, 3)),
    st.tuples(st.just(Lies.answer), kinds_of_answer, st.integers(0, 9)),
    st.tuples(st.just(Lies.welcome), st.integers(0, 12)),
    st.tuples(st.just(Lies.meet), st.booleans(), st.booleans(), games),
    st.tuples(st.just(Lies.wish), st.sampled_from(list(Wish))),
    st.tuples(st.just(Lies.wait), st.integers(1, 9)),
)


@settings(max_examples=600, deadline=None)
@given(lies(), st.lists(deeds_of_a_liar, max_size=40))
def test_nothing_is_given_away_however_the_server_lies(
    lied: list[dict], script: list[tuple]
) -> None:
    server = Lies(lied)
    for deed, *words in script:
        deed(server, *words)


def answer(kind: str, request: AnyRequest, seq: int) -> dict:
    if kind == "accept":
        accepted = {"type": "accepted", "id": request.id, "game": GAME, "seq": seq}
        return accepted | ({"seat": 0, "player": "p"} if "seat" in request.type else {})
    refused = {"type": "refused", "id": request.id, "sentence": "No.", "code": "seats_are_locked"}
    return refused | ({"retry_after_ms": 10} if kind == "later" else {})


@given(lies(), st.integers(0, 12))
def test_what_comes_twice_asks_for_nothing_and_shows_nothing(lied: list[dict], cut: int) -> None:
    events = sequenced([OPENED, *lied])
    client = Observed()
    (watch,) = client.take(Connected())
    for push in begun(watch, len(events)):
        client.take(Pushed(push=push))
    push = {"type": "events", "game": GAME, "first_seq": 1, "events": events}
    client.take(Pushed(push=push))
    before = (replace(client.state), list(client.updates))
    assert client.take(Pushed(push=push)) == []
    assert client.take(Pushed(push=push | {"events": events[:cut] or events})) == []
    assert (client.state, client.updates) == before


def test_the_wanted_seat_is_taken_or_else_the_first_that_is_free() -> None:
    events = sequenced([dict(OPENED), taken(0, "x" * 43)])
    server = LobbyServer(players=4)
    opened = sequenced([json.loads(server.lines[0]), taken(1, "x" * 43)])
    for wanted, expected in ((2, 2), (1, 0), (None, 0), (3, 3)):
        client = Observed(replace(PLAYER, wanted_seat=wanted))
        take = seated(client, opened)
        assert take.seat == expected
    assert seated(Observed(replace(PLAYER, wanted_seat=3)), events).seat == 1


def begun(watch: AnyRequest, seq: int) -> list[dict]:
    """Make what begins a watch."""
    accepted = {"type": "accepted", "id": watch.id, "game": GAME, "seq": seq}
    return [accepted, {"type": "welcome", "game": GAME, "seq": seq, "head": "", "mode": "log"}]


def seated(client: Observed, events: list[dict]) -> TakeSeat:
    """Let a client see a lobby; give its request for a seat."""
    (watch,) = client.take(Connected())
    for push in begun(watch, len(events)):
        client.take(Pushed(push=push))
    push = {"type": "events", "game": GAME, "first_seq": 1, "events": events}
    (take,) = client.take(Pushed(push=push))
    assert isinstance(take, TakeSeat)
    return take


def test_a_seat_that_somebody_was_quicker_on_is_passed_over_to_the_last() -> None:
    server = LobbyServer(players=4)
    client = Observed()
    take = seated(client, sequenced([json.loads(server.lines[0])]))
    for seat, code in enumerate(["seat_is_taken", "seat_is_reserved", "seat_is_taken"]):
        assert take.seat == seat
        refused = {"type": "refused", "id": take.id, "code": code, "sentence": "No."}
        if code == "seat_is_reserved":
            refused["retry_after_ms"] = 60_000
        (take,) = client.take(Pushed(push=refused))
    refused = {"type": "refused", "id": take.id, "code": "seat_is_taken", "sentence": "No."}
    assert client.take(Pushed(push=refused)) == []
    assert client.finished == Finished(ending=Ending.NO_SEAT)


def test_a_seat_taken_over_ends_it_with_a_code_of_its_own() -> None:
    client = Observed()
    seated(client, sequenced([OPENED]))
    bye = {"type": "bye", "code": "seat_taken_over", "sentence": "Elsewhere."}
    client.take(Pushed(push=bye | {"reconnect_after_ms": 0}))
    assert client.finished == Finished(
        ending=Ending.TAKEN_OVER, code="seat_taken_over", sentence="Elsewhere."
    )
