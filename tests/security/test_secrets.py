"""No secret of a session is in a log, a file, a page, a push to others or a refusal."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from kit.server import ServerProcess
from kit.wire import Json, WireClient, connected
from polemos.fairness.commitments import commit_seat
from polemos.rules.encoding import b64url

PAGES = ("", "games", "metrics", "healthz", "readyz", "nowhere", "schemas/", "schemas/events.json")


def letters() -> str:
    """Draw 32 bytes as a client does."""
    return b64url(secrets.token_bytes(32))


@dataclass
class Person:
    """Somebody who sits, and what they tell nobody."""

    client: WireClient
    seat: int
    seat_secret: str = field(default_factory=letters)
    player_secret: str = field(default_factory=letters)
    entropy: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    player: str = ""


@dataclass
class Session:
    """A room with a host and two people, and a stranger who watches."""

    server: ServerProcess
    host: WireClient
    people: list[Person]
    stranger: WireClient
    opened: Json

    @property
    def kept(self) -> dict[str, str]:
        """Everything that is told to nobody but the server."""
        told = {name: self.opened[name] for name in ("host_secret", "invite_secret")}
        for person in self.people:
            told[f"seat {person.seat}"] = person.seat_secret
            told[f"player of {person.seat}"] = person.player_secret
        return told

    @property
    def entropies(self) -> dict[str, str]:
        """What is secret until its reveal."""
        return {f"entropy {person.seat}": b64url(person.entropy) for person in self.people}

    def shown_to_strangers(self) -> bytes:
        """Give every page, and everything that was pushed to the stranger."""
        pages = [*PAGES, f"games/{self.opened['game']}/events.jsonl"]
        pages += [f"players/{person.player}" for person in self.people]
        frames = b"\n".join(self.stranger.frames)
        return frames + b"".join(page(f"{self.server.url}/{name}") for name in pages)


def page(address: str, **headers: str) -> bytes:
    """Give a page whatever its status, with its head."""
    try:
        with urlopen(Request(address, headers=headers)) as response:  # noqa: S310  our own server
            return str(response.headers).encode() + response.read()
    except HTTPError as refusal:
        return str(refusal.headers).encode() + refusal.read()


@asynccontextmanager
async def session(folder: Path) -> AsyncIterator[Session]:
    """Open, invite, sit, and let a stranger watch."""
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ServerProcess(folder))
        host, ana, ben, stranger = [
            await stack.enter_async_context(connected(server.websocket_url)) for _ in range(4)
        ]
        opened = await host.ask("open_room", preset="war", people=2, autoplay=False)
        people = [Person(ana, 0), Person(ben, 1)]
        for person in people:
            seated = await sit(person, opened)
            assert seated["type"] == "accepted", seated
            person.player = seated["player"]
        await stranger.ask("watch", room=opened["room"])
        yield Session(server, host, people, stranger, opened)


async def sit(person: Person, opened: Json) -> Json:
    return await person.client.ask(
        "take_seat",
        game=opened["game"],
        seat=person.seat,
        seat_secret=person.seat_secret,
        player_secret=person.player_secret,
        invite_secret=opened["invite_secret"],
        commitment=commit_seat(opened["game"], person.seat, person.entropy),
        name=f"Player {person.seat}",
    )


def hold_out(hidden: dict[str, str], *shown: bytes) -> None:
    """Hold that no secret is shown, be it as letters or as its bytes."""
    for name, secret in hidden.items():
        for form in (secret.encode(), quote(secret).encode()):
            assert not any(form in text for text in shown), name


async def refusals(scene: Session, secret: str) -> bytes:
    """Show a secret everywhere where it does not belong; give the sentences that come back."""
    room, game = scene.opened["room"], scene.opened["game"]
    misplaced: list[Json] = [
        {"type": "take_control", "room": room, "host_secret": f"{secret}x"},
        {"type": "take_control", "room": secret, "host_secret": secret},
        {"type": "resume_seat", "room": room, "seat_secret": f"{secret}x"},
        {"type": "take_seat", "game": game, "seat": 9, "seat_secret": secret, "commitment": "?"},
        {"type": "take_seat", "game": game, "seat": 0, "seat_secret": 1, "commitment": secret},
        {"type": "watch", "room": room, "host_secret": secret},
        {"type": "open_room", "preset": secret[:32], "rules": {secret[:32]: 1}},
        {"type": "change_tempo", "room": room, "tempo": secret},
        {"type": "turn_card", "room": room, "round": secret, "step": 0},
        {"type": secret},
        {secret: secret, "type": "watch", "room": room},
    ]
    async with connected(scene.server.websocket_url) as client:
        answers = [await client.ask(request.pop("type"), **request) for request in misplaced]
    assert {answer["type"] for answer in answers} == {"refused"}
    return b"\n".join(json.dumps(answer).encode() for answer in answers)


async def break_the_framing(scene: Session, secret: str) -> None:
    """Send a secret in frames that are none, each over a connection of its own."""
    for raw in (secret.encode(), f'{{"id": 1, "{secret}', secret * 400):
        async with connect(
            scene.server.websocket_url, subprotocols=[Subprotocol("polemos.v1")], proxy=None
        ) as socket:
            await socket.send(raw)
            try:
                await socket.recv()
            except ConnectionClosed:
                continue


def visit_with(scene: Session, secret: str) -> None:
    """Put a secret into addresses and heads, as a broken client or a careless person would."""
    url = scene.server.url
    for target in (f"?host={secret}", f"rooms/{scene.opened['room']}?invite={secret}", secret):
        page(f"{url}/{target}")
    page(f"{url}/socket?seat={secret}", Origin=f"http://{secret}.example")
    page(f"{url}/games", Cookie=secret, Authorization=secret, Referer=f"{url}/#{secret}")
    page(f"{url}/games", Host=f"{secret.replace('_', '-')}.example")


async def test_no_secret_of_a_session_is_shown_logged_or_stored(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with session(folder) as scene:
        hold_out(scene.kept | scene.entropies, scene.shown_to_strangers())
        await scene.host.ask("start_game", room=scene.opened["room"])
        for person in scene.people:
            shown = {f"entropy {other.seat}" for other in scene.people[: person.seat]}
            unshown = {name: it for name, it in scene.entropies.items() if name not in shown}
            hold_out(scene.kept | unshown, scene.shown_to_strangers())
            await person.client.ask(
                "reveal_entropy", room=scene.opened["room"], entropy=b64url(person.entropy)
            )
        await scene.stranger.receive_until("CardsDealt")
        await scene.host.ask("close_game", room=scene.opened["room"])
        ended = await scene.stranger.receive_until("GameEnded")
        assert ended["reason"] == "closed_by_host"
        seen = scene.shown_to_strangers()
        assert all(entropy.encode() in seen for entropy in scene.entropies.values())
        hold_out(scene.kept, seen, b"".join(scene.host.frames[1:]))
        for person in scene.people:
            hold_out(scene.kept, b"".join(person.client.frames))
        await asyncio.to_thread(scene.server.terminate)
        files = [path.read_bytes() for path in folder.iterdir() if path.is_file()]
        assert files
        hold_out(scene.kept, scene.server.stderr().encode(), *files)


async def test_a_secret_in_the_wrong_place_is_neither_repeated_nor_logged(tmp_path: Path) -> None:
    async with session(tmp_path / "data") as scene:
        for secret in scene.kept.values():
            visit_with(scene, secret)
            await break_the_framing(scene, secret)
            hold_out({"misplaced": secret}, await refusals(scene, secret))
        hold_out(scene.kept, scene.shown_to_strangers())
        await asyncio.to_thread(scene.server.terminate)
        hold_out(scene.kept, scene.server.stderr().encode())
