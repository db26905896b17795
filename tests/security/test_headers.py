"""Every response, errors too, says that nothing but this server's own may be loaded or hold it."""

import re
from dataclasses import replace

import pytest

from kit.heads import SOCKET, Answer, get, read_answer, request, send
from kit.hub import GAME, ROOM, TEST_LIMITS, HubHouse
from polemos.hub.files import page_contents
from polemos.hub.http import content_policy

FILES = {"index.html": b"<!doctype html>", "a.js": b"export {}"}

PLAIN = [
    ("/", 200),
    (f"/rooms/{ROOM}", 200),
    (f"/games/{GAME}", 200),
    ("/a.js", 200),
    ("/games", 200),
    ("/metrics", 200),
    ("/healthz", 200),
    ("/readyz", 200),
    ("/schemas/", 200),
    (f"/games/{GAME}/events.jsonl", 200),
    ("/nowhere", 404),
    ("/schemas/nothing", 404),
    ("/games/nobody-1/events.jsonl", 404),
    ("/../secret", 404),
    ("/socket", 426),
]
LONG = b"x" * 9_000
ODD = [
    (b"nonsense\r\n\r\n", 400),
    (request("/", host=None), 400),
    (request("/socket", *SOCKET[:-1]), 400),
    (request("/socket", *SOCKET, "Origin: https://foe.example"), 403),
    (request("/", method="POST"), 405),
    (b"GET /" + LONG + b" HTTP/1.1\r\n\r\n", 414),
    (request("/", host="evil.example"), 421),
    (b"GET / HTTP/1.1\r\nA: " + LONG + b"\r\n\r\n", 431),
]


def held_to(answer: Answer, status: int) -> None:
    """Hold a response against everything that each of them says."""
    assert answer.status == status
    policy = dict(
        directive.split(" ", 1) for directive in answer.one("Content-Security-Policy").split("; ")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == policy["form-action"] == "'none'"
    for directive in ("script-src", "style-src", "img-src", "connect-src"):
        assert policy[directive] == "'self'"
    assert answer.one("Referrer-Policy") == "no-referrer"
    assert answer.one("X-Content-Type-Options") == "nosniff"
    assert answer.one("Cross-Origin-Opener-Policy") == "same-origin"
    assert answer.one("Cross-Origin-Resource-Policy") == "same-origin"
    features = answer.one("Permissions-Policy").split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(features)
    assert all(feature.endswith("=()") for feature in features)
    assert answer.one("Content-Type")
    assert answer.one("Connection") == "close"
    assert answer.all("Set-Cookie") == []
    assert answer.all("Access-Control-Allow-Origin") == []
    assert answer.all("Server") == []


@pytest.mark.parametrize(("target", "status"), PLAIN)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_page_has_every_header(target, status, method):
    async with HubHouse(files=FILES, schemas={"a.json": b"{}"}).open() as house:
        house.commit(GAME, 2)
        is_head_of_socket = (target, method) == ("/socket", "HEAD")
        held_to(await get(house, target, method=method), 405 if is_head_of_socket else status)


@pytest.mark.parametrize(("raw", "status"), ODD)
async def test_a_refusal_has_every_header(raw, status):
    async with HubHouse(files=FILES).open() as house:
        held_to(await send(house, raw), status)


async def test_a_page_that_the_client_has_has_every_header_but_those_of_a_body():
    async with HubHouse(files=FILES).open() as house:
        tag = (await get(house, "/a.js")).one("ETag")
        answer = await get(house, "/a.js", f"If-None-Match: {tag}")
        assert answer.all("Content-Type") == []
        described = (("Content-Type", "text/javascript"),)
        held_to(replace(answer, fields=answer.fields + described), 304)


async def test_whoever_is_told_to_come_back_later_has_every_header():
    limits = replace(TEST_LIMITS, connections_max=0)
    async with HubHouse(limits=limits).open() as house:
        answer = await get(house, "/")
        held_to(answer, 503)
        assert int(answer.one("Retry-After")) > 0
    limits = replace(TEST_LIMITS, address_connections_burst=1)
    async with HubHouse(limits=limits, files=FILES).open() as house:
        held_to(await get(house, "/"), 200)
        answer = await get(house, "/")
        held_to(answer, 429)
        assert int(answer.one("Retry-After")) > 0


async def test_an_open_socket_sets_no_cookie_either():
    async with HubHouse().open() as house:
        peer = await house.peer()
        await peer.send(request("/socket", *SOCKET))
        answer = read_answer(await peer.read_until(b"\r\n\r\n"))
        assert (answer.status, answer.all("Set-Cookie")) == (101, [])


@pytest.mark.parametrize("path", ["", "/", "/rooms/a", "/embedded", "/../embed/a-1", "/games/a-1"])
def test_nobody_may_hold_a_page_in_a_frame(path):
    assert content_policy(path).endswith("; frame-ancestors 'none'")


@pytest.mark.parametrize(
    ("path", "holders"),
    [("/embed/a-1", "*"), ("/embed", "'none'"), ("/", "'none'"), ("/rooms/embed/", "'none'")],
)
def test_a_page_that_is_made_to_be_held_is_the_only_one_that_may_be(path, holders):
    assert content_policy(path, (("/embed/", "*"),)).endswith(f"; frame-ancestors {holders}")


def test_the_page_keeps_to_its_own_policy():
    """Nothing inline, nothing from elsewhere, no address that holds its own bytes."""
    for path, content in page_contents().items():
        text = content.decode("utf-8", "replace")
        if path.endswith(".html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path
        if path.endswith((".html", ".css")):
            assert not re.search(
                r"(?:src|href)=[\"']?(?:https?:)?//|url\([\"']?(?:https?:)?//|data:", text
            ), path
