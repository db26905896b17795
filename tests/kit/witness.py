"""Somebody who sees everything that a server writes, to whom, and what its log says at that moment.

The witness knows every request before it is sent, so it can tell why an event may be in the log:
because somebody who was entitled to it had asked for it, or because its time had come.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field

from kit.devices import Device, Json, Person
from kit.servers import ServerHouse
from polemos.rules.encoding import b64url
from polemos.rules.names import number_of, room_of

END_REASONS = {"all_cards", "cap", "exhausted", "endless", "abandoned", "closed_by_host"}
"""How a game may end; `stopped` would be a fault of the server."""


RESERVED_MS = 60_000
"""How long a rematch keeps a seat for whoever held it."""

OVERDUE_MS = 13_000
"""The longest wait for entropy, and a moment for a store that fails once."""

TURN_OVERDUE_MS = 45_000
"""The longest wait for a card that this test asks for, and such a moment."""


@dataclass(eq=False)
class Asked:
    """One request, and who sent it."""

    device: str
    person: Person
    request: Json
    is_refused: bool = False

    @property
    def is_hosts(self) -> bool:
        return self.person.host_secret is not None


@dataclass(eq=False)
class Course:
    """How far a game was explained."""

    seq: int = 0
    sitters: dict[int, Json] = field(default_factory=dict)
    bots: set[int] = field(default_factory=set)
    is_autoplay_on: bool = False
    beat: tuple[int, int] = (0, 0)
    rested_at: int = 0
    before_beat_at: int = 0
    locked_at: int = 0
    is_dealt: bool = False
    opened_at: int = 0
    former: dict[int, Json] = field(default_factory=dict)
    last: str = ""


class Faults(logging.Handler):
    """Keeps what the server logs of its own faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.lines.append(self.format(record))


