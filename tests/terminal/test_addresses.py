"""An address is read, or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos_demo.terminal.addresses import Address, BadAddress, parse_address


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "http://127.0.0.1:8765/rooms/k7m2q9x4wd",
            Address(socket_url="ws://127.0.0.1:8765/socket", room="k7m2q9x4wd"),
        ),
        (
            "https://cards.example/rooms/abc/",
            Address(socket_url="wss://cards.example/socket", room="abc"),
        ),
        (
            "ws://[::1]:80/games/abc-12",
            Address(socket_url="ws://[::1]:80/socket", game="abc-12"),
        ),
        (
            "http://host:1/games/abc-1/events.jsonl",
            Address(socket_url="ws://host:1/socket", game="abc-1"),
        ),
        (
            "http://host/rooms/abc#host=secret",
            Address(socket_url="ws://host/socket", room="abc"),
        ),
    ],
)
def test_a_link_of_the_browser_names_the_socket_and_what_to_watch(
    text: str, expected: Address
) -> None:
    assert parse_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k7m2q9x4wd",
        "http://host/",
        "http://host/rooms/",
        "http://host/rooms/ABC",
        "http://host/games/abc",
        "http://host/games/abc-0",
        "http:///rooms/abc",
        "http://host:99999999/rooms/abc",
        "ftp://host/rooms/abc",
        "file:///rooms/abc",
    ],
)
def test_what_is_no_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadAddress, match="for example http"):
        parse_address(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except BadAddress:
        return
    assert (address.room is None) != (address.game is None)
