"""Plain HTTP on the same port: the page, its headers, health, metrics, exports, refusals."""

import json
import re
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from anyio import CapacityLimiter

from kit.clock import TurnedClock
from kit.hub import GAME, OTHER_GAME, ROOM, TEST_LIMITS, HubHouse, ask, until
from kit.streams import played
from polemos.hub.files import Files, page_contents
from polemos.hub.limits import HubLimits
from polemos.hub.pages import GAMES_AGE_MS_MAX, STATISTICS_AGE_MS_MAX, Pages
from polemos.hub.routes import (
    ShowGames,
    ShowPlayer,
    ShowPresets,
    ShowStatistics,
    ShowSummary,
)
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreError
from polemos.projections.lengths import SHOWN_BUCKETS
from polemos.projections.projector import Projector
from polemos.projections.views import PLAYER_GAMES_MAX, Views
from polemos.rooms.players import player_of
from polemos.rules.catalogue import EdgeCase, Source, catalogue
from polemos.rules.encoding import b64url
from polemos.rules.rule_values import DIMENSIONS
from polemos.settings import Settings
from polemos.stores import opened_stores

FILES = {"index.html": b"<!doctype html>", "table/cards.js": b"export {}", "a.css": b"a{}"}

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()

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
    "target",
    [
        "/",
        f"/rooms/{ROOM}",
        f"/rooms/{ROOM}/",
        f"/games/{GAME}",
        "/?lang=el",
        "/tv",
        f"/embed/{GAME}",
        f"/embed/rooms/{ROOM}",
    ],
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


@pytest.mark.parametrize("target", [f"/embed/{GAME}", f"/embed/rooms/{ROOM}"])
async def test_an_embedded_page_loads_no_more_than_others_and_may_be_framed_by_everybody(target):
    async with HubHouse(files=FILES).open() as house:
        own = (await fetch(house, "/")).headers["Content-Security-Policy"]
        embedded = (await fetch(house, target)).headers["Content-Security-Policy"]
        assert embedded == own.replace("frame-ancestors 'none'", "frame-ancestors *") != own


@pytest.mark.parametrize(
    "target",
    [
        "/tv",
        f"/rooms/{ROOM}",
        f"/%65mbed/{GAME}",
        f"/embed%2F{GAME}",
        f"//embed/{GAME}",
        "/embedded",
        f"/x/../embed/{GAME}",
    ],
)
async def test_no_other_page_may_be_framed_however_its_path_is_written(target):
    async with HubHouse(files=FILES).open() as house:
        policy = (await fetch(house, target)).headers["Content-Security-Policy"]
        assert policy.endswith("frame-ancestors 'none'")


@pytest.mark.parametrize(
    "target",
    ["/embed/../", f"/embed/%2e%2e/rooms/{ROOM}", "/embed/..%2f", "/embed//", "/embed/a.css"],
)
async def test_under_the_path_of_embedded_pages_there_is_no_other_page(target):
    async with HubHouse(files=FILES).open() as house:
        assert (await fetch(house, target)).status == 404


async def test_a_file_that_the_client_has_is_not_sent_again():
    async with HubHouse(files=FILES).open() as house:
        first = await fetch(house, "/a.css")
        again = await fetch(house, "/a.css", "GET", f"If-None-Match: {first.headers['ETag']}")
        assert (again.status, again.body) == (304, b"")
        changed = await fetch(house, "/a.css", "GET", 'If-None-Match: "old"')
        assert (changed.status, changed.body) == (200, FILES["a.css"])


@pytest.mark.parametrize(
    "target",
    [
        "/",
        "/healthz",
        f"/games/{GAME}/events.jsonl",
        "/nowhere",
        "/games",
        "/statistics",
        "/presets",
        f"/games/{GAME}/summary",
        f"/players/{PLAYER}",
    ],
)
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
        "/games/nobody-1/summary",
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


def told(game, spectators):
    return {"game": game, "preset": "war", "spectators": spectators}


async def test_games_are_listed_as_json_the_most_watched_first():
    async with HubHouse().open() as house, house.client() as client:
        answer = await fetch(house, "/games")
        assert answer.headers["Cache-Control"] == "no-store"
        assert json.loads(answer.body) == {"games": [told(GAME, 0), told(OTHER_GAME, 0)]}
        house.commit(OTHER_GAME, 1)
        assert (await ask(client, type="watch", game=OTHER_GAME))["type"] == "accepted"
        await house.clock.turn(GAMES_AGE_MS_MAX / 1_000)
        listed = json.loads((await fetch(house, "/games")).body)
        assert listed == {"games": [told(OTHER_GAME, 1), told(GAME, 0)]}
        summary = json.loads((await fetch(house, f"/games/{GAME}/summary")).body)
        assert summary == told(GAME, 0)


async def test_all_who_ask_within_a_second_share_one_list():
    async with HubHouse().open() as house:
        answers = [await fetch(house, "/games") for _ in range(3)]
        assert len({answer.body for answer in answers}) == house.lobby.listings == 1
        await house.clock.turn(GAMES_AGE_MS_MAX / 1_000)
        await fetch(house, "/games")
        assert house.lobby.listings == 2


async def test_statistics_are_json_that_nobody_keeps():
    async with HubHouse().open() as house:
        answer = await fetch(house, "/statistics")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        assert json.loads(answer.body) == {"length_edges": [0], "statistics": []}


