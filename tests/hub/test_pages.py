"""Plain HTTP on the same port: the page, its headers, health, metrics, exports, refusals."""

import json
from dataclasses import dataclass, replace

import pytest

from kit.hub import GAME, ROOM, TEST_LIMITS, HubHouse, until
from kit.streams import played
from polemos.hub.files import Files, page_contents
from polemos.log.store import StoreError
from polemos.rooms.players import player_of
from polemos.rules.encoding import b64url
from polemos.settings import Settings
from polemos.stores import opened_stores

FILES = {"index.html": b"<!doctype html>", "table/cards.js": b"export {}", "a.css": b"a{}"}

PLAYER = player_of(b64url(bytes(32)))


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


async def fetch(house: HubHouse, target: str, method: str = "GET", *headers: str) -> Answer:
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", *headers, "", ""]
    return await send(house, "\r\n".join(lines).encode())


async def send(house: HubHouse, raw: bytes) -> Answer:
    peer = await house.peer()
    await peer.send(raw)
    head, _, body = (await peer.read_to_end()).partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return Answer(int(status.split()[1]), dict(field.split(": ", 1) for field in fields), body)


def unchunked(body: bytes) -> bytes:
    """Join HTTP/1.1's chunks, which must end with the empty one."""
    parts, rest = [], body
    while True:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        parts.append(rest[:length])
        assert rest[length : length + 2] == b"\r\n"
        rest = rest[length + 2 :]
        if length == 0:
            assert rest == b""
            return b"".join(parts)


@pytest.mark.parametrize(
    "target", ["/", f"/rooms/{ROOM}", f"/rooms/{ROOM}/", f"/games/{GAME}", "/?lang=el"]
)
async def test_every_shared_link_opens_the_page(target):
    async with HubHouse(files=FILES).open() as house:
        answer = await fetch(house, target)
        assert (answer.status, answer.body) == (200, FILES["index.html"])
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "content_type"),
    [("table/cards.js", "text/javascript; charset=utf-8"), ("a.css", "text/css; charset=utf-8")],
)
async def test_a_file_of_the_page_has_its_type(path, content_type):
    async with HubHouse(files=FILES).open() as house:
        answer = await fetch(house, f"/{path}")
        assert (answer.status, answer.body) == (200, FILES[path])
        assert answer.headers["Content-Type"] == content_type


async def test_a_page_may_load_from_itself_alone_and_be_framed_by_nobody():
    async with HubHouse(files=FILES).open() as house:
        headers = (await fetch(house, "/")).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Connection"] == "close"


async def test_a_file_that_the_client_has_is_not_sent_again():
    async with HubHouse(files=FILES).open() as house:
        first = await fetch(house, "/a.css")
        again = await fetch(house, "/a.css", "GET", f"If-None-Match: {first.headers['ETag']}")
        assert (again.status, again.body) == (304, b"")
        changed = await fetch(house, "/a.css", "GET", 'If-None-Match: "old"')
        assert (changed.status, changed.body) == (200, FILES["a.css"])


@pytest.mark.parametrize("target", ["/", "/healthz", f"/games/{GAME}/events.jsonl", "/nowhere"])
async def test_head_gets_the_same_head_and_no_body(target):
    async with HubHouse(files=FILES).open() as house:
        house.commit(GAME, 2)
        got, head = await fetch(house, target), await fetch(house, target, "HEAD")
        assert (head.status, head.headers, head.body) == (got.status, got.headers, b"")


@pytest.mark.parametrize(
    "target",
    [
        "/nowhere",
        "/../secret",
        "/%2e%2e/secret",
        "/rooms/UPPER",
        "/games/x",
        "/a.css/",
        "/%00",
        "//a.css",
        "/schemas/none.json",
        "/games/nobody-1/events.jsonl",
        "/players/nobody",
    ],
)
async def test_what_is_not_there_is_404_with_a_sentence(target):
    async with HubHouse(files=FILES).open() as house:
        answer = await fetch(house, target)
        assert answer.status == 404
        assert answer.body.endswith(b".\n")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_another_method_is_405(method):
    async with HubHouse(files=FILES).open() as house:
        answer = await fetch(house, "/", method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


async def test_a_request_with_a_body_is_405():
    async with HubHouse(files=FILES).open() as house:
        raw = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody"
        answer = await send(house, raw)
        assert answer.status == 405


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET / HTTP/2\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nA: \x00\r\n\r\n", 400),
        (b"\x16\x03\x01\x00\xa5\n\r\n", 400),
        (b"GET /\xc3\xa9 HTTP/1.1\r\n\r\n", 400),
        (b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 9_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431),
        (
            b"GET / HTTP/1.1\r\n"
            + b"A: bbbb\r\n" * 100
            + b"B: "
            + b"x" * 8_000
            + b"\r\nC: "
            + b"x" * 8_000,
            431,
        ),
    ],
)
async def test_a_head_that_is_no_request_is_refused_with_a_sentence(raw, status):
    async with HubHouse(files=FILES).open() as house:
        answer = await send(house, raw)
        assert answer.status == status
        assert answer.body.endswith(b".\n")


