"""Whatever a spectator sends by hand is refused with a code, and the log stays as it was.

Every type of request is one that anybody may send or one that strangers are refused; a type that
stands in neither list fails the first test until somebody has decided.
"""

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kit.server import ServerProcess
from polemos.fairness.commitments import commit_seat
from polemos.rules.encoding import b64url
from polemos.wire.codes import CODES
from polemos.wire.requests import REQUEST_TYPES, HostRequest, SeatRequest

ANYBODY = {"open_room", "watch", "unwatch"}
"""What changes nothing of a room that is there."""

DRAWS = {"draw_code"}
"""What is done for whoever hosts or sits anywhere, and names no room."""

SECRETS = {"take_control", "resume_seat", "take_seat"}
HOSTS = {
    "start_autoplay",
    "pause_autoplay",
    "change_tempo",
    "play_round",
    "close_game",
    "add_bot",
    "remove_seat",
    "start_game",
    "change_turn_seconds",
}
SEATS = {"reveal_entropy", "leave_seat", "turn_card", "change_name", "rematch"}

EXPECTED = (
    dict.fromkeys(SECRETS, "wrong_secret")
    | dict.fromkeys(HOSTS, "not_host")
    | dict.fromkeys(SEATS, "not_seated")
)
"""What a stranger is told for a room that is there."""

UNKNOWN = {
    "take_control": "unknown_room",
    "resume_seat": "unknown_room",
    "take_seat": "unknown_room",
}
"""What is told instead for a room that is not."""

Json = dict[str, Any]


def letters() -> str:
    """Draw 32 bytes as a client does."""
    return b64url(secrets.token_bytes(32))


@dataclass
class Victim:
    """A room with people in it, or one that was."""

    name: str
    room: str
    game: str
    host_secret: str
    invite_secret: str
    seat_secrets: list[str] = field(default_factory=list)


class Speaker:
    """A connection that asks one thing after the other."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.byes: list[Json] = []

    def ask(self, kind: str, **fields: object) -> Json:
        self.socket.send(json.dumps({"type": kind, "id": 7, **fields}))
        while True:
            push: Json = json.loads(self.socket.recv(timeout=30))
            if push["type"] == "bye":
                self.byes.append(push)
            if push.get("id") == 7:
                return push

    def must(self, kind: str, **fields: object) -> Json:
        answer = self.ask(kind, **fields)
        assert answer["type"] == "accepted", answer
        return answer


def speaker(server: ServerProcess, stack: ExitStack) -> Speaker:
    socket = connect(server.websocket_url, subprotocols=[Subprotocol("polemos.v1")], proxy=None)
    return Speaker(stack.enter_context(socket))


def sit(ana: Speaker, victim: Victim, seat: int, entropy: bytes) -> None:
    victim.seat_secrets.append(letters())
    ana.must(
        "take_seat",
        game=victim.game,
        seat=seat,
        seat_secret=victim.seat_secrets[-1],
        invite_secret=victim.invite_secret,
        player_secret=letters(),
        commitment=commit_seat(victim.game, seat, entropy),
        name="Ana",
    )


def victims(host: Speaker, ana: Speaker) -> Iterator[Victim]:
    """Open a room in every state of its life, in none of which a card moves by itself."""
    for name, people in (("bots", 0), ("lobby", 2), ("by hand", 1), ("ended", 1)):
        opened = host.must("open_room", preset="war", people=people, autoplay=False)
        names = ("room", "game", "host_secret", "invite_secret")
        victim = Victim(name, *(opened.get(key, "") for key in names))
        entropy = secrets.token_bytes(32)
        if people:
            sit(ana, victim, 0, entropy)
        if name == "by hand":
            host.must("change_turn_seconds", room=victim.room, turn_seconds=600)
            host.must("start_game", room=victim.room)
            ana.must("reveal_entropy", room=victim.room, entropy=b64url(entropy))
        if name == "ended":
            host.must("close_game", room=victim.room)
        yield victim


@dataclass
class Scene:
    """A server with rooms, their people, and somebody who only holds the rooms' links."""

    server: ServerProcess
    host: Speaker
    ana: Speaker
    stranger: Speaker
    victims: list[Victim]
    own: Victim

    def log(self) -> list[bytes]:
        """Read the whole log of the rooms as anybody can, and that none has a second game."""
        games = [f"{victim.room}-{number}" for victim in self.victims for number in (1, 2)]
        return [self._read(f"games/{game}/events.jsonl") for game in games]

    def _read(self, page: str) -> bytes:
        try:
            with urlopen(f"{self.server.url}/{page}") as response:  # noqa: S310  our own server
                body: bytes = response.read()
                return body
        except HTTPError as refusal:
            if refusal.code != 404:
                raise
            return b""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with ExitStack() as stack:
        monkeypatch = stack.enter_context(pytest.MonkeyPatch.context())
        monkeypatch.setenv("POLEMOS_CONNECTION_REQUESTS_BURST", "100000")
        monkeypatch.setenv("POLEMOS_ADDRESS_SECRETS_BURST", "100000")
        server = ServerProcess(tmp_path_factory.mktemp("spectator") / "data")
        stack.enter_context(server)
        host, ana, stranger = (speaker(server, stack) for _ in range(3))
        rooms = list(victims(host, ana))
        # The stranger is host and seated elsewhere, and watches the rooms, as anybody may.
        opened = stranger.must("open_room", preset="war", people=2, autoplay=False)
        names = ("room", "game", "host_secret", "invite_secret")
        own = Victim("the stranger's own", *(opened[key] for key in names))
        sit(stranger, own, 0, secrets.token_bytes(32))
        for victim in rooms:
            stranger.must("watch", game=victim.game)
        yield Scene(server, host, ana, stranger, rooms, own)


