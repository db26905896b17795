"""A page that lets its own name point to this server (DNS rebinding) gets nothing from it."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.heads import SOCKET, get, request, send, shake_hands
from kit.hub import GAME, HubHouse
from polemos.hub.hosts import host_refusal, is_own_name, read_name

OWN = ("war.example",)

MEANT = [
    "localhost",
    "localhost:8765",
    "LocalHost:8765",
    "localhost.",
    "localhost.:8765",
    "game.localhost:8765",
    "127.0.0.1",
    "127.0.0.1:8765",
    "192.168.1.7:8765",
    "203.0.113.9",
    "[::1]",
    "[::1]:8765",
    "[FD00::1]:8765",
    "[::ffff:192.168.1.7]",
    "war.example",
    "WAR.Example:443",
    "war.example.",
    "war.example:",
]
FOREIGN = [
    "evil.example",
    "evil.example:8765",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evillocalhost",
    "war.example.evil.example",
    "notwar.example",
    "sub.war.example",
    "1.2.3.4.5",
    "0x7f.1",
    "2130706433",
    "laptop",
    "laptop.local",
]
BAD = [
    "",
    ":8765",
    ".",
    "[::1",
    "::1",
    "[evil.example]",
    "[::g]",
    "[fe80::1%25eth0]",
    "localhost:port",
    "localhost:99999",
    "localhost:123456",
    "localhost/evil.example",
    "evil.example@localhost",
    "localhost,evil.example",
    "localhost evil.example",
    "localhost\tevil.example",
    "localhost#",
]


@pytest.mark.parametrize("host", MEANT)
async def test_pages_and_sockets_are_served_under_the_server_s_own_names_and_any_address(host):
    async with HubHouse(hosts=OWN).open() as house:
        assert (await get(house, "/healthz", host=host)).status == 200
        assert (await shake_hands(house, host=host)).status == 101


@pytest.mark.parametrize("host", FOREIGN)
async def test_a_foreign_name_is_misdirected_and_told_the_setting(host):
    async with HubHouse(hosts=OWN).open() as house:
        house.commit(GAME, 3)
        for target in ("/", "/healthz", "/games", "/metrics", f"/games/{GAME}/events.jsonl"):
            answer = await get(house, target, host=host)
            assert answer.status == 421
            assert b"POLEMOS_HOSTS" in answer.body
            assert GAME.encode() not in answer.body


@pytest.mark.parametrize("host", FOREIGN)
async def test_a_rebound_page_opens_no_socket_although_its_origin_fits_its_host(host):
    async with HubHouse(hosts=OWN).open() as house:
        answer = await shake_hands(house, f"Origin: http://{host}", host=host)
        assert answer.status == 421


@pytest.mark.parametrize("host", BAD)
async def test_a_host_that_is_none_is_a_bad_request(host):
    async with HubHouse(hosts=OWN).open() as house:
        for raw in (request("/", host=host), request("/socket", *SOCKET, host=host)):
            answer = await send(house, raw)
            assert answer.status == 400
            assert answer.body.endswith(b".\n")


@pytest.mark.parametrize(
    "fields",
    [
        (),
        ("Host: localhost", "Host: localhost"),
        ("Host: localhost", "Host: evil.example"),
        ("Host: localhost", "host: 127.0.0.1"),
    ],
)
async def test_a_missing_or_repeated_host_is_a_bad_request(fields):
    async with HubHouse().open() as house:
        for raw in (
            request("/", *fields, host=None),
            request("/socket", *SOCKET, *fields, host=None),
        ):
            answer = await send(house, raw)
            assert (answer.status, b"one Host header" in answer.body) == (400, True)


async def test_a_health_check_that_speaks_http_1_0_needs_no_host():
    async with HubHouse().open() as house:
        assert (await send(house, b"GET /healthz HTTP/1.0\r\n\r\n")).status == 200
        evil = b"GET /healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n"
        assert (await send(house, evil)).status == 421


async def test_a_refused_name_comes_before_everything_else_that_could_be_learnt():
    async with HubHouse().open() as house:
        for target, method in (("/nowhere", "GET"), ("/", "POST"), ("/socket", "HEAD")):
            answer = await get(house, target, method=method, host="evil.example")
            assert answer.status == 421


labels = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
names = st.lists(labels, min_size=2, max_size=4).map(".".join)


@given(names, st.sampled_from(["", ".", ":8765", ".:8765"]), st.booleans())
def test_no_name_of_anybody_else_passes_however_it_is_written(name, end, is_upper):
    host = f"{name.upper() if is_upper else name}{end}"
    read = read_name(host)
    assert read is not None
    if not name.endswith(".localhost") and not is_address(read):
        assert not is_own_name(read, OWN)
        refusal = host_refusal([host], "HTTP/1.1", OWN)
        assert refusal is not None
        assert refusal.status == 421


@given(st.ip_addresses(), st.integers(0, 65_535))
def test_every_address_passes_because_no_name_is_looked_up_for_it(address, port):
    host = f"[{address}]" if address.version == 6 else str(address)
    assert host_refusal([f"{host}:{port}"], "HTTP/1.1", ()) is None


@given(st.text())
def test_whatever_stands_in_the_header_is_answered_with_a_sentence_of_ascii(host):
    refusal = host_refusal([host], "HTTP/1.1", ())
    if refusal is not None:
        assert refusal.status in (400, 421)
        assert refusal.body.decode("ascii").endswith(".\n")


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