async def test_a_plain_get_of_the_socket_is_told_to_upgrade():
    async with HubHouse().open() as house:
        answer = await fetch(house, "/socket")
        assert (answer.status, answer.headers["Upgrade"]) == (426, "websocket")


async def test_an_export_is_exactly_what_is_stored():
    limits = replace(TEST_LIMITS, page_events_max=7, frame_size_bytes_max=900)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 100)
        answer = await fetch(house, f"/games/{GAME}/events.jsonl")
        assert answer.headers["Content-Type"].startswith("application/x-ndjson")
        assert unchunked(answer.body) == b"\n".join(house.lines(GAME)) + b"\n"


async def test_an_export_waits_for_a_slow_reader_with_a_bounded_buffer():
    limits = replace(
        TEST_LIMITS,
        buffer_size_bytes_max=4_096,
        frame_size_bytes_max=2_048,
        socket_send_buffer_bytes=4_096,
    )
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 5_000)
        peer = await house.peer()
        await peer.send(
            f"GET /games/{GAME}/events.jsonl HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        )
        await peer.read_until(b"\r\n\r\n")
        await until(lambda: bool(house.hub.upkeep.paused))
        (connection,) = house.hub.upkeep.paused
        assert connection.unsent_bytes <= 4_096 + 2_048 + 100
        assert unchunked(await peer.read_to_end()) == b"\n".join(house.lines(GAME)) + b"\n"


async def test_an_export_that_the_store_cuts_lacks_its_last_chunk(caplog):
    limits = replace(
        TEST_LIMITS,
        page_events_max=10,
        buffer_size_bytes_max=4_096,
        frame_size_bytes_max=2_048,
        socket_send_buffer_bytes=4_096,
    )
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 2_000)
        peer = await house.peer()
        await peer.send(
            f"GET /games/{GAME}/events.jsonl HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        )
        await peer.read_until(b"\r\n\r\n")
        await until(lambda: bool(house.hub.upkeep.paused))
        house.store.failure = StoreError("The disk is gone.")
        assert not (await peer.read_to_end()).endswith(b"0\r\n\r\n")
    assert "The disk is gone" in caplog.text


async def test_schemas_are_listed_and_served():
    async with HubHouse(schemas={"events.json": b"{}"}).open() as house:
        for target in ("/schemas", "/schemas/"):
            assert json.loads((await fetch(house, target)).body) == ["events.json"]
        answer = await fetch(house, "/schemas/events.json")
        assert (answer.body, answer.headers["Content-Type"]) == (b"{}", "application/json")


async def test_games_are_listed_as_json():
    async with HubHouse().open() as house:
        answer = await fetch(house, "/games")
        assert json.loads(answer.body) == {"games": [{"game": GAME, "preset": "war"}]}


async def test_a_player_is_described_as_json_that_nobody_keeps():
    async with HubHouse().open() as house:
        answer = await fetch(house, f"/players/{PLAYER}")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        described = {"player": PLAYER, "name": "Élodie", "statistics": []}
        assert json.loads(answer.body) == described


@pytest.mark.parametrize("address", ["sqlite:", "memory:"])
def test_a_servers_stores_describe_a_player_until_the_name_is_forgotten(tmp_path, address):
    settings = Settings(store=address, data=tmp_path / "data")
    with opened_stores(settings) as stores:
        stores.events.append(played("a-1", "tod-und-leben", people={0: PLAYER}))
        stores.projector.catch_up()
        stores.vault.keep_name(PLAYER, "Ντάμα")
        described = stores.views.player(PLAYER)
        stores.vault.forget_name(PLAYER)
        assert stores.views.player(PLAYER) == described | {"name": None}
    assert (described["player"], described["name"]) == (PLAYER, "Ντάμα")
    assert [row["games_played"] for row in described["statistics"]] == [1]


async def test_readiness_turns_red_with_the_reason_and_health_does_not():
    async with HubHouse().open() as house:
        assert (await fetch(house, "/readyz")).status == 200
        house.troubles.append("The disk is full.")
        answer = await fetch(house, "/readyz")
        assert (answer.status, answer.body) == (503, b"The disk is full.\n")
        house.troubles.clear()
        await house.hub.drain(window_ms=0)
        assert (await fetch(house, "/readyz")).status == 503
        assert (await fetch(house, "/healthz")).status == 200


async def test_a_draining_server_opens_no_socket():
    async with HubHouse().open() as house:
        await house.hub.drain(window_ms=0)
        answer = await fetch(house, "/socket")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "6")


async def test_metrics_are_plain_numbers():
    async with HubHouse().open() as house:
        house.commit(GAME, 3)
        lines = (await fetch(house, "/metrics")).body.decode().splitlines()
        counts = {name: int(count) for name, count in (line.split() for line in lines)}
        assert counts["polemos_events_published_total"] == 3
        assert counts["polemos_connections"] == 1


def test_the_installed_page_can_be_served_whole():
    contents = page_contents()
    assert "index.html" in contents
    files = Files(contents)
    assert all(files.respond(path, None).status == 200 for path in files.paths())
