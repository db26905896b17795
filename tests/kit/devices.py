"""Devices that play: each has one connection at a time, and keeps what it was sent.

A device judges everything that it receives against the log of the server, and complains.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kit.lines import Line
from kit.servers import ServerHouse
from polemos.fairness.commitments import commit_seat
from polemos.fairness.seat_entropy import seat_entropy
from polemos.hub.tables import PublicTables
from polemos.rooms.players import player_of
from polemos.rules.encoding import b64url, digest
from polemos.rules.names import room_of

Json = dict[str, Any]
ALL_BYTES = 1 << 30


def letters(text: str) -> str:
    """Make 32 bytes out of a text, as 43 letters."""
    return b64url(hashlib.sha256(text.encode()).digest())


def cut(message: bytes) -> list[bytes]:
    """Cut the events out of an `events` push, byte for byte: no event ends inside another."""
    body = message[message.index(b'"events":[') + len(b'"events":[') : -len(b"]}")]
    return [b"{" + line + b"}" for line in body[1:-1].split(b"},{")] if body else []


@dataclass(eq=False)
class Person:
    """Somebody, with one or more devices that share their secrets.

    Args:
        name: told from the others by it.
        invite_secret: what lets them sit, if they have it.
        host_secret: what lets them control the room, if they have it.
    """

    name: str
    invite_secret: str | None = None
    host_secret: str | None = None
    seat: int | None = None
    seat_secret: str | None = None
    drawn: int = 0

    @property
    def key(self) -> bytes:
        return hashlib.sha256(f"key of {self.name}".encode()).digest()

    @property
    def player_secret(self) -> str:
        return letters(f"player {self.name}")

    @property
    def player(self) -> str:
        return player_of(self.player_secret)

    def draw_seat_secret(self) -> str:
        """Draw the secret for another seat."""
        self.drawn += 1
        return self.nth_seat_secret(self.drawn)

    def nth_seat_secret(self, number: int) -> str:
        return letters(f"seat {number} of {self.name}")

    def entropy(self, game: str, commitment: str) -> bytes:
        return seat_entropy(self.key, game, commitment)


@dataclass(eq=False)
class Copy:
    """What a device holds of a game, and how the lobby and the table look by it."""

    game: str
    lines: list[bytes] = field(default_factory=list)
    commitment: str = ""
    seats: dict[int, Json | None] = field(default_factory=dict)
    is_locked: bool = False
    is_dealt: bool = False
    is_autoplay_on: bool = False
    revealed: set[int] = field(default_factory=set)
    place: tuple[int, int] = (1, 0)
    end: Json | None = None

    def take(self, line: bytes) -> None:
        """Hold one event more."""
        self.lines.append(line)
        event = json.loads(line)
        match event["type"]:
            case "CardsDealt":
                self.is_dealt = True
            case "CardFlipped" | "CardHidden":
                self.place = (event["round"], event["step"])
            case "TieDeclared":
                self.place = (event["round"], event["step"] + 1)
            case "PileReturned" | "SeatEliminated":
                self.place = (event["round"] + 1, 0)
            case "AutoplayStarted" | "AutoplayPaused":
                self.is_autoplay_on = event["type"] == "AutoplayStarted"
            case "GameEnded":
                self.end = event
            case _:
                self._take_lobby(event)

    def _take_lobby(self, event: Json) -> None:
        match event["type"]:
            case "GameOpened":
                self.commitment = event["commitment"]
                self.seats = dict.fromkeys(range(event["rules"]["players"]))
            case "SeatTaken":
                self.seats[event["seat"]] = event
            case "SeatReleased":
                self._release(event)
            case "SeatsLocked":
                self.is_locked = True
            case "EntropyRevealed":
                self.revealed.add(event["seat"])

    def _release(self, event: Json) -> None:
        self.seats[event["seat"]] = None
        if event["commitment"] is None:
            return
        self.commitment = event["commitment"]
        self.is_locked = False
        self.revealed.clear()
        for seat, taken in self.seats.items():
            self.seats[seat] = None if taken is None else {**taken, "commitment": ""}


@dataclass(eq=False)
class Watch:
    """A game on one connection: the seq that has to follow, none before the welcome."""

    after_seq: int
    next_seq: int | None = None


class Device:
    """One browser tab or terminal.

    Args:
        name: of the device.
        person: whose it is.
        house: where it connects to.
        note: is told every request before it is sent.
    """

    def __init__(
        self,
        name: str,
        person: Person,
        house: ServerHouse,
        note: Callable[["Device", Json], None],
    ) -> None:
        self.name = name
        self.person = person
        self._house = house
        self._note = note
        self._ids = 0
        self.complaints: list[str] = []
        self.copies: dict[str, Copy] = {}
        self.hang_up()

    def hang_up(self) -> None:
        """Have no connection any more."""
        self.line: Line | None = None
        self.pending: dict[int, Json] = {}
        self.watches: dict[str, Watch] = {}
        self.companies: dict[str, Json] = {}
        self.audiences: dict[str, int] = {}
        self.seat: int | None = None
        self.seat_secret: str | None = None
        self.seated_in: set[str] = set()
        self.hosted: set[str] = set()
        self.answers: list[tuple[Json, Json]] = []
        self.bye: str | None = None

    def complain(self, sentence: str) -> None:
        self.complaints.append(f"{self.name}: {sentence}")

    # Its connection.

    def connect(self) -> None:
        """Open a connection, with its handshake."""
        assert self.line is None
        self.line = self._house.connect(self.name)
        self._house.loop.settle()
        self.deliver_up()
        self._house.loop.settle()
        self.deliver_down()

    def ask(self, kind: str, **fields: Any) -> Json | None:
        """Put a request on its way, if that is possible."""
        if self.line is None or not self.line.is_open:
            return None
        self._ids += 1
        request = {"type": kind, "id": self._ids, **fields}
        self.pending[self._ids] = request
        self._note(self, request)
        self.line.send(json.dumps(request).encode())
        return request

    def deliver_up(self, size_bytes: int = ALL_BYTES) -> None:
        """Let the server have some of what was sent."""
        if self.line is not None:
            self.line.deliver_up(size_bytes)

    def deliver_down(self, size_bytes: int = ALL_BYTES) -> None:
        """Receive some of what is on its way."""
        if self.line is None:
            return
        for message in self.line.deliver_down(size_bytes):
            self._receive(message)
        if self.line.is_over:
            self.hang_up()

    # What it receives.

    def _receive(self, message: bytes) -> None:
        push = json.loads(message)
        match push["type"]:
            case "accepted" | "refused":
                self._take_answer(push)
            case "welcome":
                self._welcome(push)
            case "events":
                self._take_events(push, cut(message))
            case "snapshot":
                self._take_snapshot(push)
            case "heartbeat":
                self._check_heartbeat(push)
            case "company":
                self._take_company(push)
            case "audience":
                self.audiences[push["game"]] = push["spectators"]
            case "bye":
                self.bye = push["code"]
            case kind:
                self.complain(f"was sent a {kind}")

    def _take_answer(self, push: Json) -> None:
        request = self.pending.pop(push["id"], None)
        if request is None:
            self.complain(f"was answered what it did not ask, or twice: {push}")
            return
        self.answers.append((request, push))
        if push["type"] == "refused":
            if push["code"] == "wrong_secret" and request["type"] == "resume_seat":
                self._forget_seat(request["seat_secret"])
            if request["type"] == "take_seat" and self.seat_secret is not None:
                self.person.seat, self.person.seat_secret = self.seat, self.seat_secret
            return
        match request["type"]:
            case "watch":
                self.watches[push["game"]] = Watch(request.get("after_seq", 0))
            case "unwatch":
                self.watches.pop(push["game"], None)
            case "take_seat" | "resume_seat":
                self._note_seat(request, push)
            case "leave_seat":
                self.seated_in.discard(request["room"])
                self._forget_seat(self.seat_secret)
                self.seat = self.seat_secret = None
            case "open_room" | "take_control":
                self.hosted.add(push["room"])

    def _note_seat(self, request: Json, push: Json) -> None:
        self.seated_in.add(push["room"])
        self.seat, self.seat_secret = push["seat"], request["seat_secret"]
        self.person.seat, self.person.seat_secret = push["seat"], request["seat_secret"]
        if push["player"] != self.person.player:
            self.complain(f"was seated as {push['player']}, who is somebody else")

    def _forget_seat(self, secret: str | None) -> None:
        if self.person.seat_secret == secret:
            self.person.seat_secret = self.person.seat = None

    def _watched(self, push: Json) -> Watch | None:
        watch = self.watches.get(push["game"])
        if watch is None:
            self.complain(f"was sent {push['type']} of a game that it does not watch")
        return watch

    def _welcome(self, push: Json) -> None:
        watch = self._watched(push)
        if watch is None:
            return
        log = self._house.lines(push["game"])
        if not self._is_head(push):
            self.complain(f"was welcomed with a head that never was: {push}")
        is_beyond = watch.after_seq > push["seq"]
        if is_beyond != (push["mode"] == "reset"):
            self.complain(f"held {watch.after_seq} of {len(log)} and was welcomed so: {push}")
        watch.next_seq = 1 if is_beyond else watch.after_seq + 1

    def _take_events(self, push: Json, lines: list[bytes]) -> None:
        watch = self._watched(push)
        if watch is None:
            return
        if watch.next_seq != push["first_seq"]:
            self.complain(f"was sent event {push['first_seq']} where {watch.next_seq} follows")
        watch.next_seq = push["first_seq"] + len(lines)
        log = self._house.lines(push["game"])
        if log[push["first_seq"] - 1 : watch.next_seq - 1] != lines or not lines:
            self.complain(f"was sent events of {push['game']} that are not the log's")
        self._hold(push["game"], push["first_seq"], lines)

    def _hold(self, game: str, first_seq: int, lines: list[bytes]) -> None:
        copy = self.copies.setdefault(game, Copy(game))
        for seq, line in enumerate(lines, start=first_seq):
            if seq == len(copy.lines) + 1:
                copy.take(line)
            elif seq > len(copy.lines):
                self.complain(f"has a hole before event {seq} of {game}")

    def _take_snapshot(self, push: Json) -> None:
        watch = self._watched(push)
        if watch is None:
            return
        game, seq = push["game"], push["seq"]
        log = self._house.lines(game)[:seq]
        tables = PublicTables()
        table = tables.begin(game)
        for line in log:
            table = tables.fold(table, line)
        if json.loads(json.dumps(tables.show(table))) != push["table"]:
            self.complain(f"was shown a table of {game} at {seq} that is not the log's")
        if watch.next_seq is None or seq + 1 - push["skipped_events"] != watch.next_seq:
            self.complain(f"was told of a wrong number of skipped events: {push}")
        watch.next_seq = seq + 1
        # The skipped ones stay in the export of the game.
        held = len(self.copies.setdefault(game, Copy(game)).lines)
        self._hold(game, held + 1, log[held:])

    def _check_heartbeat(self, push: Json) -> None:
        watch = self._watched(push)
        if watch is None:
            return
        if watch.next_seq != push["seq"] + 1 or not self._is_head(push):
            self.complain(f"expects {watch.next_seq} and was sent {push}")

    def _take_company(self, push: Json) -> None:
        rooms = {room_of(game) for game in self.watches}
        if push["room"] not in rooms:
            self.complain(f"was told of the company of {push['room']}, which it does not watch")
        self.companies[push["room"]] = push

    def _is_head(self, push: Json) -> bool:
        seq, log = push["seq"], self._house.lines(push["game"])
        return seq <= len(log) and push["head"] == (digest(log[seq - 1]) if seq else "")

    # What it does as it should.

    def newest_game(self, room: str) -> str | None:
        """Name the newest game that it knows of."""
        company = self.companies.get(room)
        if company is not None:
            return str(company["game"])
        known = [game for game in self.copies if room_of(game) == room]
        return max(known, key=lambda game: int(game.partition("-")[2]), default=None)

    def behave(self, room: str) -> None:
        """Do the next thing that a good client does by itself, or that its person does."""
        if self.line is None:
            self.connect()
        elif not self.pending and self.line.is_open:
            self._go_on(room)

    def _go_on(self, room: str) -> None:
        game, person = self.newest_game(room), self.person
        if game is None or not any(room_of(watched) == room for watched in self.watches):
            copy = None if game is None else self.copies.get(game)
            named = {"room": room} if copy is None else {"game": game}
            self.ask("watch", **named, after_seq=0 if copy is None else len(copy.lines))
        elif game not in self.watches:
            self.ask("watch", game=game, after_seq=0)
        elif person.host_secret and room not in self.hosted:
            self.ask("take_control", room=room, host_secret=person.host_secret)
        elif person.seat_secret and room not in self.seated_in:
            self.ask("resume_seat", room=room, seat_secret=person.seat_secret)
        elif room in self.seated_in and game in self.copies:
            self._play(room, self.copies[game])

    def _play(self, room: str, copy: Copy) -> None:
        seat = self.seat
        if copy.end is not None or seat is None or seat not in copy.seats:
            return
        taken = copy.seats[seat]
        if not copy.is_dealt:
            if not copy.is_locked and (taken is None or not taken["commitment"]):
                self.sit(copy, seat)
            elif copy.is_locked and seat not in copy.revealed:
                entropy = self.person.entropy(copy.game, copy.commitment)
                self.ask("reveal_entropy", room=room, entropy=b64url(entropy))
        elif not copy.is_autoplay_on and self._is_due(room, seat):
            self.ask("turn_card", room=room, round=copy.place[0], step=copy.place[1])

    def _is_due(self, room: str, seat: int) -> bool:
        company = self.companies.get(room)
        if company is None:
            return False
        chair = company["seats"][seat]
        return bool(chair["is_due"]) and not chair["has_turned"]

    def sit(self, copy: Copy, seat: int, **fields: Any) -> None:
        """Take a seat, with the entropy that belongs to the present attempt."""
        person = self.person
        if person.seat_secret is None or (person.seat is not None and person.seat != seat):
            person.seat_secret = person.draw_seat_secret()
        person.seat = seat
        entropy = person.entropy(copy.game, copy.commitment)
        request: Json = {
            "game": copy.game,
            "seat": seat,
            "seat_secret": person.seat_secret,
            "commitment": commit_seat(copy.game, seat, entropy),
            "player_secret": person.player_secret,
            "name": person.name,
            **fields,
        }
        if person.invite_secret is not None:
            request.setdefault("invite_secret", person.invite_secret)
        self.ask("take_seat", **{k: v for k, v in request.items() if v is not None})
