"""A page of another origin may not open a socket, however its origin is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.heads import SOCKET, request, send, shake_hands
from kit.hub import HubHouse
from polemos.hub.origins import is_origin, may_open_socket

FRIEND = "https://friend.example"


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8765", "localhost:8765"),
        ("https://localhost", "localhost"),
        ("http://192.168.1.7:8765", "192.168.1.7:8765"),
        ("http://[::1]:8765", "[::1]:8765"),
        ("http://localhost:8765", "LOCALHOST:8765"),
        ("http://localhost", "localhost:80"),
        ("https://localhost", "localhost:443"),
        ("http://localhost.:8765", "localhost.:8765"),
        (FRIEND, "localhost"),
        (None, "localhost"),
    ],
)
async def test_the_own_page_an_allowed_one_and_who_is_no_page_may_open_a_socket(origin, host):
    async with HubHouse(origins=(FRIEND,)).open() as house:
        fields = () if origin is None else (f"Origin: {origin}",)
        assert (await shake_hands(house, *fields, host=host)).status == 101


@pytest.mark.parametrize(
    "fields",
    [
        ["Origin: https://foe.example"],
        ["Origin: null"],
        ["Origin:"],
        ["Origin: *"],
        ["Origin: http://localhost:8766"],
        ["Origin: http://localhost"],
        ["Origin: http://localhost:8765."],
        ["Origin: http://localhost:8765/"],
        ["Origin: ws://localhost:8765"],
        ["Origin: file://localhost:8765"],
        ["Origin: http://localhost:8765.foe.example"],
        ["Origin: http://foe.example@localhost:8765"],
        ["Origin: HTTP://localhost:8765"],
        ["Origin: localhost:8765"],
        ["Origin: http://localhost:8765 https://foe.example"],
        ["Origin: http://localhost:8765, https://foe.example"],
        ["Origin: https://friend.example.foe.example"],
        ["Origin: http://friend.example"],
        ["Origin: https://friend.example:444"],
        ["Origin: https://foe.example", "Origin: http://localhost:8765"],
        ["Origin: http://localhost:8765", "Origin: http://localhost:8765"],
    ],
)
async def test_every_other_origin_is_refused_with_the_setting_that_would_allow_it(fields):
    async with HubHouse(origins=(FRIEND,)).open() as house:
        raw = request("/socket", *SOCKET, *fields, host="localhost:8765")
        answer = await send(house, raw)
        assert answer.status == 403
        assert b"POLEMOS_ORIGINS" in answer.body


@given(st.text(min_size=1), st.sampled_from(["localhost:8765", "127.0.0.1", "[::1]:1"]))
def test_no_text_but_the_two_own_origins_passes_for_the_server_s_own(origin, host):
    own = (f"http://{host}", f"https://{host}")
    assert may_open_socket([origin], host, ()) == (origin in own)


@given(st.lists(st.sampled_from(["http://localhost", FRIEND]), min_size=2, max_size=4))
def test_more_than_one_origin_is_none(origins):
    assert not may_open_socket(origins, "localhost", (FRIEND,))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("https://war.example", True),
        ("http://war.example:8080", True),
        ("http://[fd00::1]:8765", True),
        ("https://xn--plemos-0ya.example", True),
        ("null", False),
        ("*", False),
        ("https://*.war.example", False),
        ("https://war.example/", False),
        ("https://war.example:443", False),
        ("http://war.example:80", False),
        ("https://War.example", False),
        ("war.example", False),
        ("wss://war.example", False),
        ("", False),
    ],
)
def test_an_operator_can_allow_only_what_a_browser_would_send(text, is_one):
    assert is_origin(text) is is_one