async def test_presets_are_the_rules_own_and_not_sent_again_to_whoever_has_them():
    async with HubHouse().open() as house:
        answer = await fetch(house, "/presets")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert json.loads(answer.body) == json.loads(json.dumps(catalogue()))
        tag = f"If-None-Match: {answer.headers['ETag']}"
        again = await fetch(house, "/presets", "GET", tag)
        assert (again.status, again.body) == (304, b"")


def pages_over(tmp_path, spectators, *games, listed_max=200, later=()):
    store = MemoryStore()
    for appends in games:
        store.append(appends)

    def level():
        with closing(Projector(store, tmp_path / "views.db")) as projector:
            projector.catch_up()

    level()
    store.append(later)
    return Pages(
        files=Files({}),
        schemas={},
        store=store,
        lobby=Views(tmp_path / "views.db", lambda players: {"alice": "Élodie"}),
        spectators=lambda: spectators,
        clock=TurnedClock(),
        limits=replace(TEST_LIMITS, games_listed_max=listed_max),
        reads=CapacityLimiter(1),
        trouble=lambda: None,
        metrics=lambda: "",
        level=level,
    )


async def test_a_game_that_has_only_just_begun_has_a_summary(tmp_path):
    pages = pages_over(tmp_path, {}, later=played("new-1")[:12])
    assert (await body_of(pages, ShowSummary("new-1")))["game"] == "new-1"
    assert (await pages.respond(ShowSummary("new-2"))).status == 404


async def body_of(pages, route):
    answer = await pages.respond(route)
    return json.loads(answer.body)


async def test_running_games_are_listed_by_audience_as_it_is_told_then_by_age(tmp_path):
    pages = pages_over(
        tmp_path,
        {"a-1": 1_299, "b-1": 1_205, "c-1": 3, "e-1": 9_999, "nobody-1": 5, "d-1": 0},
        *[played(f"{room}-1")[:12] for room in "cbad"],
        played("e-1", "tod-und-leben"),
    )
    listed = (await body_of(pages, ShowGames()))["games"]
    assert [(game["game"], game["spectators"]) for game in listed] == [
        ("a-1", 1_200),
        ("b-1", 1_200),
        ("c-1", 3),
        ("d-1", 0),
        ("e-1", 9_900),
    ]


async def test_the_list_never_has_more_games_than_it_may(tmp_path):
    spectators = {f"a-{number}": number for number in range(1, 2_049)}
    games = [played(f"a-{number}")[:9] for number in range(1, 9)]
    pages = pages_over(tmp_path, spectators, *games, listed_max=5)
    listed = (await body_of(pages, ShowGames()))["games"]
    assert [game["game"] for game in listed] == [f"a-{number}" for number in range(8, 3, -1)]


async def test_a_game_is_summed_up_as_it_is_listed(tmp_path):
    pages = pages_over(tmp_path, {"a-1": 7}, played("a-1", "tod-und-leben", people={1: "alice"}))
    (listed,) = (await body_of(pages, ShowGames()))["games"]
    assert await body_of(pages, ShowSummary("a-1")) == listed
    assert [seat["name"] for seat in listed["seats"]] == [None, "Élodie"]
    (own,) = (await body_of(pages, ShowPlayer("alice")))["games"]
    assert own | {"spectators": 7} == listed
    (row,) = (await body_of(pages, ShowStatistics()))["statistics"]
    assert row["longest"] == {"game": "a-1", "rounds": listed["result"]["rounds"]}


async def test_a_player_is_described_as_json_that_nobody_keeps():
    async with HubHouse().open() as house:
        answer = await fetch(house, f"/players/{PLAYER}")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        described = {"player": PLAYER, "name": "Élodie", "statistics": [], "games": []}
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
        forgotten = json.dumps(stores.views.player(PLAYER), ensure_ascii=False)
    assert forgotten == json.dumps(described, ensure_ascii=False).replace('"Ντάμα"', "null")
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


def keys_of(described):
    """Name every field of an answer, at any depth."""
    match described:
        case dict():
            return set(described).union(*map(keys_of, described.values()))
        case list():
            return set[str]().union(*map(keys_of, described))
        case _:
            return set[str]()


async def test_every_field_of_every_answer_stands_in_the_document(tmp_path):
    appends = played("a-1", "war", people={0: "alice"})
    pages = pages_over(tmp_path, {"a-1": 1}, appends)
    answers = [
        await body_of(pages, route)
        for route in (
            ShowGames(),
            ShowSummary("a-1"),
            ShowPlayer("alice"),
            ShowStatistics(),
            ShowPresets(),
        )
    ]
    answers[2]["statistics"].clear()  # told where a player's statistics are
    (section,) = DOCUMENT.split("\n## Pages on the same port\n")[1:]
    shown = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", section))))
    assert keys_of(answers) - set(DIMENSIONS) <= shown


@pytest.mark.parametrize(
    "bound",
    [
        f"There are {HubLimits().games_listed_max} at most",
        f"the last {PLAYER_GAMES_MAX} to end",
        f"within {GAMES_AGE_MS_MAX // 1_000} second get the same list",
        f"within {STATISTICS_AGE_MS_MAX // 1_000} seconds the same statistics",
        f"always {SHOWN_BUCKETS} `length_edges`",
    ],
)
def test_the_document_has_the_bounds_of_the_code(bound):
    assert bound in DOCUMENT.replace("\n", " ")


@pytest.mark.parametrize("name", [*EdgeCase, *Source])
def test_every_edge_case_and_source_stands_in_the_document(name):
    assert f"`{name}`" in DOCUMENT


def test_the_installed_page_can_be_served_whole():
    contents = page_contents()
    assert "index.html" in contents
    files = Files(contents)
    assert all(files.respond(path, None).status == 200 for path in files.paths())
