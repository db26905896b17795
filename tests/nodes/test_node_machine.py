"""Nodes that die, stop and are cut off in any order, with people in rooms: all of it comes right.

`TEST_NODES` sets how many examples are played, `TEST_NODES_STEPS` how long each is.
"""

import os
from dataclasses import dataclass, field
from functools import partial

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kit.bus import Hostility
from kit.guests import OwnGuest
from kit.nodes import CALM, LEASE_SECONDS, Nodes, RunningNode
from kit.people import secret
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.fairness.commitments import commit_seat
from polemos.log.store import StoreError
from polemos.rooms.beginnings import OpenedRoom
from polemos.rooms.company import Standing
from polemos.rooms.errors import Refusal
from polemos.rules.errors import RuleViolation
from polemos.rules.names import room_of
from polemos.wire.codes import WireCode
from polemos.wire.requests import ChangeTempo, LeaveSeat, OpenRoom, ResumeSeat, TakeSeat

EXAMPLES = int(os.environ.get("TEST_NODES", "25"))
STEPS = int(os.environ.get("TEST_NODES_STEPS", "25"))
NODES_MAX = 4
ANY = st.integers(0, 11)
HOSTILE = Hostility(lost=0.15, repeated=0.1, delayed=0.2, delay_seconds_max=1.0)
SHORT = {"cap": 4, "hidden_cards": 1, "at_cap": "most_cards"}


@dataclass(eq=False)
class Sitter:
    """Somebody with a seat, at some node or at none."""

    opened: OpenedRoom
    seat: int
    node: RunningNode
    guest: OwnGuest
    player: str
    is_seated: bool = True

    @property
    def secret(self) -> str:
        return secret(f"seat {self.seat} of {self.opened.room}")


@dataclass
class Table:
    """A room, and who has a seat there."""

    opened: OpenedRoom
    host: OwnGuest
    sitters: dict[int, Sitter] = field(default_factory=dict)