def values(name: str, scene: Scene, victim: Victim) -> list[object]:
    """List what a stranger can put into a field of a request about a room.

    Secrets are made up, or the stranger's own, which are right ones of another room.
    """
    own = scene.own
    made_up: dict[str, list[object]] = {
        "room": [victim.room],
        "game": [victim.game],
        "seat": [0, 1, 3],
        "host_secret": [letters(), own.host_secret, own.invite_secret, "x"],
        "seat_secret": [letters(), own.seat_secrets[0]],
        "invite_secret": [None, letters(), own.invite_secret],
        "player_secret": [letters()],
        "commitment": [letters()],
        "entropy": [letters()],
        "name": ["Ana"],
        "round": [1],
        "step": [0],
        "tempo": ["64"],
        "turn_seconds": [1],
    }
    return made_up[name]


def requests(kind: str, scene: Scene, victim: Victim) -> Iterator[Json]:
    """Write a request in every way in which a stranger can."""
    names = [name for name in REQUEST_TYPES[kind].model_fields if name not in ("id", "type")]
    for chosen in product(*(values(name, scene, victim) for name in names)):
        yield {name: value for name, value in zip(names, chosen, strict=True) if value is not None}


def test_every_request_is_for_anybody_or_refused_to_strangers() -> None:
    assert set(REQUEST_TYPES) == ANYBODY | DRAWS | set(EXPECTED)
    assert not (ANYBODY | DRAWS) & set(EXPECTED)


def test_what_only_hosts_and_seats_may_ask_is_listed_as_the_wire_has_it() -> None:
    def types(union: Any) -> set[str]:
        return {kind.model_fields["type"].default for kind in union.__args__}

    assert types(HostRequest) == HOSTS
    assert types(SeatRequest) | {"rematch"} == SEATS


@pytest.mark.parametrize("kind", sorted(EXPECTED))
def test_a_stranger_s_request_is_refused_with_a_code_and_the_log_stays(
    scene: Scene, kind: str
) -> None:
    before = scene.log()
    for victim in scene.victims:
        for fields in requests(kind, scene, victim):
            answer = scene.stranger.ask(kind, **fields)
            assert answer["type"] == "refused", (victim.name, fields)
            assert answer["code"] == EXPECTED[kind], (victim.name, answer)
            assert answer["code"] in CODES
            assert answer["sentence"].endswith(".")
    assert scene.log() == before


@pytest.mark.parametrize("kind", sorted(EXPECTED))
def test_a_request_for_a_room_that_is_not_there_is_refused_alike(scene: Scene, kind: str) -> None:
    nowhere = Victim("nowhere", "zzzzzzzzzz", "zzzzzzzzzz-1", "", "")
    before = scene.log()
    for fields in requests(kind, scene, nowhere):
        answer = scene.stranger.ask(kind, **fields)
        assert (answer["type"], answer["code"]) == ("refused", UNKNOWN.get(kind, EXPECTED[kind]))
    assert scene.log() == before


@pytest.mark.parametrize("shown", ["host_secret", "invite_secret", "seat_secret"])
def test_no_secret_of_a_room_does_what_another_is_for(scene: Scene, shown: str) -> None:
    """Whoever was given one link has that link's rights alone."""
    before = scene.log()
    for victim in scene.victims:
        if not victim.seat_secrets:
            continue
        secret = {
            "host_secret": victim.host_secret,
            "invite_secret": victim.invite_secret,
            "seat_secret": victim.seat_secrets[0],
        }[shown]
        if shown != "host_secret":
            answer = scene.stranger.ask("take_control", room=victim.room, host_secret=secret)
            assert answer["code"] == "wrong_secret"
        if shown != "seat_secret":
            answer = scene.stranger.ask("resume_seat", room=victim.room, seat_secret=secret)
            assert answer["code"] in ("wrong_secret", "bad_request")
        if shown == "host_secret":
            answer = scene.stranger.ask(
                "take_seat",
                game=victim.game,
                seat=1,
                seat_secret=letters(),
                invite_secret=secret,
                commitment=letters(),
            )
            assert answer["code"] == EXPECTED["take_seat"]
    assert scene.log() == before


def test_what_anybody_may_ask_leaves_every_room_as_it_was(scene: Scene) -> None:
    before = scene.log()
    for victim in scene.victims:
        scene.stranger.must("unwatch", game=victim.game)
        scene.stranger.must("watch", room=victim.room)
    scene.stranger.must("draw_code", text="https://war.example/rooms/a#invite=b")
    assert scene.log() == before


def test_the_people_of_the_rooms_noticed_nothing(scene: Scene) -> None:
    """Nobody was taken over or closed, and each may still do what is theirs."""
    by_hand = next(victim for victim in scene.victims if victim.name == "by hand")
    assert scene.ana.must("turn_card", room=by_hand.room, round=1, step=0)["room"] == by_hand.room
    bots, lobby, _, ended = scene.victims
    scene.ana.must("change_name", room=lobby.room, name="Ana")
    scene.host.must("remove_seat", room=lobby.room, seat=0)
    scene.host.must("change_tempo", room=bots.room, tempo="4")
    assert scene.ana.must("rematch", game=ended.game)["game"] == f"{ended.room}-2"
    assert scene.ana.byes == scene.host.byes == scene.stranger.byes == []
