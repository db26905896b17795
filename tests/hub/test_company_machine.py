"""Several devices at one room over connections that break: each sees the log, and only its right.

`TEST_COMPANIES` sets how many examples are played, `TEST_COMPANY_STEPS` how long each is.
"""

import logging
import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from kit.devices import ALL_BYTES, Device, Json, Person, letters
from kit.lines import Line
from kit.servers import ServerHouse
from kit.stepping import SteppedLoop
from kit.witness import Faults, Witness
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.log.store import StoreFull
from polemos.rules.encoding import b64url
from polemos.rules.names import number_of

COMPANIES = int(os.environ.get("TEST_COMPANIES", "40"))
STEPS = int(os.environ.get("TEST_COMPANY_STEPS", "40"))

SHORT = {"deck": 32, "hidden_cards": 1, "cap": 6, "at_cap": "most_cards"}
NAMES = ("Ana", "Ben", "Cleo", "Hera")
DEVICES = ("Ana", "Ana's other", "Ben", "Ben's other", "Cleo", "Hera", "Mallory")
DEVICE = st.sampled_from((*DEVICES, "Ana", "Ben", "Ana"))
SEAT = st.integers(0, 3)
HASTE = st.sampled_from(["all", "all", "whole", "whole", "sent", "begun", "later"])
SIZE = st.sampled_from([1, 30, 300, ALL_BYTES, ALL_BYTES])
WORDS = st.sampled_from(["Ana", "Zoë", "x" * 25, "Μapia", "", "a\u202eb", "Ben 2"])
TEMPO = st.sampled_from(["0.25", "1", "8", "64", "lightning"])
COMMANDER = st.sampled_from(["Hera", "Hera", "Hera", "Ana", "Mallory"])
COMMAND = st.one_of(
    st.sampled_from(
        ["start_game", "start_autoplay", "pause_autoplay", "close_game", "play_round"]
    ).map(lambda kind: {"kind": kind}),
    st.fixed_dictionaries({"kind": st.sampled_from(["add_bot", "remove_seat"]), "seat": SEAT}),
    st.fixed_dictionaries({"kind": st.just("change_tempo"), "tempo": TEMPO}),
    st.fixed_dictionaries(
        {"kind": st.just("change_turn_seconds"), "turn_seconds": st.integers(1, 40)}
    ),
)
GIVE_UP_ROUNDS = 200