class NodesMachine(RuleBasedStateMachine):
    """Several nodes, what happens to them, and what people do meanwhile."""

    @initialize(seed=st.integers(0, 1 << 16))
    def begin(self, seed: int) -> None:
        self.house = Nodes(seed)
        self.tables: list[Table] = []
        self.acknowledged: list[tuple[str, int]] = []
        self.house.start()
        self.house.start()

    def node(self, drawn: int) -> RunningNode:
        return self.house.nodes[drawn % len(self.house.nodes)]

    # What happens to the nodes.

    @precondition(lambda self: len(self.house.nodes) < NODES_MAX)
    @rule()
    def start(self) -> None:
        self.house.start()

    @precondition(lambda self: len(self.house.nodes) > 1)
    @rule(drawn=ANY)
    def kill(self, drawn: int) -> None:
        self.house.kill(self.node(drawn))

    @precondition(lambda self: len(self.house.nodes) > 1)
    @rule(drawn=ANY)
    def stop(self, drawn: int) -> None:
        node = self.node(drawn)
        if not node.leases.is_cut:
            self.house.stop(node)

    @rule(drawn=ANY)
    def cut_off_from_the_database(self, drawn: int) -> None:
        self.node(drawn).leases.is_cut = True

    @rule(drawn=ANY)
    def cut_off_from_the_bus(self, drawn: int) -> None:
        node = self.node(drawn)
        if node.bus.trouble is None:
            self.house.loop.do(node.bus.cut)

    @rule(drawn=ANY, count=st.integers(1, 3))
    def lose_answers_to_appends(self, drawn: int, count: int) -> None:
        self.node(drawn).database.answers_lost = count

    @rule(drawn=ANY, question=st.sampled_from(["claim", "release"]))
    def lose_an_answer_about_leases(self, drawn: int, question: str) -> None:
        self.node(drawn).leases.answers_lost = (question,)

    @rule(drawn=ANY)
    def fill_the_database(self, drawn: int) -> None:
        self.node(drawn).database.is_full = True

    @rule()
    def read_nothing(self) -> None:
        self.house.store.is_unreadable = True

    @rule()
    def mend(self) -> None:
        self.house.store.is_unreadable = False
        for node in self.house.nodes:
            node.leases.is_cut = node.database.is_full = False
            node.leases.answers_lost, node.database.answers_lost = (), 0
            if node.bus.trouble is not None:
                self.house.loop.do(node.bus.mend)

    @rule(is_hostile=st.booleans())
    def change_the_bus(self, is_hostile: bool) -> None:
        self.house.exchange.hostility = HOSTILE if is_hostile else CALM

    @rule(seconds=st.sampled_from([0.1, 0.35, 1.0, 3.0, LEASE_SECONDS, 2 * LEASE_SECONDS]))
    def pass_time(self, seconds: float) -> None:
        self.house.turn(seconds)

    # What people do.

    @precondition(lambda self: len(self.tables) < 4)
    @rule(drawn=ANY, people=st.integers(0, 2))
    def open_room(self, drawn: int, people: int) -> None:
        node = self.node(drawn)
        guest = node.guest()
        request = OpenRoom.model_validate(
            {"id": 1, "preset": "war", "people": people, "tempo": "8", "rules": SHORT}
        )
        opened = self.asked(node.served.open_room(request, guest))
        if opened is not None:
            self.tables.append(Table(opened, guest))

    @precondition(lambda self: self.tables)
    @rule(table=ANY, drawn=ANY, seat=st.integers(0, 1))
    def sit(self, table: int, drawn: int, seat: int) -> None:
        at, node = self.tables[table % len(self.tables)], self.node(drawn)
        if seat in at.sitters:
            return
        guest, name = node.guest(), f"seat {seat} of {at.opened.room}"
        request = TakeSeat.model_validate(
            {
                "id": 1,
                "game": at.opened.game,
                "seat": seat,
                "seat_secret": secret(name),
                "invite_secret": at.opened.invite_secret,
                "player_secret": secret(f"player of {name}"),
                "commitment": commit_seat(at.opened.game, seat, secret(name).encode()[:32]),
                "name": None,
            }
        )
        seated = self.asked(node.served.seat(request, guest))
        if seated is not None:
            self.acknowledged.append((seated.game, seated.seq))
            at.sitters[seat] = Sitter(at.opened, seat, node, guest, seated.player)

    @precondition(lambda self: any(table.sitters for table in self.tables))
    @rule(who=ANY, drawn=ANY)
    def come_back_elsewhere(self, who: int, drawn: int) -> None:
        sitter, node = self.sitter(who), self.node(drawn)
        guest = node.guest()
        request = ResumeSeat(id=1, room=sitter.opened.room, seat_secret=sitter.secret)
        if self.asked(node.served.seat(request, guest)) is not None:
            sitter.node, sitter.guest, sitter.is_seated = node, guest, True

    @precondition(lambda self: any(table.sitters for table in self.tables))
    @rule(who=ANY)
    def go(self, who: int) -> None:
        sitter = self.sitter(who)
        sitter.guest.is_here = False
        if sitter.node.is_up:
            self.house.loop.do(partial(sitter.node.served.part, sitter.guest))

    @precondition(lambda self: any(table.sitters for table in self.tables))
    @rule(who=ANY)
    def leave(self, who: int) -> None:
        sitter = self.sitter(who)
        if not (sitter.guest.is_here and sitter.node.is_up):
            return
        request = LeaveSeat(id=1, room=sitter.opened.room)
        left = self.asked(sitter.node.served.change(request, sitter.guest))
        if left is not None or self.refusal == WireCode.NODE_SILENT:
            # They may have left or not; either is right.
            table = next(each for each in self.tables if each.opened is sitter.opened)
            del table.sitters[sitter.seat]

    @precondition(lambda self: self.tables)
    @rule(table=ANY, tempo=st.sampled_from(["4", "8", "16"]), drawn=ANY)
    def change_tempo(self, table: int, tempo: str, drawn: int) -> None:
        room = self.tables[table % len(self.tables)].opened.room
        request = ChangeTempo.model_validate({"id": 1, "room": room, "tempo": tempo})
        changed = self.asked(self.node(drawn).served.change(request, self.node(drawn).guest()))
        if changed is not None:
            self.acknowledged.append((changed.game, changed.seq))

    @precondition(lambda self: self.tables)
    @rule(table=ANY, drawn=ANY)
    def watch(self, table: int, drawn: int) -> None:
        game, node = self.tables[table % len(self.tables)].opened.game, self.node(drawn)
        if node.bus.trouble is None:
            self.house.do(node.watch(game))

    def sitter(self, who: int) -> Sitter:
        everybody = [each for table in self.tables for each in table.sitters.values()]
        return everybody[who % len(everybody)]

    def asked(self, asked):
        """Ask, and give none where it was refused; that is the nodes' good right."""
        self.refusal = None
        try:
            return self.house.do(asked)
        except Refusal as refusal:
            self.refusal = refusal.code
        except (RuleViolation, StoreError):
            pass
        return None

    # What must be so.

    @invariant()
    def what_was_acknowledged_is_stored(self) -> None:
        for game, seq in self.acknowledged:
            assert len(self.house.lines(game)) >= seq

    @invariant()
    def nobody_stumbled(self) -> None:
        assert self.house.loop.faults == []

    @invariant()
    def no_watcher_has_a_gap(self) -> None:
        for node in self.house.nodes:
            assert node.shown.holes == []

    def teardown(self) -> None:
        """Mend everything, and see that all comes right."""
        if not hasattr(self, "house"):
            return
        self.mend()
        self.house.exchange.behave()
        self.house.turn(2 * LEASE_SECONDS + 10)
        for table in self.tables:
            self.everybody_is_where_they_sit(table)
        self.whatever_is_not_over_is_played()
        self.house.turn(60)
        for table in self.tables:
            self.what_is_over_is_verified(table.opened.game)
        self.the_watchers_saw_it_all()
        self.house.dispose()

    def everybody_is_where_they_sit(self, table: Table) -> None:
        owner = self.house.owner(table.opened.room)
        present = {} if owner is None else owner.present(table.opened.room)
        seats = {each.seat: each.player for each in present.values() if each.seat is not None}
        for seat, sitter in table.sitters.items():
            is_here = sitter.guest.is_here and not sitter.guest.replaced and sitter.node.is_up
            if is_here and not sitter.guest.removed:
                assert seats.get(seat) == sitter.player
            if not sitter.guest.is_here:
                assert seat not in seats
        if table.host.is_here and owner is not None:
            assert any(each == Standing(is_host=True) for each in present.values())

    def whatever_is_not_over_is_played(self) -> None:
        for head in self.house.store.running_games():
            owner = self.house.owner(room_of(head.game))
            assert owner is not None
            assert owner.rooms.is_awake(room_of(head.game))
            assert not owner.rooms.has_failed(room_of(head.game))

    def what_is_over_is_verified(self, game: str) -> None:
        lines = self.house.lines(game)
        expected = {Verdict.VERIFIED, Verdict.VERIFIED_SO_FAR}
        assert audit(line + b"\n" for line in lines).verdict in expected

    def the_watchers_saw_it_all(self) -> None:
        for node in self.house.nodes:
            for game, lines in node.shown.lines.items():
                assert lines == self.house.lines(game)


NodesMachine.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestNodes = NodesMachine.TestCase