class Witness:
    """Judges what is written and what is logged; see `complaints`."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.asked: list[Asked] = []
        self.answers: list[Json] = []
        self.house: ServerHouse
        self.people: list[Person] = []
        self.room = ""
        self.invite_secret = ""
        self.is_autoplay_wanted = False
        self.bots: set[int] = set()
        self.entropies: set[str] = set()
        self.reveal_seconds = 10.0
        self.turn_seconds_min = 20
        self._courses: dict[str, Course] = {}
        self._held: dict[str, str] = {}
        self.sitting: dict[int, str] = {}
        self.given_up: set[str] = set()

    # What is asked.

    def note(self, device: Device, request: Json) -> None:
        """Remember a request."""
        self.asked.append(Asked(device.name, device.person, request))
        copy = device.copies.get(str(request.get("game")))
        if request["type"] == "take_seat" and copy is not None:
            self.entropies.add(b64url(device.person.entropy(copy.game, copy.commitment)))
        if request["type"] == "change_turn_seconds" and device.person.host_secret:
            self.turn_seconds_min = min(self.turn_seconds_min, request["turn_seconds"])

    def _those(self, kind: str, **fields: object) -> Iterator[Asked]:
        for asked in self.asked:
            request = asked.request
            is_meant = request["type"] == kind and not asked.is_refused
            if is_meant and all(request.get(k) == v for k, v in fields.items()):
                yield asked

    # What is written.

    def see(self, who: str, message: bytes) -> None:
        """Judge a message in the moment in which it is written."""
        if message.startswith(b"HTTP/"):
            return
        push = json.loads(message)
        match push["type"]:
            case "accepted" | "refused":
                self.answers.append({"who": who, **push})
                self._see_answer(self._asked_by(who, push["id"]), push)
            case "events":
                log = self.house.lines(push["game"])
                if len(log) < push["events"][-1]["seq"]:
                    self.complaints.append(f"published before it was stored: {push}")
        self._see_secrets(who, message, push)

    def _asked_by(self, who: str, request_id: int) -> Asked:
        (asked,) = [a for a in self.asked if a.device == who and a.request["id"] == request_id]
        return asked

    def _see_answer(self, asked: Asked, push: Json) -> None:
        if push["type"] == "refused":
            asked.is_refused = True
            if push["code"] in ("server_failed", "game_failed"):
                self.complaints.append(f"the server failed: {push}")
            return
        seq = push.get("seq")
        if seq is not None and len(self.house.lines(push["game"])) < seq:
            self.complaints.append(f"accepted before it was stored: {push}")
        if "seat" in push:
            self.sitting[push["seat"]] = asked.request["seat_secret"]
        if not self._is_right(asked):
            self.complaints.append(f"{asked.device} was not entitled to {asked.request}")

    def _is_right(self, asked: Asked) -> bool:
        """Tell whether somebody may do what the server lets them do, in the server's own order."""
        request, person = asked.request, asked.person
        match request["type"]:
            case "open_room" | "watch" | "unwatch":
                return True
            case "take_control":
                return bool(request["host_secret"] == person.host_secret)
            case "take_seat" | "resume_seat":
                return self._may_hold(asked)
            case "leave_seat":
                self.given_up.add(self._held[asked.device])
                return True
            case "remove_seat":
                self.given_up.add(self.sitting.pop(request["seat"], ""))
                return asked.is_hosts
            case "reveal_entropy" | "turn_card" | "change_name":
                return asked.device in self._held
            case "rematch":
                return asked.device in self._held or asked.is_hosts
            case _:
                return asked.is_hosts

    def _may_hold(self, asked: Asked) -> bool:
        secret = asked.request["seat_secret"]
        if asked.request.get("invite_secret") == self.invite_secret:
            self.given_up.discard(secret)
        self._held[asked.device] = secret
        return self._is_invited(secret) and secret not in self.given_up

    def _is_invited(self, secret: str) -> bool:
        invited = {"seat_secret": secret, "invite_secret": self.invite_secret}
        return any(self._those("take_seat", **invited))

    def _see_secrets(self, who: str, message: bytes, push: Json) -> None:
        told: set[object] = set()
        if push["type"] == "accepted" and self._asked_by(who, push["id"]).request["type"] == (
            "open_room"
        ):
            told = {push["host_secret"], push["invite_secret"]}
        for secret in self._secrets():
            if secret.encode() in message and not (secret in told or self._is_logged(secret)):
                self.complaints.append(f"{who} was shown a secret: {message!r}")

    def _secrets(self) -> Iterator[str]:
        yield from self.house.identities.secrets
        for person in self.people:
            yield person.player_secret
            yield b64url(person.key)
            for number in range(1, person.drawn + 1):
                yield person.nth_seat_secret(number)
        yield from self.entropies

    def _is_logged(self, secret: str) -> bool:
        """Tell whether a secret was revealed by an event that is there to reveal it."""
        fields = {
            "GameEnded": "secret",
            "SeatReleased": "secret",
            "EntropyRevealed": "entropy",
        }
        for entry in self.house.store.read(events_max=1_000_000):
            event = json.loads(entry.line)
            if event.get(fields.get(event["type"], "")) == secret:
                return True
        return False

    # What is logged.

    def look_at_the_clock(self) -> None:
        """Nothing that waits for people may wait longer than it says."""
        newest = max(self._courses, key=number_of)
        course = self._courses[newest]
        # Whoever is waited for has the whole time again after a restart.
        since_ms = max(course.rested_at, self.house.started_ms)
        waited_ms = self.house.clock.unix_ms() - since_ms
        if course.last in ("SeatsLocked", "EntropyRevealed") and waited_ms > OVERDUE_MS:
            self.complaints.append(f"{newest} waits for entropy since {waited_ms} ms")
        is_dealt = course.is_dealt and course.last != "GameEnded"
        people = self.people_of(newest)
        if is_dealt and people and waited_ms > TURN_OVERDUE_MS:
            self.complaints.append(f"{newest} stands still since {waited_ms} ms")

    def look_at_the_seats(self) -> None:
        """A rematch keeps its seats for whoever held them."""
        newest = max(self._courses, key=number_of)
        course, company = self._courses[newest], self.house.rooms.company(self.room)
        is_early = self.house.clock.unix_ms() - course.opened_at < RESERVED_MS
        if company is None or company.game != newest or not is_early or course.last == "GameEnded":
            return
        for seat in company.seats:
            shown = {"seat": seat.seat, "player": seat.player}
            if not self._is_kept_for(course, shown) and not course.is_dealt:
                self.complaints.append(f"{newest} keeps no seat for its holder: {seat}")

    def people_of(self, game: str) -> list[Json]:
        """Give the seats of the newest game that people may turn cards of."""
        company = self.house.rooms.company(self.room)
        seats = [] if company is None or company.game != game else company.seats
        return [s.model_dump() for s in seats if s.kind == "human" and s.standing == "taken"]

    def explain(self) -> None:
        """Ask of every new event of the room's games why it is there."""
        latest = self.house.store.latest_game(self.room)
        assert latest is not None
        for number in range(1, number_of(latest.game) + 1):
            game = f"{self.room}-{number}"
            former = self._courses.get(f"{self.room}-{number - 1}", Course())
            begun = Course(bots=set(self.bots), former=dict(former.sitters))
            course = self._courses.setdefault(game, begun)
            for line in self.house.lines(game)[course.seq :]:
                event = json.loads(line)
                if not self._is_explained(game, course, event):
                    self.complaints.append(f"nobody may have caused {event}")
                self._go_on(course, event)

    def _is_explained(self, game: str, course: Course, event: Json) -> bool:
        match event["type"]:
            case "GameOpened":
                former = f"{self.room}-{number_of(game) - 1}"
                is_over = game.endswith("-1") or self._courses[former].last == "GameEnded"
                return is_over and (game.endswith("-1") or any(self._those("rematch")))
            case "SeatTaken":
                return self._may_sit(game, course, event)
            case "SeatReleased":
                return self._may_be_released(course, event)
            case "SeatsLocked":
                return not game.endswith("-1") or self._was_asked_by_host("start_game")
            case "EntropyRevealed" if event["seat"] not in course.bots:
                return self._was_asked_by_holder(course, event["seat"], "reveal_entropy", event)
            case "CardFlipped":
                return self._may_be_turned(game, course, event)
            case "GameEnded":
                is_closed = event["reason"] == "closed_by_host"
                return event["reason"] in END_REASONS and (
                    not is_closed or self._was_asked_by_host("close_game")
                )
            case _:
                return self._may_be_controlled(course, event)

    def _may_be_controlled(self, course: Course, event: Json) -> bool:
        match event["type"]:
            case "AutoplayStarted":
                is_wanted = self.is_autoplay_wanted and course.last == "CardsDealt"
                return is_wanted or self._was_asked_by_host("start_autoplay")
            case "AutoplayPaused":
                return self._was_asked_by_host("pause_autoplay")
            case "TempoChanged":
                return self._was_asked_by_host("change_tempo", tempo=event["tempo"])
            case _:
                return True

    def _go_on(self, course: Course, event: Json) -> None:
        beat = (event["round"], event["step"]) if event["type"] == "CardFlipped" else (0, 0)
        if beat != course.beat or not beat[0]:
            course.before_beat_at = course.rested_at
        course.seq, course.beat, course.last = event["seq"], beat, event["type"]
        if event["type"] != "TempoChanged":
            course.rested_at = event["at"]
        match event["type"]:
            case "GameOpened":
                course.opened_at = event["at"]
            case "SeatTaken":
                course.sitters[event["seat"]] = event
                if event["kind"] == "bot":
                    course.bots.add(event["seat"])
                else:
                    course.bots.discard(event["seat"])
            case "SeatReleased":
                course.bots.discard(event["seat"])
                course.sitters.pop(event["seat"], None)
                course.former.pop(event["seat"], None)
            case "SeatsLocked":
                course.locked_at = event["at"]
            case "CardsDealt":
                course.is_dealt = True
            case "AutoplayStarted" | "AutoplayPaused":
                course.is_autoplay_on = event["type"] == "AutoplayStarted"

    def _was_asked_by_host(self, kind: str, **fields: object) -> bool:
        return any(asked.is_hosts for asked in self._those(kind, room=self.room, **fields))

    def _was_asked_by_holder(self, course: Course, seat: int, kind: str, event: Json) -> bool:
        player = course.sitters[seat]["player"]
        fields = {"entropy": event["entropy"]} if "entropy" in event else {}
        return any(
            asked.person.player == player for asked in self._those(kind, room=self.room, **fields)
        )

    def _may_sit(self, game: str, course: Course, event: Json) -> bool:
        """Whoever sat sent this commitment, and had shown the invitation with the seat's secret."""
        seat = event["seat"]
        if event["kind"] == "bot":
            return seat in course.bots or self._was_asked_by_host("add_bot", seat=seat)
        others = [course.sitters[other] for other in course.sitters if other != seat]
        if event["player"] in [other["player"] for other in others]:
            return False
        if event["at"] - course.opened_at < RESERVED_MS and not self._is_kept_for(course, event):
            return False
        fields = {"game": game, "seat": seat, "commitment": event["commitment"]}
        return any(
            asked.person.player == event["player"]
            and self._is_invited(asked.request["seat_secret"])
            for asked in self._those("take_seat", **fields)
        )

    def _is_kept_for(self, course: Course, event: Json) -> bool:
        """Whoever sat there in the game before comes first, unless they gave the seat up."""
        seat = event["seat"]
        former = course.former.get(seat)
        if former is None or former["kind"] == "bot" or former["player"] == event["player"]:
            return True
        left = self._those("leave_seat", room=self.room)
        return (
            self.house.started_ms > course.opened_at
            or any(asked.person.player == former["player"] for asked in left)
            or self._was_asked_by_host("remove_seat", seat=seat)
            or self._was_asked_by_host("add_bot", seat=seat)
        )

    def _may_be_released(self, course: Course, event: Json) -> bool:
        seat = event["seat"]
        match event["reason"]:
            case "unrevealed":
                return event["at"] - course.locked_at >= self.reveal_seconds * 1_000
            case "left":
                return self._was_asked_by_holder(course, seat, "leave_seat", {})
            case _:
                return self._was_asked_by_host("remove_seat", seat=seat)

    def _may_be_turned(self, game: str, course: Course, event: Json) -> bool:
        seat, beat = event["seat"], (event["round"], event["step"])
        if course.is_autoplay_on or seat in course.bots:
            return True
        is_same_beat = course.beat == beat
        waited_ms = event["at"] - (course.before_beat_at if is_same_beat else course.rested_at)
        if waited_ms >= self.turn_seconds_min * 1_000:
            return True
        player = course.sitters[seat]["player"]
        turned = self._those("turn_card", room=room_of(game), round=beat[0], step=beat[1])
        left = self._those("leave_seat", room=room_of(game))
        return any(asked.person.player == player for asked in (*turned, *left)) or (
            self._was_asked_by_host("remove_seat", seat=seat)
        )