class Companies(RuleBasedStateMachine):
    """One room and everybody who has something to do with it."""

    @initialize(
        players=st.integers(2, 3),
        people=st.integers(1, 3),
        is_autoplay_wanted=st.booleans(),
        tempo=TEMPO,
        progress=st.sampled_from([0, 1, 2, 2, 3, 4, 6, 12]),
        ending=st.sampled_from(["", "", "", "closed", "rematch"]),
    )
    def open_a_room(
        self,
        players: int,
        people: int,
        is_autoplay_wanted: bool,
        tempo: str,
        progress: int,
        ending: str,
    ) -> None:
        self.loop, self.witness = SteppedLoop(), Witness()
        self.house = ServerHouse(self.loop, self.witness.see)
        self.witness.house = self.house
        self.faults = Faults()
        logging.getLogger("polemos").addHandler(self.faults)
        self.ghosts: list[Line] = []
        self.house.start()
        self.people = {name: Person(name) for name in (*NAMES, "Mallory")}
        self.witness.people = list(self.people.values())
        self.devices = {
            name: Device(name, self.people[name.partition("'")[0]], self.house, self.witness.note)
            for name in DEVICES
        }
        host = self.devices["Hera"]
        host.connect()
        host.ask(
            "open_room",
            preset="war",
            players=players,
            people=min(people, players),
            rules=SHORT,
            autoplay=is_autoplay_wanted,
            tempo=tempo,
        )
        self.exchange(host)
        answer = host.answers[-1][1]
        assert answer["type"] == "accepted", answer
        self.room, self.players = answer["room"], players
        self.witness.room = self.room
        self.witness.bots = set(range(min(people, players), players))
        self.witness.is_autoplay_wanted = is_autoplay_wanted
        self.witness.invite_secret = answer["invite_secret"]
        self.people["Hera"].host_secret = answer["host_secret"]
        for name in NAMES:
            self.people[name].invite_secret = answer["invite_secret"]
        self.begin(min(people, players), progress)
        if ending:
            host.ask("close_game", room=self.room)
            self.exchange(host)
        if ending == "rematch":
            host.ask("rematch", game=f"{self.room}-1")
            self.exchange(host)

    def begin(self, people: int, progress: int) -> None:
        """Come so far in a game as an example begins with."""
        for seat, name in enumerate(NAMES[:people]):
            device = self.devices[name]
            device.behave(self.room)
            self.exchange(device)
            device.behave(self.room)
            self.exchange(device)
            if progress:
                device.sit(device.copies[f"{self.room}-1"], seat)
                self.exchange(device)
        if progress > 1:
            self.devices["Hera"].ask("start_game", room=self.room)
            self.exchange(self.devices["Hera"])
        self.play_along(max(0, progress - 2), 0.7, is_again=False)

    # How requests travel.

    def exchange(self, device: Device) -> None:
        """Bring a device's requests to the server and everything back, at one moment."""
        is_alone = self.loop.is_at_rest
        position, company = self.house.store.last_position(), self.company()
        self.witness.answers.clear()
        device.deliver_up()
        self.loop.settle()
        answers = [one["type"] for one in self.witness.answers]
        if is_alone and answers and "accepted" not in answers:
            assert self.house.store.last_position() == position, self.witness.answers
            assert self.company() == company, self.witness.answers
        device.deliver_down()
        self.loop.settle()

    def company(self) -> Json | None:
        """Give the rooms' own view of the company."""
        view = self.house.rooms.company(self.room) if hasattr(self, "room") else None
        return None if view is None else view.model_dump(mode="json")

    def send(self, device: Device, haste: str) -> None:
        """Let what a device asks come as far as the example says."""
        match haste:
            case "all":
                self.exchange(device)
                self.bring_everything()
                self.compare()
            case "whole":
                self.exchange(device)
            case "sent":
                device.deliver_up()
                self.loop.settle()
            case "begun":
                device.deliver_up()
                for _ in range(3):
                    self.loop.step()

    @rule(name=DEVICE, size=SIZE, is_settled=st.booleans())
    def deliver_up(self, name: str, size: int, is_settled: bool) -> None:
        self.devices[name].deliver_up(size)
        if is_settled:
            self.loop.settle()

    @rule(name=DEVICE, size=SIZE)
    def deliver_down(self, name: str, size: int) -> None:
        self.devices[name].deliver_down(size)

    @rule(steps=st.integers(1, 40))
    def step(self, steps: int) -> None:
        for _ in range(steps):
            self.loop.step()

    @rule(name=DEVICE)
    def connect(self, name: str) -> None:
        if self.devices[name].line is None:
            self.devices[name].connect()

    @rule(
        name=DEVICE,
        steps=st.sampled_from([None, 0, 1, 2, 4, 50]),
        is_received=st.booleans(),
        is_noticed=st.booleans(),
        is_compared=st.booleans(),
    )
    def drop(
        self, name: str, steps: int | None, is_received: bool, is_noticed: bool, is_compared: bool
    ) -> None:
        """Lose a connection, what was sent perhaps being carried out so far, and the answers."""
        device = self.devices[name]
        if steps is not None:
            device.deliver_up()
            self.step(steps)
        if is_received:
            device.deliver_down()
        if device.line is None:
            return
        if is_noticed:
            device.line.drop()
        else:
            self.ghosts.append(device.line)
        device.hang_up()
        if is_compared:
            self.everything_arrives()

    # What people do.

    @rule(name=DEVICE, haste=HASTE)
    def behave(self, name: str, haste: str) -> None:
        device = self.devices[name]
        device.behave(self.room)
        self.send(device, haste)

    @rule(
        rounds=st.integers(1, 8), seconds=st.sampled_from([0.2, 0.7, 1.0]), is_again=st.booleans()
    )
    def play_along(self, rounds: int, seconds: float, is_again: bool) -> None:
        """Let everybody do as they should for a while, in another game where one has ended."""
        if is_again and self.house.rooms.running_count == 0:
            self.come_together()
            host = self.devices["Hera"]
            host.ask("rematch", game=host.newest_game(self.room))
            self.exchange(host)
        for _ in range(rounds):
            for device in self.devices.values():
                device.behave(self.room)
                self.exchange(device)
            self.loop.turn(seconds)

    @rule()
    def come_together(self) -> None:
        """Let everybody connect, watch and hold what is theirs."""
        for _ in range(4):
            for device in self.devices.values():
                device.behave(self.room)
            self.bring_everything()
        self.compare()

    @rule(
        name=DEVICE,
        seat=SEAT,
        secret=st.sampled_from(["own", "own", "own", "none", "wrong", "host's"]),
        seat_secret=st.sampled_from(["kept", "kept", "fresh"]),
        haste=HASTE,
        word=st.none() | WORDS,
    )
    def take_seat(
        self, name: str, seat: int, secret: str, seat_secret: str, haste: str, word: str | None
    ) -> None:
        device = self.devices[name]
        copy = device.copies.get(device.newest_game(self.room) or "")
        if copy is None:
            return
        shown = {"wrong": letters("wrong"), "host's": device.person.host_secret, "none": None}
        fields: Json = {} if secret == "own" else {"invite_secret": shown[secret]}
        if seat_secret == "fresh":
            device.person.seat_secret = None
        if word is not None:
            fields["name"] = word
        device.sit(copy, seat, **fields)
        self.send(device, haste)

    @rule(name=DEVICE, which=st.sampled_from(["own", "own", "old", "wrong"]), haste=HASTE)
    def resume_seat(self, name: str, which: str, haste: str) -> None:
        device, person = self.devices[name], self.devices[name].person
        old = person.nth_seat_secret(max(1, person.drawn))
        secret = {"own": person.seat_secret, "old": old, "wrong": letters("another")}[which]
        if secret is not None:
            device.ask("resume_seat", room=self.room, seat_secret=secret)
            self.send(device, haste)

    @rule(name=DEVICE, is_right=st.booleans(), haste=HASTE)
    def reveal(self, name: str, is_right: bool, haste: str) -> None:
        device = self.devices[name]
        copy = device.copies.get(device.newest_game(self.room) or "")
        if copy is not None:
            right = device.person.entropy(copy.game, copy.commitment)
            entropy = b64url(right) if is_right else letters("wrong")
            device.ask("reveal_entropy", room=self.room, entropy=entropy)
            self.send(device, haste)

    @rule(name=DEVICE, rounds=st.integers(-1, 1), steps=st.integers(-1, 1), haste=HASTE)
    def turn_card(self, name: str, rounds: int, steps: int, haste: str) -> None:
        device = self.devices[name]
        copy = device.copies.get(device.newest_game(self.room) or "")
        if copy is not None:
            number, step = max(1, copy.place[0] + rounds), max(0, copy.place[1] + steps)
            device.ask("turn_card", room=self.room, round=number, step=step)
            self.send(device, haste)

    @rule(name=DEVICE, haste=HASTE)
    def leave_seat(self, name: str, haste: str) -> None:
        self.devices[name].ask("leave_seat", room=self.room)
        self.send(self.devices[name], haste)

    @rule(name=DEVICE, word=WORDS, haste=HASTE)
    def change_name(self, name: str, word: str, haste: str) -> None:
        self.devices[name].ask("change_name", room=self.room, name=word)
        self.send(self.devices[name], haste)

    @rule(name=DEVICE, number=st.integers(-1, 1), haste=HASTE)
    def rematch(self, name: str, number: int, haste: str) -> None:
        device = self.devices[name]
        newest = number_of(device.newest_game(self.room) or f"{self.room}-1")
        device.ask("rematch", game=f"{self.room}-{max(1, newest + number)}")
        self.send(device, haste)

    @rule(name=DEVICE, is_right=st.booleans(), haste=HASTE)
    def take_control(self, name: str, is_right: bool, haste: str) -> None:
        device = self.devices[name]
        secret = (is_right and device.person.host_secret) or letters("wrong")
        device.ask("take_control", room=self.room, host_secret=secret)
        self.send(device, haste)

    @rule(name=COMMANDER, command=COMMAND, haste=HASTE)
    def command(self, name: str, command: Json, haste: str) -> None:
        self.devices[name].ask(room=self.room, **command)
        self.send(self.devices[name], haste)

    @rule(name=DEVICE, number=st.integers(1, 2), forgotten=st.integers(-1, 60), haste=HASTE)
    def watch(self, name: str, number: int, forgotten: int, haste: str) -> None:
        """Watch a game, having forgotten the last of its events, or saying more than it has."""
        device, game = self.devices[name], f"{self.room}-{number}"
        held = len(device.copies[game].lines) if game in device.copies else 0
        after_seq = 1_000 if forgotten < 0 else max(0, held - forgotten)
        device.ask("watch", game=game, after_seq=after_seq)
        self.send(device, haste)

    # What happens to all of them.

    @rule(seconds=st.sampled_from([0.1, 0.5, 1.0, 3.0, 11.0, 11.0, 21.0, 21.0, 61.0, 3_700.0]))
    def let_time_pass(self, seconds: float) -> None:
        self.loop.turn(seconds)

    @rule()
    def fail_to_store(self) -> None:
        if not self.house.commits.failures:
            self.house.commits.failures.append(StoreFull("no space left"))

    @rule(is_killed=st.booleans(), is_received=st.booleans(), are_back=st.booleans())
    def restart(self, is_killed: bool, is_received: bool, are_back: bool) -> None:
        before = self.seats_and_settings()
        if is_killed:
            self.house.kill()
        else:
            self.house.stop()
        for device in self.devices.values():
            if is_received:
                device.deliver_down()
        self.loop.turn(10.0)
        assert self.house.is_stopped
        for device in self.devices.values():
            device.deliver_down()
            device.hang_up()
        self.ghosts.clear()
        self.house.start()
        after = self.seats_and_settings()
        assert after is None or is_killed or before == after, (before, after)
        if are_back:
            self.come_together()

    def seats_and_settings(self) -> Json | None:
        """Tell what of the company a restart must not change."""
        company = self.company()
        if company is None:
            return None
        kept = ("seat", "standing", "kind", "player", "name")
        seats = [[chair[field] for field in kept] for chair in company["seats"]]
        return {"game": company["game"], "wait": company["turn_seconds"], "seats": seats}

    # What holds.

    @invariant()
    def nobody_complains(self) -> None:
        complaints = [*self.witness.complaints, *self.loop.faults, *self.faults.lines]
        for device in self.devices.values():
            complaints += device.complaints
        assert not complaints, complaints

    @rule()
    def everything_arrives(self) -> None:
        """Bring everybody what is on its way, and compare what they hold with the log."""
        self.bring_everything()
        self.compare()

    def bring_everything(self) -> None:
        for _ in range(GIVE_UP_ROUNDS):
            self.loop.settle()
            is_moving = False
            for device in self.devices.values():
                line = device.line
                if line is None:
                    continue
                is_moving = is_moving or bool(line.end.unsent) or bool(line.unsent)
                device.deliver_up()
                self.loop.settle()
                device.deliver_down()
            self.loop.settle()
            if not is_moving and self.loop.is_at_rest:
                return
        raise AssertionError("there is always something on its way")

    def compare(self) -> None:
        self.witness.explain()
        self.witness.look_at_the_clock()
        self.witness.look_at_the_seats()
        self.nobody_complains()
        for device in self.devices.values():
            if device.line is None:
                continue
            assert not device.pending, f"{device.name} has no answer to {device.pending}"
            for game, watch in device.watches.items():
                log = self.house.lines(game)
                assert watch.next_seq == len(log) + 1, (device.name, watch, len(log))
                assert device.copies[game].lines == log
        self.compare_company()

    def compare_company(self) -> None:
        company = self.company()
        if company is None:
            return
        for device in self.devices.values():
            told = device.companies.get(self.room)
            if device.line is not None and told is not None and device.watches:
                newest = max((game for game in device.watches), key=number_of)
                is_behind = newest != company["game"]
                assert not is_behind or told["game"] != newest, (device.name, told)
            if device.line is not None and company["game"] in device.watches:
                if told is None and company["is_rematch_possible"]:
                    continue  # nobody was in the ended game's room when this one came
                assert told is not None, device.name
                assert {"type": "company", **told} == {"type": "company", **company}, (
                    device.name,
                    told,
                )
        for chair in company["seats"]:
            holding = [
                device.name
                for device in self.devices.values()
                if self.room in device.seated_in
                and device.seat == chair["seat"]
                and device.seat_secret == self.witness.sitting.get(chair["seat"])
                and device.person.player == chair["player"]
            ]
            assert len(holding) <= 1, holding
            if chair["kind"] == "human":
                may_be_here = bool(holding) or any(not line.end.is_lost for line in self.ghosts)
                assert not holding or chair["is_here"], holding
                assert may_be_here or not chair["is_here"], chair

    def teardown(self) -> None:
        if not hasattr(self, "devices"):
            return
        try:
            self.end()
        finally:
            logging.getLogger("polemos").removeHandler(self.faults)
            self.loop.dispose()

    def end(self) -> None:
        """Let everybody catch up, then go; then every game ends by itself, and is told to all."""
        self.everything_arrives()
        self.come_together()
        for line in self.ghosts:
            line.drop()
        for device in self.devices.values():
            if device.line is not None:
                device.line.drop()
            device.hang_up()
        self.loop.turn(6_000.0)
        assert self.house.rooms.running_count == 0
        late = self.devices["Mallory"]
        latest = self.house.store.latest_game(self.room)
        assert latest is not None
        late.connect()
        for secret in self.witness.given_up - {""}:
            late.ask("resume_seat", room=self.room, seat_secret=secret)
            self.exchange(late)
        for number in range(1, number_of(latest.game) + 1):
            game = f"{self.room}-{number}"
            late.copies.pop(game, None)
            late.ask("watch", game=game)
            self.bring_everything()
            assert late.copies[game].lines == self.house.lines(game)
            assert audit(line + b"\n" for line in late.copies[game].lines).verdict is (
                Verdict.VERIFIED
            )
        self.compare()
        self.house.stop()
        self.loop.turn(10.0)
        assert self.house.is_stopped


Companies.TestCase.settings = settings(
    max_examples=COMPANIES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestCompanies = Companies.TestCase
